"""The schemas of the wire: strict with bots, patient with a later referee, and documented."""

import json
from pathlib import Path
from typing import Any

import pytest
from marshmallow import Schema, ValidationError

from parlour.protocol import schemas
from parlour.protocol.reference import PATH, SECTIONS, reference

SCHEMAS = [schema for _, _, schema in SECTIONS]
FROM_BOTS = [schema for schema in SCHEMAS if issubclass(schema, schemas.FromBot)]
FROM_REFEREE = [schema for schema in SCHEMAS if issubclass(schema, schemas.FromReferee)]


def example(schema: type[Schema]) -> dict[str, Any]:
    """A message that may be changed."""
    message: dict[str, Any] = json.loads(json.dumps(schema.example))  # type: ignore[attr-defined]
    return message


def refusal(schema: type[Schema], message: Any) -> str:
    """Why a message is refused."""
    with pytest.raises(ValidationError) as error:
        schema().load(message)
    return schemas.explain(error.value, schema())


def test_every_message_comes_from_a_bot_or_from_the_referee() -> None:
    assert len(FROM_BOTS) + len(FROM_REFEREE) == len(SCHEMAS) == 7


@pytest.mark.parametrize("schema", SCHEMAS)
def test_every_example_in_the_reference_is_a_message(schema: type[Schema]) -> None:
    assert schema().load(example(schema)).keys() >= example(schema).keys()


@pytest.mark.parametrize("schema", FROM_BOTS)
def test_a_key_that_is_unknown_is_refused_in_what_bots_send(schema: type[Schema]) -> None:
    assert refusal(schema, {**example(schema), "zzz": 1}) == "zzz: unknown"


@pytest.mark.parametrize("schema", FROM_REFEREE)
def test_a_key_of_a_later_version_is_passed_over_in_what_the_referee_sends(schema: type[Schema]) -> None:
    message = example(schema)
    for part in [message, *(value for value in message.values() if isinstance(value, dict))]:
        part["of_a_later_version"] = 1
    loaded = schema().load(message)
    assert "of_a_later_version" not in loaded


@pytest.mark.parametrize("schema", SCHEMAS)
def test_every_field_that_must_be_there_is_missed(schema: type[Schema]) -> None:
    for name, field in schema().fields.items():
        if field.required:
            message = example(schema)
            del message[name]
            assert refusal(schema, message) == f"{name}: missing"


@pytest.mark.parametrize("schema", SCHEMAS)
def test_no_field_but_an_answer_may_be_null(schema: type[Schema]) -> None:
    for name in schema().fields:
        message = {**example(schema), name: None}
        if name == "answer":
            schema().load(message)
        else:
            assert refusal(schema, message).startswith(f"{name}: expected")


@pytest.mark.parametrize("seat", [1.0, True, "1", -1, 1.5])
def test_a_seat_is_a_whole_number_from_0_up(seat: object) -> None:
    assert refusal(schemas.Move, {**example(schemas.Move), "seat": seat}).startswith(
        "seat: expected a whole number from 0"
    )


def test_a_fault_deep_inside_is_named_with_its_path() -> None:
    message = example(schemas.Start)
    message["time"]["move_ms"] = 0
    message["players"][1] = 7
    assert refusal(schemas.Start, message) == (
        "players[1]: expected text, found 7; time.move_ms: expected a whole number from 1 up, found 0"
    )


@pytest.mark.parametrize(
    "options",
    [{"range": [0, 5]}, {"set": [1]}, {}, {"list": "ab"}, [1], {"one_of": [{"list": [1]}], "odds": [0]}],
    ids=str,
)
def test_options_of_no_known_form_are_refused(options: object) -> None:
    message = example(schemas.Move)
    message["question"]["options"] = options
    assert refusal(schemas.Move, message).startswith("question.options: ")


@pytest.mark.parametrize(
    "options",
    [
        {"some": {"of": ["a", "b", "a"], "most": 2}},
        {"one_of": [{"list": ["pass"]}, {"fields": {"cash": {"range": [0, 9, 1]}}}], "odds": [3, 1]},
        {"one_of": [{"list": ["pass"]}, {"some": {"of": [1], "most": 1}}]},
    ],
    ids=str,
)
def test_options_of_every_form_are_taken_and_named_in_the_reference(options: dict) -> None:
    message = example(schemas.Move)
    message["question"]["options"] = options
    assert schemas.Move().load(message)["question"]["options"] == options
    assert f'| `{{"{next(iter(options))}"' in reference()


@pytest.mark.parametrize("schema", SCHEMAS)
def test_every_field_says_what_it_means(schema: type[Schema]) -> None:
    assert all(field.metadata.get("meaning") for field in schema().fields.values())


def test_the_reference_is_what_the_schemas_say(update: bool) -> None:
    """`pytest tests/protocol --update` or `python -m parlour.protocol.reference --update` writes it anew."""
    path = Path(__file__).parents[2] / "sdk" / "parlour" / "protocol" / PATH.name
    if update:
        path.write_text(reference(), encoding="utf-8")
    assert path.read_text("utf-8") == reference()


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_reference_names_every_field(schema: type[Schema]) -> None:
    assert all(f"| `{name}` |" in reference() for name in schema().fields)
