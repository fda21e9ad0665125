"""Every message of the game, as the schema of the protocol has it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, SKIRMISH, SYSTEMS
from grognard_env.client import Game, RefusedError
from grognard_env.orders import complete

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

    def _send(self, answer: Any) -> None:
        self.said.append(dict(answer))
        super()._send(answer)


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
    for wrong in ({"ask": "dance"}, {"ask": "reach"}, {"ask": "state", "copy": 63}):
        with pytest.raises(RefusedError):
            game.ask(wrong)


@pytest.fixture(scope="module")
def schema() -> Any:
    if not SCHEMA.exists():
        pytest.skip(f"no {SCHEMA}")
    return json.loads(SCHEMA.read_text())


@pytest.mark.parametrize("rules", SYSTEMS)
def test_every_message_is_as_the_schema_says(binary: Path, schema: Any, rules: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
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
    assert {line["type"] for line in game.told} == {"hello", "decide", "reply", "refused", "over"}
    validator = jsonschema.Draft202012Validator(schema)
    for line in game.told:
        faults = [error.message for error in validator.iter_errors(line)]
        assert not faults, f"{json.dumps(line)[:300]}: {faults[:3]}"
