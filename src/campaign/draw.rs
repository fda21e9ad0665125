//! Drawing a battle: the text of a stage's battle file, as the ledger and the way taken have changed it.

mod text;

use battle::{Goal, Objective, Quality, Rank, Rating, Scenario, Side, UnitSpec};
use toml_edit::{ArrayOfTables, DocumentMut, InlineTable, Item, Table, TableLike, Value, value};

use crate::ledger::{Fate, LeaderState, Ledger, UnitState};
use crate::model::{Campaign, Late, Way};
use text::{each, labelled, prune, word};

/// The least strength that a battle file may give a unit.
const LEAST: u8 = 10;

/// What the drawing of a battle goes by.
struct Draft<'a> {
    campaign: &'a Campaign,
    stage: usize,
    scenario: &'a Scenario,
    way: Option<&'a Way>,
    ledger: &'a Ledger,
}

impl<'a> Draft<'a> {
    fn new(campaign: &'a Campaign, stage: usize, way: Option<&'a Way>, ledger: &'a Ledger) -> Draft<'a> {
        Draft { campaign, stage, scenario: &campaign.battle(stage).scenario, way, ledger }
    }

    /// Whether the way leaves somebody out.
    fn is_absent(&self, label: &str) -> bool {
        self.way.is_some_and(|way| way.absent.iter().any(|absent| absent == label))
    }

    /// How a unit is; as fresh where the campaign does not know it.
    fn unit(&self, label: &str) -> UnitState {
        let place = self.campaign.unit_of(self.stage, label);
        place.map_or_else(UnitState::default, |place| self.ledger.units[place])
    }

    /// How a leader is.
    fn leader(&self, label: &str) -> LeaderState {
        let place = self.campaign.leader_of(self.stage, label);
        place.map_or_else(LeaderState::default, |place| self.ledger.leaders[place])
    }

    fn is_there(&self, unit: &UnitSpec) -> bool {
        !self.is_absent(&unit.label) && self.unit(&unit.label).fate == Fate::Fit
    }

    /// The units of a side that take part.
    fn there(&self, side: Side) -> impl Iterator<Item = &'a UnitSpec> + '_ {
        self.scenario.army(side).units.iter().filter(|unit| self.is_there(unit))
    }

    /// What makes a unit come late.
    fn late(&self, label: &str) -> Option<&'a Late> {
        self.way?.late.iter().find(|late| late.units.iter().any(|unit| unit == label))
    }
}

/// The side that has nobody left for the battle of a stage, if one has.
#[must_use]
pub(crate) fn nobody_left(campaign: &Campaign, stage: usize, way: Option<&Way>, ledger: &Ledger) -> Option<Side> {
    let draft = Draft::new(campaign, stage, way, ledger);
    Side::ALL.into_iter().find(|side| draft.there(*side).next().is_none())
}

/// The battle of a stage as text: units worn, better or worse, late or not there, leaders replaced or missing. The same for the
/// same ledger on any machine.
///
/// # Errors
/// A sentence, when a side has nobody left for it, or when the text of the stage's battle cannot be changed.
pub fn battle(campaign: &Campaign, stage: usize, way: Option<&Way>, ledger: &Ledger) -> Result<String, String> {
    if let Some(side) = nobody_left(campaign, stage, way, ledger) {
        return Err(format!("{side} has nobody left for `{}`", campaign.stages[stage].key));
    }
    let draft = Draft::new(campaign, stage, way, ledger);
    let source = campaign.battle(stage);
    let mut document: DocumentMut = source.text.parse().map_err(|error| format!("{}: {error}", source.file))?;
    let root = document.as_table_mut();
    for side in Side::ALL {
        if let Some(army) = root.get_mut(["blue", "red"][side.index()]).and_then(Item::as_table_like_mut) {
            draft.army(side, army);
        }
    }
    draft.late_groups(root);
    draft.idle_groups(root);
    draft.goals(root);
    Ok(document.to_string())
}

