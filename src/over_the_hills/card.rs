//! What is shown of a unit.

use battle::{Card, UnitId};

use crate::estimates::inches_left;
use crate::profile::Traits;
use crate::space::shape;
use crate::state::{Leash, Once};
use crate::{War, fatigue, tables};

/// The card of a unit.
pub(crate) fn card(war: &War, unit: UnitId) -> Card {
    let (info, profile, own) = (war.field().roster().unit(unit), war.profile(unit), war.own(unit));
    let command = match own.leash {
        Leash::Free => "in command",
        Leash::Half => "half move",
        Leash::Tied => "out of command",
    };
    let mut rows = vec![
        ("FS", format!("{} of {}", war.strength(unit), war.field().unit(unit).full)),
        ("Status", String::from(fatigue::status(war, unit).name())),
        ("Formation", String::from(shape(war, unit).name())),
        ("Command", String::from(command)),
    ];
    if war.present(unit) && war.is_players(unit) {
        rows.push(("Inches left", inches_left(war, unit).to_string()));
    }
    if profile.kind.is_guns() {
        rows.push(("Guns", String::from(profile.gun.name())));
    } else if profile.kind.is_foot() {
        rows.push(("Skirmish", format!("class {:?}", profile.class)));
        rows.push((
            "Volley",
            String::from(if own.volley == Once::Open { "first one loaded" } else { "first one fired" }),
        ));
    }
    if !profile.traits.is_empty() {
        rows.push(("Traits", Traits::ROWS.told(profile.traits)));
    }
    Card {
        title: format!("{} {}", info.label, info.name),
        subtitle: format!("{} {}", tables::QUALITIES[profile.quality as usize], profile.kind.name()),
        rows,
    }
}
