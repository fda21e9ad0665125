"""Prints how many steps a second the environment makes, by rule system, with actions by chance.

python3 examples/steps.py --battle crossroads --seconds 10
"""

from __future__ import annotations

import argparse
import time
from typing import Any

from grognard_env.client import Game
from grognard_env.env import raw_env

SYSTEMS = ("eagles", "on_war", "snappy", "over_the_hills", "mcnally")


def main() -> None:
    """Print the table that the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure steps a second.")
    parser.add_argument("--battle", default="crossroads")
    parser.add_argument("--rules", nargs="*", default=SYSTEMS)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--actions", type=int, default=256)
    parser.add_argument("--stems", type=int, default=64)
    asked = parser.parse_args()
    print(f"{asked.battle}: steps a second\n{'rules':<16}{'environment':>12}{'client':>12}{'reset, ms':>12}")
    for rules in asked.rules:
        sizes = {"actions": asked.actions, "stems": asked.stems}
        steps, resets = environment(asked.battle, rules, asked.seconds, sizes)
        bare = client(asked.battle, rules, asked.seconds)
        print(f"{rules:<16}{steps:>12.0f}{bare:>12.0f}{1000 * resets:>12.0f}")


def environment(battle: str, rules: str, seconds: float, sizes: dict[str, Any]) -> tuple[float, float]:
    """Return steps a second, resets left out, and the seconds of a reset."""
    env = raw_env(battle, rules, **sizes)
    steps = resets = 0
    resetting = 0.0
    began = time.perf_counter()
    while (now := time.perf_counter()) - began < seconds:
        env.reset(seed=resets)
        resets += 1
        resetting += time.perf_counter() - now
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated or time.perf_counter() - began >= seconds:
                break
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            steps += 1
    spent = time.perf_counter() - began
    env.close()
    return steps / (spent - resetting), resetting / resets


def client(battle: str, rules: str, seconds: float) -> float:
    """Return decisions a second of a client that asks for nothing and gives `default`."""
    decisions = 0
    began = time.perf_counter()
    seed = 0
    while time.perf_counter() - began < seconds:
        with Game(battle, rules=rules, seed=seed) as game:
            for message in game:
                if time.perf_counter() - began >= seconds:
                    break
                if message["type"] == "decide":
                    game.order(message["default"])
                    decisions += 1
        seed += 1
    return decisions / (time.perf_counter() - began)


if __name__ == "__main__":
    main()
