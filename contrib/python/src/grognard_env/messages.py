"""The messages of the protocol as types: what `docs/protocol.md` says, for a type checker.

They are plain dictionaries as they come out of `json.loads`; nothing is converted.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

PROTOCOL = 2
"""The version of the protocol that this package speaks."""

Side = Literal["blue", "red"]
"""One of the two sides."""

SIDES: tuple[Side, Side] = ("blue", "red")
"""Both sides, in the order in which pairs of numbers speak of them."""


class Limits(TypedDict):
    """What a program may take; `seconds` is `None` where there is no clock."""

    seconds: float | None
    refusals: int
    requests: int
    copies: int
    line_bytes: int


class Battle(TypedDict):
    """What is fought."""

    key: str
    title: str
    year: int | None
    briefing: list[str] | None
    turns: int | None
    first: Side | None


class StrengthWords(TypedDict, total=False):
    """How the rules count strength."""

    name: str
    one: str
    counts: str
    places: list[str]


class Step(TypedDict):
    """A step of a turn."""

    title: str
    clause: str


class MarkWords(TypedDict):
    """A mark that a unit may show; `sense` is what it means under any rules."""

    key: str
    word: str
    sense: str | None


class NumberWords(TypedDict):
    """What a number of an order stands for."""

    name: str
    help: str


class Verb(TypedDict):
    """A verb of the rules; `role` is what it is for under any rules."""

    word: str
    title: str
    help: str
    role: str
    pose: Literal["nothing", "end", "start"]
    clause: str
    numbers: list[NumberWords]


class Rules(TypedDict):
    """The rule system."""

    key: str
    title: str
    source: str
    options: dict[str, str]
    strength: StrengthWords
    paces: Literal["hundredths", "points"]
    measures: bool
    steps: list[Step]
    marks: list[MarkWords]
    verbs: list[Verb]


class Edge(TypedDict):
    """What stands or runs along an edge of a hex."""

    hex: str
    edge: str
    kind: str


class Crossing(TypedDict):
    """A ford or bridge, on a hex or on one of its edges."""

    hex: str
    kind: Literal["ford", "bridge"]
    edge: str | None


class Ground(TypedDict):
    """The ground: one letter a hex in `terrain`, one digit or letter in `height`."""

    columns: int
    rows: int
    hex_inches: int
    terrain: list[str]
    legend: dict[str, str]
    height: list[str]
    roads: list[str]
    storeys: list[str]
    edges: list[Edge]
    crossings: list[Crossing]
    weather: str


class Army(TypedDict):
    """A side's army and who sits there."""

    army: str
    commander: str


class Brigade(TypedDict):
    """A brigade; units refer to it by its place in the list."""

    name: str
    side: Side


class Goal(TypedDict):
    """An objective, as `hello` tells it."""

    name: str
    value: int
    goal: Literal["hold", "occupy", "exit", "destroy"]
    count: int
    side: Side | None
    hexes: list[str]


class _Seated(TypedDict, total=False):
    seat: Side


class Hello(_Seated):
    """The first message: everything that stays as it is."""

    type: Literal["hello"]
    protocol: int
    program: str
    seed: int
    errors: str | None
    limits: Limits
    battle: Battle
    rules: Rules
    ground: Ground
    sides: dict[Side, Army]
    brigades: list[Brigade]
    objectives: list[Goal]


Unit = TypedDict(
    "Unit",
    {
        "label": str,
        "name": str,
        "side": Side,
        "arm": Literal["infantry", "cavalry", "artillery"],
        "class": str,
        "brigade": int | None,
        "at": str | None,
        "presence": Literal["map", "coming", "destroyed", "routed", "exited"],
        "hexes": list[str],
        "stands": int,
        "strength": int,
        "full": int,
        "worth": float,
        "pace": int,
        "fire_range": int,
        "holds_ground": bool,
        "marks": list[str],
        "figures": dict[str, float],
        "card": list[list[str]],
    },
)
"""A unit as it stands."""

Leader = TypedDict(
    "Leader",
    {"label": str, "name": str, "side": Side, "class": str, "at": str | None, "fate": str},
)
"""A leader; `at` is a unit's label, a hex, or `None`."""


class Member(TypedDict):
    """A unit of a command."""

    unit: str
    hears: bool
    short: int


class Command(TypedDict):
    """A leader's command and the order that it is under."""

    leader: str | None
    order: str
    demand: str
    objective: str | None
    radius: int
    members: list[Member]


