"""Candidates: a bounded list of legal orders, the same whenever the decision is.

There are too many legal orders to number them all, for a stem may have thousands of poses. The list of at most
`budget` orders is made so:

1. `default` is always in it.
2. All `orders`, as listed; where there are more than fit, every so many-th of them.
3. The room that is left is shared out among the `stems`, each completed by poses of its reach, in the order in which
   `reach` lists them, and thinned evenly, too. Every stem has the same share; what a stem does not need goes to the
   others. Of more stems than `stems`, every so many-th is asked for its reach.

The list is in the order `default`, `orders`, completed stems, and has no order twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from .messages import Place
from .orders import complete
from .requests import Requests

T = TypeVar("T")


class Candidate(NamedTuple):
    """A legal order; `cost` is that of its way, 0 where it names no pose."""

    order: str
    cost: int = 0


class Offered(NamedTuple):
    """What a decision offers, whichever message told it."""

    orders: Sequence[str]
    stems: Sequence[str]
    default: str


def candidates(game: Requests, offered: Offered, *, budget: int, stems: int) -> list[Candidate]:
    """Return the candidates of the present decision, asking for the reach of at most that many stems."""
    if budget < 1:
        raise ValueError(f"the budget is {budget}; expected at least 1 order")
    found = {offered.default: Candidate(offered.default)}
    plain = [order for order in offered.orders if order not in found]
    found |= {order: Candidate(order) for order in thinned(plain, budget - 1)}
    room = budget - len(found)
    if room > 0:
        asked = thinned(offered.stems, min(stems, room))
        reaches = [game.reach(stem) for stem in asked]
        for stem, reach, share in zip(asked, reaches, shares([len(reach) for reach in reaches], room), strict=True):
            for candidate in completed(stem, thinned(reach, share)):
                found.setdefault(candidate.order, candidate)
    return list(found.values())


def completed(stem: str, reach: Sequence[Place]) -> list[Candidate]:
    """Return a stem with each of these poses."""
    return [Candidate(complete(stem, place["pose"]), place["cost"]) for place in reach]


def thinned(items: Sequence[T], most: int) -> Sequence[T]:
    """Return at most that many of the items, spread evenly, the first among them."""
    if len(items) <= most:
        return items
    return [items[place * len(items) // most] for place in range(most)]


def shares(wants: Sequence[int], room: int) -> list[int]:
    """Divide room: everyone the same, but nobody more than he wants; the first ones have what does not divide."""
    given = [0] * len(wants)
    while room > 0:
        open_ones = [place for place, want in enumerate(wants) if given[place] < want]
        if not open_ones:
            break
        each, over = divmod(room, len(open_ones))
        for rank, place in enumerate(open_ones):
            more = min(each + (rank < over), wants[place] - given[place])
            given[place] += more
            room -= more
    return given
