"""The list of candidates, without the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grognard_env.candidates import Offered, candidates, chosen, shares, thinned
from grognard_env.requests import Requests


class Reaches(Requests):
    """Answers for the reach of stems and counts who asks."""

    def __init__(self, known: Mapping[str, int]) -> None:
        self.known = known
        self.asked: list[str] = []

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        self.asked.append(request["stem"])
        count = self.known[request["stem"]]
        return {"reach": [{"pose": f"{place},0/N/line4", "cost": place} for place in range(count)]}

    def line_bytes(self) -> int:
        return 65536


def listed(game: Requests, offered: Offered, budget: int, stems: int = 100) -> list[str]:
    return [candidate.order for candidate in candidates(game, offered, budget=budget, stems=stems)]


def test_everything_is_listed_where_there_is_room() -> None:
    game = Reaches({"move B1": 2})
    assert listed(game, Offered(["done", "fire B1"], ["move B1"], "done"), 10) == [
        "done",
        "fire B1",
        "move B1 0,0/N/line4",
        "move B1 1,0/N/line4",
    ]


def test_the_default_is_listed_though_it_has_a_pose() -> None:
    game = Reaches({"move B1": 2})
    found = listed(game, Offered([], ["move B1"], "move B1 1,0/N/line4"), 10)
    assert found == ["move B1 1,0/N/line4", "move B1 0,0/N/line4"]


@pytest.mark.parametrize("budget", [1, 2, 5, 17, 100])
def test_no_list_is_longer_than_its_budget(budget: int) -> None:
    game = Reaches({f"move B{unit}": 30 * unit for unit in range(1, 5)})
    offered = Offered([f"fire B{unit}" for unit in range(1, 5)], list(game.known), "done")
    found = listed(game, offered, budget)
    assert len(found) == budget == len(set(found))
    assert found[0] == "done"


def test_stems_beyond_the_limit_are_not_asked_for() -> None:
    game = Reaches({f"move B{unit}": 3 for unit in range(10)})
    listed(game, Offered([], list(game.known), "done"), 100, stems=4)
    assert game.asked == ["move B0", "move B2", "move B5", "move B7"]


def test_of_too_many_orders_everyone_keeps_some() -> None:
    orders = [f"lead BG >{column},0" for column in range(100)] + ["lead BH >0,0", "rally B1"]
    found = chosen(orders, 10)
    assert found == [f"lead BG >{column},0" for column in (0, 12, 25, 37, 50, 62, 75, 87)] + orders[100:]


def test_stems_have_a_quarter_of_the_room_though_there_are_many_orders() -> None:
    game = Reaches({"move B1": 30, "move B2": 30})
    orders = [f"lead BG >{column},0" for column in range(100)]
    found = listed(game, Offered(orders, ["move B1", "move B2"], "done"), 40)
    assert [len([order for order in found if order.startswith(verb)]) for verb in ("lead", "move")] == [29, 10]


def test_no_room_means_no_question() -> None:
    game = Reaches({"move B1": 3})
    listed(game, Offered(["a", "b"], ["move B1"], "done"), 3)
    assert game.asked == []


def test_a_budget_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="the budget is 0; expected at least 1"):
        listed(Reaches({}), Offered([], [], "done"), 0)


def test_thinning_is_even() -> None:
    assert thinned(range(10), 4) == [0, 2, 5, 7]
    assert thinned(range(3), 4) == range(3)
    assert thinned(range(3), 0) == []


@pytest.mark.parametrize(
    ("wants", "room", "given"),
    [([5, 5], 4, [2, 2]), ([1, 9], 6, [1, 5]), ([9, 9, 9], 10, [4, 3, 3]), ([1, 2], 9, [1, 2]), ([], 5, [])],
)
def test_room_is_shared(wants: list[int], room: int, given: list[int]) -> None:
    assert shares(wants, room) == given
