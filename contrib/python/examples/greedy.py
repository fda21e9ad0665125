"""A player that gives the order with the best forecast, and goes to where points are to be had.

    grognard play crossroads --blue 'exec:python3 examples/greedy.py' --red steady

It knows no rule system: forecasts tell what an order inflicts and what it costs in shares of a unit, and roles what a
verb is for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard_env.candidates import Offered, candidates
from grognard_env.client import Player, play
from grognard_env.messages import Decide, Effect, Side
from grognard_env.orders import Hex, OrderParts, Pose

CANDIDATES, STEMS = 160, 24
STEP = 0.01
"""What a hex nearer to a goal is worth, in units."""

USEFUL = {"activate": 0.05, "command": 0.02, "rally": 0.02, "defend": 0.02, "place": 0.01}
"""What orders are worth whose use shows only later."""


class Rated(NamedTuple):
    """An order and what it is worth."""

    worth: float
    order: str


def decide(player: Player, decision: Decide) -> tuple[str, str]:
    """Return the order that is worth the most, and why."""
    best = ranked(player, decision)[0]
    return best.order, f"Worth {best.worth:+.3f} of a unit."


def ranked(player: Player, decision: Decide) -> list[Rated]:
    """Return the candidates, the best first; between equals `default` and what is listed first."""
    offered = Offered(decision["orders"], decision["stems"], decision["default"])
    listed = [one.order for one in candidates(player, offered, budget=CANDIDATES, stems=STEMS)]
    forecasts = player.forecasts(listed)
    roles = {verb["word"]: verb["role"] for verb in player.hello["rules"]["verbs"]}
    goals = goals_of(player, decision)
    stood = {unit["label"]: Pose.read(unit["at"]).anchor for unit in decision["state"]["units"] if unit["at"]}
    rated = []
    for order, forecast in zip(listed, forecasts, strict=True):
        parts = OrderParts.read(order)
        worth = balance(forecast.get("effect", {})) + USEFUL.get(roles.get(parts.verb, ""), 0.0)
        start, ends = stood.get(parts.actor or ""), forecast.get("ends", [])
        if start and ends:
            end = sum(end["chance"] * away(Pose.read(end["pose"]).anchor, goals) for end in ends)
            worth += STEP * (away(start, goals) - end)
        rated.append(Rated(worth if order != decision["default"] else 0.0, order))
    return sorted(rated, key=lambda one: -one.worth)


def balance(effect: Effect) -> float:
    """Return what an effect is worth: losses against losses; a unit broken is half of one, one thrown back a fifth."""
    made = effect.get("inflicted", 0) + effect.get("destroys", 0) / 2 + effect.get("repels", 0) / 5
    paid = effect.get("taken", 0) + effect.get("destroyed", 0) / 2 + effect.get("repelled", 0) / 5
    return made - paid + effect.get("recovers", 0) - effect.get("spends", 0) / 20


def goals_of(player: Player, decision: Decide) -> list[Hex]:
    """Return the hexes of objectives that are not ours, or where enemies stand."""
    side: Side = decision["decision"]["side"]
    held = {goal["name"] for goal in decision["state"]["objectives"] if goal["now"] == side}
    ours = [goal for goal in player.hello["objectives"] if goal["side"] in (None, side) and goal["name"] not in held]
    goals = [hex_ for goal in ours for hex_ in goal["hexes"]]
    enemies = [unit["hexes"][0] for unit in decision["state"]["units"] if unit["side"] != side and unit["hexes"]]
    return [Hex.read(hex_) for hex_ in goals or enemies]


def away(start: Hex, goals: Sequence[Hex]) -> int:
    """Return how many hexes it is to the nearest goal."""
    return min((start.distance(goal) for goal in goals), default=0)


if __name__ == "__main__":
    play(decide)
