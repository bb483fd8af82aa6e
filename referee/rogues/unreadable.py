"""Misbehaviours in JSON: bodies that mean nothing, or not the same to everybody."""

from __future__ import annotations

from referee.rogues.table import says
from referee.rogues.talk import http, move, spelled

WRONG = "bad_json"
BOM = b"\xef\xbb\xbf"

says("empty", WRONG, "Answers with an empty body.", lambda asked: http(b""))
says("blank", WRONG, "Answers with a body of spaces.", lambda asked: http(b" \r\n\t "))
says("array", WRONG, "Answers with a list.", lambda asked: http(b"[1]"))
says("null_body", WRONG, "Answers with null and nothing round it.", lambda asked: http(b"null"))
says("number_body", WRONG, "Answers with a number and nothing round it.", lambda asked: http(b"1"))
says("text_body", WRONG, "Answers with a text and nothing round it.", lambda asked: http(b'"1"'))
says("html_body", WRONG, "Calls a page JSON.", lambda asked: http(b"<p>Soon"))
says("trailing", WRONG, "Says something more after its answer.", lambda asked: http(move(asked) + b" {}"))
says("half", WRONG, "Ends in the middle of its answer.", lambda asked: http(spelled(asked, b"1")[:-1]))

says("nan", WRONG, "Answers NaN.", lambda asked: http(spelled(asked, b"NaN")))
says("infinity", WRONG, "Answers -Infinity.", lambda asked: http(spelled(asked, b"-Infinity")))
says("inf_1e400", WRONG, "Answers 1e400.", lambda asked: http(spelled(asked, b"1e400")))
says("bigint", WRONG, "Answers with an integer of 5,000 digits.", lambda asked: http(spelled(asked, b"7" * 5_000)))
says("bigint_19", WRONG, "Answers with an integer of 19 digits.", lambda asked: http(spelled(asked, b"-" + b"7" * 19)))
says("leading_zero", WRONG, "Answers 01.", lambda asked: http(spelled(asked, b"01")))
says("plus_sign", WRONG, "Answers +1.", lambda asked: http(spelled(asked, b"+1")))
says("bare_point", WRONG, "Answers .5.", lambda asked: http(spelled(asked, b".5")))
says("hexadecimal", WRONG, "Answers 0x1.", lambda asked: http(spelled(asked, b"0x1")))
says(
    "full_width",
    WRONG,
    "Answers with a digit of another script.",
    lambda asked: http(spelled(asked, "\N{FULLWIDTH DIGIT ONE}".encode())),
)
says("python_true", WRONG, "Answers True, as Python spells it.", lambda asked: http(spelled(asked, b"True")))

says("dup", WRONG, "Gives two answers under one key.", lambda asked: http(spelled(asked, b'1, "answer": 2')))
says(
    "dup_deep",
    WRONG,
    "Gives one key twice, deep inside its answer.",
    lambda asked: http(spelled(asked, b'[[{"a": [{"b": 1, "c": 2, "b": 1}]}]]')),
)
says(
    "dup_escaped",
    WRONG,
    "Gives one key twice, in two spellings.",
    lambda asked: http(spelled(asked, rb'1, "\u0061nswer": 1')),
)
says(
    "deep",
    WRONG,
    "Answers with lists in lists, 33 deep with the object round them.",
    lambda asked: http(spelled(asked, b"[" * 32 + b"]" * 32)),
)
says(
    "deep_30000",
    WRONG,
    "Answers with 30,000 lists in lists.",
    lambda asked: http(spelled(asked, b"[" * 30_000 + b"]" * 30_000)),
)
says("deep_open", WRONG, "Opens 60,000 lists and closes none.", lambda asked: http(spelled(asked, b"[" * 60_000)))
says("single_quotes", WRONG, "Quotes as Python does.", lambda asked: http(move(asked).replace(b'"', b"'")))
says("comment", WRONG, "Puts a comment into its answer.", lambda asked: http(spelled(asked, b"1 /* one */")))
says("comma_too_many", WRONG, "Puts a comma after its answer.", lambda asked: http(spelled(asked, b"1,")))

says("bad_utf8", WRONG, "Answers with bytes that are not UTF-8.", lambda asked: http(spelled(asked, b'"\xff"')))
says(
    "overlong",
    WRONG,
    "Spells a character in more bytes than it has.",
    lambda asked: http(spelled(asked, b'"\xc0\xaf"')),
)
says(
    "cesu8",
    WRONG,
    "Spells a character as two halves.",
    lambda asked: http(spelled(asked, b'"\xed\xa0\xbd\xed\xb8\x80"')),
)
says(
    "cut_utf8",
    WRONG,
    "Ends a text in the middle of a character.",
    lambda asked: http(spelled(asked, b'"\xf0\x9f\x90"')),
)
says("utf16", WRONG, "Answers in UTF-16.", lambda asked: http(spelled(asked, b"1").decode().encode("utf-16")))
says("utf32", WRONG, "Answers in UTF-32.", lambda asked: http(spelled(asked, b"1").decode().encode("utf-32-le")))
says("bom", "ok", "Puts a byte order mark before its answer.", lambda asked: http(BOM + move(asked)))
says("two_boms", WRONG, "Puts two byte order marks before its answer.", lambda asked: http(BOM * 2 + move(asked)))
says("surrogate", WRONG, "Answers with half a character.", lambda asked: http(spelled(asked, rb'"\ud800"')))
says(
    "swapped_pair",
    WRONG,
    "Answers with two halves in the wrong order.",
    lambda asked: http(spelled(asked, rb'"\ude00\ud83d"')),
)
says(
    "surrogate_in_key",
    WRONG,
    "Hides half a character in a key.",
    lambda asked: http(spelled(asked, rb'[{"\udfff": 1}]')),
)
says("nul", WRONG, "Answers with the character NUL.", lambda asked: http(spelled(asked, rb'"\u0000"')))
says("raw_control", WRONG, "Puts a line end into a text as it is.", lambda asked: http(spelled(asked, b'"a\nb"')))
