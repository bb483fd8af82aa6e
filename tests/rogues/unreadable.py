"""Misbehaviours in JSON: replies that mean nothing, or something else."""

from __future__ import annotations

import json

from table import says
from talk import http, move, spelled

KEYS = {f"k{number}": number for number in range(4_000)}

says(
    "stale_id", "stale", "Answers another question than was asked.", lambda asked: http(b'{"id": "m0-q0", "answer": 1}')
)
says("no_id", "stale", "Does not say which question it answers.", lambda asked: http(b'{"answer": 1}'))
says("nan", "bad_json", "Answers NaN.", lambda asked: spelled(asked, b"NaN"))
says("infinity", "bad_json", "Answers 1e400.", lambda asked: spelled(asked, b"1e400"))
says("dup", "bad_json", "Gives two answers under one key.", lambda asked: spelled(asked, b'1, "answer": 2'))
says(
    "deep",
    "bad_json",
    "Answers with 30,000 lists in lists.",
    lambda asked: spelled(asked, b"[" * 30_000 + b"]" * 30_000),
)
says("bigint", "bad_json", "Answers with an integer of 5,000 digits.", lambda asked: spelled(asked, b"7" * 5_000))
says("bad_utf8", "bad_json", "Answers with bytes that are not UTF-8.", lambda asked: spelled(asked, b'"\xff"'))
says("utf16", "bad_json", "Answers in UTF-16.", lambda asked: http(move(asked).decode().encode("utf-16")))
says("bom", "ok", "Puts a byte order mark before its answer.", lambda asked: http(b"\xef\xbb\xbf" + move(asked)))
says("surrogate", "bad_json", "Answers with half a character.", lambda asked: spelled(asked, rb'"\ud800"'))
says("nul", "bad_json", "Answers with the character NUL.", lambda asked: spelled(asked, rb'"\u0000"'))
says(
    "true_as_int", "ok", "Answers true for 1: the rules refuse it, not the wire.", lambda asked: http(move(asked, True))
)
says("empty", "bad_json", "Answers with an empty body.", lambda asked: http(b""))
says("array", "bad_json", "Answers with a list.", lambda asked: http(b"[1]"))
says("trailing", "bad_json", "Says something more after its answer.", lambda asked: http(move(asked) + b" {}"))
says("many_keys", "bad_json", "Answers with keys that nobody asked for.", lambda asked: http(json.dumps(KEYS).encode()))
