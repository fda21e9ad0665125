//! Verbs that answer questions of several chapters: where a rolled move or charge ends, fire, and to decline.

use battle::{Manner, Order, Reach, Role, UnitId};
use rulebook::{Listing, Target, VerbRow, no};

use crate::assault::Reply;
use crate::fire::Shot;
use crate::info::{FIRE, HALT, KEEP};
use crate::movement::Gait;
use crate::state::{Flags, Frame, flag};
use crate::{Eagles, May, Umpire, War, assault, fire, forecasts, movement};

pub(crate) const HALT_ROW: VerbRow<Eagles> = VerbRow {
    candidates: |war, out| out.extend(goes_on(war).map(|unit| Order::new(HALT).by(unit))),
    may: |war, order| match goes_on(war) {
        Some(unit) if order.unit() == Some(unit) => Ok(()),
        _ => Err(barred!("EA-MOVE-5", "is not the Unit whose move has been rolled")),
    },
    beyond: movement::no_way_there,
    foresee: forecasts::ends_there,
    ..VerbRow::new("halt", "Halt", Role::Place, "EA-MOVE-5", "Name where the rolled move ends.", halt)
        .to(|war, _| reach(war))
};

pub(crate) const FIRE_ROW: VerbRow<Eagles> = VerbRow {
    target: Target::Unit,
    listing: Listing::Found,
    candidates: |war, out| match (assault::charged(war), war.frame()) {
        (Some((attacker, defender)), _) if assault::may_reply(war, attacker, defender, Reply::Fire) => {
            out.push(Order::new(FIRE).by(defender).on(attacker));
        }
        (Some(_), _) => {}
        (None, Some(Frame::Reaction)) => fire::reactions(war, FIRE, out),
        (None, _) => fire::shots(war, FIRE, Shot::Fire, out),
    },
    may: |war, order| match (assault::charged(war), war.frame()) {
        (Some((attacker, defender)), _) => may_defend(war, order, attacker, defender),
        (None, Some(Frame::Reaction)) => may_react(war, order),
        (None, _) => fire::may_shoot(war, order, Shot::Fire),
    },
    foresee: |war, order| match (assault::charged(war), war.frame()) {
        (Some(_), _) => assault::foresee_reply(war, Reply::Fire),
        (None, Some(Frame::Reaction)) => fire::foresee(war, order, Shot::Opposing),
        (None, _) => fire::foresee(war, order, Shot::Fire),
    },
    ..VerbRow::new(
        "fire",
        "Fire",
        Role::Fire,
        "EA-FIRE-1",
        "Fire at an enemy: free in the Fire phase, for an Order at any other time.",
        |umpire, order| match (assault::charged(umpire), umpire.frame()) {
            (Some(_), _) => assault::reply(umpire, Reply::Fire),
            (None, Some(Frame::Reaction)) => react(umpire, order),
            (None, _) => fire::carry_out(umpire, order, Shot::Fire),
        },
    )
};

pub(crate) const KEEP_ROW: VerbRow<Eagles> = VerbRow {
    candidates: |war, out| out.extend(asked(war).map(|unit| Order::new(KEEP).by(unit))),
    may: may_keep,
    foresee: |war, order| match assault::charged(war) {
        Some(_) => assault::foresee_reply(war, Reply::Keep),
        None => forecasts::ends_there(war, order),
    },
    ..VerbRow::new(
        "keep",
        "Decline",
        Role::Keep,
        "EA-ASSAULT-9",
        "Keep the Order, or stay where the Unit stands.",
        |umpire, _| match assault::charged(umpire) {
            Some(_) => assault::reply(umpire, Reply::Keep),
            None => {
                umpire.answered();
            }
        },
    )
};

/// The Unit whose move, or Assault that fell short, has been rolled and ends now.
fn goes_on(war: &War) -> Option<UnitId> {
    match war.frame() {
        Some(Frame::Halt { unit, .. }) => Some(*unit),
        Some(Frame::Short { attacker, .. }) => Some(*attacker),
        _ => None,
    }
}

/// Where a rolled move may end.
fn reach(war: &War) -> Reach {
    match war.frame() {
        Some(Frame::Halt { unit, turned, inches, gait }) => {
            movement::advance_reach(war, *unit, &war.pose(*unit), *turned, i32::from(*inches), *gait)
        }
        Some(Frame::Short { attacker, target, side, inches }) => {
            assault::short_of(war, *attacker, *target, *side, i32::from(*inches))
        }
        _ => Reach::default(),
    }
}

/// Ends a rolled move in the order's pose.
fn halt(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(to)) = (order.unit(), order.pose) else { return };
    let (manner, clause) = match umpire.frame() {
        Some(Frame::Halt { gait: Gait::March, .. }) => (Manner::Marched, "EA-MOVE-7"),
        Some(Frame::Halt { .. }) => (Manner::Moved, "EA-MOVE-5"),
        _ => (Manner::Moved, "EA-ASSAULT-6"),
    };
    let reach = reach(umpire);
    umpire.answered();
    movement::go(umpire, unit, to, &reach, manner, clause);
    movement::leave_by_exit(umpire, unit);
}

/// The Unit that is asked whether it does something it need not do.
fn asked(war: &War) -> Option<UnitId> {
    match war.frame() {
        Some(Frame::React { target: unit, .. } | Frame::FollowUp { winner: unit, .. } | Frame::Unlimber(unit)) => {
            Some(*unit)
        }
        _ => None,
    }
}

fn may_keep(war: &War, order: &Order) -> May {
    match asked(war) {
        Some(unit) if order.unit() != Some(unit) => Err(barred!("EA-ASSAULT-9", "is not asked anything now")),
        Some(unit) if assault::winner(war) == Some(unit) && !assault::may_stay(war, unit) => {
            Err(barred!("EA-OPT-9", "is Impetuous and must advance"))
        }
        _ => Ok(()),
    }
}

/// Fire at an Assaulter (EA-ASSAULT-9a).
fn may_defend(war: &War, order: &Order, attacker: UnitId, defender: UnitId) -> May {
    let (unit, target) = fire::at_enemy(war, order)?;
    if unit != defender {
        return Err(barred!("EA-ASSAULT-9", "is not the Unit that is charged"));
    }
    fire::may_defend(war, defender)?;
    if target == attacker && assault::may_reply(war, attacker, defender, Reply::Fire) {
        return Ok(());
    }
    no("EA-ASSAULT-9", |war, order| {
        let who = assault::charged(war).map_or("its Assaulter", |(attacker, _)| war.name(attacker));
        let (name, other) = (war.actor_of(order), war.target_of(order));
        format!("{name} can fire only at {who}, and only with it in front; not at {other}")
    })
}

/// Fire by an Order in the enemy's Actions phase (EA-OPT-2).
fn may_react(war: &War, order: &Order) -> May {
    let (unit, target) = fire::at_enemy(war, order)?;
    fire::may_react(war, unit)?;
    fire::may_target(war, unit, target, Shot::Opposing)
}

/// Fires so; for Guns that takes the place of their Bombardment.
fn react(umpire: &mut Umpire<'_>, order: &Order) {
    if let Some(unit) = order.unit() {
        flag(umpire, unit, Flags::REACTED, true);
        fire::carry_out(umpire, order, Shot::Opposing);
    }
}
