//! The account of a battle for a campaign: the aftermath in terms that no rule system owns.

use std::collections::BTreeMap;

use battle::{Battlefield, LeaderFate, Side, System, UnitId, UnitSpec};
use campaign::{Account, LeaderEnd, UnitAccount, UnitEnd};

use crate::aftermath::{Fate, UnitToll};
use crate::game::Game;

impl Game {
    /// What a campaign needs to know of the battle as it stands.
    #[must_use]
    pub fn account(&self) -> Account {
        let (system, tolls) = (self.system(), self.aftermath().units);
        let (mut units, mut lost) = (BTreeMap::new(), [0; 2]);
        for side in Side::ALL {
            let army = self.setup().battle.scenario.army(side);
            let told: Vec<(f64, UnitAccount)> =
                army.units.iter().map(|spec| told(system, &tolls, side, spec)).collect();
            let all: f64 = told.iter().map(|(worth, _)| worth).sum();
            let left: f64 = told.iter().map(|(worth, unit)| worth * f64::from(unit.left)).sum();
            lost[side.index()] = if all > 0.0 { (100.0 - left / all).round().clamp(0.0, 100.0) as u8 } else { 0 };
            units.extend(army.units.iter().map(|spec| spec.label.clone()).zip(told.into_iter().map(|(_, unit)| unit)));
        }
        let winner = self.outcome().and_then(|outcome| outcome.winner);
        Account { winner, lost, units, leaders: leaders(self) }
    }
}

/// What is told of a unit of the battle file, and what it is worth.
fn told(system: &dyn System, tolls: &[UnitToll], side: Side, spec: &UnitSpec) -> (f64, UnitAccount) {
    let ids = units_of(system.field(), side, spec);
    let parts: Vec<&UnitToll> = tolls.iter().filter(|toll| ids.contains(&toll.unit)).collect();
    let sum = |place: usize| parts.iter().map(|toll| toll.strength[place].max(0)).sum::<i16>();
    let has = |fates: &[Fate]| parts.iter().any(|toll| fates.contains(&toll.fate));
    let end = match () {
        () if parts.is_empty() || has(&[Fate::Stands, Fate::MarchedOff]) => UnitEnd::Stood,
        () if has(&[Fate::Ran]) => UnitEnd::Ran,
        () => UnitEnd::Destroyed,
    };
    let left = match end {
        UnitEnd::Stood if parts.is_empty() => 100,
        UnitEnd::Stood => system.info().strength.men_left(sum(1), sum(0)),
        UnitEnd::Ran | UnitEnd::Destroyed => 0,
    };
    let worth = ids.first().map_or(1.0, |unit| system.estimates().worth(*unit));
    (worth, UnitAccount { left, end })
}

/// The units that one of the battle file has become: itself and what has come out of it, which has its label in small letters. Where
/// a rule system has put several together, the one that it is part of.
fn units_of(field: &Battlefield, side: Side, spec: &UnitSpec) -> Vec<UnitId> {
    let own = |label: &str| label == spec.label || label == spec.label.to_lowercase();
    let found = field.roster().units().filter(|(_, info)| info.side == side && own(&info.label));
    let ids: Vec<UnitId> = found.map(|(unit, _)| unit).collect();
    if !ids.is_empty() {
        return ids;
    }
    let alike = field.roster().units().filter(|(_, info)| info.side == side && info.arm == spec.troop.arm());
    let first = field.roster().brigades.iter().position(|brigade| brigade.side == side).unwrap_or(0);
    let near = |brigade: u8| usize::from(brigade).abs_diff(first + spec.brigade);
    alike.min_by_key(|(_, info)| near(info.brigade)).map(|(unit, _)| unit).into_iter().collect()
}

fn leaders(game: &Game) -> BTreeMap<String, LeaderEnd> {
    let (system, mut ends) = (game.system(), BTreeMap::new());
    for army in &game.setup().battle.scenario.armies {
        for spec in &army.leaders {
            let mut known = system.field().roster().leaders();
            let found = known.find(|(_, info)| info.side == army.side && info.label == spec.label);
            let fate = found.map_or(LeaderFate::Fit, |(leader, _)| system.leader_fate(leader));
            let end = match fate {
                LeaderFate::Fit => LeaderEnd::Fit,
                LeaderFate::Wounded => LeaderEnd::Wounded,
                LeaderFate::Lost => LeaderEnd::Lost,
            };
            ends.insert(spec.label.clone(), end);
        }
    }
    ends
}
