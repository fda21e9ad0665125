"""The environment, by PettingZoo's own tests and by ours."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from conftest import SKIRMISH, SYSTEMS

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from grognard_env.encoding import ACTION_COLUMNS, LAYERS, SCALARS, UNIT_COLUMNS, lead
from grognard_env.env import env, raw_env
from grognard_env.errors import GrognardError, RefusedError
from grognard_env.messages import Score
from grognard_env.orders import OrderParts
from grognard_env.single import SideEnv

SMALL = {"actions": 48, "stems": 6, "units": 10}

EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "We recommend agents to be named",
    "Action mask numpy array is all zeros",
)
"""What PettingZoo warns of in every environment that has a mask, and in those that call their agents by name."""


def made(binary: Path, rules: str = "eagles", **options: Any) -> Any:
    return raw_env(SKIRMISH, rules, binary=binary, **(SMALL | options))


def walked(battle: Any, seed: int, decisions: int = 10_000, pick: str = "chance") -> list[dict[str, Any]]:
    """Play a battle and return what each step showed."""
    battle.reset(seed=seed)
    dice = np.random.default_rng(seed)
    steps = []
    for agent in battle.agent_iter():
        observation, reward, terminated, truncated, info = battle.last()
        over = terminated or truncated
        steps.append({"agent": agent, "reward": reward, "over": over, "truncated": truncated} | info | observation)
        legal = np.flatnonzero(observation["action_mask"])
        first = int(pick == "chance" and not over and dice.integers(len(legal)))
        battle.step(None if over else int(legal[first]))
        if len(steps) >= decisions:
            break
    return steps


@pytest.mark.parametrize("rules", SYSTEMS)
def test_pettingzoo_api(binary: Path, rules: str) -> None:
    battle = env(battle=SKIRMISH, rules=rules, binary=binary, **SMALL)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(battle, num_cycles=25)
    battle.close()
    unexpected = {str(one.message) for one in told if not str(one.message).startswith(EXPECTED)}
    assert unexpected == set()


@pytest.mark.parametrize("rules", SYSTEMS)
def test_pettingzoo_seed(binary: Path, rules: str) -> None:
    seed_test(lambda: env(battle=SKIRMISH, rules=rules, binary=binary, **SMALL), num_cycles=30)


@pytest.mark.parametrize("rules", SYSTEMS)
def test_a_battle_ends_with_what_it_is_worth(binary: Path, rules: str) -> None:
    battle = made(binary, rules, score_weight=0.0)
    steps = walked(battle, 3)
    battle.close()
    ends = {step["agent"]: step for step in steps if step["over"]}
    worth = {"won": 1.0, "drawn": 0.0, "lost": -1.0}
    assert set(ends) == {"blue", "red"}
    assert all(step["reward"] == worth[step["message"]["you"]] for step in ends.values())
    assert all(step["reward"] == 0.0 for step in steps if not step["over"])
    assert not any(step["truncated"] for step in steps)


def test_being_ahead_is_seen_from_ones_own_side() -> None:
    score: Score = {"points": [3, 1], "count": "points", "winner": "blue"}
    assert lead(score, "blue", 4.0) == 0.5
    assert lead(score, "red", 4.0) == -0.5


def test_rewards_add_up_to_the_lead_at_the_end(binary: Path) -> None:
    battle = made(binary, "eagles", opponent="hold", actions=512)
    battle.reset(seed=1)
    total, message, over = 0.0, {}, False
    start = battle.infos["blue"]["message"]["state"]["score"]["points"]
    while not over:
        orders = battle.infos["blue"]["orders"]
        chosen = battle._running().choice("steady")["order"] if orders else None
        battle.step(orders.index(chosen) if chosen in orders else 0)
        _, reward, terminated, truncated, info = battle.last()
        total, message, over = total + reward, info["message"], terminated or truncated
    assert start == [0, 0]
    assert message["count"] == "points"
    ahead = message["points"][0] - message["points"][1]
    assert ahead > 0
    assert total == pytest.approx(1.0 + ahead / 4)
    battle.close()


def test_only_whoever_decides_has_a_mask(binary: Path) -> None:
    battle = made(binary)
    battle.reset(seed=1)
    agent = before = battle.agent_selection
    while agent == before:
        battle.step(0)
        agent = battle.agent_selection
    assert battle.observe(agent)["action_mask"].any()
    assert not battle.observe(before)["action_mask"].any()
    battle.close()


def test_candidates_are_legal_and_default_is_one(binary: Path) -> None:
    for rules in SYSTEMS:
        battle = made(binary, rules)
        battle.reset(seed=2)
        for _ in range(4):
            agent = battle.agent_selection
            info, message = battle.infos[agent], battle.infos[agent]["message"]
            assert message["default"] in info["orders"]
            assert len(info["orders"]) == len(set(info["orders"])) <= SMALL["actions"]
            forecasts = battle._running().forecasts(info["orders"])
            assert not [one for one in forecasts if "refused" in one]
            battle.step(len(info["orders"]) - 1)
        battle.close()


def test_the_same_seed_brings_the_same_trajectory(binary: Path) -> None:
    found = []
    for seed in (4, 4, 5):
        battle = made(binary, "on_war")
        steps = walked(battle, seed, 30)
        battle.close()
        found.append([(step["agent"], step["reward"], step["orders"], step["observation"].tobytes()) for step in steps])
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_resets_without_a_seed_follow_from_the_first(binary: Path) -> None:
    seeds = []
    for _ in range(2):
        battle = made(binary, seed=11)
        for _ in range(3):
            battle.reset()
            seeds.append(battle._running().hello["seed"])
        battle.close()
    assert seeds[:3] == seeds[3:]
    assert len(set(seeds)) == 3


def test_truncation(binary: Path) -> None:
    battle = made(binary, max_decisions=5)
    steps = walked(battle, 1)
    battle.close()
    assert [step["over"] for step in steps] == [False] * 5 + [True, True]
    assert all(step["truncated"] for step in steps[5:])
    assert not battle.agents


@pytest.mark.parametrize("side", ["blue", "red"])
def test_an_opponent_of_the_game(binary: Path, side: str) -> None:
    battle = made(binary, opponent="hold", side=side)
    steps = walked(battle, 1)
    battle.close()
    assert {step["agent"] for step in steps} == {side}
    assert steps[-1]["over"]


def test_an_action_that_is_none_is_named(binary: Path) -> None:
    battle = made(binary)
    battle.reset(seed=1)
    count = len(battle.infos[battle.agent_selection]["orders"])
    with pytest.raises(ValueError, match=f"the action is 999; expected a place among {count} candidates"):
        battle.step(999)
    battle.close()
    with pytest.raises(GrognardError, match="is closed; reset it first"):
        battle.step(0)


def test_a_side_that_is_none_is_named(binary: Path) -> None:
    with pytest.raises(GrognardError, match="the side is `green`; expected `blue` or `red`"):
        made(binary, opponent="hold", side="green")


def test_the_field_is_drawn_where_things_are(binary: Path) -> None:
    battle = made(binary)
    battle.reset(seed=1)
    layers = dict(zip(LAYERS, battle.observe("blue")["observation"], strict=True))
    message = battle.infos["blue"]["message"]
    units = {unit["label"]: unit for unit in message["state"]["units"]}
    for label, layer in (("B2", "own artillery"), ("R2", "enemy artillery"), ("B3", "own cavalry")):
        hexes = {tuple(map(int, hex_.split(","))) for hex_ in units[label]["hexes"]}
        assert {(column, row) for row, column in np.argwhere(layers[layer]).tolist()} == hexes
        column, row = min(hexes)
        assert layers["facing y"][row, column] == (-1.0 if label.startswith("B") else 1.0)
    assert layers["terrain: wooden building"][10, 7] == layers["terrain: woods"][5, 13] == 1.0
    assert layers["terrain: open"].sum() > 200
    assert layers["height"][6, 13] > layers["height"][5, 13] > layers["height"][0, 0] == 0.0
    assert layers["road"][9].all()
    assert layers["objective for own"][10, 7] == pytest.approx(0.2)
    assert layers["objective for enemy"][6, 13] == pytest.approx(0.1)
    assert layers["objective for own"][9, 0] == pytest.approx(0.1)
    assert layers["objective for enemy"][9, 0] == 0.0
    reached = {order.pose.anchor for order in map(OrderParts.read, battle.infos["blue"]["orders"]) if order.pose}
    assert {(column, row) for row, column in np.argwhere(layers["reachable"]).tolist()} == reached
    battle.close()


def test_units_and_actions_are_rows(binary: Path) -> None:
    battle = made(binary)
    battle.reset(seed=1)
    observed, info = battle.observe("blue"), battle.infos["blue"]
    assert info["units"] == ["B1", "B2", "B3", "B4", "R1", "R2", "R3", "R4"]
    units = observed["units"]
    column = {name: place for place, name in enumerate(UNIT_COLUMNS)}
    assert units[:, column["own"]].tolist() == [1] * 4 + [0] * 6
    assert units[:, column["present"]].tolist() == [1] * 8 + [0] * 2
    assert units[:8, column["strength"]].tolist() == [1.0] * 8
    actions = observed["actions"]
    named = {name: place for place, name in enumerate(ACTION_COLUMNS)}
    assert actions[:, named["default"]].sum() == 1
    for row, order in enumerate(map(OrderParts.read, info["orders"])):
        actor, target = observed["action_units"][row]
        assert order.actor not in info["units"] or info["units"][actor] == order.actor
        assert order.target not in info["units"] or info["units"][target] == order.target
        if order.pose:
            assert actions[row, named["column"]] == pytest.approx(order.pose.anchor.column / 18)
            assert actions[row, named["row"]] == pytest.approx(order.pose.anchor.row / 20)
    assert observed["scalars"][SCALARS.index("blue")] == 1.0
    assert battle.observe("red")["scalars"][SCALARS.index("blue")] == 0.0
    assert not battle.observe("red")["action_mask"].any()
    battle.close()


def test_it_is_drawn_as_text(binary: Path) -> None:
    battle = made(binary, render_mode="ansi")
    battle.reset(seed=1)
    picture = battle.render()
    assert picture.startswith("Turn ")
    assert "Bi" in picture
    assert "Ra" in picture
    battle.close()


def test_a_candidate_that_is_refused_is_no_silent_thing(binary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = made(binary)
    battle.reset(seed=1)

    def refuse(*_: object, **__: object) -> None:
        raise RefusedError("not today")

    monkeypatch.setattr(battle._running(), "order", refuse)
    with pytest.raises(RefusedError, match="not today"):
        battle.step(0)
    battle.close()


def test_one_side_alone_is_a_gymnasium_environment(binary: Path) -> None:
    battle = SideEnv("hold", "red", battle=SKIRMISH, rules="eagles", binary=binary, **SMALL)
    observation, info = battle.reset(seed=1)
    total, over = 0.0, False
    while not over:
        assert battle.observation_space.contains(observation)
        assert battle.action_masks().sum() == len(info["orders"])
        observation, reward, terminated, truncated, info = battle.step(int(battle.action_masks().argmax()))
        over = terminated or truncated
        total += reward
    assert not battle.action_masks().any()
    assert info["message"]["you"] in ("won", "lost", "drawn")
    assert -2.0 <= total <= 2.0
    battle.close()
