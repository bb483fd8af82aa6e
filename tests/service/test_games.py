"""What can be played, and the rulings by which it is played."""

import pytest

from parlour.core import registry
from referee.service import rulings
from referee.service.rulings import Choice, Ruling, UnreadableRulings

MAIL = """\
## 4. Mail

- **P6** One. [Setup]
- **P7** A pile that has run out
  is shuffled. [Setup; Mail] *Choices 9
  and 29*
"""

CHOICES = """
## The choices

| choice | the question | answered in | why so |
|---|---|---|---|
| 9 | What of an empty pile? | P7 | somebody must draw |
| 29 | When? | P7 | at once |
"""


def test_every_game_is_listed_with_every_edition_and_what_a_match_may_set(anonymous) -> None:
    games = anonymous.get("/api/games").json
    assert games["next"] is None
    assert [each["name"] for game in games["items"] for each in game["editions"]] == registry.names()
    for game in games["items"]:
        assert game["default"] == registry.find(game["name"]).full_name
        for edition in game["editions"]:
            rules = registry.find(edition["name"])
            assert edition["seats"] == {"least": rules.seats[0], "most": rules.seats[-1]}
            assert {option["name"] for option in edition["options"]} == {option.name for option in rules.options}
            assert all(option["meaning"] and option["default"] in option["values"] for option in edition["options"])
            assert edition["questions"]
            rules.check_options(edition["brief"], seats=edition["seats"]["least"])


def test_every_link_of_a_game_leads_somewhere(anonymous) -> None:
    for game in anonymous.get("/api/games").json["items"]:
        links = [*game["links"].values(), *(link for each in game["editions"] for link in each["links"].values())]
        assert {path: anonymous.get(path).status_code for path in links} == dict.fromkeys(links, 200)


def test_one_game_and_one_edition_are_told_as_in_the_list(anonymous) -> None:
    careers = anonymous.get("/api/games/careers").json
    assert careers in anonymous.get("/api/games").json["items"]
    assert anonymous.get("/api/games/careers/1971").json in careers["editions"]


@pytest.mark.parametrize("path", ["chess", "careers/1900", "chess/rulings", "careers%2F1971/rulings", "PAYDAY", ".."])
def test_a_game_that_is_not_there_is_not_found(anonymous, path) -> None:
    assert anonymous.get(f"/api/games/{path}").status_code == 404


@pytest.mark.parametrize("game", sorted({name.partition("/")[0] for name in registry.names()}))
def test_every_ruling_of_a_game_is_told_with_its_source_and_why_where_there_was_a_choice(anonymous, game) -> None:
    found = anonymous.get(f"/api/games/{game}/rulings").json
    numbers = [ruling["number"] for ruling in found["items"]]
    letter = numbers[0][0]
    assert numbers == [f"{letter}{number}" for number in range(1, len(numbers) + 1)]
    assert len(numbers) > 80
    assert all(ruling["text"] and ruling["source"] and ruling["section"] for ruling in found["items"])
    assert sum(bool(ruling["choices"]) for ruling in found["items"]) > 20
    assert all(choice["why"] for ruling in found["items"] for choice in ruling["choices"])
    assert not any("*Choice" in ruling["text"] or "[" in ruling["source"] for ruling in found["items"])


def test_an_etag_of_rulings_holds(anonymous) -> None:
    first = anonymous.get("/api/games/payday/rulings")
    again = anonymous.get("/api/games/payday/rulings", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_a_ruling_may_go_over_lines_and_rest_on_several_choices() -> None:
    assert list(rulings.read(MAIL + CHOICES)) == [
        Ruling("P6", "Mail", "One.", "Setup", ()),
        Ruling(
            "P7",
            "Mail",
            "A pile that has run out is shuffled.",
            "Setup; Mail",
            (Choice(9, "What of an empty pile?", "somebody must draw"), Choice(29, "When?", "at once")),
        ),
    ]


@pytest.mark.parametrize(
    ("ruling", "says"),
    [
        ("- **P7** Nobody knows from where.\n", "P7: expected"),
        ("- **P7** So. [Setup] *Choice 3*\n", "no row for choice 3"),
    ],
)
def test_a_ruling_without_source_or_choice_is_no_ruling(ruling, says) -> None:
    with pytest.raises(UnreadableRulings, match=says):
        list(rulings.read(ruling + CHOICES))
