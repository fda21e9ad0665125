//! The charge leg: at most one wheel, then straight ahead until something is touched (OW-ASSAULT-4 to 7).

use battle::{Destination, Listener, Manner, Marks, Pose, PoseStep, Reach, UnitId, rule};

use crate::scene::Scene;
use crate::state::{Course as Stretch, Response};
use crate::tables;
use crate::war::OnWar;
use crate::ways::{Course, Press};

const AHEAD: [PoseStep; 2] = [PoseStep::AheadLeft, PoseStep::AheadRight];

impl Scene<'_> {
    /// The enemies that a unit in that pose touches, in the order of the roster.
    pub(crate) fn touched(&self, unit: UnitId, pose: &Pose) -> Vec<UnitId> {
        let near = |enemy: &UnitId| self.apart(unit, pose, *enemy) == 1 && self.contacts(unit, pose, *enemy) > 0;
        self.enemies(unit).filter(near).collect()
    }

    /// Where the charge leg of a unit from where it stands may end: anywhere on it; staying put only in contact.
    pub(crate) fn leg_reach(&self, unit: UnitId) -> Reach {
        rule!("OW-ASSAULT-6");
        let nobody = Press::none(self);
        let course = Course::new(*self, unit, self.pose(unit), &nobody);
        let steps = self.hexes(tables::row(self.kind(unit)).assault).max(0) as usize;
        let mut leg =
            Leg { scene: self, unit, course: &course, queues: vec![Vec::new(); steps + 1], reach: Reach::default() };
        leg.run();
        leg.reach
    }
}

/// A pose to be settled and the place before it.
type Bid = (Pose, Option<u16>);

/// The search for the ends of a charge leg.
struct Leg<'a> {
    scene: &'a Scene<'a>,
    unit: UnitId,
    course: &'a Course<'a>,
    /// By cost in steps.
    queues: Vec<Vec<Bid>>,
    reach: Reach,
}

impl Leg<'_> {
    fn run(&mut self) {
        let start = self.course.start();
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
        let contact = !self.scene.touched(self.unit, &pose).is_empty();
        let legal = self.course.may_stop(&pose) && (number > 0 || contact);
        let paid = (cost as u16).saturating_mul(self.scene.step());
        self.reach.places.push(Destination { pose, cost: paid, previous, legal });
        if contact {
            return;
        }
        if number == 0 {
            for (wheeled, price) in self.course.wheels() {
                self.bid(cost + usize::from(price), (wheeled, Some(number)));
            }
        }
        let stands = self.scene.field.unit(self.unit).stands;
        for step in AHEAD {
            let to = step.apply(&pose, stands);
            if self.course.is_passable(&pose, &to) {
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

impl OnWar {
    /// The place of the charge a unit has declared and not yet ridden home.
    pub(crate) fn declared(&self, unit: UnitId) -> Option<usize> {
        self.state.charges.iter().position(|charge| charge.unit == unit && charge.course == Stretch::Declared)
    }

    /// Makes the charge leg: contact with the target, or with another enemy that then becomes the target, or with
    /// nobody.
    pub(crate) fn ride_home(&mut self, listener: &mut dyn Listener, unit: UnitId, pose: &Pose) {
        let Some(place) = self.declared(unit) else { return };
        let way = self.seen_by(self.field.side(unit)).scene().leg_reach(unit).way(pose);
        self.state.charges[place].before = self.pose(unit);
        let own = self.own_mut(unit);
        (own.moved, own.loud) = (true, true);
        self.walk(listener, unit, &way, Manner::Charged, "OW-ASSAULT-6");
        if self.state.charges[place].course == Stretch::Declared && self.present(unit) {
            self.mark(listener, unit, Marks::MOVED, true);
            self.close_with(place);
        }
    }

    /// Whom the charge has reached.
    fn close_with(&mut self, place: usize) {
        let charge = self.state.charges[place];
        let scene = self.scene();
        let touched = scene.touched(charge.unit, &scene.pose(charge.unit));
        let gap = |other: UnitId| scene.inches((scene.apart(charge.unit, &charge.before, other) - 1).max(0));
        let other = touched.first().map(|other| (*other, gap(*other)));
        let now = &mut self.state.charges[place];
        match other {
            None => {
                rule!("OW-ASSAULT-7");
                now.course = Stretch::Short;
            }
            Some(_) if touched.contains(&charge.target) => now.course = Stretch::Contact,
            Some((other, gap)) => {
                now.course = Stretch::Contact;
                (now.target, now.gap, now.response) = (other, gap as i16, Response::Stand);
            }
        }
    }
}
