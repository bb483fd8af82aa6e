"""Misbehaviours in what is said: replies that can be read, and are not what was asked for or what the rules allow."""

from __future__ import annotations

import json
from collections.abc import Mapping

from parlour.core.options import Json
from referee.rogues.table import says
from referee.rogues.talk import Request, http, move

MOST_NOTE = 256
"""How many characters a note may have; written down here too, since a rogue must not learn it from the referee."""

KEYS = {f"k{number}": number for number in range(4_000)}


def _instead(asked: Request, said: Mapping[str, Json]) -> bytes:
    """This reply to a question, and a good one to all else."""
    return http(json.dumps(said).encode() if asked.is_for("/move") else move(asked))


def _good(asked: Request, **more: Json) -> dict[str, Json]:
    """A good reply to a question, with these keys besides or instead."""
    return {"id": asked.id, "answer": asked.default, **more}


def _other_type(value: Json) -> bytes:
    """A number for true or false, and true for anything else."""
    return json.dumps(int(value) if isinstance(value, bool) else True).encode()


says("stale_id", "stale", "Answers another question.", lambda asked: _instead(asked, _good(asked, id="m0-q0")))
says("no_id", "stale", "Does not say what it answers.", lambda asked: _instead(asked, {"answer": asked.default}))
says(
    "other_match",
    "stale",
    "Answers the same question of another match.",
    lambda asked: _instead(asked, _good(asked, id=f"other-{asked.id}")),
)
says("padded_id", "stale", "Puts a space after the id.", lambda asked: _instead(asked, _good(asked, id=f"{asked.id} ")))
says(
    "upper_case_id",
    "stale",
    "Spells the id in capitals.",
    lambda asked: _instead(asked, _good(asked, id=asked.id.upper())),
)

says("id_number", "bad_json", "Gives a number for an id.", lambda asked: _instead(asked, _good(asked, id=7)))
says("id_null", "bad_json", "Gives null for an id.", lambda asked: _instead(asked, _good(asked, id=None)))
says("answer_missing", "bad_json", "Gives an id and no answer.", lambda asked: _instead(asked, {"id": asked.id}))
says(
    "key_case",
    "bad_json",
    "Spells the key of its answer with a capital.",
    lambda asked: _instead(asked, {"id": asked.id, "Answer": asked.default}),
)
says("extra_key", "bad_json", "Adds a key of its own.", lambda asked: _instead(asked, _good(asked, strikes=0)))
says("many_keys", "bad_json", "Answers with keys that nobody asked for.", lambda asked: http(json.dumps(KEYS).encode()))
says(
    "note_long",
    "bad_json",
    "Adds a note of 300 characters.",
    lambda asked: _instead(asked, _good(asked, note="a" * 300)),
)
says("note_number", "bad_json", "Adds a note that is a number.", lambda asked: _instead(asked, _good(asked, note=7)))
says("note_null", "bad_json", "Adds a note that is null.", lambda asked: _instead(asked, _good(asked, note=None)))

says(
    "note_longest",
    "ok",
    "Adds as long a note as a reply may have, of characters that are long in themselves.",
    lambda asked: _instead(asked, _good(asked, note="\N{SNAKE}" * MOST_NOTE)),
)
says(
    "note_escape",
    "ok",
    "Adds a note that would clear a terminal, turn its writing round and run a script on a page.",
    lambda asked: _instead(asked, _good(asked, note="\x1b[2J\x9b2J\u202e[/bold]<script>alert(1)</script>")),
)
says(
    "spaced",
    "ok",
    "Puts line ends and spaces wherever they may stand.",
    lambda asked: http(move(asked, b"\r\n\t %b \n" % json.dumps(asked.default).encode(), b" \n ")),
)
says(
    "escaped_keys",
    "ok",
    "Spells the key of its answer as no program would.",
    lambda asked: http(move(asked).replace(b'"answer"', rb'"\u0061\u006e\u0073\u0077\u0065\u0072"')),
)
says(
    "minus_zero",
    "ok",
    "Answers -0 where it would answer 0.",
    lambda asked: http(move(asked, b"-0" if asked.default == 0 and asked.default is not False else None)),
)

says("illegal", "illegal", "Always answers what is no option.", lambda asked: http(move(asked, b'{"no": "such"}')))
says("null_answer", "illegal", "Always answers null.", lambda asked: http(move(asked, b"null")))
says("empty_text", "illegal", "Always answers an empty text.", lambda asked: http(move(asked, b'""')))
says(
    "true_as_int",
    "illegal",
    "Answers true for 1, and 1 for true: the rules refuse it, not the wire.",
    lambda asked: http(move(asked, _other_type(asked.default))),
)
says("float_as_int", "illegal", "Answers 1.0 for 1.", lambda asked: http(move(asked, b"1.0")))
says("exponent", "illegal", "Answers 1e2.", lambda asked: http(move(asked, b"1e2")))
says("fraction", "illegal", "Answers 0.5.", lambda asked: http(move(asked, b"0.5")))
says(
    "as_text",
    "illegal",
    "Puts a good answer between quotation marks.",
    lambda asked: http(move(asked, json.dumps(json.dumps(asked.default)).encode())),
)
says(
    "as_list",
    "illegal",
    "Puts a good answer into a list.",
    lambda asked: http(move(asked, json.dumps([asked.default]).encode())),
)
says(
    "bigint_ok",
    "illegal",
    "Answers with an integer of 18 digits, which can be read and is no option.",
    lambda asked: http(move(asked, b"7" * 18)),
)
says(
    "deep_ok",
    "illegal",
    "Answers with lists in lists, 32 deep with the object round them, which can be read and is no option.",
    lambda asked: http(move(asked, b"[" * 31 + b"]" * 31)),
)
