//! Detachments: part of a unit in skirmish order by itself, and its return (MC-FORM-7, MC-SPECIAL-7).

use battle::{Event, Forecast, Manner, NumberInfo, Order, Perch, Pose, Presence, Reach, Role, UnitId, rule};
use hexes::{Facing, Hex};
use rulebook::{Target, no};

use super::{forming, is_light};
use crate::forecasts::certain;
use crate::info::{DETACH, RECALL};
use crate::profile::{Nation, Profile, Traits, Troops};
use crate::space::{Shape, between, body, formation, inches, pitch, seat, shape, spreads};
use crate::state::UnitState;
use crate::{May, Umpire, VerbRow, War, ground, losses, marks, tables};

/// Stands that are sent out, by the number of the order.
const COUNTS: &[NumberInfo] = &[
    NumberInfo { name: "1 stand", help: "Send out one stand." },
    NumberInfo { name: "2 stands", help: "Send out two stands." },
    NumberInfo { name: "3 stands", help: "Send out three stands." },
    NumberInfo { name: "4 stands", help: "Send out four stands." },
    NumberInfo { name: "5 stands", help: "Send out five stands." },
    NumberInfo { name: "6 stands", help: "Send out six stands." },
    NumberInfo { name: "7 stands", help: "Send out seven stands." },
    NumberInfo { name: "8 stands", help: "Send out eight stands." },
    NumberInfo { name: "9 stands", help: "Send out nine stands." },
    NumberInfo { name: "10 stands", help: "Send out ten stands." },
    NumberInfo { name: "11 stands", help: "Send out eleven stands." },
];

pub(crate) const DETACH_ROW: VerbRow = VerbRow {
    candidates: |war, out| {
        for unit in war.field().present_of(war.state.player).filter(|unit| spare(war, *unit).is_some()) {
            let counts = 1..=COUNTS.len() as i16;
            out.extend(counts.map(|count| Order { number: Some(count), ..Order::new(DETACH).by(unit) }));
        }
    },
    may: may_detach,
    foresee: |war, order| {
        let ends = order.unit().map(|unit| (war.pose(unit), 1.0)).into_iter().collect();
        Forecast { ends, ..certain() }
    },
    ..VerbRow::new(
        "detach",
        "Send out skirmishers",
        Role::Command,
        "MC-FORM-7",
        "Send stands out in skirmish order, as a unit of their own.",
        detach,
    )
    .numbered(COUNTS)
    .to(reach)
    .setting_out()
};

pub(crate) const RECALL_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        for unit in war.field().present_of(war.state.player) {
            out.extend(parent(war, unit).map(|parent| Order::new(RECALL).by(parent).on(unit)));
        }
    },
    may: may_recall,
    foresee: |_, _| certain(),
    ..VerbRow::new(
        "recall",
        "Recall skirmishers",
        Role::Command,
        "MC-FORM-7",
        "Take a detachment back by a change of formation.",
        recall,
    )
};

/// Whether units of that kind can send stands out: those that may skirmish, and French battalions with their lights.
pub(crate) fn is_divisible(profile: &Profile, lights_skirmish: impl Fn(Traits) -> bool) -> bool {
    let foot = matches!(profile.troops, Troops::Regulars | Troops::Militia);
    let may = profile.has(Traits::SKIRMISH) || lights_skirmish(Traits::LIGHT);
    foot && (may || has_lights(profile))
}

/// Whether it is a French battalion, of which the light stands alone skirmish.
fn has_lights(profile: &Profile) -> bool {
    let battalion = profile.nation == Nation::French && profile.troops == Troops::Regulars;
    battalion && !profile.has(Traits::SKIRMISH) && rule!("MC-SPECIAL-7")
}

/// The unit that a detachment comes out of.
pub(crate) fn parent(war: &War, unit: UnitId) -> Option<UnitId> {
    war.fixed().parts.get(unit.index()).copied().flatten()
}

/// The detachment that a unit could send out: one at a time.
pub(super) fn spare(war: &War, unit: UnitId) -> Option<UnitId> {
    let free =
        |other: &UnitId| parent(war, *other) == Some(unit) && war.field().unit(*other).presence == Presence::Unknown;
    war.field().ids().find(free)
}

/// The most stands that a unit may send out.
fn most(war: &War, unit: UnitId) -> i16 {
    let (profile, stands) = (war.profile(unit), i16::from(war.stands(unit)));
    let whole = (stands - 1).min(COUNTS.len() as i16);
    let lights = (i16::from(profile.stands) / 8).max(1);
    if has_lights(profile) { lights.min(whole) } else { whole }
}

fn may_detach(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return no("MC-FORM-7", |_, _| String::from("a unit sends stands out")) };
    forming::may_act(war, unit)?;
    let formed = matches!(shape(war, unit), Shape::Line | Shape::Open);
    let fresh = !war.marked(unit, marks::MOVED) && spare(war, unit).is_some();
    let count = order.number.unwrap_or(0);
    if formed && fresh && (1..=most(war, unit)).contains(&count) && rule!("MC-FORM-7") {
        return Ok(());
    }
    no("MC-FORM-7", |war, order| {
        format!("{} has moved, is in no line, has stands out or too few for that", war.actor_of(order))
    })
}

