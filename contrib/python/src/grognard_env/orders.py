"""Orders, poses and hexes as text, taken apart."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

KEPT = 1 << 16
"""How many texts are kept with what they were read as; the same ones come again and again."""

FACINGS = ("N", "ENE", "ESE", "S", "WSW", "WNW")
"""The corners of a hex, clockwise from the top."""


class Hex(NamedTuple):
    """A hex by column and row from the top left, both from 0."""

    column: int
    row: int

    @staticmethod
    def read(text: str) -> Hex:
        """Read `12,7`."""
        return _hex(text)

    def distance(self, other: Hex) -> int:
        """Return how many steps it is to another hex."""
        (q, r), (other_q, other_r) = self._axial(), other._axial()
        across, down = other_q - q, other_r - r
        return max(abs(across), abs(down), abs(across + down))

    def _axial(self) -> tuple[int, int]:
        return self.column - (self.row - (self.row & 1)) // 2, self.row

    def __str__(self) -> str:
        return f"{self.column},{self.row}"


class Pose(NamedTuple):
    """How a unit stands: where its middle is, which way it looks, its formation and what follows that."""

    anchor: Hex
    facing: str
    formation: str
    rest: tuple[str, ...] = ()

    @staticmethod
    def read(text: str) -> Pose:
        """Read `12,7/N/line4`."""
        return _pose(text)

    def __str__(self) -> str:
        return "/".join((str(self.anchor), self.facing, self.formation, *self.rest))


class OrderParts(NamedTuple):
    """An order taken apart; what it does not have is `None`. `actor` and `target` are labels or hexes as text."""

    verb: str
    actor: str | None = None
    target: str | None = None
    pose: Pose | None = None
    number: int | None = None

    @staticmethod
    def read(text: str) -> OrderParts:
        """Read `assault B3 >R2`, `maneuver B3 12,7/N/line4`, `order BG1 #2`, `done`."""
        return _order(text)

    def __str__(self) -> str:
        words = (
            self.verb,
            self.actor,
            f">{self.target}" if self.target is not None else None,
            str(self.pose) if self.pose is not None else None,
            f"#{self.number}" if self.number is not None else None,
        )
        return " ".join(word for word in words if word is not None)


def complete(stem: str, pose: str) -> str:
    """Put a pose of its reach to a stem."""
    return f"{stem} {pose}"


@lru_cache(KEPT)
def _hex(text: str) -> Hex:
    column, _, row = text.partition(",")
    try:
        return Hex(int(column), int(row))
    except ValueError:
        raise ValueError(f"`{text}` is no hex; expected column and row such as 12,7") from None


@lru_cache(KEPT)
def _pose(text: str) -> Pose:
    anchor, *parts = text.split("/")
    if len(parts) < 2 or parts[0] not in FACINGS:
        raise ValueError(f"`{text}` is no pose; expected hex, facing and formation such as 12,7/N/line4")
    return Pose(_hex(anchor), parts[0], parts[1], tuple(parts[2:]))


@lru_cache(KEPT)
def _order(text: str) -> OrderParts:
    verb, *words = text.split() or [""]
    if not verb:
        raise ValueError("an empty order; expected a verb such as done")
    actor, target, pose, number = None, None, None, None
    for word in words:
        if word.startswith(">"):
            target = word[1:]
        elif word.startswith("#"):
            number = int(word[1:])
        elif "/" in word:
            pose = _pose(word)
        else:
            actor = word
    return OrderParts(verb, actor, target, pose, number)
