//! Charges: declared and ridden, answered by fire, fought, followed up; retreats.

use battle::{
    Arm, Chance, Chart, Contest, Departure, Die, Effect, Event, Forecast, Manner, Order, Pool, Pose, Quality, Reach,
    Reading, Role, Ties, Told, UnitId,
};
use hexes::Hex;
use rulebook::{May, Target, Umpire, VerbRow, no};

use super::estimates::{self, tame};
use super::info::{CHARGE, FOLLOW, HALT, STAND, VOLLEY};
use super::marks;
use super::movement::{self, fits, is_ordered};
use super::tables::{self, row};
use super::tallies::STOPPED;
use super::{Brace, Drill, Open, War, Why, arm, fire, hurt, leave};

pub(super) const CHARGE_ROW: VerbRow<Drill> = VerbRow {
    target: Target::Unit,
    candidates: charges,
    may: may_charge,
    foresee: foresee_charge,
    ..VerbRow::new("charge", "Charge", Role::Assault, "DR-CHARGE", "Charge an enemy with an ordered unit.", charge)
        .to(charge_reach)
};

pub(super) const VOLLEY_ROW: VerbRow<Drill> = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        if let Some(Open::React { charger, target, .. }) = war.frame() {
            out.push(Order::new(VOLLEY).by(*target).on(*charger));
        }
    },
    may: |war, order| match war.frame() {
        Some(Open::React { charger, target, .. })
            if order.unit() == Some(*target)
                && order.target_unit() == Some(*charger)
                && can_volley(war, *target, *charger) =>
        {
            Ok(())
        }
        _ => no("DR-REACT", |_, _| String::from("only the charged unit may fire, and only at the charger")),
    },
    foresee: fire::foresee,
    ..VerbRow::new("volley", "Volley", Role::Defend, "DR-REACT", "Fire at the charge.", volley)
};

pub(super) const STAND_ROW: VerbRow<Drill> = VerbRow {
    candidates: |war, out| {
        if let Some(Open::React { target, .. }) = war.frame() {
            out.push(Order::new(STAND).by(*target));
        }
    },
    may: |war, order| match war.frame() {
        Some(Open::React { target, .. }) if order.unit() == Some(*target) => Ok(()),
        _ => no("DR-REACT", |_, _| String::from("only the charged unit answers")),
    },
    foresee: foresee_stand,
    ..VerbRow::new("stand", "Stand", Role::Keep, "DR-REACT", "Hold fire and meet the charge.", |umpire, _| {
        if let Some(Open::React { charger, target, to }) = umpire.answered() {
            come_home(umpire, charger, target, to);
        }
    })
};

pub(super) const FOLLOW_ROW: VerbRow<Drill> = VerbRow {
    candidates: |war, out| rulebook::each(FOLLOW, winner(war).into_iter(), out),
    may: won,
    foresee: foresee_follow,
    ..VerbRow::new("follow", "Follow up", Role::Pursue, "DR-FOLLOW", "Take the ground that was won.", follow)
        .to(follow_reach)
};

pub(super) const HALT_ROW: VerbRow<Drill> = VerbRow {
    candidates: |war, out| rulebook::each(HALT, winner(war).into_iter(), out),
    may: won,
    foresee: |_, _| estimates::certain(),
    ..VerbRow::new("halt", "Halt", Role::Keep, "DR-FOLLOW", "Stay after a won fight.", |umpire, _| {
        umpire.answered();
    })
};

fn winner(war: &War) -> Option<UnitId> {
    match war.frame() {
        Some(Open::Follow { winner, .. }) => Some(*winner),
        _ => None,
    }
}

fn won(war: &War, order: &Order) -> May<Drill> {
    if order.unit().is_some() && order.unit() == winner(war) {
        return Ok(());
    }
    no("DR-FOLLOW", |_, _| String::from("only the winner of the fight follows or halts"))
}

fn charges(war: &War, out: &mut Vec<Order>) {
    for unit in war.field().present_of(war.state.player) {
        charges_of(war, unit, out);
    }
}

/// The charges a unit could make if it had an order, wherever they lead.
pub(super) fn charges_of(war: &War, unit: UnitId, out: &mut Vec<Order>) {
    let far = i32::from(movement::allowance(war, unit, &war.pose(unit)) / tables::HEX) + 1;
    let near = |enemy: &UnitId| war.field().distance(unit, *enemy) <= far;
    if is_fit(war, unit) {
        out.extend(fire::known_enemies(war, unit).filter(near).map(|enemy| Order::new(CHARGE).by(unit).on(enemy)));
    }
}

