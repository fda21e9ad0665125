"""Decisions as arrays: what each layer, row and column of an observation means.

All numbers lie between -1 and 1 and are seen from the side that decides: `own` and `enemy`, not blue and red. What the
side does not know is absent. What a constant divides is cut off where it goes beyond.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .candidates import Candidate
from .messages import SIDES, Hello, Question, Score, Side, State, Unit
from .orders import FACINGS, Hex, OrderParts, Pose

Floats = NDArray[np.float32]
Observation = dict[str, NDArray[Any]]

TERRAINS = (
    "open",
    "crops",
    "ploughed",
    "rough",
    "light woods",
    "woods",
    "dense woods",
    "marsh",
    "wooden building",
    "brick building",
    "stone building",
    "court",
    "works",
    "water",
    "impassable",
)
"""What may cover a hex, in every battle."""

ARMS = ("infantry", "cavalry", "artillery")
"""The arms of units."""

SENSES = (
    "hidden",
    "routing",
    "limbered",
    "charging",
    "engaged",
    "ordered",
    "was_ordered",
    "gone",
    "ladder",
)
"""What marks may mean, under every system."""

ROLES = (
    "deploy",
    "activate",
    "lead",
    "move",
    "march",
    "maneuver",
    "place",
    "form",
    "search",
    "assault",
    "fire",
    "rally",
    "resupply",
    "defend",
    "keep",
    "pursue",
    "command",
    "done",
)
"""What verbs are for, under every system."""

ASKED = ("deploy", "command", "act", "place", "react", "pursue", "fire", "settle")
"""The roles of decisions."""

FORMATIONS = (
    "line",
    "open",
    "column",
    "attack",
    "march",
    "square",
    "skirmish",
    "wedge",
    "limbered",
    "battery",
    "garrison",
    "block",
    "screen",
)
"""The arrangements that formations begin with."""

LAYERS = (
    *(f"terrain: {terrain}" for terrain in TERRAINS),
    "height",
    "road",
    "obstacles",
    "crossing",
    *(f"own {arm}" for arm in ARMS),
    *(f"enemy {arm}" for arm in ARMS),
    "own strength",
    "enemy strength",
    "own worth",
    "enemy worth",
    "facing x",
    "facing y",
    *(f"mark: {sense}" for sense in SENSES),
    "own leader",
    "enemy leader",
    "objective for own",
    "objective for enemy",
    "objective held by own",
    "objective held by enemy",
    "asked about",
    "asked about, target",
    "reachable",
)
"""The layers of `observation`, each of the field's rows and columns."""

UNIT_COLUMNS = (
    "present",
    "own",
    "on the map",
    "coming",
    *ARMS,
    "column",
    "row",
    "facing x",
    "facing y",
    "stands",
    "strength",
    "worth",
    "pace",
    "fire range",
    "holds ground",
    *(f"mark: {sense}" for sense in SENSES),
    "asked about",
    "asked about, target",
)
"""The columns of `units`; rows of nobody are all 0."""

ACTION_COLUMNS = (
    "present",
    "default",
    *(f"role: {role}" for role in ROLES),
    "verb",
    "has a place",
    "column",
    "row",
    "facing x",
    "facing y",
    "formation",
    "files",
    "number",
    "cost",
)
"""The columns of `actions`, a row a candidate. The place is that of the pose, else of the target."""

SCALARS = ("turn", "turns left", "blue", "points", *(f"asked: {role}" for role in ASKED))
"""The numbers of `scalars`."""

HEIGHT, STANDS, WORTH, PACE, RANGE, VALUE, NUMBER = 9.0, 24.0, 2.0, 2400.0, 4800.0, 10.0, 10.0
PACES = {"hundredths": 2400.0, "points": 24.0}
TURNS = 40.0

_FIRST_DYNAMIC = LAYERS.index("own infantry")
_LAYER = {name: place for place, name in enumerate(LAYERS)}
_CORNERS = {
    facing: (float(np.sin(np.pi / 3 * place)), float(-np.cos(np.pi / 3 * place)))
    for place, facing in enumerate(FACINGS)
}

