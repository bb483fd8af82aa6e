"""Every misbehaviour of a bot by its name, each with the outcome that the referee promises for it."""

from referee.rogues import answers, connections, heads, large, moments, slow, statuses, unreadable, unsound
from referee.rogues.table import MISBEHAVIOURS, Misbehaviour

__all__ = ["MISBEHAVIOURS", "Misbehaviour"]

ENTERED = (answers, connections, heads, large, moments, slow, statuses, unreadable, unsound)
"""The modules that enter theirs into the table when they are imported."""
