"""A TOML file knows the line of each key, and a mistake in it names file, line, key and the nearest valid key."""

import random
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest

from parlour.core.tomlfile import KeyPath, Problem, TomlError, TomlFile, key_text
from parlour.core.wording import nearest, printable, shown


@pytest.fixture
def written(tmp_path: Path) -> Any:
    """Write a file and read it."""

    def write(text: str | bytes) -> TomlFile:
        path = tmp_path / "file.toml"
        path.write_bytes(text if isinstance(text, bytes) else textwrap.dedent(text).encode())
        return TomlFile.read(path)

    return write


@pytest.fixture
def refused(written: Any) -> Any:
    """Write a file that is no TOML, and give the error."""

    def write(text: str | bytes) -> TomlError:
        with pytest.raises(TomlError) as caught:
            written(text)
        return caught.value

    return write


def every_path(value: Any, path: KeyPath = ()) -> set[KeyPath]:
    """The path of every key and every item in parsed TOML."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {path}.union(*(every_path(inner, (*path, step)) for step, inner in steps))


TRICKY = '''\
title = "x" # not = "this"

[owner]
"quoted key" = 'C:\\temp\\'
'literal "key"' = "a \\"[b]\\" c"
site."a.b".c = 1
born = 1979-05-27 07:32:00Z
list = [ 1, 2, # [[bot]]
    "]", { z = 1, "q r" = [ { deep = true } ] },
]
text = """
[[bot]]
name = "no" \\"""
"""
ends = """quotes at the end""\"""
lines = \'\'\'
key = ''1 \\\'\'\'\'\'
empty = ""
none = []

[[bot]]
name = 'one'
[bot.extra]
x.y = 1
[[bot.part]]
n = 1
[[bot.part]]
n = 2
[[ bot ]]
url = 'u'
[[bot.part]]
n = 3
[a . "b" . c]
'''

LINES: dict[KeyPath, int] = {
    ("title",): 1,
    ("owner",): 3,
    ("owner", "quoted key"): 4,
    ("owner", 'literal "key"'): 5,
    ("owner", "site", "a.b", "c"): 6,
    ("owner", "born"): 7,
    ("owner", "list"): 8,
    ("owner", "list", 1): 8,
    ("owner", "list", 2): 9,
    ("owner", "list", 3, "q r"): 9,
    ("owner", "list", 3, "q r", 0, "deep"): 9,
    ("owner", "text"): 11,
    ("owner", "ends"): 15,
    ("owner", "lines"): 16,
    ("owner", "none"): 19,
    ("bot",): 21,
    ("bot", 0, "name"): 22,
    ("bot", 0, "extra"): 23,
    ("bot", 0, "extra", "x", "y"): 24,
    ("bot", 0, "part", 0): 25,
    ("bot", 0, "part", 1, "n"): 28,
    ("bot", 1): 29,
    ("bot", 1, "url"): 30,
    ("bot", 1, "part", 0, "n"): 32,
    ("a", "b", "c"): 33,
}


@pytest.mark.parametrize(("path", "line"), LINES.items(), ids=lambda value: key_text(value) if value in LINES else None)
def test_each_key_has_the_line_on_which_it_stands(written: Any, path: KeyPath, line: int) -> None:
    assert written(TRICKY).line_of(path) == line


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_every_key_has_a_line_and_nothing_else_has(written: Any, ends: str) -> None:
    file = written(TRICKY.replace("\n", ends).encode())
    assert set(file.lines) == every_path(tomllib.loads(TRICKY))


def test_a_key_that_is_not_there_has_no_line(written: Any) -> None:
    file = written(TRICKY)
    assert file.line_of(("owner", "title")) is None
    assert file.line_of(("bot", 2)) is None


def test_a_table_opened_after_its_parts_has_the_line_of_its_own_header(written: Any) -> None:
    file = written("[a.b]\nc = 1\n\n[a]\nd = 1\n")
    assert (file.line_of(("a",)), file.line_of(("a", "b"))) == (4, 1)


def test_every_key_of_a_random_file_has_its_line(written: Any, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        lines, expected = random_document(rng)
        file = written("\n".join(lines).encode())
        assert {path: file.line_of(path) for path in expected} == expected
        assert set(file.lines) == every_path(file.data)


VALUES = [
    "1",
    "-2.5e3",
    "true",
    "'x'",
    '"a # b"',
    '"""\n[t]\nk = 1"""',
    "'''\n\n'''",
    "[1, [2,\n3], 'x,]']",
    "{i = {j = 1}}",
]


def random_document(rng: random.Random) -> tuple[list[str], dict[KeyPath, int]]:
    """A TOML text in lines, and on which line each of its keys stands."""
    text: list[str] = []
    expected: dict[KeyPath, int] = {}
    counts: dict[str, int] = {}

    def line() -> int:
        return "\n".join(text).count("\n") + 2 if text else 1

    for number in range(rng.randrange(8)):
        table: KeyPath = ()
        if number:
            many = rng.choice([None, "many", "more"])
            if many:
                table = (many, counts.setdefault(many, 0))
                counts[many] += 1
            else:
                table = (f"table {number}",)
            expected[table] = line()
            text.append(f"[[{many}]]" if many else f'["{table[0]}"]')
        for key in rng.sample(["k", "'q.r'", '"s t"', '"\\u00e9"'], k=rng.randrange(4)):
            text += rng.choice([[], ["# [no]"], [""]])
            name = {"'q.r'": "q.r", '"s t"': "s t", '"\\u00e9"': "é"}.get(key, key)
            expected[(*table, name)] = line()
            text.append(f"{rng.choice(['', '  '])}{key}{rng.choice(['=', ' = '])}{rng.choice(VALUES)}")
    return text, expected


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("a = 1\nb = \n", 2, 5, "Invalid value"),
        ("a = 1\n\nb = [1,\n", 3, 8, "Invalid value"),
        ("a = 1\na = 2\n", 2, 6, "Cannot overwrite a value"),
        ("a = '''\n\n", 1, 8, "'''"),
        ("ä = 1\n", 1, 1, "Invalid statement"),
        ("a = 1 b = 2\n", 1, 7, "Expected newline"),
        ("[[b]]\n[b]\n", 2, 3, "twice"),
    ],
)
def test_a_syntax_error_names_file_line_and_column(refused: Any, text: str, line: int, column: int, says: str) -> None:
    error = refused(text)
    assert (error.problem.line, error.column) == (line, column)
    assert str(error).split(": not TOML: ")[0].endswith(f"file.toml:{line}")
    assert says in error.problem.found
    assert f"(column {column})" in error.problem.found


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TomlError) as caught:
        TomlFile.read(tmp_path / "spring.toml")
    assert str(caught.value) == f"{tmp_path}/spring.toml: no such file; expected a TOML file"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(TomlError, match="is a folder; expected a TOML file"):
        TomlFile.read(tmp_path)


@pytest.mark.parametrize("path", ["a\0b", "a.toml/b", "x" * 5000])
def test_a_path_that_cannot_be_opened_is_no_crash(tmp_path: Path, path: str) -> None:
    (tmp_path / "a.toml").write_text("")
    with pytest.raises(TomlError, match="cannot be read"):
        TomlFile.read(tmp_path / path)


def test_a_file_that_is_not_utf8_is_refused_with_the_line(refused: Any) -> None:
    error = refused("a = 1\nb = 'caf\xe9'\n".encode("latin-1"))
    assert error.problem.line == 2
    assert error.problem.found == "not UTF-8 (byte 0xe9)"
    assert refused("a = 1".encode("utf-16")).problem.found == "not UTF-8 (byte 0xff)"


def test_the_mark_that_some_editors_put_first_is_no_mistake(written: Any) -> None:
    assert written(b"\xef\xbb\xbfa = 1\n").data == {"a": 1}


def test_brackets_without_end_are_refused(refused: Any) -> None:
    assert refused("a = " + "[" * 100_000).problem.found
    assert refused("a = " + "[" * 100_000 + "]" * 100_000).problem.found


@pytest.mark.parametrize("number", ["1" * 5_000, "-" + "1" * 5_000, "1" * 1_001, "0x" + "f" * 5_000])
@pytest.mark.parametrize("line", ["a = {}", "[b]\na = [1, {{ c = {} }}]"])
def test_a_number_that_takes_long_is_refused_in_words_of_the_file(refused: Any, line: str, number: str) -> None:
    error = refused(line.format(number))
    assert str(error).endswith("file.toml: a number too long; expected at most 1000 digits")


def test_numbers_may_be_long_and_texts_longer(written: Any) -> None:
    text = f"a = {'9' * 1_000}\nb = '{'9' * 9_000}'\nc = 0.{'9' * 9_000}\n"
    assert written(text).data["a"] == 10**1_000 - 1


@pytest.mark.parametrize("line", ["a{} = 1", "[a{}]", "[[a{}]]", "x = {{ a{} = 1 }}", "x = [ {{ '.' . a{} = 1 }} ]"])
def test_a_key_of_more_parts_than_any_file_has_is_refused(written: Any, refused: Any, line: str) -> None:
    more = "'.'" in line
    assert written(line.format(".a" * (31 - more))).data
    error = refused("y = 1\n" + line.format(".a" * (32 - more)))
    assert (error.problem.line, error.problem.found) == (2, "a key of 33 parts")
    assert refused(line.format(' . "a"' * (3_000 - more))).problem.found == "a key of 3001 parts"


@pytest.mark.parametrize("rest", ["", "\n", " = 1", " = 'x", "\nb = 1", '\nb = """'])
def test_a_key_too_long_is_refused_before_it_costs_anything(refused: Any, rest: str) -> None:
    # Read by tomllib it would take minutes.
    assert refused("a" + ".a" * 100_000 + rest).problem.found == "a key of 100001 parts"


