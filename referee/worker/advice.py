"""What an owner can do about what a check has found, in a student's words."""

from __future__ import annotations

from types import MappingProxyType

from referee.worker.report import Finding

FIXES = MappingProxyType(
    {
        "address": "Register an address such as https://bots.example.org/mine or http://198.51.100.7:8000.",
        "blocked": "Register an address on the open network, or ask the organiser to allow this one.",
        "unreachable": "Start the bot, and see that it can be reached from other machines at the address that you"
        " registered: host, port, firewall, and for https a certificate that fits.",
        "timeout": "Let the bot answer sooner, and see that its machine is awake and has nothing else to do.",
        "bad_status": "Answer every call with status 200; if the bot raised an error, its own output says where.",
        "bad_content": "Answer with Content-Type application/json, a Content-Length that is right, and no compression.",
        "too_large": "Send less: an answer has at most 64 KiB.",
        "bad_json": "Send a JSON object with exactly the keys that WIRE.md lists for this answer.",
        "illegal": "Answer with one of question.options, type for type: true is not 1. `parlour check` shows the same"
        " on your own machine.",
        "stale": "Repeat the id of the question as `id` in the answer, and answer each question once.",
        "key": "Start the bot with the signing key that you were shown when you registered it, in PARLOUR_KEY.",
        "clock": "Set the clock of the bot's machine, at best by NTP: calls that seem older than five minutes are"
        " refused.",
        "proof": "Put the header webhook-id of the call into the handshake as `id`; a bot that is served by the newest"
        " parlour does it by itself.",
        "unsigned": "Start the bot with PARLOUR_KEY set to the signing key that you were shown when you registered it:"
        " then it answers the referee alone.",
        "not_401": "Refuse a call that is not signed with the bot's key with status 401.",
        "games": "Give `games` of the bot the names of games that are played here.",
        "repeat": "When a question comes again with the same id, give the same answer: draw random numbers from"
        " question.rng, or remember what was answered.",
        "slow": "Think less for each answer, or move the bot to a machine that is faster or nearer.",
        "time": "Let the bot answer sooner: a whole check has little time.",
    }
)
"""By the kind of a finding, what helps."""


def finding(kind: str, says: str) -> Finding:
    """A finding that keeps the bot from playing until it is mended."""
    return Finding(kind, says, FIXES[kind])


def hint(kind: str, says: str) -> Finding:
    """A finding with which the bot may play."""
    return Finding(kind, says, FIXES[kind], stops=False)
