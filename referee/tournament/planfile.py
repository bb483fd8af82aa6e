"""What may stand in a tournament file: the tables, and the keys in each."""

from __future__ import annotations

from marshmallow import fields, validate

from referee.clock import TimeControl
from referee.match import Policy
from referee.names import expected_in_links
from referee.tomltables import Table, flag, hosts, proper_name, said, text, whole

AN_ADDRESS = "an address as in https://bots.example:8000/bob"


class TournamentTable(Table):
    """`[tournament]`: what is played, and by how many at a time."""

    name = proper_name(required=True)
    game = text("a game, as in payday or payday/2000", required=True)
    options = fields.Dict(load_default=dict, error_messages=said("a table of the game's options"))
    format = text('"round-robin"', validate.Equal("round-robin", error='"round-robin"'), required=True)
    seats = whole(1, 100, required=True)
    rounds = whole(1, 100_000, required=True)
    seed = whole(0, 2**63 - 1, load_default=None)
    concurrency = whole(1, 256, load_default=2)
    ladder = proper_name(load_default=None)
    allow_hosts = hosts()
    deny_hosts = hosts()


class TimeTable(Table):
    """`[time]`: milliseconds to answer the start of a match and each question, and the reserve for a whole match."""

    start_ms = whole(1, 600_000, load_default=TimeControl.start_ms)
    move_ms = whole(1, 600_000, load_default=TimeControl.move_ms)
    bank_ms = whole(0, 3_600_000, load_default=TimeControl.bank_ms)


class PolicyTable(Table):
    """`[policy]`: how many strikes a seat survives, and whether an illegal answer is asked for once more."""

    max_strikes = whole(0, 1_000_000, load_default=Policy.max_strikes)
    reask = flag(load_default=Policy.reask)


class BotTable(Table):
    """`[[bot]]`: one bot that plays, and how it is reached."""

    name = proper_name(required=True)
    url = text(AN_ADDRESS, load_default=None)
    command = text('a command line in quotes, as in "parlour serve my_bot.py"', load_default=None)
    key_env = text("the name of an environment variable", load_default=None)


_BOTS = "a [[bot]] table for each bot, in double brackets"


class PlanFile(Table):
    """The whole file."""

    tournament = fields.Nested(TournamentTable, required=True, error_messages=said("a table [tournament]"))
    time = fields.Nested(TimeTable, load_default=lambda: TimeTable().load({}))
    policy = fields.Nested(PolicyTable, load_default=lambda: PolicyTable().load({}))
    bot = fields.List(fields.Nested(BotTable), required=True, error_messages=said(_BOTS))


class HostedTable(TournamentTable):
    """`[tournament]` of one that a service plays: whom it calls, and how many at a time, is the service's to say."""

    class Meta:
        """What a file for a service may not have."""

        exclude = ("concurrency", "allow_hosts", "deny_hosts")

    name = proper_name(expected_in_links, required=True)


class EntrantTable(Table):
    """`[[bot]]` of one that a service plays: the name of a bot there, which is called where its owner says."""

    name = proper_name(required=True)


class HostedFile(PlanFile):
    """The whole file of one that a service plays."""

    tournament = fields.Nested(HostedTable, required=True, error_messages=said("a table [tournament]"))
    bot = fields.List(fields.Nested(EntrantTable), required=True, error_messages=said(_BOTS))
