"""Orders, poses and hexes as text, taken apart."""

from __future__ import annotations

from typing import NamedTuple

FACINGS = ("N", "ENE", "ESE", "S", "WSW", "WNW")
"""The corners of a hex, clockwise from the top."""


class Hex(NamedTuple):
    """A hex by column and row from the top left, both from 0."""

    column: int
    row: int

    @classmethod
    def read(cls, text: str) -> Hex:
        """Read `12,7`."""
        column, comma, row = text.partition(",")
        if not (comma and _whole(column) and _whole(row)):
            raise ValueError(f"`{text}` is no hex; expected column and row such as 12,7")
        return cls(int(column), int(row))

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

    @classmethod
    def read(cls, text: str) -> Pose:
        """Read `12,7/N/line4`."""
        anchor, *parts = text.split("/")
        if len(parts) < 2 or parts[0] not in FACINGS:
            raise ValueError(f"`{text}` is no pose; expected hex, facing and formation such as 12,7/N/line4")
        return cls(Hex.read(anchor), parts[0], parts[1], tuple(parts[2:]))

    def __str__(self) -> str:
        return "/".join((str(self.anchor), self.facing, self.formation, *self.rest))


class OrderParts(NamedTuple):
    """An order taken apart; what it does not have is `None`. `actor` and `target` are labels or hexes as text."""

    verb: str
    actor: str | None = None
    target: str | None = None
    pose: Pose | None = None
    number: int | None = None

    @classmethod
    def read(cls, text: str) -> OrderParts:
        """Read `assault B3 >R2`, `maneuver B3 12,7/N/line4`, `order BG1 #2`, `done`."""
        words = text.split()
        if not words:
            raise ValueError("an empty order; expected a verb such as done")
        parts = cls(words[0])
        for word in words[1:]:
            parts = parts._with(word)
        return parts

    def _with(self, word: str) -> OrderParts:
        if word.startswith(">"):
            return self._replace(target=word[1:])
        if word.startswith("#"):
            return self._replace(number=int(word[1:]))
        if "/" in word:
            return self._replace(pose=Pose.read(word))
        return self._replace(actor=word)

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


def _whole(text: str) -> bool:
    return text.removeprefix("-").isdecimal()
