"""Orders, poses and hexes as text."""

from __future__ import annotations

import pytest

from grognard_env.orders import Hex, OrderParts, Pose


@pytest.mark.parametrize(
    "text",
    [
        "done",
        "assault B3 >R2",
        "maneuver B3 12,7/N/line4",
        "march B1 3,4/ESE/march5/112",
        "order BG1 #2",
        "lead BG >3,4",
    ],
)
def test_an_order_taken_apart_is_written_as_it_was(text: str) -> None:
    assert str(OrderParts.read(text)) == text


def test_parts_may_stand_in_any_order() -> None:
    assert OrderParts.read("assault >R2 #1 B3") == OrderParts("assault", "B3", "R2", None, 1)


@pytest.mark.parametrize(("text", "what"), [("12,7", "pose"), ("12,7/E/line4", "pose"), ("x,7/N/line4", "hex")])
def test_what_is_no_pose_is_named(text: str, what: str) -> None:
    with pytest.raises(ValueError, match=f"is no {what}; expected"):
        Pose.read(text)


@pytest.mark.parametrize(
    ("end", "steps"),
    [("5,5", 0), ("6,5", 1), ("5,4", 1), ("6,4", 1), ("4,4", 2), ("5,6", 1), ("6,6", 1), ("5,7", 2), ("0,0", 8)],
)
def test_odd_rows_lie_half_a_hex_to_the_right(end: str, steps: int) -> None:
    assert Hex(5, 5).distance(Hex.read(end)) == steps
    assert Hex.read(end).distance(Hex(5, 5)) == steps
