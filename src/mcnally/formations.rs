//! The formations that a unit has the right to (MC-STAT-3, MC-DEPLOY, MC-SPECIAL).

use battle::{UnitId, rule};

use crate::War;
use crate::profile::{Nation, Traits, Troops};
use crate::space::{self, Shape, is_mounted, is_without_guns, seat};

/// The shapes that a unit has the right to, the usual one first (MC-STAT-3, MC-DEPLOY, MC-SPECIAL).
pub(crate) fn shapes(war: &War, unit: UnitId) -> Vec<Shape> {
    let profile = war.profile(unit);
    let as_american = profile.nation == Nation::Loyalist && war.options().loyalists_as_american;
    let american = profile.nation == Nation::American || as_american;
    let loose = profile.has(Traits::SKIRMISH) || (profile.has(Traits::LIGHT) && war.options().light_implied);
    let when = |may: bool, shape: Shape| may.then_some(shape);
    let known: Vec<Option<Shape>> = match profile.troops {
        // Crews without their guns are so many men on foot.
        Troops::Guns if is_without_guns(war, unit) && rule!("MC-ART-6e") => vec![Some(Shape::Skirmish)],
        Troops::Guns => vec![Some(Shape::Battery), when(rule!("MC-DEPLOY-10"), Shape::Limbered)],
        Troops::Horse if !is_mounted(war, unit) => vec![Some(Shape::Skirmish)],
        Troops::Horse if rule!("MC-DEPLOY-9") => vec![Some(Shape::Line), Some(Shape::Column), Some(Shape::Skirmish)],
        Troops::Horse => vec![Some(Shape::Line)],
        Troops::Indians if rule!("MC-SPECIAL-4") => vec![Some(Shape::Skirmish)],
        Troops::Riflemen if rule!("MC-SPECIAL-2") => {
            vec![Some(Shape::Skirmish), when(profile.has(Traits::FORMED), Shape::Open)]
        }
        Troops::Indians | Troops::Riflemen => vec![Some(Shape::Open)],
        Troops::Jaegers => {
            let drilled = rule!("MC-STAT-3");
            vec![Some(Shape::Skirmish), when(drilled, Shape::Open), when(drilled, Shape::Column)]
        }
        Troops::Militia => vec![
            when(rule!("MC-DEPLOY-3"), Shape::Open),
            when(profile.has(Traits::CLOSE_ORDER) || !rule!("MC-DEPLOY-2"), Shape::Line),
            when(!american || profile.has(Traits::COLUMN) || !rule!("MC-SPECIAL-1"), Shape::Column),
            when(loose && rule!("MC-DEPLOY-7"), Shape::Skirmish),
        ],
        Troops::Regulars => {
            let german = profile.nation == Nation::German && rule!("MC-SPECIAL-6");
            let stiff = german && !profile.has(Traits::OPEN_ORDER);
            let opens = !stiff && (profile.nation != Nation::American || rule!("MC-SPECIAL-9"));
            // Of grenadiers the British alone skirmish.
            let tall = profile.has(Traits::GRENADIERS) && !(profile.nation == Nation::British && rule!("MC-SPECIAL-8"));
            vec![
                Some(Shape::Line),
                when(opens, Shape::Open),
                when(!german || war.options().german_column, Shape::Column),
                when(loose && !stiff && !tall && rule!("MC-DEPLOY-6"), Shape::Skirmish),
            ]
        }
    };
    let stands = war.stands(unit);
    let big = |shape: &Shape| !space::is_too_small(stands, *shape, seat(war, unit));
    known.into_iter().flatten().filter(big).collect()
}

/// The usual one of the shapes of a unit.
pub(crate) fn usual(shapes: &[Shape]) -> Shape {
    shapes.first().copied().unwrap_or(Shape::Skirmish)
}