/// Whether a unit is in a state to charge at all.
fn is_fit(war: &War, unit: UnitId) -> bool {
    use battle::Arrangement::{Battery, Limbered, MarchColumn};
    let close = !matches!(war.pose(unit).formation.arrangement, MarchColumn | Battery | Limbered);
    close && !war.marked(unit, marks::DISORDERED | marks::WEAK)
}

fn may_charge(war: &War, order: &Order) -> May<Drill> {
    is_ordered(war, order)?;
    let (Some(unit), Some(target)) = (order.unit(), order.target_unit()) else {
        return no("DR-CHARGE", |_, _| String::from("a unit charges a unit"));
    };
    let mut open = Vec::new();
    charges_of(war, unit, &mut open);
    if open.iter().any(|one| one.target_unit() == Some(target)) {
        return Ok(());
    }
    no("DR-CHARGE", |war, order| {
        format!(
            "{} cannot charge {}: it must be steady, in close order, and near enough to a known enemy",
            order.unit().map_or("the unit", |unit| war.name(unit)),
            order.target_unit().map_or("it", |unit| war.name(unit))
        )
    })
}

/// Poses with a stand of the front rank next to the target, by ways that touch it only at the end.
fn charge_reach(war: &War, stem: &Order) -> Reach {
    let (Some(unit), Some(target)) = (stem.unit(), stem.target_unit()) else { return Reach::default() };
    let prey = war.field().footprint(target);
    let meets = |to: &Pose, hex: Hex| prey.distance_to(hex) == 1 && prey.hexes().iter().any(|at| ahead(to, hex, *at));
    let touches = |to: &Pose| war.field().footprint_at(unit, to).front().iter().any(|hex| meets(to, *hex));
    let limit = movement::allowance(war, unit, &war.pose(unit));
    movement::search(war, unit, tables::CHARGE_STRIDES, limit, touches)
}

/// Whether the hex is one of the two before a stand.
fn ahead(pose: &Pose, stand: Hex, hex: Hex) -> bool {
    stand + pose.facing.front_left() == hex || stand + pose.facing.front_right() == hex
}

fn follow_reach(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit().filter(|unit| winner(war) == Some(*unit)) else { return Reach::default() };
    followed(war, unit)
}

fn followed(war: &War, unit: UnitId) -> Reach {
    let from = war.pose(unit);
    let steps = &tables::CHARGE_STRIDES[..2];
    movement::search(war, unit, steps, tables::FOLLOW_LIMIT, |to| to.anchor != from.anchor)
}

/// Whether a charged unit may fire at the charger where it stands now.
fn can_volley(war: &War, target: UnitId, charger: UnitId) -> bool {
    let (own, theirs) = (war.pose(target), war.pose(charger));
    war.options().volleys
        && !war.marked(target, marks::DISORDERED)
        && fire::range(war, target, &own) > 0
        && fire::can_fire(war, target, &own, charger, &theirs)
}

fn charge(umpire: &mut Umpire<'_, Drill>, order: &Order) {
    let (Some(charger), Some(target), Some(to)) = (order.unit(), order.target_unit(), order.pose) else { return };
    movement::spend(umpire, charger, marks::MOVED | marks::CHARGED);
    if can_volley(umpire, target, charger) || umpire.options().whole {
        umpire.interrupt(Open::React { charger, target, to });
    } else {
        come_home(umpire, charger, target, to);
    }
}

fn volley(umpire: &mut Umpire<'_, Drill>, _order: &Order) {
    let Some(Open::React { charger, target, to }) = umpire.answered() else { return };
    let hits = fire::shoot(umpire, target, charger, Why::Volley);
    if !umpire.present(charger) {
        return;
    }
    if umpire.options().whole {
        umpire.interrupt(Open::Home { charger, target, to });
        if hits > 0 {
            umpire.interrupt(Open::Nerve(charger));
        }
        return;
    }
    if hits >= tables::STOPPING_HITS {
        umpire.tell(Told { actor: Some(charger.into()), ..Told::new(STOPPED, "DR-REACT") });
        return umpire.mark(charger, marks::DISORDERED, true);
    }
    come_home(umpire, charger, target, to);
}

