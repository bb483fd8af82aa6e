"""Every misbehaviour of a bot by its name, each with the outcome that the referee promises for it."""

import connections  # noqa: F401 - each enters its misbehaviours
import large  # noqa: F401
import slow  # noqa: F401
import unreadable  # noqa: F401
import unsound  # noqa: F401
from table import MISBEHAVIOURS, Misbehaviour

__all__ = ["MISBEHAVIOURS", "Misbehaviour"]