_ROLE = {role: tuple(float(role == other) for other in ROLES) for role in ROLES}
_NO_ROLE = (0.0,) * len(ROLES)


@dataclass(frozen=True)
class Sizes:
    """The sizes that do not depend on the battle."""

    actions: int
    units: int


@dataclass(frozen=True)
class Seen:
    """What a side knows when it decides, or when it is over; then there is nothing asked and no candidate."""

    state: State
    question: Question | None = None
    candidates: Sequence[Candidate] = ()
    default: str | None = None

    def rows(self, side: Side, most: int) -> list[Unit]:
        """Return the units that have a row: one's own before the enemy's, each as the game lists them."""
        return sorted(self.state["units"], key=lambda unit: unit["side"] != side)[:most]


def other(side: Side) -> Side:
    """Return the other side."""
    return SIDES[1 - SIDES.index(side)]


def observation_space(hello: Hello, sizes: Sizes) -> spaces.Dict:
    """Return the space of observations of a battle."""
    ground = hello["ground"]

    def floats(*shape: int) -> spaces.Box:
        return spaces.Box(-1.0, 1.0, shape, np.float32)

    return spaces.Dict(
        {
            "observation": floats(len(LAYERS), ground["rows"], ground["columns"]),
            "action_mask": spaces.Box(0, 1, (sizes.actions,), np.int8),
            "units": floats(sizes.units, len(UNIT_COLUMNS)),
            "actions": floats(sizes.actions, len(ACTION_COLUMNS)),
            "action_units": spaces.Box(-1, sizes.units - 1, (sizes.actions, 2), np.int32),
            "scalars": floats(len(SCALARS)),
        }
    )


def lead(score: Score, side: Side, scale: float) -> float:
    """Return by how much a side is ahead, as a share of what is at stake."""
    blue, red = score["points"]
    ahead = (blue - red) / scale
    return ahead if side == "blue" else -ahead


