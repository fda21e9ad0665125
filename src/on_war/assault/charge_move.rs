//! The charge move: at most one wheel, then straight ahead until something is touched (OW-ASSAULT-4 to 7).

use battle::{Destination, Forecast, Manner, Order, Pose, PoseStep, Reach, Role, UnitId, rule};
use rulebook::{No, no};

use crate::assault::{charges, declaring};
use crate::estimates::homecoming;
use crate::ground::contact::{self, KeepsOff};
use crate::info::CHARGE_HOME;
use crate::marks;
use crate::measures::{self, actor, kind};
use crate::movement::paths::Paths;
use crate::movement::walking;
use crate::state::{ChargeProgress, Response};
use crate::{May, OnWar, Umpire, VerbRow, War, tables};

pub(crate) const CHARGE_HOME_ROW: VerbRow = VerbRow {
    candidates: |war, out| {
        let declared = |unit: &UnitId| war.state.own.declared(*unit).is_some();
        rulebook::each(CHARGE_HOME, war.field().present_of(war.state.player).filter(declared), out);
    },
    may: may_charge_home,
    beyond: |_, _| no_way(),
    foresee: |war, order| match (order.unit(), order.pose) {
        (Some(unit), Some(pose)) => homecoming::foresee_home(war, unit, &pose),
        _ => Forecast::default(),
    },
    ..VerbRow::new(
        "home",
        "Charge home",
        Role::Assault,
        "OW-ASSAULT-6",
        "Make the charge leg of a declared charge: one wheel at most, then straight ahead into contact.",
        charge_home,
    )
    .to(|war, stem| stem.unit().map_or_else(Reach::default, |unit| reach_of(war, unit)))
};

fn may_charge_home(war: &War, order: &Order) -> May {
    let unit = actor(order)?;
    if war.state.own.declared(unit).is_none() {
        return no("OW-ASSAULT-6", |war, order| {
            format!("{} has no charge declared that is still to be ridden", war.actor_of(order))
        });
    }
    if reach_of(war, unit).legal().next().is_none() { Err(no_way()) } else { Ok(()) }
}

fn no_way() -> No<OnWar> {
    No::new("OW-ASSAULT-6", |war, order| {
        let inches = order.unit().map_or(0, |unit| charges::assault_inches(war, unit));
        let name = war.actor_of(order);
        format!("{name} charges {inches} inches: one wheel at the start, then straight ahead")
    })
}

const AHEAD: [PoseStep; 2] = [PoseStep::AheadLeft, PoseStep::AheadRight];

/// Where the charge move of a unit from where it stands may end: anywhere on it; staying put only in contact.
pub(crate) fn reach_of(war: &War, unit: UnitId) -> Reach {
    let paths = Paths::from(war, unit, war.pose(unit), KeepsOff::Nobody);
    let steps = measures::as_hexes(war, tables::row(kind(war, unit)).assault).max(0) as usize;
    let mut search =
        ChargeSearch { war, unit, paths: &paths, queues: vec![Vec::new(); steps + 1], reach: Reach::default() };
    search.run();
    search.reach
}

/// A pose to be settled and the place before it.
type Bid = (Pose, Option<u16>);

/// The search for the ends of a charge move.
struct ChargeSearch<'a> {
    war: &'a War,
    unit: UnitId,
    paths: &'a Paths<'a>,
    /// By cost in steps.
    queues: Vec<Vec<Bid>>,
    reach: Reach,
}

impl ChargeSearch<'_> {
    fn run(&mut self) {
        let start = self.paths.start();
        self.queues[0].push((start, None));
        for cost in 0..self.queues.len() {
            let mut at = 0;
            while let Some((pose, previous)) = self.queues[cost].get(at).copied() {
                at += 1;
                if !self.reach.places.iter().any(|place| place.pose == pose) {
                    self.settle(pose, cost, previous);
                }
            }
        }
    }

    /// Keeps a pose; a unit that touches nobody goes on from it.
    fn settle(&mut self, pose: Pose, cost: usize, previous: Option<u16>) {
        let number = self.reach.places.len() as u16;
        let touches = !contact::touched(self.war, self.unit, &pose).is_empty();
        let legal = self.paths.may_stop(&pose) && (number > 0 || touches);
        let paid = (cost as u16).saturating_mul(measures::step(self.war));
        self.reach.places.push(Destination { pose, cost: paid, previous, legal });
        if touches {
            return;
        }
        if number == 0 {
            for (wheeled, price) in self.paths.wheels() {
                self.bid(cost + usize::from(price), (wheeled, Some(number)));
            }
        }
        let stands = self.war.stands(self.unit);
        for step in AHEAD {
            let to = step.apply(&pose, stands);
            if self.paths.is_passable(&pose, &to) {
                self.bid(cost + 1, (to, Some(number)));
            }
        }
    }

    fn bid(&mut self, cost: usize, bid: Bid) {
        if let Some(queue) = self.queues.get_mut(cost) {
            queue.push(bid);
        }
    }
}

/// Makes the charge move: contact with the target, or with another enemy that then becomes the target, or with
/// nobody.
fn charge_home(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(pose)) = (order.unit(), order.pose) else { return };
    let Some(place) = umpire.state.own.declared(unit) else { return };
    let way = reach_of(&umpire.seen_by(umpire.side(unit)), unit).way(&pose);
    charges::start_leg(umpire, place);
    let own = umpire.own_mut(unit);
    (own.moved, own.loud) = (true, true);
    walking::go_along(umpire, unit, &way, Manner::Charged, "OW-ASSAULT-6");
    if umpire.state.own.charges[place].progress == ChargeProgress::Declared && umpire.present(unit) {
        umpire.mark(unit, marks::MOVED, true);
        close_with(umpire, place);
    }
}

/// Whom the charge has reached.
fn close_with(umpire: &mut Umpire<'_>, place: usize) {
    rule!("OW-ASSAULT-6");
    let charge = umpire.state.own.charges[place];
    let touched = contact::touched(umpire, charge.unit, &umpire.pose(charge.unit));
    let gap = |other: UnitId| {
        measures::inches(umpire, (measures::apart(umpire, charge.unit, &charge.before, other) - 1).max(0))
    };
    let other = touched.first().map(|other| (*other, gap(*other)));
    let now = &mut umpire.state.own.charges[place];
    match other {
        None => {
            now.progress = ChargeProgress::Short;
        }
        Some(_) if touched.contains(&charge.target) => now.progress = ChargeProgress::Contact,
        Some((other, gap)) => {
            now.progress = ChargeProgress::Contact;
            (now.target, now.gap, now.response) = (other, gap as i16, Response::Stand);
            declaring::meet(umpire, place);
        }
    }
}
