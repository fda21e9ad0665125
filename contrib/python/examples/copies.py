"""Prints what it costs to copy a battle and to have commanders of the game play the copy to the turn's end.

    python3 examples/copies.py --battle crossroads --turns 12

The battle is played by the same commander on both sides. From the first decision of each turn a copy is made and played
on; the times are those of this program, with what the protocol and Python take.
"""

from __future__ import annotations

import argparse
import time
from statistics import median
from typing import NamedTuple

from grognard_env.client import Game

SYSTEMS = ("eagles", "on_war", "snappy", "over_the_hills", "mcnally")
COMMANDER = "steady"


class Times(NamedTuple):
    """What one position took, in seconds, and how many orders were played."""

    copy: float
    play_on: float
    orders: int


def main() -> None:
    """Print the table that the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure copies.")
    parser.add_argument("--battle", default="crossroads")
    parser.add_argument("--rules", nargs="*", default=SYSTEMS)
    parser.add_argument("--turns", type=int, default=12)
    asked = parser.parse_args()
    print(f"{asked.battle}: medians over the turns\n{'rules':<16}{'copy, ms':>10}{'played on, ms':>15}{'orders':>8}")
    for rules in asked.rules:
        times = measured(asked.battle, rules, asked.turns)
        copy, play_on, orders = (median(column) for column in zip(*times, strict=True))
        print(f"{rules:<16}{1000 * copy:>10.2f}{1000 * play_on:>15.1f}{orders:>8.0f}")


def measured(battle: str, rules: str, turns: int) -> list[Times]:
    """Return the times of each turn of a battle."""
    found: list[Times] = []
    seen: set[int] = set()
    with Game(battle, rules=rules, seed=7) as game:
        for message in game:
            if message["type"] != "decide":
                continue
            if message["turn"] > turns:
                break
            if message["turn"] not in seen:
                seen.add(message["turn"])
                found.append(min((tried(game) for _ in range(2)), key=lambda times: times.play_on))
            game.order(game.choice(COMMANDER)["order"])
    return found


def tried(game: Game) -> Times:
    """Return what one copy takes from here to the turn's end."""
    began = time.perf_counter()
    with game.copy() as copy:
        made = time.perf_counter()
        played = copy.play_on("turn", by=COMMANDER)
        return Times(made - began, time.perf_counter() - made, played["played"])


if __name__ == "__main__":
    main()
