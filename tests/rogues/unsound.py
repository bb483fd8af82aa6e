"""Misbehaviours in HTTP: what is no answer, or not the one that was asked for."""

from __future__ import annotations

from table import hangs_up, says
from talk import chunk, head, http, move

says("honest", "ok", "Answers every request as it should.", lambda asked: http(move(asked)))
hangs_up(
    "tls_on_plain",
    "bad_content",
    "Sends an alert of TLS and closes.",
    lambda asked: b"\x15\x03\x01\x00\x02\x02\x46",
)
hangs_up(
    "short_head",
    "bad_content",
    "Closes in the middle of the head.",
    lambda asked: b"HTTP/1.1 200 OK\r\nContent-Type: appl",
)
hangs_up("short_body", "bad_content", "Closes before the end of its body.", lambda asked: http(move(asked), length=500))
hangs_up(
    "short_chunk",
    "bad_content",
    "Closes in the middle of a chunk.",
    lambda asked: head("Transfer-Encoding: chunked") + b'ff\r\n{"id"',
)
hangs_up(
    "http10",
    "ok",
    "Speaks HTTP/1.0: no length, and the end of the connection is the end of the body.",
    lambda asked: head(version="HTTP/1.0") + move(asked),
)
says("http09", "bad_content", "Sends the body and nothing else, as in 1991.", lambda asked: move(asked) + b"\r\n")
says("http2", "bad_content", "Answers in HTTP/2.", lambda asked: b"\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x80\n")
says("garbage", "bad_content", "Sends bytes without a meaning.", lambda asked: bytes(range(256)) * 4)
says(
    "folded_header",
    "bad_content",
    "Continues a header on the next line.",
    lambda asked: http(move(asked), "X: a\r\n b"),
)
says(
    "two_lengths", "bad_content", "Gives two lengths of one body.", lambda asked: http(move(asked), "Content-Length: 7")
)
says("bad_length", "bad_content", "Gives a length that is none.", lambda asked: http(move(asked), length=-5))
says(
    "length_and_chunks",
    "bad_content",
    "Gives a length and sends chunks.",
    lambda asked: head("Transfer-Encoding: chunked", "Content-Length: 5") + chunk(move(asked)) + b"0\r\n\r\n",
)
says(
    "bad_chunk_size",
    "bad_content",
    "Sends a chunk whose size is no number.",
    lambda asked: head("Transfer-Encoding: chunked") + b"zz\r\n" + move(asked),
)
says(
    "chunked",
    "ok",
    "Answers in two chunks.",
    lambda asked: head("Transfer-Encoding: chunked") + chunk(move(asked)[:9]) + chunk(move(asked)[9:]) + chunk(b""),
)
says(
    "continue_then_ok",
    "ok",
    "Says `100 Continue` first.",
    lambda asked: b"HTTP/1.1 100 Continue\r\n\r\n" + http(move(asked)),
)
says(
    "hints_103",
    "bad_status",
    "Sends early hints before its answer.",
    lambda asked: b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + http(move(asked)),
)
says("s201", "bad_status", "Answers well, with the status 201.", lambda asked: http(move(asked), status="201 Created"))
says("s204", "bad_status", "Answers that there is nothing to say.", lambda asked: b"HTTP/1.1 204 No Content\r\n\r\n")
says("s302", "bad_status", "Points elsewhere.", lambda asked: http(b"", "Location: /elsewhere", status="302 Found"))
says("s503", "bad_status", "Is not available.", lambda asked: http(b"{}", "Retry-After: 1", status="503 Unavailable"))
says(
    "auth401",
    "bad_status",
    "Asks for a user name and a password.",
    lambda asked: http(b"{}", 'WWW-Authenticate: Basic realm="bots"', status="401 Unauthorized"),
)
says("cookie", "ok", "Sets a cookie.", lambda asked: http(move(asked), "Set-Cookie: spy=1; Path=/"))
says(
    "html",
    "bad_content",
    "Answers with the page of a host that wakes up.",
    lambda asked: http(b"<p>Soon", kind="text/html"),
)
says("no_ctype", "bad_content", "Does not say what its body is.", lambda asked: http(move(asked), kind=None))
says(
    "ctype_with_charset",
    "ok",
    "Adds a charset to the content type.",
    lambda asked: http(move(asked), kind="Application/JSON; Charset=UTF-8"),
)