class Encoder:
    """Makes arrays of what a side sees; made of its `hello`."""

    def __init__(self, hello: Hello, side: Side, sizes: Sizes) -> None:
        self._hello = hello
        self._side = side
        self._sizes = sizes
        self._ground = ground_layers(hello, side)
        self._senses = {mark["key"]: mark["sense"] for mark in hello["rules"]["marks"]}
        self._verbs = {verb["word"]: (place, verb["role"]) for place, verb in enumerate(hello["rules"]["verbs"])}
        self._goals = {goal["name"]: [Hex.read(hex_) for hex_ in goal["hexes"]] for goal in hello["objectives"]}
        self._cost = PACES.get(hello["rules"]["paces"], NUMBER)

    def encode(self, seen: Seen, stake: float) -> Observation:
        """Return the observation; `stake` is what a lead of 1 is worth."""
        units = seen.rows(self._side, self._sizes.units)
        rows = {unit["label"]: row for row, unit in enumerate(units)}
        mask = np.zeros(self._sizes.actions, np.int8)
        mask[: len(seen.candidates)] = 1
        parts = [OrderParts.read(candidate.order) for candidate in seen.candidates]
        return {
            "observation": self._layers(seen, parts),
            "action_mask": mask,
            "units": self._units(seen, units),
            "actions": self._actions(seen, parts),
            "action_units": self._action_units(parts, rows),
            "scalars": self._scalars(seen, stake),
        }

    def _layers(self, seen: Seen, parts: Iterable[OrderParts]) -> Floats:
        layers: Floats = self._ground.copy()
        for unit in seen.state["units"]:
            self._draw(layers, unit, seen.question)
        where = {unit["label"]: unit["hexes"] for unit in seen.state["units"]}
        for leader in seen.state["leaders"]:
            for hex_ in _hexes(leader["at"], where)[:1]:
                _put(layers, f"{self._whose(leader['side'])} leader", [hex_], 1.0)
        for held in seen.state["objectives"]:
            if held["holder"] is not None:
                _put(layers, f"objective held by {self._whose(held['holder'])}", self._goals[held["name"]], 1.0)
        _put(layers, "reachable", (order.pose.anchor for order in parts if order.pose), 1.0)
        return layers

    def _draw(self, layers: Floats, unit: Unit, question: Question | None) -> None:
        hexes = unit["hexes"]
        if not hexes or unit["at"] is None:
            return
        columns, rows = zip(*map(Hex.read, hexes), strict=True)
        whose = self._whose(unit["side"])
        numbers = {
            f"{whose} {unit['arm']}": 1.0,
            f"{whose} strength": _share(unit),
            f"{whose} worth": min(unit["worth"] / WORTH, 1.0),
        }
        numbers["facing x"], numbers["facing y"] = _CORNERS[Pose.read(unit["at"]).facing]
        numbers |= {f"mark: {sense}": 1.0 for sense in self._senses_of(unit)}
        numbers |= {name: 1.0 for name, label in _asked(question) if label == unit["label"]}
        places = np.array([_LAYER[name] for name in numbers])
        layers[places[:, None], rows, columns] = np.array(list(numbers.values()), np.float32)[:, None]

    def _units(self, seen: Seen, units: Sequence[Unit]) -> Floats:
        found = np.zeros((self._sizes.units, len(UNIT_COLUMNS)), np.float32)
        for row, unit in zip(found, units, strict=False):
            at = Pose.read(unit["at"]) if unit["at"] is not None else None
            senses = self._senses_of(unit)
            asked = [label == unit["label"] for _, label in _asked(seen.question)]
            row[:] = (
                1.0,
                unit["side"] == self._side,
                at is not None,
                unit["presence"] == "coming",
                *(unit["arm"] == arm for arm in ARMS),
                *(self._scaled(at.anchor) if at else (0.0, 0.0)),
                *(_CORNERS[at.facing] if at else (0.0, 0.0)),
                unit["stands"] / STANDS,
                _share(unit),
                unit["worth"] / WORTH,
                unit["pace"] / PACE,
                unit["fire_range"] / RANGE,
                unit["holds_ground"],
                *(sense in senses for sense in SENSES),
                *asked,
            )
        return np.clip(found, -1.0, 1.0, out=found)

    def _actions(self, seen: Seen, parts: Sequence[OrderParts]) -> Floats:
        found = np.zeros((self._sizes.actions, len(ACTION_COLUMNS)), np.float32)
        where = {unit["label"]: unit["hexes"] for unit in seen.state["units"]}
        rows = []
        for candidate, order in zip(seen.candidates, parts, strict=True):
            place, pose = order.pose.anchor if order.pose else None, order.pose
            if place is None:
                place = next(iter(_hexes(order.target, where)), None)
            verb, role = self._verbs.get(order.verb, (0, ""))
            rows.append(
                (
                    1.0,
                    float(candidate.order == seen.default),
                    *_ROLE.get(role, _NO_ROLE),
                    verb / max(len(self._verbs), 1),
                    float(place is not None),
                    *(self._scaled(place) if place else (0.0, 0.0)),
                    *(_CORNERS[pose.facing] + _formation(pose.formation) if pose else (0.0, 0.0, 0.0, 0.0)),
                    (order.number or 0) / NUMBER,
                    candidate.cost / self._cost,
                )
            )
        if rows:
            found[: len(rows)] = rows
        return np.clip(found, -1.0, 1.0, out=found)

    def _action_units(self, parts: Iterable[OrderParts], rows: Mapping[str, int]) -> NDArray[np.int32]:
        found = np.full((self._sizes.actions, 2), -1, np.int32)
        pairs = [(rows.get(order.actor or "", -1), rows.get(order.target or "", -1)) for order in parts]
        if pairs:
            found[: len(pairs)] = pairs
        return found

    def _scalars(self, seen: Seen, stake: float) -> Floats:
        turn, turns = seen.state["turn"], self._hello["battle"]["turns"]
        role = seen.question["role"] if seen.question else ""
        numbers = (
            turn / (turns or TURNS),
            (turns - turn) / TURNS if turns else 1.0,
            self._side == "blue",
            lead(seen.state["score"], self._side, stake),
            *(role == asked for asked in ASKED),
        )
        found = np.array(numbers, np.float32)
        return np.clip(found, -1.0, 1.0, out=found)

    def _whose(self, side: Side) -> str:
        return "own" if side == self._side else "enemy"

    def _senses_of(self, unit: Unit) -> set[str]:
        senses = (self._senses.get(mark) for mark in unit["marks"])
        return {sense for sense in senses if sense in SENSES}

    def _scaled(self, hex_: Hex) -> tuple[float, float]:
        ground = self._hello["ground"]
        return hex_.column / ground["columns"], hex_.row / ground["rows"]