/// The charger reaches its target, unless its nerve has failed by now, and they fight, if that is still there.
pub(super) fn come_home(umpire: &mut Umpire<'_, Drill>, charger: UnitId, target: UnitId, to: Pose) {
    if !umpire.present(charger) || umpire.marked(charger, marks::DISORDERED) {
        return;
    }
    umpire.emit(Event::Moved { unit: charger, to, path: Vec::new(), manner: Manner::Charged, clause: "DR-CHARGE" });
    if !umpire.present(target) {
        return;
    }
    let at = umpire.pose(target);
    let (attack, defence) = fight_pair(umpire, charger, &to, target, &at);
    let given = umpire.throw(&attack, umpire.by_unit(charger, Some(target), Why::Fight));
    let taken = umpire.throw(&defence, umpire.by_unit(target, Some(charger), Why::Fight));
    umpire.own_mut(target).brace = Brace::Untried;
    hurt(umpire, target, given, "fight");
    hurt(umpire, charger, taken, "fight");
    let loser = if given > taken { target } else { charger };
    retreat(umpire, loser);
    if loser == target && umpire.present(charger) && followed(umpire, charger).legal().next().is_some() {
        umpire.interrupt(Open::Follow { winner: charger, loser: target });
    }
}

fn follow(umpire: &mut Umpire<'_, Drill>, order: &Order) {
    let (Some(unit), Some(to)) = (order.unit(), order.pose) else { return };
    let path = movement::way_between(umpire, order, &to);
    let frame = umpire.answered();
    umpire.emit(Event::Moved { unit, to, path, manner: Manner::Pursued, clause: "DR-FOLLOW" });
    if let Some(Open::Follow { loser, .. }) = frame
        && umpire.options().whole
        && umpire.present(loser)
    {
        pursue(umpire, unit, loser);
    }
}

/// What a pursuit comes to, by the margin of the pursuer: points that the beaten unit loses; below 0 he is checked himself.
static PURSUIT: Chart =
    Chart::new("pursuit", &[row(i16::MIN, "checked", -1), row(0, "gets away", 0), row(3, "cut down", 2)]);

/// Both throw a d8, horse adds 2.
fn pursuit(war: &War, winner: UnitId, loser: UnitId) -> Contest {
    let side = |unit| {
        let mut pool = Pool::new("pursuit", "DR-PURSUE", 1, Reading::Total).of(Die::D8);
        if arm(war, unit) == Arm::Cavalry {
            pool.result("mounted", 2, "DR-PURSUE-1");
        }
        pool
    };
    Contest::new("pursuit", "DR-PURSUE", side(winner), side(loser), Ties::Stand).by_margin(&PURSUIT)
}

fn pursue(umpire: &mut Umpire<'_, Drill>, winner: UnitId, loser: UnitId) {
    let throws = [(winner, loser), (loser, winner)].map(|(by, on)| umpire.by_unit(by, Some(on), Why::Pursuit));
    let margin = umpire.contest(&pursuit(umpire, winner, loser), throws);
    match PURSUIT.row(margin).value {
        -1 => umpire.mark(winner, marks::DISORDERED, true),
        lost => hurt(umpire, loser, lost, "pursuit"),
    }
}

fn foresee_follow(war: &War, order: &Order) -> Forecast {
    let rolls = match war.frame() {
        Some(Open::Follow { winner, loser }) if war.options().whole && war.present(*loser) => {
            vec![pursuit(war, *winner, *loser).shown([Some((*winner).into()), Some((*loser).into())])]
        }
        _ => Vec::new(),
    };
    Forecast { rolls, ..estimates::ends_there(war, order) }
}

/// Back up to [`tables::RETREAT`] hexes; a unit that cannot go back at all, or with guns, is lost.
fn retreat(umpire: &mut Umpire<'_, Drill>, unit: UnitId) {
    if !umpire.present(unit) {
        return;
    }
    let mut way = vec![umpire.pose(unit)];
    for step in 0..tables::RETREAT {
        let Some(next) = step_back(umpire, unit, way[way.len() - 1], step) else { break };
        way.push(next);
    }
    if way.len() == 1 || arm(umpire, unit) == Arm::Artillery {
        return leave(umpire, unit, Departure::Routed);
    }
    let to = way[way.len() - 1];
    let path = movement::between(way);
    umpire.emit(Event::Moved { unit, to, path, manner: Manner::Retreated, clause: "DR-RETREAT" });
    movement::spend(umpire, unit, marks::DISORDERED);
}

fn step_back(war: &War, unit: UnitId, at: Pose, step: u8) -> Option<Pose> {
    let (right, left) = (at.facing.rear_right(), at.facing.rear_left());
    let order = if step.is_multiple_of(2) { [right, left] } else { [left, right] };
    order.into_iter().map(|direction| at.at(at.anchor + direction)).find(|to| fits(war, unit, to))
}

