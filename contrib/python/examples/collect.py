"""Collects what commanders of the game decide, as a table for whoever wants to learn from it. Nothing is trained here.

    python3 examples/collect.py --turns 1000 --out turns.parquet

A row is a decision: who stood where, what could be ordered, what was chosen and why, and how the battle ended. Battles
are played one after another, with seeds that count up, until that many turns have been played. It needs the extra
`collect`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from grognard_env.client import Game
from grognard_env.messages import Decide, Unit
from grognard_env.orders import Pose

UNIT = pa.struct(
    [
        ("label", pa.string()),
        ("side", pa.string()),
        ("arm", pa.string()),
        ("presence", pa.string()),
        ("column", pa.int16()),
        ("row", pa.int16()),
        ("facing", pa.string()),
        ("formation", pa.string()),
        ("stands", pa.int16()),
        ("strength", pa.int32()),
        ("full", pa.int32()),
        ("worth", pa.float32()),
        ("marks", pa.list_(pa.string())),
    ]
)

SCHEMA = pa.schema(
    [
        ("battle", pa.string()),
        ("rules", pa.string()),
        ("seed", pa.int64()),
        ("decision", pa.int32()),
        ("turn", pa.int16()),
        ("step", pa.string()),
        ("side", pa.string()),
        ("role", pa.string()),
        ("unit", pa.string()),
        ("units", pa.list_(UNIT)),
        ("points", pa.list_(pa.int32())),
        ("orders", pa.list_(pa.string())),
        ("stems", pa.list_(pa.string())),
        ("chosen", pa.string()),
        ("why", pa.string()),
        ("winner", pa.string()),
        ("reason", pa.string()),
        ("end_points", pa.list_(pa.int32())),
    ]
)


def main() -> None:
    """Write the table that the command line asks for."""
    parser = argparse.ArgumentParser(description="Collect decisions of commanders as a Parquet file.")
    parser.add_argument("--battle", default="crossroads")
    parser.add_argument("--rules", default="eagles")
    parser.add_argument("--by", default="steady", help="the commander whose choices are collected")
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="of the first battle")
    parser.add_argument("--out", type=Path, default=Path("turns.parquet"))
    asked = parser.parse_args()
    turns = rows = 0
    with pq.ParquetWriter(asked.out, SCHEMA, compression="zstd") as out:
        for seed in count(asked.seed):
            played = list(battle(asked.battle, asked.rules, asked.by, seed, asked.turns - turns))
            out.write_table(pa.Table.from_pylist(played, schema=SCHEMA))
            turns += max(row["turn"] for row in played)
            rows += len(played)
            if turns >= asked.turns:
                break
    print(f"{rows} decisions of {turns} turns in {asked.out}")


def battle(name: str, rules: str, by: str, seed: int, turns: int) -> Iterator[dict[str, Any]]:
    """Play a battle, or its first turns, and yield its rows."""
    rows: list[dict[str, Any]] = []
    end: dict[str, Any] = {"winner": None, "reason": None, "end_points": None}
    with Game(name, rules=rules, seed=seed) as game:
        for message in game:
            if message["type"] == "decide":
                if message["turn"] > turns:
                    break
                choice = game.choice(by)
                told = {"battle": name, "rules": rules, "seed": seed, "decision": len(rows)}
                rows.append(told | row(message) | {"chosen": choice["order"], "why": choice["why"]})
                game.order(choice["order"])
            elif message["type"] == "over":
                end = {"winner": message["winner"], "reason": message["reason"], "end_points": message["points"]}
    return (one | end for one in rows)


def row(decision: Decide) -> dict[str, Any]:
    """Return a decision as the table has it."""
    asked, state = decision["decision"], decision["state"]
    return {
        "turn": decision["turn"],
        "step": decision["step"],
        "side": asked["side"],
        "role": asked["role"],
        "unit": asked["unit"],
        "units": [unit_row(unit) for unit in state["units"]],
        "points": state["score"]["points"],
        "orders": decision["orders"],
        "stems": decision["stems"],
    }


def unit_row(unit: Unit) -> dict[str, Any]:
    """Return a unit as the table has it."""
    kept = ("label", "side", "arm", "presence", "stands", "strength", "full", "worth", "marks")
    found: dict[str, Any] = {key: value for key, value in unit.items() if key in kept}
    if unit["at"] is not None:
        at = Pose.read(unit["at"])
        found |= {"column": at.anchor.column, "row": at.anchor.row, "facing": at.facing, "formation": at.formation}
    return found


if __name__ == "__main__":
    main()
