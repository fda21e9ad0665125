"""Candidates: a bounded list of legal orders, the same whenever the decision is.

There are too many legal orders to number them all, for a stem may have thousands of poses. The list of at most
`budget` orders is made so:

1. `default` is always in it.
2. All `orders`, as listed, where they fit; a quarter of the list is kept free for stems where there are any. Where they
   do not fit, the room is shared out among the groups of orders with verb and actor in common, each thinned evenly.
3. The room that is left is shared out among the `stems`, each completed by poses of its reach, in the order in which
   `reach` lists them, and thinned evenly, too. Of more stems than `stems`, every so many-th is asked for its reach.

To share out is to give everyone the same; what somebody does not need goes to the others. To thin evenly is to keep
every so many-th. The list is in the order `default`, `orders`, completed stems, and has no order twice.
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
    kept_free = budget // 4 if offered.stems and stems > 0 else 0
    found |= {order: Candidate(order) for order in chosen(plain, budget - 1 - kept_free)}
    room = budget - len(found)
    if room > 0:
        asked = thinned(offered.stems, min(stems, room))
        reaches = game.reaches(asked)
        for stem, reach, share in zip(asked, reaches, shares([len(reach) for reach in reaches], room), strict=True):
            for candidate in completed(stem, thinned(reach, share)):
                found.setdefault(candidate.order, candidate)
    return list(found.values())


def chosen(orders: Sequence[str], most: int) -> list[str]:
    """Return at most that many orders, as they are listed: of everyone's and every verb's some."""
    if len(orders) <= most:
        return list(orders)
    groups: dict[tuple[str, ...], list[str]] = {}
    for order in orders:
        groups.setdefault(tuple(order.split()[:2]), []).append(order)
    given = shares([len(group) for group in groups.values()], most)
    kept = {order for group, share in zip(groups.values(), given, strict=True) for order in thinned(group, share)}
    return [order for order in orders if order in kept]


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
