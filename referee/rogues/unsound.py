"""Misbehaviours in HTTP: what is no answer, and bodies of which nobody can say where they end."""

from __future__ import annotations

from referee.rogues.table import hangs_up, says
from referee.rogues.talk import Request, chunk, chunked, head, http, move


def _coded(asked: Request, *headers: str) -> bytes:
    """A good answer in chunks, its head with these headers."""
    return head(*headers) + chunked(move(asked))


says("honest", "ok", "Answers every request as it should.", lambda asked: http(move(asked)))
hangs_up(
    "tls_on_plain",
    "bad_content",
    "Sends an alert of TLS and closes.",
    lambda asked: b"\x15\x03\x01\x00\x02\x02\x46",
)
says("http09", "bad_content", "Sends the body and nothing else, as in 1991.", lambda asked: move(asked) + b"\r\n")
says("http2_preface", "bad_content", "Answers in HTTP/2.", lambda asked: b"\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x80\n")
says("ssh", "bad_content", "Answers as a server for SSH does.", lambda asked: b"SSH-2.0-OpenSSH_9.6\r\n")
says("garbage", "bad_content", "Sends bytes without a meaning.", lambda asked: bytes(range(256)) * 4)
says(
    "escape_codes",
    "bad_content",
    "Sends what would clear a terminal, rename its window and turn its writing round.",
    lambda asked: b"\x1b[2J\x1b]0;gone\x07\x9b2J\xe2\x80\xae\r\n",
)
says(
    "echo",
    "bad_content",
    "Sends the request back.",
    lambda asked: asked.line.encode("latin-1") + b"\r\n\r\n" + asked.body,
)

says(
    "two_lengths", "bad_content", "Gives two lengths of one body.", lambda asked: http(move(asked), "Content-Length: 7")
)
says(
    "length_twice",
    "ok",
    "Gives the right length of its body twice.",
    lambda asked: http(move(asked), f"Content-Length: {len(move(asked))}"),
)
says(
    "length_list",
    "bad_content",
    "Gives a list of two lengths, which are the same.",
    lambda asked: http(move(asked), length=f"{len(move(asked))}, {len(move(asked))}"),
)
says("bad_length", "bad_content", "Gives a length that is none.", lambda asked: http(move(asked), length=-5))
says(
    "plus_length",
    "bad_content",
    "Puts a plus sign before the length.",
    lambda asked: http(move(asked), length=f"+{len(move(asked))}"),
)
says(
    "hex_length",
    "bad_content",
    "Gives the length in hexadecimal digits.",
    lambda asked: http(move(asked), length=hex(len(move(asked)))),
)
says(
    "superscript_length",
    "bad_content",
    "Gives the length in digits that are none to everybody.",
    lambda asked: http(move(asked), length="\xb2\xb3"),
)
says(
    "padded_length",
    "ok",
    "Puts zeros before the length.",
    lambda asked: http(move(asked), length=f"{len(move(asked)):08}"),
)
says(
    "empty_length",
    "bad_content",
    "Gives nothing where the length should be.",
    lambda asked: http(move(asked), length=""),
)
hangs_up("short_body", "bad_content", "Closes before the end of its body.", lambda asked: http(move(asked), length=500))
says(
    "long_body",
    "bad_json",
    "Sends more than it has announced.",
    lambda asked: http(move(asked), length=5),
)

says(
    "chunked",
    "ok",
    "Answers in two chunks.",
    lambda asked: _coded(asked, "Transfer-Encoding: chunked"),
)
says(
    "chunked_capitals",
    "ok",
    "Spells the word for chunks in capitals.",
    lambda asked: _coded(asked, "Transfer-Encoding: CHUNKED"),
)
says(
    "chunk_extension",
    "ok",
    "Says something more after the size of a chunk.",
    lambda asked: head("Transfer-Encoding: chunked") + _extended(move(asked)) + b"0\r\n\r\n",
)
says(
    "chunk_trailers",
    "ok",
    "Sends two trailers after its chunks.",
    lambda asked: head("Transfer-Encoding: chunked") + chunk(move(asked)) + b"0\r\nX-A: 1\r\nContent-Length: 3\r\n\r\n",
)
says(
    "cl_and_te",
    "bad_content",
    "Gives a length and sends chunks.",
    lambda asked: _coded(asked, "Transfer-Encoding: chunked", "Content-Length: 5"),
)
says(
    "te_twice",
    "bad_content",
    "Says twice that it sends chunks.",
    lambda asked: _coded(asked, "Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
)
says(
    "te_gzip",
    "bad_content",
    "Says that its chunks are squeezed.",
    lambda asked: _coded(asked, "Transfer-Encoding: gzip, chunked"),
)
says(
    "te_identity",
    "bad_content",
    "Says that its body is coded in no way.",
    lambda asked: http(move(asked), "Transfer-Encoding: identity"),
)
says(
    "te_identity_only",
    "bad_content",
    "Says that its body is coded in no way, and not how long it is.",
    lambda asked: head("Transfer-Encoding: identity") + move(asked),
)
says(
    "te_unknown",
    "bad_content",
    "Names a coding that looks like chunks and is none.",
    lambda asked: _coded(asked, "Transfer-Encoding: xchunked"),
)
says(
    "bad_chunk_size",
    "bad_content",
    "Sends a chunk whose size is no number.",
    lambda asked: head("Transfer-Encoding: chunked") + b"zz\r\n" + move(asked),
)
says(
    "empty_chunk_size",
    "bad_content",
    "Sends a chunk without a size.",
    lambda asked: head("Transfer-Encoding: chunked") + b"\r\n" + move(asked),
)
says(
    "bad_chunk_end",
    "bad_content",
    "Sends a chunk that is longer than its size.",
    lambda asked: head("Transfer-Encoding: chunked") + b"5\r\n" + move(asked) + b"\r\n0\r\n\r\n",
)
hangs_up(
    "short_chunk",
    "bad_content",
    "Closes in the middle of a chunk.",
    lambda asked: head("Transfer-Encoding: chunked") + b'ff\r\n{"id"',
)
hangs_up(
    "short_chunks",
    "bad_content",
    "Closes before the chunk that ends its body.",
    lambda asked: head("Transfer-Encoding: chunked") + chunk(move(asked)),
)


def _extended(body: bytes) -> bytes:
    size, _, rest = chunk(body).partition(b"\r\n")
    return size + b';name="value"\r\n' + rest