impl Draft<'_> {
    fn army(&self, side: Side, army: &mut dyn TableLike) {
        let spec = self.scenario.army(side);
        if let Some(brigades) = army.get_mut("brigade") {
            prune(brigades, |brigade| {
                if let Some(units) = brigade.get_mut("units") {
                    prune(units, |unit| {
                        self.change_unit(spec.units.iter().find(|spec| labelled(unit, &spec.label)), unit)
                    });
                }
                brigade.get("units").is_some_and(|units| text::count(units) > 0)
            });
        }
        let brigades: Vec<String> = self.there(side).map(|unit| spec.brigades[unit.brigade].name.clone()).collect();
        let divisions: Vec<String> =
            self.there(side).map(|unit| spec.brigades[unit.brigade].division.clone()).collect();
        if let Some(leaders) = army.get_mut("leader") {
            prune(leaders, |leader| {
                let Some(own) = spec.leaders.iter().find(|spec| labelled(leader, &spec.label)) else { return true };
                let state = self.leader(&own.label);
                let leads = |names: &[String]| own.command.as_ref().is_some_and(|command| names.contains(command));
                let needed = match own.rank {
                    Rank::Army => return change_commander(own.rating, state, self.is_absent(&own.label), leader),
                    Rank::Brigade => leads(&brigades),
                    Rank::Division => leads(&divisions),
                    Rank::Adjutant => true,
                };
                succeed(own.rating, state.successors, leader);
                needed && !state.wounded && !self.is_absent(&own.label)
            });
            if text::count(leaders) == 0 {
                army.remove("leader");
            }
        }
    }

    /// Changes a unit's entry; whether it stays.
    fn change_unit(&self, spec: Option<&UnitSpec>, unit: &mut dyn TableLike) -> bool {
        let Some(spec) = spec else { return true };
        if !self.is_there(spec) {
            return false;
        }
        let state = self.unit(&spec.label);
        let strength = (u16::from(spec.strength) * u16::from(state.strength) / 100) as u8;
        if strength < spec.strength {
            set(unit, "strength", i64::from(strength.max(LEAST)).into());
        }
        let quality = lifted(spec.quality, state.steps());
        if quality != spec.quality {
            set(unit, "quality", quality.name().into());
        }
        if let Some(late) = self.late(&spec.label) {
            unit.remove("at");
            set(unit, "arrives", late.name.as_str().into());
        }
        true
    }

    /// Adds a reinforcement for those who come late.
    fn late_groups(&self, root: &mut Table) {
        for late in self.way.iter().flat_map(|way| &way.late) {
            let side =
                Side::ALL.into_iter().find(|side| self.there(*side).any(|unit| late.units.contains(&unit.label)));
            if let Some(side) = side {
                add_group(root, side, late);
            }
        }
    }

    /// Takes out reinforcements that nobody comes with any more, and their names out of brigades.
    fn idle_groups(&self, root: &mut Table) {
        let mut idle: Vec<(Side, String)> = Vec::new();
        for (place, group) in self.scenario.reinforcements.iter().enumerate() {
            let comes =
                |unit: &UnitSpec| unit.start == battle::Start::Arrives(place) && self.late(&unit.label).is_none();
            if !self.there(group.side).any(comes) {
                idle.push((group.side, group.name.clone()));
            }
        }
        for (side, name) in &idle {
            let army = root.get_mut(["blue", "red"][side.index()]).and_then(Item::as_table_like_mut);
            for brigade in army.and_then(|army| army.get_mut("brigade")).into_iter().flat_map(each) {
                if word(brigade, "arrives") == Some(name) {
                    brigade.remove("arrives");
                }
            }
        }
        let Some(groups) = root.get_mut("reinforcement") else { return };
        prune(groups, |group| {
            let is_idle = |(side, name): &(Side, String)| {
                word(group, "name") == Some(name) && word(group, "side") == Some(&side.name().to_lowercase())
            };
            !idle.iter().any(is_idle)
        });
        if text::count(groups) == 0 {
            root.remove("reinforcement");
        }
    }

    /// Goals that count units count no more than there are.
    fn goals(&self, root: &mut Table) {
        let Some(goals) = root.get_mut("objective") else { return };
        for goal in each(goals) {
            let written = self.scenario.objectives.iter().find(|one| word(goal, "name") == Some(&one.name));
            if let Some(count) = written.and_then(|written| self.most(written)) {
                set(goal, "count", i64::from(count).into());
            }
        }
    }

    /// The count of a goal where there are not so many units; nothing where there are.
    fn most(&self, goal: &Objective) -> Option<u8> {
        let units = |side: Side| self.there(side).count();
        let most = match (goal.goal, goal.side) {
            (Goal::Destroy, Some(side)) => units(side.other()),
            (Goal::Exit, Some(side)) => units(side),
            (Goal::Destroy | Goal::Exit, None) => units(Side::Blue).min(units(Side::Red)),
            (Goal::Hold | Goal::Occupy, _) => return None,
        };
        (usize::from(goal.count) > most).then_some(most.max(1) as u8)
    }
}

/// Sets a key, with the spaces of those around it.
fn set(table: &mut dyn TableLike, key: &str, to: Value) {
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            let decor = old.decor().clone();
            *old = to;
            *old.decor_mut() = decor;
        }
        None => drop(table.insert(key, value(to))),
    }
}

/// A quality some steps up or down: up to elite at most, but for those that are guards already.
pub(crate) fn lifted(quality: Quality, steps: i8) -> Quality {
    let most = (Quality::Elite as i8).max(quality as i8);
    let place = (quality as i8 + steps).clamp(0, most);
    Quality::ALL[place as usize]
}

/// An army's commander stays in any case; where he misses the battle his deputy has his place.
fn change_commander(rating: Rating, state: LeaderState, absent: bool, leader: &mut dyn TableLike) -> bool {
    succeed(rating, state.successors, leader);
    if (state.wounded || absent)
        && let Some(name) = word(leader, "name").map(String::from)
    {
        set(leader, "name", format!("{name}'s deputy").into());
        set(leader, "rating", lower(rating, state.successors.saturating_add(1)).name().into());
    }
    true
}

/// Puts a successor in a leader's place.
fn succeed(rating: Rating, successors: u8, leader: &mut dyn TableLike) {
    if successors > 0
        && let Some(name) = word(leader, "name").map(String::from)
    {
        set(leader, "name", format!("{name}'s successor").into());
        set(leader, "rating", lower(rating, successors).name().into());
    }
}

fn lower(rating: Rating, steps: u8) -> Rating {
    Rating::ALL[(rating as usize).saturating_sub(usize::from(steps))]
}

fn add_group(root: &mut Table, side: Side, late: &Late) {
    let rows: [(&str, Value); 5] = [
        ("name", late.name.as_str().into()),
        ("side", side.name().to_lowercase().into()),
        ("turn", i64::from(late.turn).into()),
        ("entry", late.entry.iter().map(String::as_str).collect::<toml_edit::Array>().into()),
        ("facing", late.facing.name().into()),
    ];
    let groups = root.entry("reinforcement").or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
    if let Some(groups) = groups.as_array_of_tables_mut() {
        let mut group = Table::new();
        group.decor_mut().set_prefix("\n");
        rows.into_iter().for_each(|(key, to)| drop(group.insert(key, value(to))));
        groups.push(group);
    } else if let Some(groups) = groups.as_array_mut() {
        let mut group = InlineTable::new();
        rows.into_iter().for_each(|(key, to)| drop(group.insert(key, to)));
        groups.push(group);
    }
}
