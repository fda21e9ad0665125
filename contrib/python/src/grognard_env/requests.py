"""The requests of the protocol as methods, of the battle itself and of copies of it."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, cast

from .errors import GrognardError, UnfitError
from .messages import (
    SIDES,
    Choice,
    FieldOfFire,
    Forecast,
    Listing,
    Place,
    Side,
    Standing,
    State,
    Threat,
)

FORECASTS = 1000
"""The most orders that one request has foreseen."""

Until = Literal["mine", "turn", "over"]
"""How long a copy is played on: until the side has to decide, the turn is over, or the battle is."""


class Requests(ABC):
    """What may be asked while a decision is to be made; every method raises `RefusedError` where it is refused."""

    @abstractmethod
    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Make a request, an object with `ask`, and return its reply."""

    def ask_all(self, requests: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Make several requests and return their replies in the same order."""
        return [self.ask(request) for request in requests]

    @abstractmethod
    def line_bytes(self) -> int:
        """Return how long a line may be."""

    def reach(self, stem: str, *, most: int | None = None) -> list[Place]:
        """Return the poses that complete a stem, each with the cost of the way; at most that many, spread evenly."""
        return self.reaches([stem], most=most)[0]

    def reaches(self, stems: Sequence[str], *, most: int | None = None) -> list[list[Place]]:
        """Return the reach of each stem, in the same order; faster than one after another."""
        replies = self.ask_all([{"ask": "reach", "stem": stem} | _given({"most": most}) for stem in stems])
        return [cast("list[Place]", reply["reach"]) for reply in replies]

    def forecast(self, order: str) -> Forecast:
        """Return what an order may bring."""
        return cast(Forecast, self.ask({"ask": "forecast", "order": order})["forecast"])

    def forecasts(self, orders: Sequence[str]) -> list[Forecast]:
        """Return what each order may bring, in the same order; as many requests are made as the limits want."""
        found: list[Forecast] = []
        for some in parts(orders, FORECASTS, self.line_bytes()):
            found += self.ask({"ask": "forecast", "orders": some})["forecasts"]
        return found

    def threat(self, by: str, on: str, *, start: str | None = None, at: str | None = None) -> Threat:
        """Return what a unit threatens another with, as they stand, or at the poses `start` (by) and `at` (on)."""
        asked = {"ask": "threat", "by": by, "on": on}
        return cast(Threat, self.ask(asked | _given({"from": start, "at": at})))

    def sight(self, start: str, end: str) -> bool:
        """Return whether one hex is seen from another."""
        return bool(self.ask({"ask": "sight", "from": start, "to": end})["sees"])

    def field_of_fire(self, unit: str, *, at: str | None = None) -> FieldOfFire:
        """Return what a unit could shoot at, from where it stands or from a pose."""
        return cast(FieldOfFire, self.ask({"ask": "field_of_fire", "unit": unit} | _given({"at": at})))

    def orders(self) -> Listing:
        """Return what may be ordered now."""
        return cast(Listing, self.ask({"ask": "orders"}))

    def state(self) -> State:
        """Return how things stand."""
        return cast(State, self.ask({"ask": "state"})["state"])

    def prospects(self, unit: str) -> list[str]:
        """Return what a unit could be ordered if it were given the means to act."""
        return cast("list[str]", self.ask({"ask": "prospects", "unit": unit})["orders"])

    def choice(self, by: str = "steady") -> Choice:
        """Return what a commander of the game would order here."""
        return cast(Choice, self.ask({"ask": "choice", "by": by}))

    def standing(self) -> Standing:
        """Return how things stand, in brief."""
        return cast(Standing, self.ask({"ask": "standing"}))

    def copy(self, *, seed: int | None = None) -> Copy:
        """Return a copy of the battle as the side knows it, to be played on with other dice."""
        number = self.ask({"ask": "copy"} | _given({"seed": seed}))["copy"]
        return Copy(self, int(number))


class Copy(Requests):
    """A copy of the battle. It answers all requests for itself; at the end of a `with` it is dropped."""

    def __init__(self, origin: Requests, number: int) -> None:
        self._root: Requests = origin._root if isinstance(origin, Copy) else origin
        self.number = number
        self._dropped = False

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Make a request of this copy."""
        return self.ask_all([request])[0]

    def ask_all(self, requests: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Make several requests of this copy."""
        if self._dropped:
            raise GrognardError(f"copy {self.number} has been dropped; make another")
        return self._root.ask_all([{**request, "copy": self.number} for request in requests])

    def line_bytes(self) -> int:
        """Return how long a line may be."""
        return self._root.line_bytes()

    def play(self, orders: Sequence[str], *, events: bool = False) -> Standing:
        """Give orders for whichever side has to decide, until one is refused: see `played` and `refused`."""
        asked: dict[str, Any] = {"ask": "play", "orders": list(orders)}
        return cast(Standing, self.ask(asked | _told(events)))

    def play_on(
        self,
        until: Until = "turn",
        *,
        by: str | Mapping[Side, str] = "steady",
        turns: int | None = None,
        events: bool = False,
    ) -> Standing:
        """Have commanders of the game play on, one for both sides or one for each."""
        asked: dict[str, Any] = {"ask": "play_on", "until": until}
        seats = {"by": by} if isinstance(by, str) else {side: by[side] for side in SIDES if side in by}
        return cast(Standing, self.ask(asked | seats | _given({"turns": turns}) | _told(events)))

    def drop(self) -> None:
        """Give up the copy; it may be done again."""
        if not self._dropped:
            self.ask({"ask": "drop"})
            self._dropped = True

    def __enter__(self) -> Copy:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: BaseException | TracebackType | None) -> None:
        if kind is None:
            self.drop()


def parts(orders: Sequence[str], most: int, line_bytes: int) -> Iterator[list[str]]:
    """Divide orders among lines, each of at most that many orders and bytes."""
    room = line_bytes - 256
    some: list[str] = []
    size = 0
    for order in orders:
        length = len(json.dumps(order)) + 1
        if length > room:
            raise UnfitError(f"an order of {length} bytes does not fit into a line of {line_bytes}: {order[:60]}...")
        if len(some) == most or size + length > room:
            yield some
            some, size = [], 0
        some.append(order)
        size += length
    if some:
        yield some


def _given(options: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in options.items() if value is not None}


def _told(events: bool) -> dict[str, Any]:
    return {"events": True} if events else {}
