"""The client with the game itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import SKIRMISH, SYSTEMS
from grognard_env.client import Game, GameEndedError, RefusedError
from grognard_env.messages import Decide, Message
from grognard_env.orders import OrderParts, complete

Record = list[Message]


def started(binary: Path, rules: str = "eagles", **options: Any) -> Game:
    return Game(SKIRMISH, rules=rules, binary=binary, **({"seed": 7} | options))


def first(game: Game, wanted: Callable[[Decide], bool] = lambda _: True) -> Decide:
    """Play by `default` up to the first decision of some kind."""
    for message in game:
        if message["type"] == "decide":
            if wanted(message):
                return message
            game.order(message["default"])
    pytest.fail("there was no such decision")


def played(game: Game) -> Record:
    """Play to the end: the first stem with the last pose of its reach where there is one, and `default` in turn."""
    heard: Record = []
    for place, message in enumerate(game):
        heard.append(message)
        if message["type"] == "decide":
            reach = game.reach(message["stems"][0]) if place % 3 and message["stems"] else []
            game.order(complete(message["stems"][0], reach[-1]["pose"]) if reach else message["default"])
    return heard


def comparable(message: Message) -> str:
    """Return a message without what is another every time: a file's name, and times."""
    told: dict[str, Any] = {**message, "errors": None}
    told.get("account", {}).pop("seconds", None)
    return json.dumps(told)


@pytest.mark.parametrize("rules", SYSTEMS)
def test_both_sides_are_played_to_the_end(binary: Path, rules: str) -> None:
    with started(binary, rules) as game:
        heard = played(game)
    kinds = [message["type"] for message in heard]
    assert kinds.count("hello") == kinds.count("over") == 2
    assert set(game.hellos) == {"blue", "red"}
    assert game.hello["rules"]["key"] == rules
    overs = {message["you"] for message in heard if message["type"] == "over"}
    assert overs in ({"won", "lost"}, {"drawn"})


def test_the_same_seed_brings_the_same_messages(binary: Path) -> None:
    heard = []
    for seed in (5, 5, 6):
        with started(binary, seed=seed) as game:
            heard.append([comparable(message) for message in played(game)])
    assert heard[0] == heard[1]
    assert heard[0] != heard[2]


def test_a_commander_may_have_the_other_seat(binary: Path) -> None:
    with started(binary, red="hold") as game:
        heard = played(game)
    assert {message["decision"]["side"] for message in heard if message["type"] == "decide"} == {"blue"}
    assert game.hello["sides"]["red"]["commander"] == "hold"
    assert heard[-1]["type"] == "over"


def test_an_order_that_will_not_do_is_refused(binary: Path) -> None:
    with started(binary) as game:
        decision = first(game)
        with pytest.raises(RefusedError, match="dance"):
            game.order("dance B1")
        game.order(decision["default"])
        assert game.receive() is not None


def test_who_gives_up_has_lost(binary: Path) -> None:
    with started(binary) as game:
        decision = first(game)
        game.resign("no hope")
        over = [message for message in game if message["type"] == "over"]
    assert {message["reason"] for message in over} == {"resigned"}
    assert {message["winner"] for message in over} == {"red" if decision["decision"]["side"] == "blue" else "blue"}
    assert all("no hope" in (message["why"] or "") for message in over)


def test_a_battle_that_is_not_there_is_named(binary: Path) -> None:
    with Game("no-such-battle", binary=binary) as game, pytest.raises(GameEndedError, match="no-such-battle"):
        game.receive()


def test_rules_that_are_not_there_are_named(binary: Path) -> None:
    with started(binary, rules="chess") as game, pytest.raises(GameEndedError, match="chess"):
        game.receive()


@pytest.mark.parametrize("rules", SYSTEMS)
def test_every_request_is_answered(binary: Path, rules: str) -> None:
    with started(binary, rules) as game:
        decision = first(game, lambda message: bool(message["stems"]) and message["turn"] > 0)
        stem = decision["stems"][0]
        reach = game.reach(stem)
        assert reach == game.reach(stem)
        assert set(reach[0]) >= {"pose", "cost"}
        orders = [*decision["orders"][:5], stem, *(complete(stem, place["pose"]) for place in reach[:5])]
        forecasts = game.forecasts([*orders, "dance"])
        assert len(forecasts) == len(orders) + 1
        assert "dance" in forecasts[-1]["refused"]
        assert game.forecast(orders[0]) == forecasts[0]
        assert set(game.threat("B1", "R1")) >= {"fire", "charge", "charge_cost", "breaks", "routs"}
        assert game.threat("B1", "R1", start=reach[0]["pose"]) is not None
        assert game.sight("3,16", "3,15")
        assert game.field_of_fire("B2")["hexes"]
        assert game.orders()["orders"] == decision["orders"]
        assert game.orders()["default"] == decision["default"]
        assert game.state()["units"] == decision["state"]["units"]
        assert isinstance(game.prospects("B1"), list)
        chosen = game.choice("steady")
        assert OrderParts.read(chosen["order"]).verb in {verb["word"] for verb in game.hello["rules"]["verbs"]}
        standing = game.standing()
        assert standing["score"] == decision["state"]["score"]
        assert standing["strength"]["blue"] > 0
        game.order(chosen["order"])


def test_a_copy_is_played_and_leaves_the_battle_as_it_is(binary: Path) -> None:
    with started(binary) as game:
        decision = first(game, lambda message: message["turn"] > 0)
        before = game.state()
        ends = []
        for seed in (1, 1, 2):
            with game.copy(seed=seed) as copy:
                given = copy.play([decision["default"], "dance"])
                assert given["played"] == 1
                assert "dance" in (given["refused"] or "")
                turned = copy.play_on("turn", by="steady", events=True)
                assert turned["turn"] == decision["turn"] + 1
                assert turned["events"]
                ends.append(copy.play_on("over", by={"blue": "steady", "red": "hold"}, turns=20))
                assert copy.standing()["over"] is not None
        assert ends[0] == ends[1]
        assert game.state() == before
        game.order(decision["default"])


def test_copies_of_copies_are_their_own(binary: Path) -> None:
    with started(binary) as game:
        first(game, lambda message: message["turn"] > 0)
        one = game.copy(seed=1)
        two = one.copy()
        two.play_on("over", by="hold")
        assert two.standing()["over"] is not None
        assert one.standing()["over"] is None
        one.drop()
        with pytest.raises(RefusedError):
            game.ask({"ask": "state", "copy": one.number})


def test_a_process_is_ended_in_the_midst_of_a_battle(binary: Path) -> None:
    with started(binary) as game:
        first(game)
        process = game._process
    assert process.poll() is not None
