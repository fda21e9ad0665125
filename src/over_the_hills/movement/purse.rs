//! Segments spent one by one (OTH-MOVE-1, 3, 4, 6, OTH-CMD-3).

use battle::{UnitId, rule};

use crate::command::orders;
use crate::profile::{Gun, Traits};
use crate::space::Shape;
use crate::state::{Leash, Purse};
use crate::tables::{self, Change};
use crate::{War, ground::going};

/// What the segments of a unit in a shape are worth to it now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gauge {
    /// Inches of a segment.
    pub(crate) inches: u8,
    /// Inches of one that runs wholly on a road.
    pub(crate) paved: u8,
    /// How many it may open.
    pub(crate) count: u8,
    /// The one that tires it; none has the number 0.
    pub(crate) tiring: u8,
}

impl Gauge {
    /// Of a move out of turn: the way was measured when it was chosen, so that its segments are long and many enough for any
    /// such way, and none of them tires.
    pub(crate) const OUT_OF_TURN: Gauge = Gauge { inches: 14, paved: 14, count: 7, tiring: 0 };
}

/// What lies under a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Under {
    Road,
    Other,
}

impl Gauge {
    /// Of a unit in a shape, as the order of its brigade limits it; none where it does not move in that shape.
    pub(crate) fn of(war: &War, unit: UnitId, shape: Shape) -> Option<Gauge> {
        Gauge::whole(war, unit, shape).map(|gauge| gauge.capped(orders::segments(war, unit)))
    }

    /// The same whatever its order.
    pub(crate) fn whole(war: &War, unit: UnitId, shape: Shape) -> Option<Gauge> {
        let (profile, leash) = (war.profile(unit), war.own(unit).leash);
        let heavy = shape == Shape::Battery && profile.gun == Gun::Heavy && rule!("OTH-MOVE-8");
        let pace = tables::segments(profile.kind, shape).filter(|_| !heavy && rule!("OTH-MOVE-1"))?;
        let tied = leash != Leash::Free && rule!("OTH-CMD-3");
        if tied && leash == Leash::Tied {
            return Some(Gauge { inches: 0, paved: 0, count: 0, tiring: 0 });
        }
        let half = if tied { 2 } else { 1 };
        let dragged = profile.has(Traits::BATTALION_GUN) && pace.count > 1;
        let count = pace.count - u8::from(dragged);
        let tiring = if pace.tires { pace.count } else { 0 };
        let road = if going::is_road_bound(shape) && rule!("OTH-MOVE-6") { 2 } else { 0 };
        Some(Gauge { inches: pace.inches / half, paved: (pace.inches + road) / half, count, tiring })
    }

    /// The same with no more than so many segments.
    pub(crate) fn capped(self, count: u8) -> Gauge {
        Gauge { count: self.count.min(count), ..self }
    }

    /// Inches that are left at most.
    pub(crate) fn inches_left(self, purse: Purse) -> u16 {
        u16::from(purse.left) + u16::from(self.count.saturating_sub(purse.opened)) * u16::from(self.paved)
    }

    /// A step is paid: as many segments are opened as it takes; none where there are not enough (OTH-MOVE-4).
    pub(crate) fn pay(self, mut purse: Purse, price: u8, under: Under) -> Option<Purse> {
        if purse.paved && under == Under::Other {
            purse.left = purse.left.saturating_sub(self.paved - self.inches);
            purse.paved = false;
        }
        let mut due = price;
        if due <= purse.left {
            purse.left -= due;
            return Some(purse);
        }
        due -= purse.left;
        loop {
            if purse.opened >= self.count || self.inches == 0 {
                return None;
            }
            purse.opened += 1;
            purse.paved = under == Under::Road;
            let fresh = if purse.paved { self.paved } else { self.inches };
            if due <= fresh {
                purse.left = fresh - due;
                return Some(purse);
            }
            due -= fresh;
            if !rule!("OTH-MOVE-4") {
                return None;
            }
        }
    }

    /// Half a segment is paid: of the open one if it has as much left, else of the next (OTH-FORM-4).
    pub(crate) fn pay_half(self, mut purse: Purse) -> Option<Purse> {
        let half = self.inches / 2;
        if purse.opened > 0 && purse.left >= half && rule!("OTH-FORM-4") {
            purse.left -= half;
            return Some(purse);
        }
        if purse.opened >= self.count {
            return None;
        }
        Some(Purse { opened: purse.opened + 1, left: self.inches - half, paved: false })
    }

    /// A change of formation is paid.
    pub(crate) fn pay_change(self, purse: Purse, change: Change) -> Option<Purse> {
        match change {
            Change::Half => self.pay_half(purse),
            Change::Whole(segments) => {
                let opened = purse.opened + segments;
                (opened <= self.count).then_some(Purse { opened, left: 0, paved: false })
            }
        }
    }
}

/// How much of its segments a unit has spent, in one number that grows with every step.
pub(crate) fn spent(purse: Purse) -> u16 {
    u16::from(purse.opened) * 16 + 15 - u16::from(purse.left.min(15))
}

/// What that number leaves of the segments.
pub(crate) fn unspent(spent: u16) -> Purse {
    Purse { opened: (spent / 16) as u8, left: 15 - (spent % 16) as u8, paved: false }
}
