"""A player that gives orders by chance: the least that a player can be.

    grognard play crossroads --blue 'exec:python3 examples/random_player.py' --red steady

It chooses among all orders and stems alike, and completes a stem by a pose of its reach. What it rolls depends on the
seed in `hello` alone, so that the same battle is played the same way again.
"""

from __future__ import annotations

import random

from grognard_env.client import Player, play
from grognard_env.messages import Decide
from grognard_env.orders import complete


class Chance:
    """Chooses by dice of its own."""

    def __init__(self) -> None:
        self.dice: random.Random | None = None

    def decide(self, player: Player, decision: Decide) -> str:
        """Return an order by chance."""
        self.dice = self.dice or random.Random(player.hello["seed"])
        offered = decision["orders"] + decision["stems"]
        if not offered:
            return decision["default"]
        chosen = self.dice.choice(offered)
        if chosen not in decision["stems"]:
            return chosen
        reach = player.reach(chosen)
        return complete(chosen, self.dice.choice(reach)["pose"]) if reach else decision["default"]


if __name__ == "__main__":
    play(Chance().decide)
