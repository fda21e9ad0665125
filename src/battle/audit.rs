//! What must always hold of a battlefield.

use crate::{Battlefield, Perch, Presence, UnitId};

impl Battlefield {
    /// Checks what must always hold: stands on the map and on hexes of their own, no strength below 0, leaders with
    /// units that are there.
    ///
    /// # Errors
    /// A sentence naming what is wrong.
    pub fn audit(&self) -> Result<(), String> {
        self.audit_but(&[])
    }

    /// As [`Battlefield::audit`], but those units are on their way and may stand on hexes of others for a moment.
    ///
    /// # Errors
    /// A sentence naming what is wrong.
    pub fn audit_but(&self, passing: &[UnitId]) -> Result<(), String> {
        for unit in self.present() {
            self.audit_unit(unit, passing)?;
        }
        for (leader, info) in self.roster().leaders() {
            if let Perch::With(unit) = self.leader(leader)
                && self.unit(unit).presence != Presence::OnMap
            {
                return Err(format!(
                    "leader {} is with {}, which is not on the map",
                    info.label,
                    self.label(unit.into())
                ));
            }
        }
        Ok(())
    }

    /// Checks that no unit on the map is stronger than at its start, for systems in which none can be.
    ///
    /// # Errors
    /// A sentence naming one that is.
    pub fn audit_starts(&self) -> Result<(), String> {
        let risen = self.present().find(|unit| self.unit(*unit).strength > self.unit(*unit).full);
        risen.map_or(Ok(()), |unit| {
            let state = self.unit(unit);
            let label = self.label(unit.into());
            Err(format!("{label} has strength {}, expected at most {}", state.strength, state.full))
        })
    }

    fn audit_unit(&self, unit: UnitId, passing: &[UnitId]) -> Result<(), String> {
        let label = self.label(unit.into());
        let state = self.unit(unit);
        if state.strength < 0 {
            return Err(format!("{label} has strength {}, expected 0 or more", state.strength));
        }
        for hex in self.footprint(unit).hexes() {
            let there = self.unit_at(*hex);
            let shared = there.is_some_and(|other| passing.contains(&other) || passing.contains(&unit));
            if there != Some(unit) && !shared {
                return Err(format!("{label} does not have hex {} to itself", hex.offset()));
            }
        }
        Ok(())
    }
}
