"""Writes WIRE.md, the reference of the wire, from the schemas.

`python -m parlour.protocol.reference` prints it, and `--update` rewrites the file beside this one. A test fails when
the file is not what the schemas say.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path

from marshmallow import Schema

from parlour.protocol import schemas
from parlour.protocol.fields import Part

PATH = Path(__file__).with_name("WIRE.md")

OPENING = f"""\
# The wire

How the referee and a bot talk, version {schemas.APIVERSION}. This file is written from `parlour/protocol/schemas.py` by
`python -m parlour.protocol.reference --update`; change the schemas, not the file.

The bot is an HTTP server and the referee calls it. Bodies are JSON objects in UTF-8 with `Content-Type:
application/json`; every reply has status 200. The bot answers four paths:

| call | when | body | reply |
|---|---|---|---|
| `GET /` | before a match | none | [handshake](#handshake) |
| `POST /start` | a match begins | [start](#start) | [ready](#ready) |
| `POST /move` | the bot is asked something | [move](#move) | [answer](#answer) |
| `POST /end` | the match has ended | [end](#end) | [heard](#heard) |

- **What a bot sends** holds the keys listed here and no others. Whole numbers have no point and at most 18 digits. A
  reply is at most 64 KiB.
- **What the referee sends** may hold more keys than are listed here: pass over those you do not know.
- **The clock** runs from the first byte of the call to the last byte of the reply.
- **A repeat.** The referee may send a message again with the same id after the connection broke: give the same reply.
- **Many matches** may be in play on one bot at once, up to its `max_parallel`. Match, seat and attempt tell them
  apart. A second `/start` for the same three begins the match anew.
- **Attempts.** A referee that was killed begins its match again under the same match id with the next `attempt`; ids of
  questions and calls never repeat between attempts. A bot that keeps state keys it by match, seat and attempt, because
  a referee that was only held up may still go on with an earlier attempt.
- **Signatures.** When a bot has a key (`whsec_` and the Base64 of its bytes), every call carries the headers of
  Standard Webhooks: `webhook-id` (the id of the question, or the match's id with `-start` or `-end`, in the second
  attempt `-a2-start` or `-a2-end`), `webhook-timestamp` (seconds since 1970) and `webhook-signature` (one or more, with
  spaces between them: `v1,` and the Base64 of the HMAC-SHA256 of `id.timestamp.body` under the key). While one key
  replaces another, calls are signed with both: one signature that fits is enough. Refuse a call that no signature fits,
  or that is older than five minutes, with status 401.
- **Whose bot it is.** Where bots are registered, the handshake is the proof that a bot has the key which its owner was
  given: its `id` repeats the `webhook-id` of the call, and a call that is signed with another key, or not at all, is
  refused with status 401.
"""

OPTIONS = """\
## The six forms of options

`question.options` is an object with one of these keys. The options inside a form are objects of the same kind.

| form | the legal answers |
|---|---|
| `{"range": [first, last, step]}` | the whole numbers first, first + step, and so on, up to and including last |
| `{"list": [a, b, ...]}` | one of the values listed |
| `{"split": {"total": t, "parts": n, "step": s}}` | n multiples of s, from zero up, adding up to t |
| `{"some": {"of": [a, b, ...], "most": n}}` | at most n of the values listed, in any order, each as often as there |
| `{"fields": {"name": options, ...}}` | an object with exactly these names, each with one of its own options |
| `{"one_of": [options, ...], "odds": [3, 1, ...]}` | whatever one of these options allows |

`some` may have a third key, `"least": 1`: then the list may not be empty.

`odds` may be left out. They are no rule, but say how often a bot that answers at random should pick each of the options
in `one_of`, beside the others; without them it should pick each equally often.
"""

SEARCHING = """\
## Searching with the position

`position` holds what the seat may know, in the form from which the rules make a whole game, with a guess at what the
seat cannot know. The module `parlour.imagine` does that. A bot that is a `parlour.Bot` calls `question.imagine()`; any
other Python program calls `parlour.imagine.imagine(position, rng)`, with the `position` of a move and a
`random.Random`. Both give a `parlour.Game`, and need the version of the rules of which `/start` told.
"""

SECTIONS: tuple[tuple[str, str, type[Schema]], ...] = (
    ("Handshake", "reply to `GET /`", schemas.Handshake),
    ("Start", "body of `POST /start`", schemas.Start),
    ("Ready", "reply to `POST /start`", schemas.StartReply),
    ("Move", "body of `POST /move`", schemas.Move),
    ("Answer", "reply to `POST /move`", schemas.MoveReply),
    ("End", "body of `POST /end`", schemas.End),
    ("Heard", "reply to `POST /end`", schemas.EndReply),
)


_LIST_OF_VALUES = re.compile(r"\[([^][{}]*)\]")


def laid_out(message: object) -> str:
    """A message as people like to read JSON: indented, but with a list of plain values in one line.

    >>> print(laid_out({"cash": [3500, 1200]}))
    {
      "cash": [3500, 1200]
    }
    """
    return _LIST_OF_VALUES.sub(lambda found: f"[{' '.join(found[1].split())}]", json.dumps(message, indent=2))


def reference() -> str:
    """The whole text of WIRE.md."""
    sections = [_section(title, place, schema()) for title, place, schema in SECTIONS]
    return "\n".join([OPENING, *sections, OPTIONS, SEARCHING])


def _section(title: str, place: str, schema: Schema) -> str:
    rows = list(_rows(schema))
    table = ["| field | what it is | meaning |", "|---|---|---|", *rows] if rows else ["It has no fields."]
    example = laid_out(getattr(schema, "example"))  # noqa: B009 - a section is of any of our schemas
    lines = [f"## {title}", "", f"The {place}. {_said(schema)}", "", *table, "", "```json", example, "```", ""]
    return "\n".join(lines)


def _rows(schema: Schema, path: str = "") -> Iterator[str]:
    for name, field in schema.fields.items():
        must = "" if field.required else "; may be left out"
        written: str = getattr(field, "written")  # noqa: B009 - every field of protocol.fields has it
        yield f"| `{path}{name}` | {written}{must} | {field.metadata['meaning']} |"
        if isinstance(field, Part):
            yield from _rows(field.schema, f"{path}{name}.")


def _said(schema: Schema) -> str:
    return " ".join((type(schema).__doc__ or "").split())


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m parlour.protocol.reference", description=__doc__.split("\n")[0])
    parser.add_argument("--update", action="store_true", help=f"rewrite {PATH.name}")
    if parser.parse_args().update:
        PATH.write_text(reference(), encoding="utf-8")
    else:
        print(reference(), end="")


if __name__ == "__main__":
    main()
