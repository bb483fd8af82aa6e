"""The settings: where they come from, what is wrong with them, and that the documentation has them all."""

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import referee.service.config
from referee.ladder import ladderfile
from referee.seats.address import read_hosts
from referee.service.config import Config, ConfigError, Setting, read, settings

SERVICE = Path(referee.service.config.__file__).parents[1] / "SERVICE.md"
SECTION = re.compile(r"(?<=<!-- settings: written by `tox -e update` from the program -->\n).*?(?=<!-- end of)", re.S)


def write(folder: Path, text: str) -> Path:
    path = folder / "service.toml"
    path.write_text(text, encoding="utf-8")
    return path


def mistakes(path: Path | None, **environ: str) -> list[str]:
    with pytest.raises(ConfigError) as refused:
        read(path, environ)
    return str(refused.value).replace(str(path), "FILE").split("\n")


def test_without_a_file_and_variables_the_defaults_hold() -> None:
    assert read(None, {"PATH": "/bin", "OTHER_PORT": "1"}) == Config()


def test_a_file_sets_what_it_says_and_leaves_the_rest(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
        [service]
        database = "course.sqlite"
        port = 9000
        public_url = "https://ladder.example"
        [worker]
        places = 8
        [limits]
        bots_per_account = 2
        [network]
        allow_hosts = ["10.0.0.0/24", "[fd00::7]:8000"]
        require_https = true
        """,
    )
    assert read(path, {}) == Config(
        database=Path("course.sqlite"),
        port=9000,
        public_url="https://ladder.example",
        places=8,
        bots_per_account=2,
        allow_hosts=(read_hosts("10.0.0.0/24"), read_hosts("[fd00::7]:8000")),
        require_https=True,
    )


def test_the_files_that_the_documentation_shows_are_taken(tmp_path: Path) -> None:
    service, ladder = re.findall(r"^```toml\n(.*?)^```$", SERVICE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    config = read(write(tmp_path, service), {})
    for address in "127.0.0.1", "10.20.3.4":
        assert config.reach.refusal(address, 8000) is None
    assert ladderfile.read_text(ladder, matches_per_hour=config.matches_per_hour).matches_per_hour == 300


def test_an_empty_file_sets_nothing(tmp_path: Path) -> None:
    assert read(write(tmp_path, ""), {}) == Config()


def test_a_variable_goes_before_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, "[service]\nport = 9000\nthreads = 20\n")
    found = read(path, {"REFEREE_PORT": "9001", "REFEREE_DATABASE": "other.sqlite"})
    assert (found.port, found.threads, found.database) == (9001, 20, Path("other.sqlite"))


@pytest.mark.parametrize(
    ("variable", "value", "expected"),
    [
        ("REFEREE_TRUSTED_PROXY", "true", {"trusted_proxy": True}),
        ("REFEREE_WORKER_REQUIRED", "false", {"worker_required": False}),
        (
            "REFEREE_ALLOW_HOSTS",
            "10.0.0.7, fd00::/8",
            {"allow_hosts": (read_hosts("10.0.0.7"), read_hosts("fd00::/8"))},
        ),
        ("REFEREE_DENY_HOSTS", "", {"deny_hosts": ()}),
        ("REFEREE_HOST", "::", {"host": "::"}),
        ("REFEREE_LOG_LEVEL", "debug", {"log_level": "debug"}),
        ("REFEREE_CHALLENGES_PER_DAY", "0", {"challenges_per_day": 0}),
    ],
)
def test_a_variable_of_every_kind_is_read(variable: str, value: str, expected: dict[str, Any]) -> None:
    assert read(None, {variable: value}) == Config(**expected)


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("[servise]", 'FILE:1: servise: unknown key; did you mean "service"?'),
        ("[service]\nprot = 1", 'FILE:2: service.prot: unknown key; did you mean "port"?'),
        ('[service]\nport = "80"', 'FILE:2: service.port: found "80"; expected a whole number from 0 to 65535'),
        ("[service]\nport = 65536", "FILE:2: service.port: found 65536; expected a whole number from 0 to 65535"),
        ("[service]\nport = true", "FILE:2: service.port: found true; expected a whole number from 0 to 65535"),
        (
            '[service]\nhost = "localhost"',
            'FILE:2: service.host: found "localhost"; expected'
            " an address of this machine such as 127.0.0.1, 0.0.0.0 or ::",
        ),
        ("[service]\ntrusted_proxy = 1", "FILE:2: service.trusted_proxy: found 1; expected true or false"),
        (
            '[service]\nlog_level = "loud"',
            'FILE:2: service.log_level: found "loud"; expected one of debug, info, warning, error',
        ),
        ("service = 1", "FILE:1: service: found 1; expected a table"),
        (
            '[network]\nallow_hosts = ["10.0.0.7/8"]',
            'FILE:2: network.allow_hosts[0]: found "10.0.0.7/8"; expected'
            " 10.0.0.0/8, the network in which 10.0.0.7 lies",
        ),
        ("[service", "FILE:1: not TOML: Expected ']' at the end of a table declaration (column 9); expected TOML"),
        ('[service]\ndatabase = ""', 'FILE:2: service.database: found ""; expected the path of a file'),
    ],
)
def test_a_mistake_in_the_file_names_file_line_and_key(tmp_path: Path, text: str, mistake: str) -> None:
    assert mistakes(write(tmp_path, text)) == [mistake]


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert mistakes(tmp_path / "none.toml") == ["FILE: no such file; expected a TOML file"]


@pytest.mark.parametrize(
    "url",
    [
        "ladder.example",
        "ftp://ladder.example",
        "https://",
        "https://ladder.example/referee",
        "https://ladder.example?x=1",
        "https://ann@ladder.example",
        "https://ladder.example:99999",
        "https://[::1",
        "https://ladder.example\u202e",
    ],
)
def test_a_public_url_is_a_scheme_and_a_host(url: str) -> None:
    (mistake,) = mistakes(None, REFEREE_PUBLIC_URL=url)
    assert mistake.startswith("REFEREE_PUBLIC_URL: found ")
    assert mistake.endswith(
        "expected an address as in https://ladder.example, with nothing after the host and its port"
    )


@pytest.mark.parametrize(
    ("variable", "value", "mistake"),
    [
        ("REFEREE_PROT", "1", 'REFEREE_PROT: no setting; did you mean "REFEREE_PORT"?'),
        ("REFEREE_", "1", "REFEREE_: no setting; expected a setting of referee serve"),
        ("REFEREE_PORT", "", 'REFEREE_PORT: found ""; expected a whole number from 0 to 65535'),
        ("REFEREE_PORT", "80.0", 'REFEREE_PORT: found "80.0"; expected a whole number from 0 to 65535'),
        ("REFEREE_PORT", "\u0667", 'REFEREE_PORT: found "\u0667"; expected a whole number from 0 to 65535'),
        ("REFEREE_TRUSTED_PROXY", "yes", 'REFEREE_TRUSTED_PROXY: found "yes"; expected true or false'),
        ("REFEREE_TRUSTED_PROXY", "1", 'REFEREE_TRUSTED_PROXY: found "1"; expected true or false'),
        (
            "REFEREE_DENY_HOSTS",
            "10.0.0.7,example.com",
            'REFEREE_DENY_HOSTS: found "10.0.0.7,example.com"; expected'
            " an address such as 10.0.0.7, no name: what a name points to can change",
        ),
    ],
)
def test_a_mistake_in_a_variable_names_it(variable: str, value: str, mistake: str) -> None:
    assert mistakes(None, **{variable: value}) == [mistake]


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    path = write(tmp_path, "[service]\nport = -1\nthreads = 0\n[limits]\nfeads = 1\n")
    found = mistakes(path, REFEREE_PLACES="none")
    assert [line.split(": ")[0] for line in found] == ["FILE:2", "FILE:3", "FILE:5", "REFEREE_PLACES"]


def test_feeds_leave_a_thread_for_everything_else() -> None:
    assert mistakes(None, REFEREE_THREADS="8") == [
        "limits.feeds: found 8 with 8 threads; expected fewer feeds than threads"
    ]
    assert read(None, {"REFEREE_THREADS": "9"}).threads == 9


def test_the_service_never_calls_itself() -> None:
    config = Config(host="0.0.0.0", port=8080, allow_hosts=(read_hosts("127.0.0.0/8"),))
    assert config.reach.refusal("127.0.0.1", 8080) is not None
    assert config.reach.refusal("127.0.0.1", 8081) is None


def test_every_setting_is_in_the_file_in_the_environment_and_in_the_program() -> None:
    known = settings()
    assert [setting.key for setting in known] == [field.name for field in fields(Config)]
    assert len({setting.variable for setting in known}) == len(known)
    for setting in known:
        assert re.fullmatch(r"[A-Z].*\.", setting.meaning), setting.key


def test_every_default_would_be_taken_from_a_file_too() -> None:
    for setting in settings():
        default = getattr(Config(), setting.key)
        if default is not None:
            plain = (
                str(default) if isinstance(default, Path) else list(default) if isinstance(default, tuple) else default
            )
            setting.field.deserialize(plain)


def rows(known: list[Setting]) -> Iterator[str]:
    for setting in known:
        default = getattr(Config(), setting.key)
        match default:
            case None | ():
                shown = "none"
            case bool():
                shown = f"`{str(default).lower()}`"
            case int():
                shown = f"`{default}`"
            case _:
                shown = f'`"{default}"`'
        yield f"| `{setting.key}` | `{setting.variable}` | {shown} | {setting.meaning} |\n"


def section() -> str:
    """The part of SERVICE.md that lists the settings."""
    known = settings()
    parts = []
    for table in dict.fromkeys(setting.table for setting in known):
        head = f"\n`[{table}]`\n\n| key | variable | default | |\n|---|---|---|---|\n"
        parts.append(head + "".join(rows([setting for setting in known if setting.table == table])))
    return "".join(parts) + "\n"


def test_the_documentation_lists_every_setting(update: bool) -> None:
    text = SERVICE.read_text("utf-8")
    if update:
        text = SECTION.sub(lambda found: section(), text)
        SERVICE.write_text(text, encoding="utf-8")
    (found,) = SECTION.findall(text)
    assert found == section(), "write it anew with: tox -e update"
