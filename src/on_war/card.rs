//! What the unit card shows.

use battle::{Card, Marks, UnitId};

use crate::roster::{self, TRAIT_NAMES};
use crate::scene::shape_of;
use crate::setting::Post;
use crate::tables::{self, Shape};
use crate::war::OnWar;

/// Conditions in the order a player wants to know them.
const CONDITIONS: [(Marks, &str); 14] = [
    (Marks::ROUTING, "routing"),
    (Marks::DISORIENTED, "disoriented"),
    (Marks::BOGGED, "bogged down"),
    (Marks::RAGGED, "out of formation"),
    (Marks::HIDDEN, "hidden"),
    (Marks::DISCLOSED, "disclosed"),
    (Marks::FOUND, "found"),
    (Marks::CHARGED, "charging"),
    (Marks::FELL_BACK, "fell back"),
    (Marks::MARCHED, "doubled"),
    (Marks::MOVED, "moved"),
    (Marks::FIRED, "shot"),
    (Marks::WEAK, "half strength or less"),
    (Marks::BLOODED, "has losses"),
];

/// A formation in words.
pub(crate) fn shape_name(shape: Shape) -> &'static str {
    match shape {
        Shape::Column => "column",
        Shape::Line => "line",
        Shape::Loose => "loose order",
        Shape::Square => "square",
        Shape::Wedge => "wedge",
        Shape::Garrison => "garrison",
    }
}

impl OnWar {
    /// The card of a unit.
    pub(crate) fn unit_card(&self, unit: UnitId) -> Card {
        let info = self.field.roster().unit(unit);
        let (profile, state) = (self.profile(unit), self.field.unit(unit));
        let row = tables::row(profile.kind);
        let mut rows = vec![
            ("Formation", self.formation_line(unit)),
            ("Skill", format!("{} {}+", roster::skill_name(profile.skill), tables::skill(profile.skill))),
            (
                "Motivation",
                format!("{} {}+", roster::motivation_name(profile.motivation), tables::motivation(profile.motivation)),
            ),
            ("Save", format!("{}+", row.save)),
            ("Mêlée", format!("{} a stand", if self.rules().one_per_stand { 1 } else { row.attacks })),
        ];
        if row.assault > 0 {
            rows.push(("Charge", format!("{} inches", row.assault)));
        }
        rows.extend(self.weapon_line(unit).map(|line| ("Fire", line)));
        rows.extend(self.leaders_line(unit).map(|line| ("With it", line)));
        let conditions: Vec<&str> =
            CONDITIONS.iter().filter(|(marks, _)| state.marks.intersects(*marks)).map(|(_, name)| *name).collect();
        if !conditions.is_empty() {
            rows.push(("State", conditions.join(", ")));
        }
        let traits: Vec<String> = TRAIT_NAMES
            .iter()
            .filter(|(_, traits)| profile.traits.intersects(*traits))
            .map(|(name, _)| name.replace('_', " "))
            .collect();
        if !traits.is_empty() {
            rows.push(("Traits", traits.join(", ")));
        }
        let brigade = &self.field.roster().brigades[usize::from(info.brigade)].name;
        Card { title: format!("{} {}", info.label, info.name), subtitle: format!("{}, {brigade}", row.name), rows }
    }

    fn formation_line(&self, unit: UnitId) -> String {
        let shape = shape_of(&self.pose(unit));
        let inches = self.scene().allowance(unit, &self.pose(unit));
        match inches {
            0 => format!("{}, stands fast", shape_name(shape)),
            inches => format!("{}, {inches} or {} inches", shape_name(shape), 2 * inches),
        }
    }

    fn weapon_line(&self, unit: UnitId) -> Option<String> {
        let kind = self.kind(unit);
        let row = tables::row(kind);
        if kind.is_horse() && !self.has(unit, crate::Traits::CARBINE) {
            return None;
        }
        let grape = match row.grape_range {
            0 => String::new(),
            range => format!("; grape {range} inches, {} dice, {}+", row.grape_rate, row.grape_hit),
        };
        let dice = if row.rate == 1 { "die" } else { "dice" };
        Some(format!("{} inches, {} {dice} a stand, {}+{grape}", row.range, row.rate, row.hit))
    }

    fn leaders_line(&self, unit: UnitId) -> Option<String> {
        let name = |leader: battle::LeaderId| match self.post(leader) {
            Post::General => "General",
            Post::Adjutant => "adjutant",
            Post::Brigadier(_) => "brigade commander",
            Post::Officer(_) => "CO",
        };
        let names: Vec<&str> = self.field.leaders_with(unit).map(name).collect();
        let missing = self.setting.officer(unit).is_some() && !self.is_led(unit);
        match (names.is_empty(), missing) {
            (true, true) => Some(String::from("CO has fallen")),
            (true, false) => None,
            (false, true) => Some(format!("{}; CO has fallen", names.join(", "))),
            (false, false) => Some(names.join(", ")),
        }
    }
}
