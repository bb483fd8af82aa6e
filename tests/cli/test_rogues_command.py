"""`referee rogues`: what it lists, and what it says of names, addresses and ports that cannot be had."""

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from referee.rogues.misbehaviours import MISBEHAVIOURS


def test_every_misbehaviour_is_listed_with_what_is_promised_and_what_it_does(tmp_path: Path, call: Any) -> None:
    done = call(tmp_path, "rogues", "list")
    assert (done.code, done.err) == (0, "")
    head, *rows = done.out.splitlines()
    assert head.split() == ["name", "promised", "what", "it", "does"]
    listed = [row.split(maxsplit=2) for row in rows]
    assert listed == [[each.name, each.outcome, each.sentence] for _, each in sorted(MISBEHAVIOURS.items())]


def test_the_list_is_there_as_json(tmp_path: Path, call: Any) -> None:
    done = call(tmp_path, "rogues", "list", "--json")
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out) == {
        "misbehaviours": [
            {"name": each.name, "outcome": each.outcome, "sentence": each.sentence}
            for _, each in sorted(MISBEHAVIOURS.items())
        ]
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("drp_body",), 'no misbehaviour is named "drp_body"; did you mean "drip_body"?'),
        (("honest", "\x1b[2J"), 'no misbehaviour is named "\\u001b[2J"; there are "answer_missing", '),
        (
            ("honest", "nan", "--port", "65535"),
            "--port 65535: 2 bots would need ports up to 65536; expected at most 65534",
        ),
        (("honest", "--host", "0.0.0.0"), '--host: found "0.0.0.0"; expected one address of this machine, such as '),
        (("honest", "--host", "::"), '--host: found "::"; expected one address of this machine, such as 127.0.0.1'),
        (("honest", "--host", "192.0.2.1"), '--host: found "192.0.2.1"; expected one address of this machine, such as'),
        (("honest", "--host", "no host"), '--host: found "no host"; expected one address of this machine, such as '),
        (("honest", "--host", "a" * 300), f'--host: found "{"a" * 20}'),
    ],
)
def test_what_cannot_be_served_is_told_in_one_line(
    tmp_path: Path, call: Any, words: tuple[str, ...], said: str
) -> None:
    done = call(tmp_path, "rogues", "serve", *words)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(said)
    assert done.err.count("\n") == 1


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path, call: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        done = call(tmp_path, "rogues", "serve", "honest", "--port", str(port))
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"--port: port {port} of 127.0.0.1 is taken; expected the first of as many free ports as there are bots\n"
    )


def test_a_bot_that_cannot_be_served_leaves_none_of_those_before_it(tmp_path: Path, call: Any) -> None:
    for _ in range(20):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
            done = call(tmp_path, "rogues", "serve", "honest", "nan", "--port", str(port - 1))
        assert done.code == 2
        if f"port {port} " in done.err:
            with socket.create_server(("127.0.0.1", port - 1)):  # nobody listens there any more
                return
    pytest.fail("no free port below a free port")
