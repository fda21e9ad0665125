//! What sending skirmishers out and taking them back is worth: fire, what they hide, the strength that is missing
//! (MC-FORM-7, MC-MOVE-21, MC-HEX-4).

use battle::{Effect, Order, UnitId};

use super::detachment::{detach, recall, spare};
use crate::War;
use crate::fire::aim::{Manner, shot};
use crate::fire::{self, worth};
use crate::forecasts::{full, supposed, tame};
use crate::threats::charge_of;

/// What lies before a unit and its detachment.
struct Outlook {
    /// What both may still shoot in step 5, as shares of enemies.
    fire: f64,
    /// Figures that the enemy's next fire may cost both, each enemy at the one that it hurts more.
    loss: f64,
    /// The chance that the charge to be feared most breaks the unit.
    breaks: f64,
}

impl Outlook {
    fn of(war: &War, unit: UnitId, part: UnitId) -> Outlook {
        let both: Vec<UnitId> = [unit, part].into_iter().filter(|one| war.present(*one)).collect();
        let enemies: Vec<UnitId> = war.enemies(unit).collect();
        let shoots = |by: &UnitId| {
            let share = |on: &UnitId| shot(war, *by, *on, Manner::Own).map_or(0.0, |shot| worth(war, &[shot], *on).0);
            if fire::is_able(war, *by) { enemies.iter().map(share).fold(0.0, f64::max) } else { 0.0 }
        };
        let ready = supposed(war, |umpire| {
            for enemy in &enemies {
                let own = umpire.own_mut(*enemy);
                (own.fired, own.light_move) = (0, false);
            }
        });
        let hurt = |by: &UnitId| {
            let figures = |on: &UnitId| {
                shot(&ready, *by, *on, Manner::Own).map_or(0.0, |shot| worth(&ready, &[shot], *on).0 * full(war, *on))
            };
            both.iter().map(figures).fold(0.0, f64::max)
        };
        let breaks = |by: &UnitId| charge_of(war, *by, unit).destroys;
        Outlook {
            fire: both.iter().map(shoots).sum(),
            loss: enemies.iter().map(hurt).sum(),
            breaks: enemies.iter().map(breaks).fold(0.0, f64::max),
        }
    }

    /// What a change from this to another is worth to a unit of so many figures: what it may shoot then, what more or less
    /// it has to fear.
    fn becomes(&self, then: &Outlook, figures: f64) -> Effect {
        let (more, worse) = ((then.loss - self.loss) / figures, then.breaks - self.breaks);
        Effect {
            inflicted: then.fire,
            taken: more.max(0.0),
            recovers: (-more).max(0.0) + (-worse).max(0.0),
            destroyed: tame(worse),
            succeeds: 1.0,
            ..Effect::default()
        }
    }
}

/// What it is worth to send stands out to a pose.
pub(crate) fn sent_out(war: &War, order: &Order) -> Option<Effect> {
    let (unit, _) = (order.unit()?, order.pose?);
    let part = spare(war, unit)?;
    let then = supposed(war, |umpire| detach(umpire, order));
    Some(Outlook::of(war, unit, part).becomes(&Outlook::of(&then, unit, part), full(war, unit)))
}

/// What it is worth to take a detachment back: both give up their fire and movement.
pub(crate) fn taken_back(war: &War, order: &Order) -> Option<Effect> {
    let (unit, part) = (order.unit()?, order.target_unit()?);
    let then = supposed(war, |umpire| recall(umpire, order));
    let effect = Outlook::of(war, unit, part).becomes(&Outlook::of(&then, unit, part), full(&then, unit));
    Some(Effect { mobility: -1.0, ..effect })
}
