"""A player that tries its best orders on copies of the battle before it gives one.

    grognard play crossroads --blue 'exec:python3 examples/look_ahead.py' --red steady

For each of the few orders that `greedy.py` likes best, a copy of the battle gets that order, the game's own commander
plays both sides on to the turn's end, and what then stands is counted.
"""

from __future__ import annotations

import sys

from greedy import Rated, ranked
from grognard_env.client import Player, RefusedError, play
from grognard_env.messages import Decide, Side, Standing

BEST = 3
"""How many orders are tried; the first of them would be given without a look."""

DICE = 1
"""How often each is tried, with other dice."""

COMMANDER = "steady"
"""Who plays on."""

POINT = 0.5
"""What a point is worth, in units."""


def decide(player: Player, decision: Decide) -> tuple[str, str]:
    """Return the order that comes off best."""
    listed = ranked(player, decision)
    tried = listed[:BEST]
    if all(one.order != decision["default"] for one in tried):
        tried = [*tried, Rated(0.0, decision["default"])]
    if len(tried) < 2:
        return tried[0].order, "There is no choice."
    side: Side = decision["decision"]["side"]
    found = [(outlook(player, one.order, side), -place, one.order) for place, one in enumerate(tried)]
    worth, _, order = max(found)
    return order, f"At the turn's end {worth:+.2f}, the best of {len(found)}."


def outlook(player: Player, order: str, side: Side) -> float:
    """Return how things stand at the turn's end after an order, over some throws of the dice."""
    return sum(tried(player, order, side, seed) for seed in range(DICE)) / DICE


def tried(player: Player, order: str, side: Side, seed: int) -> float:
    """Return how things stand at the turn's end after an order with those dice."""
    with player.copy(seed=seed) as copy:
        try:
            played = copy.play([order])
            if played.get("refused") is None and played["over"] is None:
                played = copy.play_on("turn", by=COMMANDER)
        except RefusedError as refused:
            print(f"`{order}` could not be tried: {refused}", file=sys.stderr)
            return float("-inf")
        return counted(played, side)


def counted(standing: Standing, side: Side) -> float:
    """Return by how much a side is ahead, in units and points."""
    enemy: Side = "red" if side == "blue" else "blue"
    blue, red = standing["score"]["points"]
    points = (blue - red if side == "blue" else red - blue) if standing["score"]["count"] == "points" else 0
    return standing["strength"][side] - standing["strength"][enemy] + POINT * points


if __name__ == "__main__":
    play(decide)
