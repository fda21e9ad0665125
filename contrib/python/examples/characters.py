"""Eight players, each a temper in a few lines, to measure others against.

    grognard soak --blue 'exec:python3 examples/characters.py together' --red steady --swap --games 40

A character says how much it likes where an order leads. What an order inflicts and costs is judged the same for all, by
the game's forecasts; nothing here knows a rule system.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from statistics import median
from typing import NamedTuple

from greedy import USEFUL, balance, goals_of
from grognard_env.candidates import Offered, candidates
from grognard_env.client import Player, play
from grognard_env.messages import Decide, Side
from grognard_env.messages import Unit as Card
from grognard_env.orders import Hex, OrderParts, Pose

CANDIDATES, STEMS = 120, 24
STEP = 0.02
"""What a hex nearer to where a character wants to be is worth, in units."""


class Unit(NamedTuple):
    """A unit on the map."""

    label: str
    arm: str
    at: Hex
    worth: float
    reach: float
    pace: float


class Field(NamedTuple):
    """Who stands where, as far as we know; distances are in hexes."""

    ours: dict[str, Unit]
    theirs: dict[str, Unit]
    goals: list[Hex]
    turn: int

    def away(self, place: Hex) -> int:
        """Return how far it is to the nearest enemy."""
        return nearest(place, (enemy.at for enemy in self.theirs.values()))

    def nearer(self, start: Hex, end: Hex) -> int:
        """Return by how much nearer one place is to the enemy than another."""
        return self.away(start) - self.away(end)

    def outreach(self, place: Hex) -> float:
        """Return by how much we are outside of everything that could shoot or charge us next turn."""
        reaches = (enemy.at.distance(place) - max(enemy.reach, enemy.pace) for enemy in self.theirs.values())
        return min(reaches, default=99.0)

    def friends(self, place: Hex, within: int) -> float:
        """Return the worth of our units near there."""
        return sum(unit.worth for unit in self.ours.values() if unit.at.distance(place) <= within)

    def enemies(self, place: Hex, within: int) -> float:
        """Return the worth of their units near there."""
        return sum(unit.worth for unit in self.theirs.values() if unit.at.distance(place) <= within)


class Option(NamedTuple):
    """An order as a character sees it: who goes from where to where (both `None` where nobody does), and its worth."""

    parts: OrderParts
    role: str
    unit: Unit | None
    end: Hex | None
    balance: float
    succeeds: float


Leaning = Callable[[Field, Option], float]
"""How much a character likes an option beyond its balance, in units."""


def nearest(place: Hex, places: Iterable[Hex]) -> int:
    """Return the distance to the nearest of some places; 99 where there is none."""
    return min((place.distance(other) for other in places), default=99)


def field_of(player: Player, decision: Decide) -> Field:
    """Return who stands where."""
    side: Side = decision["decision"]["side"]
    hundredths = 100 * player.hello["ground"]["hex_inches"]

    def read(card: Card) -> Unit:
        at = Pose.read(card["at"] or "").anchor
        reach, pace = card["fire_range"] / hundredths, card["pace"] / hundredths
        return Unit(card["label"], card["arm"], at, card["worth"], reach, pace)

    there = [(card["side"] == side, read(card)) for card in decision["state"]["units"] if card["at"]]
    ours = {unit.label: unit for own, unit in there if own}
    theirs = {unit.label: unit for own, unit in there if not own}
    return Field(ours, theirs, goals_of(player, decision), decision["turn"])


def chosen(player: Player, decision: Decide, leaning: Leaning) -> str:
    """Return the order with the best balance and leaning; `default` counts as nothing gained."""
    field = field_of(player, decision)
    offered = Offered(decision["orders"], decision["stems"], decision["default"])
    listed = [one.order for one in candidates(player, offered, budget=CANDIDATES, stems=STEMS)]
    roles = {verb["word"]: verb["role"] for verb in player.hello["rules"]["verbs"]}
    best, order = 0.0, decision["default"]
    for text, forecast in zip(listed, player.forecasts(listed), strict=True):
        if text == decision["default"]:
            continue
        parts = OrderParts.read(text)
        role, unit = roles.get(parts.verb, ""), field.ours.get(parts.actor or "")
        ends = forecast.get("ends", [])
        end = Pose.read(max(ends, key=lambda one: one["chance"])["pose"]).anchor if ends else None
        effect = forecast.get("effect", {})
        option = Option(parts, role, unit, end, balance(effect), effect.get("succeeds", 0.0))
        worth = option.balance + USEFUL.get(role, 0.0) + leaning(field, option)
        if worth > best:
            best, order = worth, text
    return order


def together(field: Field, option: Option) -> float:
    """Walk in together: nobody goes far ahead of the others, and all go on as long as there is an enemy."""
    ahead, slack = 0.1, 2
    if option.unit is None or option.end is None:
        return 0.0
    line = median(field.away(unit.at) for unit in field.ours.values())
    return STEP * field.nearer(option.unit.at, option.end) - ahead * max(0.0, line - slack - field.away(option.end))


def standoff(field: Field, option: Option) -> float:
    """Stay out of reach while the guns work; without guns, or late in the day, go in."""
    late, safety = 6, 0.05
    if option.unit is None or option.end is None:
        return 0.0
    before, after = field.away(option.unit.at), field.away(option.end)
    if option.unit.arm == "artillery":
        near = option.unit.reach - 1
        return STEP * (max(before, near) - max(after, near))
    guns = any(unit.arm == "artillery" for unit in field.ours.values())
    if not guns or field.turn >= late:
        return STEP * (before - after)
    inside = [max(0.0, -field.outreach(place)) for place in (option.unit.at, option.end)]
    return safety * (inside[0] - inside[1]) + (STEP / 4) * (before - after)


def near(field: Field, option: Option) -> float:
    """Charge only what is near and likely to give way; else go to where one can shoot, and shoot."""
    close, likely, never = 4, 0.55, -9.0
    if option.unit is None:
        return 0.0
    if option.role == "assault":
        target = field.theirs.get(option.parts.target or "")
        far = target is not None and option.unit.at.distance(target.at) > close
        return never if far or option.succeeds < likely or option.balance <= 0 else 0.1
    if option.end is None:
        return 0.0
    wanted = max(1.0, 0.75 * option.unit.reach) if option.unit.reach > 0 else close
    off = [abs(field.away(place) - wanted) for place in (option.unit.at, option.end)]
    return STEP * (off[0] - off[1])


def massed(field: Field, option: Option) -> float:
    """Mass on the weakest part: everybody goes to the enemy who has the fewest friends about him."""
    about = 6

    def lonely(enemy: Unit) -> tuple[float, str]:
        return field.enemies(enemy.at, about) - field.friends(enemy.at, 2 * about), enemy.label

    if option.unit is None or not field.theirs:
        return 0.0
    weakest = min(field.theirs.values(), key=lonely)
    if option.parts.target == weakest.label:
        return 0.05
    if option.end is None:
        return 0.0
    return STEP * (option.unit.at.distance(weakest.at) - option.end.distance(weakest.at))


def holder(field: Field, option: Option) -> float:
    """Go to the nearest place that counts, and stay there."""
    if option.unit is None or option.end is None:
        return 0.0
    return 1.5 * STEP * (nearest(option.unit.at, field.goals) - nearest(option.end, field.goals))


def flanker(field: Field, option: Option) -> float:
    """Go round: make for the end of their line that is nearer, and close in from there."""
    if option.unit is None or option.end is None or not field.theirs:
        return 0.0
    places = [enemy.at for enemy in field.theirs.values()]
    spread = [max(values) - min(values) for values in zip(*places, strict=True)]
    line = sorted(places, key=lambda place: place[0] if spread[0] >= spread[1] else place[1])
    last = min(line[0], line[-1], key=option.unit.at.distance)
    return STEP * (option.unit.at.distance(last) - option.end.distance(last))


def patient(field: Field, option: Option) -> float:
    """Wait for them: stand, shoot, and charge what has come near; only late in the day go in."""
    late, cost = 10, 0.05
    if option.unit is None or option.end is None or option.role == "assault":
        return 0.0
    return -cost if field.turn < late else STEP * field.nearer(option.unit.at, option.end)


def fresh(field: Field, option: Option) -> float:
    """Fight with fresh units: the spent go back out of reach, the others go in where they are two to one."""
    spent, about, safe = 0.5, 5, 3.0
    if option.unit is None or option.end is None:
        return 0.0
    if option.unit.worth < spent:
        return STEP * (min(field.outreach(option.end), safe) - min(field.outreach(option.unit.at), safe))
    ours, theirs = field.friends(option.end, about), field.enemies(option.end, about)
    odds = 1.0 if ours >= 2 * theirs else -0.5 if ours < theirs else 0.5
    return STEP * odds * field.nearer(option.unit.at, option.end)


CHARACTERS: dict[str, Leaning] = {
    one.__name__: one for one in (together, standoff, near, massed, holder, flanker, patient, fresh)
}


def main() -> None:
    """Play the character that the command line names."""
    name = sys.argv[1] if len(sys.argv) == 2 else ""
    leaning = CHARACTERS.get(name)
    if leaning is None:
        sys.exit(f"unknown character `{name}`; expected one of {', '.join(CHARACTERS)}")
    play(lambda player, decision: chosen(player, decision, leaning))


if __name__ == "__main__":
    main()
