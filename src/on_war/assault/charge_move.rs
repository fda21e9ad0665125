//! The charge move: at most one wheel, then straight ahead until something is touched (OW-ASSAULT-4 to 7).

use battle::{Edge, Forecast, Manner, Order, Passage, Pose, PoseStep, Reach, Role, Stride, UnitId, rule};
use hexes::Hex;
use rulebook::{No, no};

use crate::assault::{charges, declaring};
use crate::estimates::homecoming;
use crate::ground::contact::{self, KeepsOff};
use crate::info::CHARGE_HOME;
use crate::marks;
use crate::measures::{self, actor};
use crate::movement::paths::Paths;
use crate::movement::walking;
use crate::state::{ChargeProgress, Response};
use crate::{May, OnWar, Umpire, VerbRow, War};

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
    .to(|war, stem| stem.unit().map_or_else(Reach::default, |unit| leg_reach(war, unit)))
};

fn may_charge_home(war: &War, order: &Order) -> May {
    let unit = actor(order)?;
    if war.state.own.declared(unit).is_none() {
        return no("OW-ASSAULT-6", |war, order| {
            format!("{} has no charge declared that is still to be ridden", war.actor_of(order))
        });
    }
    if war.reach_of(order).legal().next().is_none() { Err(no_way()) } else { Ok(()) }
}

fn no_way() -> No<OnWar> {
    No::new("OW-ASSAULT-6", |war, order| {
        let inches = order.unit().map_or(0, |unit| charges::assault_inches(war, unit));
        let name = war.actor_of(order);
        format!("{name} charges {inches} inches: one wheel at the start, then straight ahead")
    })
}

const AHEAD: [PoseStep; 2] = [PoseStep::AheadLeft, PoseStep::AheadRight];

/// The rules of a charge move: one wheel at its start, then ahead; who touches somebody goes no further.
struct ChargePath<'a> {
    war: &'a War,
    unit: UnitId,
    paths: Paths<'a>,
}

impl Passage for ChargePath<'_> {
    fn price(&self, step: PoseStep) -> u16 {
        self.paths.price(step)
    }

    fn enter(&self, hex: Hex) -> Option<u16> {
        self.paths.enter(hex)
    }

    fn through(&self, other: UnitId) -> Option<u16> {
        self.paths.through(other)
    }

    fn bars(&self, edge: Edge) -> bool {
        self.paths.bars(edge)
    }

    fn sweeps(&self, step: PoseStep) -> bool {
        self.paths.sweeps(step)
    }

    fn cost(&self, stride: &Stride) -> Option<u16> {
        let on_the_leg = AHEAD.contains(&stride.step) || stride.from == self.paths.start();
        (on_the_leg || !rule!("OW-ASSAULT-6a")).then_some(stride.price)
    }

    fn goes_on(&self, pose: &Pose, _spent: u16) -> bool {
        contact::touched(self.war, self.unit, pose).is_empty()
    }
}

/// Where the charge move of a unit from where it stands may end: anywhere on it; staying put only in contact.
pub(crate) fn leg_reach(war: &War, unit: UnitId) -> Reach {
    let charge = ChargePath { war, unit, paths: Paths::of(war, unit, KeepsOff::Nobody) };
    let inches = measures::as_hexes(war, charges::assault_inches(war, unit)).max(0) as u16;
    let steps: Vec<PoseStep> = charge.paths.wheels().chain(AHEAD).collect();
    let ends = |pose: &Pose| *pose != charge.paths.start() || !charge.goes_on(pose, 0);
    charge.paths.search_by(&charge, &steps, inches, None, ends)
}

/// Makes the charge move: contact with the target, or with another enemy that then becomes the target, or with
/// nobody.
fn charge_home(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(pose)) = (order.unit(), order.pose) else { return };
    let Some(place) = umpire.state.own.declared(unit) else { return };
    let way = umpire.seen_by(umpire.side(unit)).reach_of(order).way(&pose);
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
    let charge = umpire.state.own.charges[place];
    let touched = contact::touched(umpire, charge.unit, &umpire.pose(charge.unit));
    let gap = |other: UnitId| measures::inches(umpire, measures::apart(umpire, charge.unit, &charge.before, other) - 1);
    let other = touched.first().map(|other| (*other, gap(*other)));
    let now = &mut umpire.state.own.charges[place];
    match other {
        None => {
            now.progress = ChargeProgress::Short;
        }
        Some(_) if touched.contains(&charge.target) => {
            now.progress = ChargeProgress::Contact;
            // What it has dared is not asked again; a square that was formed since is (OW-MORALE-6).
            if rule!("OW-MORALE-6c") {
                declaring::test_nerve(umpire, place);
            }
        }
        Some(_) if !rule!("OW-ASSAULT-6b") => now.progress = ChargeProgress::Short,
        Some((other, gap)) => {
            now.progress = ChargeProgress::Contact;
            (now.target, now.gap, now.response) = (other, gap as i16, Response::Stand);
            declaring::meet(umpire, place);
        }
    }
}