/// Poses of so many stands, each within 2 inches of the unit they come from.
fn reach(war: &War, stem: &Order) -> Reach {
    let (Some(unit), Some(count)) = (stem.unit(), stem.number) else { return Reach::default() };
    let Some(part) = spare(war, unit).filter(|_| may_detach(war, stem).is_ok()) else { return Reach::default() };
    let (stands, print) = (count as u8, body(war, unit));
    let near = |hex: &Hex| inches(war, print.distance_to(*hex)) <= tables::SENT_OUT;
    let far = tables::SENT_OUT / i32::from(pitch(war)) + i32::from(war.stands(unit));
    let hexes = losses::command_stand(war, unit).within(far).filter(near);
    let poses = hexes.flat_map(|hex| {
        let forms = spreads(stands).into_iter();
        forms.flat_map(|one| Facing::ALL.map(|facing| Pose::new(hex, facing, one))).collect::<Vec<_>>()
    });
    let fits = |pose: &Pose| {
        let all = pose.stands(stands);
        all.hexes().iter().all(&near) && losses::is_free(war, part, pose, stands)
    };
    rulebook::spots(poses.filter(fits))
}

pub(super) fn detach(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(pose), Some(count)) = (order.unit(), order.pose, order.number) else { return };
    let Some(part) = spare(umpire, unit) else { return };
    let figures = (count * losses::per_stand(umpire, unit)).min(umpire.strength(unit) - 1);
    pass(umpire, [unit, part], figures, figures);
    umpire.emit(Event::Placed { unit: part, pose });
    umpire.emit(Event::Reshaped { unit: part, stands: count as u8, pose, fell: Vec::new() });
    *umpire.own_mut(part) = UnitState { moved: umpire.own(unit).moved, ..UnitState::default() };
    let shaken = umpire.field().unit(unit).marks & marks::PANIC;
    umpire.mark(part, shaken, true);
    let stands = umpire.stands(unit) - count as u8;
    losses::close_up(umpire, unit, stands);
    // Who goes into skirmish order has changed formation: of those sent out lights alone fire (MC-MOVE-22).
    umpire.own_mut(part).changed = true;
    umpire.own_mut(unit).changed = true;
    umpire.mark(part, marks::MOVED, true);
    let light = is_light(umpire, part);
    umpire.own_mut(part).light_move = light;
    umpire.say("{a} sends out {t}", "MC-FORM-7", unit, Some(part));
}

/// Figures, and figures at the start, go from one unit to another.
fn pass(umpire: &mut Umpire<'_>, [from, to]: [UnitId; 2], figures: i16, full: i16) {
    let (cause, clause) = ("a detachment", "MC-FORM-7");
    for (unit, sign) in [(from, -1), (to, 1)] {
        let (now, all) = (umpire.strength(unit), umpire.field().unit(unit).full);
        umpire.emit(Event::Rated { unit, full: all + sign * full, clause });
        umpire.emit(Event::Strength { unit, from: now, to: now + sign * figures, cause, clause });
    }
}

/// The pose of a unit that has a detachment back: its own order on its command stand.
fn united(war: &War, unit: UnitId, part: UnitId) -> Option<(u8, Pose)> {
    let per = losses::per_stand(war, unit);
    let stands = ((war.strength(unit) + war.strength(part) + per - 1) / per) as u8;
    let formed = formation(stands, shape(war, unit), seat(war, unit));
    let pose = Pose::new(losses::command_stand(war, unit), war.pose(unit).facing, formed);
    let here = body(war, unit);
    let open = |hex: &Hex| here.contains(*hex) || ground::may_enter(war, unit, shape(war, unit), *hex);
    let free = |hex: &Hex| war.other_at(unit, *hex).is_none_or(|other| other == part);
    pose.stands(stands).hexes().iter().all(|hex| free(hex) && open(hex)).then_some((stands, pose))
}

fn may_recall(war: &War, order: &Order) -> May {
    let (Some(unit), Some(part)) = (order.unit(), order.target_unit()) else {
        return no("MC-FORM-7", |_, _| String::from("a unit takes its detachment back"));
    };
    forming::may_act(war, unit)?;
    let far = between(war, unit, part);
    let french = has_lights(war.profile(unit)) && far <= tables::RECALLED;
    let near = far <= inches(war, 1) && forming::may_act(war, part).is_ok();
    let apart = !war.marked(part, marks::CONTACT | marks::ROUTING);
    let formed = matches!(shape(war, unit), Shape::Line | Shape::Open | Shape::Column);
    let own = parent(war, part) == Some(unit) && war.present(part);
    if own && apart && formed && (near || french) && united(war, unit, part).is_some() {
        return Ok(());
    }
    no("MC-FORM-7", |war, order| {
        format!("{} is no detachment of {} that could form with it now", war.target_of(order), war.actor_of(order))
    })
}

pub(super) fn recall(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(part)) = (order.unit(), order.target_unit()) else { return };
    let Some((stands, pose)) = united(umpire, unit, part) else { return };
    for leader in umpire.field().leaders_with(part).collect::<Vec<_>>() {
        umpire.lead(leader, Perch::With(unit), "MC-FORM-7");
    }
    let (figures, full) = (umpire.strength(part), umpire.field().unit(part).full);
    let shaken = umpire.marked(part, marks::PANIC);
    let shown = umpire.field().unit(part).marks;
    umpire.mark(part, shown, false);
    umpire.emit(Event::Merged { unit: part, into: unit, clause: "MC-FORM-7" });
    pass(umpire, [part, unit], figures, full);
    umpire.emit(Event::Reshaped { unit, stands, pose, fell: Vec::new() });
    umpire.emit(Event::Moved { unit, to: pose, path: Vec::new(), manner: Manner::Formed, clause: "MC-FORM-7" });
    if shaken {
        umpire.mark(unit, marks::PANIC, true);
    }
    umpire.own_mut(unit).thrown = true;
    umpire.mark(unit, marks::MOVED, true);
}