def test_dots_that_part_no_key_are_not_counted(written: Any, refused: Any) -> None:
    dots = "." * 100
    quoted = f"a = '{dots}' # {dots}\nb = \"{dots}\\\"{dots}\"\n'{dots}' = 1\n# {dots}\n"
    longer = f'c = """{dots}\n"{dots}\\"""{dots}"""""\nd = \'\'\'{dots}\'\n\'\'{dots}\'\'\'\n'
    many = f"e = [{', '.join(['1.5'] * 100)}]\n" + "".join(f"f.g{number} = 1.5\n" for number in range(100))
    assert len(written(quoted + longer + many).data) == 7
    for text in (f"a = '{dots}\n", f'a = "{dots}\n', f'a = """{dots}""\n', f"a = '''{dots}\n"):
        assert refused(text).problem.found.startswith("not TOML")


def test_a_text_is_read_like_the_file_that_holds_it(written: Any) -> None:
    text = "a = 1\r\n[b]\r\nc = 2\r\n"
    file = written(text)
    assert TomlFile.parse(text, file.path) == file
    with pytest.raises(TomlError, match=r"^ladder\.toml:2: not TOML"):
        TomlFile.parse("a = 1\nb = \n", Path("ladder.toml"))


def test_an_empty_file_is_an_empty_table(written: Any) -> None:
    assert written("").data == {}
    assert written("# only this").problem((), found="empty", expected="more").line == 1


