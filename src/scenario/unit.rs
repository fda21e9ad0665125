//! One unit of the order of battle, with what its type has by default.

use std::collections::BTreeMap;

use battle::{Arm, Quality, Start, Trait, Troop, UnitSpec, Weapon};
use document::{Table, expected_one_of};
use hexes::Facing;

use crate::army::{Context, Labels};
use crate::{area, choice, standard};

/// The most stands and guns of one unit.
const STANDS: std::ops::RangeInclusive<u8> = 1..=24;
const GUNS: std::ops::RangeInclusive<u8> = 1..=100;
/// What may be left of a unit as a battle begins, in per cent.
const STRENGTH: std::ops::RangeInclusive<u8> = 10..=100;

/// Reads a unit and where it starts; nothing, with faults, when its type or its start is not known.
pub(crate) fn read(
    table: &Table<'_>,
    context: &Context<'_, '_>,
    labels: &mut Labels,
) -> (Option<UnitSpec>, Option<Start>) {
    let label = labels.read(table);
    let name = table.text("name").unwrap_or_default();
    let troop = choice::required(table, "type", Troop::NAMES, Troop::ALL);
    let quality = choice::optional(table, "quality", Quality::NAMES, Quality::ALL);
    let weapon = choice::optional(table, "weapon", Weapon::NAMES, Weapon::ALL);
    let (stands, guns) = (table.optional_integer("stands", STANDS), table.optional_integer("guns", GUNS));
    let strength = table.integer_or("strength", STRENGTH, 100);
    let (traits, special) = (traits(table), special(table));
    let start = start(table, context);
    let Some(troop) = troop else { return (None, start) };
    check_arms(table, troop, weapon, guns);
    let spec = start.clone().map(|start| UnitSpec {
        label,
        name,
        troop,
        quality: quality.unwrap_or(standard::quality(troop)),
        weapon: weapon.unwrap_or(standard::weapon(troop)),
        stands,
        guns,
        strength,
        traits,
        special,
        brigade: context.brigade,
        start,
    });
    (spec, start)
}

fn check_arms(table: &Table<'_>, troop: Troop, weapon: Option<Weapon>, guns: Option<u8>) {
    let weapons = standard::weapons(troop.arm());
    if let Some(weapon) = weapon.filter(|weapon| !weapons.contains(weapon)) {
        let found = format!("weapon `{}` with {}", weapon.name(), troop.name());
        table.fault("weapon", found, expected_one_of(weapons.iter().map(|weapon| weapon.name())));
    }
    if guns.is_some() && troop.arm() != Arm::Artillery {
        table.fault_key("guns", format!("guns with {}", troop.name()), "guns only with batteries");
    }
}

fn traits(table: &Table<'_>) -> Vec<Trait> {
    let entries = table.values_or_empty("traits");
    let chosen = entries.iter().filter_map(|value| value.choice(Trait::NAMES));
    chosen.filter_map(|place| Trait::ALL.get(place).copied()).collect()
}

/// Traits of rule systems: `special = { eagles = ["steady"] }`.
pub(crate) fn special(table: &Table<'_>) -> BTreeMap<String, Vec<String>> {
    let Some(special) = table.optional_table("special") else { return BTreeMap::new() };
    let list = |system: &str| Some((system.to_owned(), special.texts(system)?));
    special.keys().into_iter().filter_map(list).collect()
}

fn start(table: &Table<'_>, context: &Context<'_, '_>) -> Option<Start> {
    let (at, arrives) = (table.optional_value("at"), table.optional_value("arrives"));
    let facing = choice::facing(table, "facing");
    match (at, arrives) {
        (Some(_), Some(arrives)) => {
            arrives.fault("a unit with both `at` and `arrives`", "one of them");
            None
        }
        (Some(at), None) => {
            let known = facing.or(context.facing);
            if known.is_none() && !table.has("facing") {
                table.fault_here("a unit on the map without `facing`", "one here, in its brigade or in its army");
            }
            Some(Start::At(area::hex(&at, context.room.grid())?, known.unwrap_or(Facing::North)))
        }
        (None, Some(arrives)) => context.groups.named(context.side, &arrives).map(Start::Arrives),
        (None, None) => {
            let brigade = context.arrives.map(Start::Arrives);
            if brigade.is_none() {
                table.fault_here("a unit that starts nowhere", "`at` or `arrives`");
            }
            brigade
        }
    }
}