fn fight_pool(war: &War, who: UnitId, pose: &Pose, against: UnitId, at: &Pose, charging: bool) -> Pool {
    let own = war.field().footprint_at(who, pose);
    let reading = match war.own(who).brace {
        Brace::Held if !charging => Reading::EachOrAgain(tables::FIGHT_NEED),
        _ => Reading::Successes(tables::FIGHT_NEED),
    };
    let mut pool = Pool::new("fight", "DR-FIGHT", i16::from(war.stands(who).max(1)), reading).bounded(2, 6);
    let mut dice = |given: bool, name, value, clause| {
        if given {
            pool.dice(name, value, clause);
        }
    };
    dice(charging && arm(war, who) == Arm::Cavalry, "charging horse", 2, "DR-FIGHT-1");
    dice(fire::flanks(&own, at, war.stands(against)), "into the flank", 2, "DR-FIGHT-2");
    dice(war.marked(who, marks::DISORDERED), "disordered", -2, "DR-FIGHT-3");
    dice(war.has_leader(who), "led", 1, "DR-FIGHT-4");
    dice(war.profile(who).quality >= Quality::Veteran, "veterans", 1, "DR-FIGHT-5");
    dice(arm(war, who) == Arm::Artillery, "gunners", -1, "DR-FIGHT-6");
    dice(!charging && war.profile(who).steady, "steady", 1, "DR-FIGHT-7");
    pool
}

/// The pools of charger and charged.
pub(super) fn fight_pair(war: &War, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> (Pool, Pool) {
    (fight_pool(war, by, from, on, at, true), fight_pool(war, on, at, by, from, false))
}

/// Chances of one fight.
pub(super) struct FightChances {
    /// The charge comes home and throws the target back.
    pub wins: f64,
    /// The target is destroyed.
    pub kills: f64,
    /// The charger is.
    pub dies: f64,
    /// Expected loss of the target as a share.
    pub given: f64,
    /// Expected loss of the charger as a share.
    pub taken: f64,
}

pub(super) fn fight_chances(war: &War, by: UnitId, attack: &Pool, on: UnitId, defence: &Pool) -> FightChances {
    let (given, taken) = (attack.outcome(), defence.outcome());
    let wins = (0..=usize::from(attack.count())).map(|hits| given.chance(hits) * (1.0 - taken.at_least(hits))).sum();
    FightChances {
        wins: tame(wins),
        kills: tame(given.at_least(war.strength(on).max(0) as usize)).min(tame(wins)),
        dies: tame(taken.at_least(war.strength(by).max(0) as usize)).min(tame(1.0 - wins)),
        given: estimates::share(war, on, &given),
        taken: estimates::share(war, by, &taken),
    }
}

fn foresee_charge(war: &War, order: &Order) -> Forecast {
    let (Some(by), Some(on)) = (order.unit(), order.target_unit()) else { return Forecast::default() };
    foreseen_charge(war, by, &order.pose.unwrap_or(war.pose(by)), on)
}

fn foreseen_charge(war: &War, by: UnitId, from: &Pose, on: UnitId) -> Forecast {
    let (attack, defence) = fight_pair(war, by, from, on, &war.pose(on));
    let chances = fight_chances(war, by, &attack, on, &defence);
    let effect = Effect {
        inflicted: chances.given,
        taken: chances.taken,
        destroys: chances.kills,
        destroyed: chances.dies,
        repels: tame(chances.wins - chances.kills),
        repelled: tame(1.0 - chances.wins - chances.dies),
        succeeds: chances.wins,
        ..Effect::default()
    };
    let results = vec![
        Chance { label: "target thrown back", chance: chances.wins },
        Chance { label: "charge thrown back", chance: tame(1.0 - chances.wins) },
    ];
    let rolls = vec![attack.shown(Some(by.into())), defence.shown(Some(on.into()))];
    Forecast { rolls, results, effect, ends: vec![(*from, chances.wins)], ..Forecast::default() }
}

fn foresee_stand(war: &War, _order: &Order) -> Forecast {
    let Some(Open::React { charger, target, to }) = war.frame() else { return Forecast::default() };
    let mut forecast = foreseen_charge(war, *charger, to, *target);
    let seen = forecast.effect;
    forecast.ends.clear();
    forecast.effect = Effect {
        inflicted: seen.taken,
        taken: seen.inflicted,
        destroys: seen.destroyed,
        destroyed: seen.destroys,
        repels: seen.repelled,
        repelled: seen.repels,
        succeeds: tame(1.0 - seen.succeeds),
        ..Effect::default()
    };
    forecast
}
