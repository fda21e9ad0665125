"""The field as text."""

from __future__ import annotations

from .messages import Hello, State
from .orders import Hex

ARM_LETTERS = {"infantry": "i", "cavalry": "c", "artillery": "a"}


def picture(hello: Hello, state: State) -> str:
    """Return the field in rows of two signs a hex: the ground's letter, or a stand as `Bi`, `Rc`, `Ba`."""
    rows = [[f" {letter}" for letter in row] for row in hello["ground"]["terrain"]]
    for unit in state["units"]:
        stand = f"{unit['side'][0].upper()}{ARM_LETTERS.get(unit['arm'], '?')}"
        for hex_ in map(Hex.read, unit["hexes"]):
            rows[hex_.row][hex_.column] = stand
    lines = [" " * (number % 2) + "".join(row).rstrip() for number, row in enumerate(rows)]
    blue, red = state["score"]["points"]
    heading = f"Turn {state['turn']}, {state['step']}: blue {blue}, red {red} {state['score']['count']}"
    return "\n".join([heading, *lines, ""])