class Score(TypedDict):
    """Points of Blue and Red if the battle ended now."""

    points: list[int]
    count: Literal["points", "losses"]
    winner: Side | None


class Held(TypedDict):
    """Who holds an objective, and who would if the turn ended now."""

    name: str
    value: int
    holder: Side | None
    now: Side | None
    hexes: list[str]


class Damage(TypedDict):
    """What a wall, door or window has suffered."""

    part: str
    wounds: int
    destroyed: bool


class State(TypedDict):
    """How things stand, as far as the side knows."""

    system: str
    turn: int
    turns: int | None
    step: str
    score: Score
    units: list[Unit]
    leaders: list[Leader]
    commands: list[Command]
    objectives: list[Held]
    damages: list[Damage]
    burning: list[str]


class Question(TypedDict):
    """What is to be decided."""

    side: Side
    ask: str
    role: str
    prompt: str
    unit: str | None
    target: str | None


Event = dict[str, Any]
"""Something that has happened: `event` is its kind; the other keys depend on it."""


class Decide(_Seated):
    """A side has to decide."""

    type: Literal["decide"]
    turn: int
    step: str
    decision: Question
    orders: list[str]
    stems: list[str]
    default: str
    state: State
    events: list[Event]


class Account(TypedDict):
    """What the battle took."""

    turns: int
    decisions: int
    requests: int
    refused: int
    seconds: float


class Over(_Seated):
    """The battle is over."""

    type: Literal["over"]
    winner: Side | None
    reason: str
    why: str | None
    points: list[int]
    count: Literal["points", "losses"]
    you: Literal["won", "lost", "drawn"]
    account: Account
    units: list[Unit]
    events: list[Event]


Message = Hello | Decide | Over
"""What the game says of itself; `reply` and `refused` come only when something was said to it."""


class Place(TypedDict):
    """A pose that completes a stem, and what the way costs."""

    pose: str
    cost: int


class End(TypedDict):
    """A pose where an order may end, and how likely."""

    pose: str
    chance: float


class Result(TypedDict):
    """A result of an order, and how likely."""

    label: str
    chance: float


class Effect(TypedDict, total=False):
    """What an order is worth, in terms of no rule system."""

    inflicted: float
    taken: float
    destroys: float
    destroyed: float
    repels: float
    repelled: float
    succeeds: float
    recovers: float
    spends: float
    mobility: float
    opens: float


class Modifier(TypedDict):
    """A reason for other dice."""

    name: str
    value: int
    changes: str
    clause: str | None


class Roll(TypedDict):
    """A roll to be made; `odds` are pairs of a result and its chance."""

    label: str
    dice: int
    need: int | None
    modifiers: list[Modifier]
    odds: list[tuple[int, float]]


Distances = TypedDict("Distances", {"from": "str | None", "least": int, "most": "int | None"})
"""Distances in hundredths of an inch, from a hex or from the nearest enemy; `most` is `None` where there is no end."""


class Bound(TypedDict):
    """A unit under an order to its command, and the strength that it regains by it in a turn."""

    unit: str
    recovers: float


class Binding(TypedDict):
    """What an order to a command asks of its units."""

    name: str
    delay: int
    drive: float
    pace: float
    charges: float
    bands: list[Distances]
    units: list[Bound]


class Forecast(TypedDict, total=False):
    """What an order may bring; `refused` alone where the order cannot be read."""

    rolls: list[Roll]
    results: list[Result]
    effect: Effect
    ends: list[End]
    area: list[str]
    differs: bool
    binding: Binding | None
    reply: list[str]
    way: list[str]
    refused: str


class Threat(TypedDict):
    """What one unit threatens another with."""

    fire: float
    charge: float
    charge_cost: float
    breaks: float
    routs: float


class Band(TypedDict):
    """A hex in a field of fire, and the place of its band among `bands`."""

    hex: str
    band: int


class FieldOfFire(TypedDict):
    """What a unit could shoot at."""

    bands: list[str]
    hexes: list[Band]


class Listing(TypedDict):
    """What may be ordered now."""

    decision: Question | None
    orders: list[str]
    stems: list[str]
    default: str | None


class Choice(TypedDict):
    """What a commander of the game would order, and why."""

    order: str
    why: str


class _Standing(TypedDict):
    turn: int
    step: str
    decision: Question | None
    over: dict[str, Any] | None
    score: Score
    strength: dict[Side, float]


class Standing(_Standing, total=False):
    """How a battle or a copy stands, in brief; after `play` and `play_on` also what was played."""

    played: int
    refused: str | None
    events: list[Event]
