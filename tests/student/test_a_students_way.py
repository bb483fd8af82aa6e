"""A student's way through a course, with the command `parlour` alone, at the service itself."""

import json
import re
from collections.abc import Callable

import pytest
from course import SIGNING_KEY, Course, Desk, Serve, bot, enter, until

from parlour.client import ApiError, Client
from parlour.core.transcript import verify


def test_two_students_join_submit_and_meet_on_the_ladder(
    desk: Callable[[str], Desk], serve: Serve, course: Course
) -> None:
    ann, ben = desk("ann"), desk("ben")
    first = ann.run("submit", serve(bot("annbot")))
    assert first.returncode == 1, first.stdout + first.stderr
    assert "wrong: " in first.stdout
    assert "PARLOUR_KEY" in first.stdout.partition("wrong: ")[2], "what to mend"
    (key,) = SIGNING_KEY.findall(first.stdout)
    second = ann.says("submit", serve(bot("annbot"), key), "--name", "annbot", "--ladder", "spring")
    assert "annbot has passed the check." in second
    assert "annbot is on the ladder spring." in second
    enter(ben, serve, "benbot", "--ladder", "spring")

    finished = until(lambda: ann.says("matches", "--state", "finished").splitlines()[1:])
    match = finished[-1].split()[0]
    told = ann.says("match", match)
    assert "annbot" in told
    assert "benbot" in told
    assert re.search(r"annbot +7 ", told), "the version of the bot"
    assert "annbot: active, plays payday\n  on spring: rating " in ann.says("status")
    standings = ben.says("ladders", "spring").splitlines()
    assert {line.split()[1] for line in standings[1:]} == {"annbot", "benbot"}

    seen = ann.says("match", match, "--as-seen")
    assert seen.startswith("POST /start\n")
    assert seen.count("POST /move\n") == seen.count("answer of the bot: ") > 2
    record = ann.folder / "m.jsonl"
    ann.says("match", match, "--transcript", str(record))
    assert verify(record.read_text("utf-8")) == []
    assert ann.says("replay", str(record)) == ann.says("match", match, "--replay")
    events = [json.loads(line) for line in ann.says("match", match, "--follow").splitlines()]
    assert events[-1]["end"]["match"] == match
    assert len(events) > 2

    challenge = ann.says("challenge", "annbot", "benbot", "--game", "payday", "--option", "months=1")
    (asked,) = re.findall(r"The match (\S+) is", challenge)
    until(lambda: ", finished," in ann.says("match", asked))
    assert asked in ann.says("challenge")
    assert "annbot is no longer on spring" in ann.says("bot", "leave", "annbot", "spring")
    assert "annbot is retired." in ann.says("bot", "retire", "annbot", "--yes")
    assert ann.says("status").startswith("annbot: retired")


def test_a_student_is_refused_in_one_line(desk: Callable[[str], Desk], serve: Serve, course: Course) -> None:
    cas, dan = desk("cas"), desk("dan")
    enter(cas, serve, "casbot")
    for words, said in [
        (["submit", "http://127.0.0.1:8765", "--name", "casbot"], "the name is taken"),
        (["submit", "http://10.0.0.7/", "--name", "mine"], "Error: url: "),
        (["bot", "retire", "casbot", "--yes"], "belongs to another account"),
        (["bot", "enter", "casbot", "spring"], "belongs to another account"),
        (["status", "nobody"], "there is no such bot"),
        (["ladders", "autumn"], "there is no such ladder"),
        (["match", "m1"], "there is no such match"),
        (["matches", "--bot", "a/b"], "bot: "),
        (["challenge", "casbot", "casbot", "--game", "chess"], "Error: game: "),
    ]:
        refused = dan.run(*words)
        assert refused.returncode == 1, refused.stdout + refused.stderr
        assert said in refused.stderr, refused.stderr
        assert refused.stderr.count("\n") == 1
        assert refused.stderr.startswith("Error: ")
    code = course.invitation()
    assert dan.run("join", code, "--server", course.url, "--name", "cas", "--replace").stderr.count("\n") == 1
    assert "dan at http" in dan.says("account"), "a refused invitation takes no account away"
    assert dan.run("status", PARLOUR_API_KEY="rf_" + "x" * 43).stderr.endswith("the one of PARLOUR_API_KEY)\n")


def test_the_key_is_in_the_students_file_alone(desk: Callable[[str], Desk], serve: Serve, course: Course) -> None:
    eve = desk("eve")
    key = eve.says("account", "--show-key").splitlines()[-1]
    assert key.startswith("rf_")
    assert key in (eve.folder / "config" / "parlour" / "account.toml").read_text("utf-8")
    eve.run("status", "nobody")
    assert key not in (course.folder / "log").read_text("utf-8")
    for file in course.folder.glob("course.sqlite*"):
        assert key.encode() not in file.read_bytes()


def test_every_method_for_students_is_understood(desk: Callable[[str], Desk], serve: Serve, course: Course) -> None:
    """What needs a thing that is not there is told so; nothing is refused for how it was asked."""
    fay = desk("fay")
    enter(fay, serve, "faybot", "--ladder", "spring")
    key = fay.says("account", "--show-key").splitlines()[-1]
    with Client(course.url, key) as client:
        assert client.me()["name"] == "fay"
        made = client.new_api_key("laptop")
        assert {each["note"] for each in client.api_keys()} >= {"laptop"}
        with Client(course.url, made["key"]) as other:
            assert other.me()["name"] == "fay"
            client.revoke_api_key(made["api_key"]["id"])
            with pytest.raises(ApiError) as revoked:
                other.me()
        assert revoked.value.status == 401
        assert [bot["name"] for bot in client.bots(owner="fay", game="payday", state="active")] == ["faybot"]
        assert client.check("faybot")["name"] == "faybot"
        assert client.rotate_key("faybot")["key"].startswith("whsec_")
        assert list(client.history("faybot", "spring")) is not None
        assert [ladder["name"] for ladder in client.ladders()] == ["spring"]
        assert client.ladder("spring")["game"] == "payday/2000"
        assert "faybot" in [line["bot"] for line in client.standings("spring")]
        assert list(client.tournaments()) == []
        assert {game["name"] for game in client.games()} >= {"careers", "life", "payday"}
        assert client.game("payday")["name"] == "payday"
        assert client.game("payday/2000")["name"] == "payday/2000"
        assert len(list(client.rulings("payday"))) > 10
        assert list(client.challenges()) == []
        assert len(list(client.matches(ladder="spring", limit=1))) == len(list(client.matches(ladder="spring")))
        for missing in (client.tournament, client.match, client.transcript):
            with pytest.raises(ApiError) as refused:
                missing("nothing")
            assert refused.value.status == 404
            assert refused.value.request_id
