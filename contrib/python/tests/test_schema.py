"""Every message of the game, as the schema of the protocol has it."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from jsonschema_rs import validator_for

from conftest import ROOT, SKIRMISH, SYSTEMS
from grognard_env import messages
from grognard_env.client import Game, RefusedError
from grognard_env.orders import complete

ANSWERS = ("answer", "request")
UNKNOWN = ({"ask": "dance"}, {"ask": "reach"}, {"ask": "state", "dance": True})
REFUSED = ({"ask": "state", "copy": 63}, {"ask": "reach", "stem": "dance"})

SCHEMA = ROOT / "docs" / "protocol.schema.json"


class Overheard(Game):
    """A game that keeps every line that is said, either way."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.told: list[dict[str, Any]] = []
        self.said: list[dict[str, Any]] = []
        super().__init__(*args, **options)

    def _line(self) -> dict[str, Any] | None:
        line = super()._line()
        if line is not None:
            self.told.append(line)
        return line

    def _send(self, *answers: Any) -> None:
        self.said += map(dict, answers)
        super()._send(*answers)


def asked_everything(game: Game, stems: list[str], default: str) -> None:
    """Make every kind of request, and some that will not do."""
    listed = game.orders()["orders"][:5] + stems[:2] + ["dance"]
    for stem in stems[:2]:
        listed += [complete(stem, place["pose"]) for place in game.reach(stem)[:3]]
    game.forecasts(listed)
    game.forecast(default)
    game.threat("B1", "R1")
    game.sight("3,16", "8,10")
    game.field_of_fire("B2")
    game.state()
    game.prospects("B1")
    game.choice("steady")
    game.standing()
    with game.copy(seed=1) as copy:
        copy.play([default, "dance"], events=True)
        copy.play_on("mine", by="hold")
        copy.play_on("turn", by={"blue": "hold", "red": "steady"}, events=True)
        copy.copy()
    for wrong in (*UNKNOWN, *REFUSED):
        with pytest.raises(RefusedError):
            game.ask(wrong)


@functools.cache
def overheard(binary: Path, rules: str) -> Overheard:
    """Play a battle, asking everything in it."""
    with Overheard(SKIRMISH, rules=rules, seed=4, binary=binary) as game:
        asked = 0
        for place, message in enumerate(game):
            if message["type"] != "decide":
                continue
            if message["turn"] > 0 and message["stems"] and asked < 2:
                asked += 1
                asked_everything(game, message["stems"], message["default"])
            reach = game.reach(message["stems"][0]) if place % 2 and message["stems"] else []
            game.order(complete(message["stems"][0], reach[0]["pose"]) if reach else message["default"])
    return game


@pytest.fixture(scope="module")
def schema() -> Any:
    if not SCHEMA.parent.exists():
        pytest.skip(f"no {SCHEMA.parent}: the package is tested outside of the game's repository")
    return json.loads(SCHEMA.read_text())


@pytest.mark.parametrize("rules", SYSTEMS)
def test_every_message_is_as_the_schema_says(binary: Path, schema: Any, rules: str) -> None:
    game = overheard(binary, rules)
    assert {line["type"] for line in game.told} == {"hello", "decide", "reply", "refused", "over"}
    allowed = validator_for(schema)
    for line in game.told:
        assert faults(allowed, line) == []


@pytest.mark.parametrize("rules", SYSTEMS)
def test_all_that_the_client_says_is_as_the_schema_says(binary: Path, schema: Any, rules: str) -> None:
    game = overheard(binary, rules)
    allowed = validator_for({"$defs": schema["$defs"], "oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in ANSWERS]})
    for answer in game.said:
        said = {key: value for key, value in answer.items() if key != "id"}
        assert bool(faults(allowed, answer)) == (said in UNKNOWN)


@pytest.mark.parametrize("kind", ["hello", "decide", "reply", "refused", "over"])
def test_the_schema_leaves_nothing_open(binary: Path, schema: Any, kind: str) -> None:
    allowed = validator_for(schema)
    line = next(line for line in overheard(binary, "eagles").told if line["type"] == kind)
    assert faults(allowed, line | {"dance": True}) != []
    for key in set(line) - {"id", "seat"}:
        assert faults(allowed, {kept: value for kept, value in line.items() if kept != key}) != [], key


TYPES = {
    "battle": messages.Battle,
    "command": messages.Command,
    "decide": messages.Decide,
    "decision": messages.Question,
    "goal": messages.Goal,
    "ground": messages.Ground,
    "hello": messages.Hello,
    "leader": messages.Leader,
    "limits": messages.Limits,
    "mark": messages.MarkWords,
    "modifier": messages.Modifier,
    "over": messages.Over,
    "rules": messages.Rules,
    "score": messages.Score,
    "state": messages.State,
    "unit": messages.Unit,
    "verb": messages.Verb,
}


@pytest.mark.parametrize("kind", TYPES)
def test_types_have_the_keys_of_the_schema(schema: Any, kind: str) -> None:
    assert set(get_type_hints(TYPES[kind])) == set(schema["$defs"][kind]["properties"])


def faults(allowed: Any, line: dict[str, Any]) -> list[str]:
    return [f"{line.get('type', line.get('ask'))}: {error.message[:300]}" for error in allowed.iter_errors(line)]