def test_a_missing_key_is_reported_on_the_line_of_its_table(written: Any) -> None:
    file = written("x = 1\n[a]\n[a.b]\nc = 1\n")
    assert file.problem(("a", "b", "d"), found="missing", expected="a d").line == 3
    assert file.problem(("z", "d"), found="missing", expected="a d").line == 1


def test_an_unknown_key_is_told_the_nearest_valid_one(written: Any) -> None:
    file = written("[t]\nseets = 4\nzzz = 1\n")
    near = file.unknown_key(("t", "seets"), ["seats", "rounds"])
    assert near == Problem(str(file.path), 2, ("t", "seets"), "unknown key", "one of rounds, seats", "seats")
    assert str(near).endswith('file.toml:2: t.seets: unknown key; did you mean "seats"?')
    far = file.unknown_key(("t", "zzz"), ["seats", "rounds"])
    assert str(far).endswith("file.toml:3: t.zzz: unknown key; expected one of rounds, seats")
    assert file.unknown_key(("t",), []).expected == "no keys here"


def test_capitals_do_not_hide_what_is_near() -> None:
    assert nearest("SEATS", ["seats", "rounds"]) == "seats"
    assert nearest("qqq", ["seats"]) is None


def test_a_message_is_one_line_that_moves_no_cursor() -> None:
    problem = Problem("a\x1b[2J\n.toml", 3, ("k\u202ey", 0, "\n"), "found " + shown("x\x07" * 99), "y", "\x9b")
    assert str(problem).isprintable()
    assert len(shown("x" * 1000)) == 80
    assert printable("plain é ü 漢") == "plain é ü 漢"
    assert printable("\U000e0001") == "\\U000e0001"


def test_a_key_path_reads_like_the_file() -> None:
    assert key_text(("bot", 1, "url")) == "bot[1].url"
    assert key_text(("a b", "c")) == '"a b".c'
    assert key_text(()) == ""


@pytest.mark.parametrize(
    ("value", "text"),
    [("a", '"a"'), (True, "true"), (3.0, "3.0"), (3, "3"), ([1], "a list"), ({}, "a table"), ("", '""')],
)
def test_a_value_is_shown_as_toml_writes_it(value: object, text: str) -> None:
    assert shown(value) == text
