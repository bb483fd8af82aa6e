"""Misbehaviours in the status: anything but 200, and what may come before it."""

from __future__ import annotations

from referee.rogues.table import hangs_up, says
from referee.rogues.talk import head, http, move

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
METADATA = "http://169.254.169.254/latest/meta-data/"
"""Where machines in a cloud find their own passwords; a referee that follows a bot there gives them away."""

says("continue_then_ok", "ok", "Says `100 Continue` first.", lambda asked: CONTINUE + http(move(asked)))
says("eight_continues", "ok", "Says `100 Continue` eight times first.", lambda asked: CONTINUE * 8 + http(move(asked)))
says(
    "nine_continues",
    "bad_status",
    "Says `100 Continue` nine times first, once more than is borne.",
    lambda asked: CONTINUE * 9 + http(move(asked)),
)
says(
    "hints_103",
    "bad_status",
    "Sends early hints before its answer.",
    lambda asked: b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + http(move(asked)),
)
hangs_up(
    "upgrade_101",
    "bad_status",
    "Changes over to a WebSocket.",
    lambda asked: b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x81\x02{}",
)
says("s201", "bad_status", "Answers well, with the status 201.", lambda asked: http(move(asked), status="201 Created"))
says("s204", "bad_status", "Answers that there is nothing to say.", lambda asked: b"HTTP/1.1 204 No Content\r\n\r\n")
says(
    "s206",
    "bad_status",
    "Answers with a part of its answer.",
    lambda asked: http(move(asked)[:5], "Content-Range: bytes 0-4/40", status="206 Partial Content"),
)
says(
    "redirect_meta",
    "bad_status",
    "Points to the address at which a machine in a cloud finds its passwords.",
    lambda asked: http(b"", f"Location: {METADATA}", status="302 Found"),
)
says(
    "redirect_self",
    "bad_status",
    "Points to itself.",
    lambda asked: http(move(asked), "Location: /move", status="307 Temporary Redirect"),
)
says(
    "redirect_200",
    "ok",
    "Answers well, and points elsewhere all the same.",
    lambda asked: http(move(asked), f"Location: {METADATA}", f"Refresh: 0; url={METADATA}"),
)
says("s304", "bad_status", "Answers that nothing has changed.", lambda asked: head(status="304 Not Modified"))
says("s400", "bad_status", "Does not understand the request.", lambda asked: http(b"{}", status="400 Bad Request"))
says(
    "auth401",
    "bad_status",
    "Asks for a user name and a password.",
    lambda asked: http(b"{}", 'WWW-Authenticate: Basic realm="bots"', status="401 Unauthorized"),
)
says(
    "auth407",
    "bad_status",
    "Asks for the password of a proxy.",
    lambda asked: http(b"{}", 'Proxy-Authenticate: Basic realm="bots"', status="407 Proxy Authentication Required"),
)
says("s404", "bad_status", "Knows of no such match.", lambda asked: http(b"{}", status="404 Not Found"))
says(
    "s429",
    "bad_status",
    "Has been called too often.",
    lambda asked: http(b"{}", "Retry-After: 1", status="429 Too Many Requests"),
)
says("s500", "bad_status", "Fails.", lambda asked: http(b'{"error": "KeyError"}', status="500 Internal Server Error"))
says(
    "s500_escape",
    "bad_status",
    "Fails, and says so in what would clear a terminal and turn its writing round.",
    lambda asked: http("\x1b[2J\x1b]0;gone\x07\u202e\0".encode(), status="500 Internal Server Error"),
)
says("s503", "bad_status", "Is not available.", lambda asked: http(b"{}", "Retry-After: 1", status="503 Unavailable"))
says(
    "s503_for_years",
    "bad_status",
    "Is not available, and asks to come again in thirty years.",
    lambda asked: http(b"{}", "Retry-After: 1000000000", status="503 Unavailable"),
)
says(
    "s503_no_date",
    "bad_status",
    "Is not available, and says when to come again in words that mean nothing.",
    lambda asked: http(b"{}", "Retry-After: \xb9", status="503 Unavailable"),
)
says("s599", "bad_status", "Answers with a status that means nothing.", lambda asked: http(b"{}", status="599 What"))
says("s000", "bad_status", "Answers with the status 000.", lambda asked: http(move(asked), status="000 OK"))
says("s2000", "bad_content", "Answers with a status of four digits.", lambda asked: http(move(asked), status="2000 OK"))
says("no_reason", "ok", "Gives no reason after its status.", lambda asked: http(move(asked), status="200"))
says(
    "reason_escape",
    "bad_status",
    "Gives a reason that would clear a terminal.",
    lambda asked: http(b"{}", status="500 \x1b[2J\x1b]0;gone\x07"),
)
says(
    "reason_crlf",
    "bad_status",
    "Gives a reason in which a second answer begins.",
    lambda asked: http(b"{}", status="500 Failed\r\n\r\nHTTP/1.1 200 OK"),
)