def ground_layers(hello: Hello, side: Side) -> Floats:
    """Return all layers with what does not change in a battle: the ground and what is asked of it."""
    ground = hello["ground"]
    layers = np.zeros((len(LAYERS), ground["rows"], ground["columns"]), np.float32)
    terrain = {letter: _LAYER.get(f"terrain: {word}") for letter, word in ground["legend"].items()}
    for number, (letters, heights) in enumerate(zip(ground["terrain"], ground["height"], strict=True)):
        for column, (letter, height) in enumerate(zip(letters, heights, strict=True)):
            layer = terrain.get(letter)
            if layer is not None:
                layers[layer, number, column] = 1.0
            layers[_LAYER["height"], number, column] = min(int(height, 36) / HEIGHT, 1.0)
    _put(layers, "road", map(Hex.read, ground["roads"]), 1.0)
    _put(layers, "crossing", (Hex.read(one["hex"]) for one in ground["crossings"]), 1.0)
    for edge in ground["edges"]:
        column, row = Hex.read(edge["hex"])
        layers[_LAYER["obstacles"], row, column] += 1.0 / 6.0
    for goal in hello["objectives"]:
        hexes = [Hex.read(hex_) for hex_ in goal["hexes"]]
        for name, of in (("own", side), ("enemy", other(side))):
            if goal["side"] in (None, of):
                _put(layers, f"objective for {name}", hexes, min(goal["value"] / VALUE, 1.0))
    return np.clip(layers, -1.0, 1.0, out=layers)


def stake(hello: Hello, score: Score, units: Iterable[Unit]) -> float:
    """Return what is at stake: the objectives' values together or, where losses count, the strength of all units."""
    if score["count"] == "points":
        return float(max(1, sum(goal["value"] for goal in hello["objectives"])))
    return float(max(1, sum(unit["full"] for unit in units)))


def _put(layers: Floats, name: str, hexes: Iterable[Hex], number: float) -> None:
    layer = layers[_LAYER[name]]
    for column, row in hexes:
        layer[row, column] = number


def _hexes(at: str | None, where: Mapping[str, Sequence[str]]) -> list[Hex]:
    """Return where a unit, a hex or an edge of one is; nothing for whoever is nowhere."""
    if at is None:
        return []
    if at in where:
        return [Hex.read(hex_) for hex_ in where[at]]
    try:
        return [Hex.read(at.partition(":")[0])]
    except ValueError:
        return []


def _asked(question: Question | None) -> list[tuple[str, str | None]]:
    unit, target = (question["unit"], question["target"]) if question else (None, None)
    return [("asked about", unit), ("asked about, target", target)]


def _share(unit: Unit) -> float:
    return min(unit["strength"] / unit["full"], 1.0) if unit["full"] > 0 and unit["strength"] > 0 else 0.0


@lru_cache
def _formation(text: str) -> tuple[float, float]:
    word = text.rstrip("0123456789")
    place = FORMATIONS.index(word) + 1 if word in FORMATIONS else 0
    return place / len(FORMATIONS), int(text[len(word) :] or 0) / STANDS
