//! The commander: a player that appraises the field, plans, weighs what it could do and explains what it did.
//!
//! It knows no rule system: everything comes through [`battle::System`]. It sees what its side may see, never dice, and
//! what it does is a function of what it sees and of its own seed. Profiles in `ai/` say what counts for how much.

mod appraisal;
mod battleground;
mod candidates;
mod chance;
mod considerations;
mod curve;
mod decide;
mod explain;
mod memory;
mod plan;
mod playing_on;
mod position;
mod profile;
mod score;
mod simple;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

use battle::{Choice, Decision, Order, Player, System, UnitId};
use document::{Faults, nearest};
use include_dir::{Dir, include_dir};

use crate::candidates::Bench;
use crate::chance::Lot;
use crate::memory::Memory;

pub use considerations::Concern;
pub use curve::Curve;
pub use playing_on::PlayingOn;
pub use profile::{Judgement, Kind, Number, Planning, Profile, Response, Settings, Weighing, with_numbers};
pub use score::total;

static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../ai");

/// The key of the profile that fills in what others leave out.
const BASE: &str = "steady";

/// The profiles that come with the program: the default, the others that weigh, the baselines; key and temper.
#[must_use]
pub fn builtin() -> Vec<(String, String)> {
    let mut all: Vec<(&str, Profile)> = keys().filter_map(|key| Some((key, load(key).ok()?))).collect();
    all.sort_by_key(|(key, profile)| (*key != BASE, profile.kind != Kind::Utility, *key));
    all.into_iter().map(|(key, profile)| (String::from(key), profile.temper)).collect()
}

fn keys() -> impl Iterator<Item = &'static str> {
    SHIPPED.files().filter_map(|file| file.path().to_str()?.strip_suffix(".toml"))
}

/// The text of a profile that comes with the program.
#[must_use]
pub fn text(key: &str) -> Option<&'static str> {
    SHIPPED.get_file(format!("{key}.toml"))?.contents_utf8()
}

/// A profile from its text; `file` names it in faults. What it does not say is as in the default profile.
///
/// # Errors
/// Every fault of the text, with line and column.
pub fn profile(file: &str, text: &str) -> Result<Profile, Faults> {
    profile::parse(file, text, Some(&base()?))
}

fn base() -> Result<Profile, Faults> {
    profile::parse("ai/steady.toml", text(BASE).unwrap_or_default(), None)
}

/// A profile that comes with the program, by its key; `bold-cadet` is the temper `bold` over the level `cadet`.
///
/// # Errors
/// A sentence naming the key and the nearest or all known ones.
pub fn load(key: &str) -> Result<Profile, String> {
    match key.split_once('-') {
        Some((temper, level)) if text(key).is_none() => over(temper, level),
        _ => single(key),
    }
}

/// The profile of one file.
fn single(key: &str) -> Result<Profile, String> {
    profile(&path(key), known(key)?).map_err(|faults| faults.to_string())
}

/// A temper over a level: what the temper does not say is as in the level.
fn over(temper: &str, level: &str) -> Result<Profile, String> {
    let (of_temper, of_level) = (single(temper)?, single(level)?);
    if let Some((key, _)) = [(temper, &of_temper), (level, &of_level)].iter().find(|(_, one)| one.kind != Kind::Utility)
    {
        return Err(format!(
            "commander `{temper}-{level}`: `{key}` is a baseline; expected two that weigh their orders"
        ));
    }
    let both = profile::parse(&path(temper), known(temper)?, Some(&of_level)).map_err(|faults| faults.to_string())?;
    let name = format!("{} {}", of_temper.name, of_level.name.to_lowercase());
    Ok(Profile { name, temper: format!("{} {}", of_temper.temper, of_level.temper), ..both })
}

fn path(key: &str) -> String {
    format!("ai/{key}.toml")
}

/// The text of a profile that comes with the program, or who else does.
fn known(key: &str) -> Result<&'static str, String> {
    text(key).ok_or_else(|| {
        let near = nearest(key, keys()).map_or_else(|| keys().collect::<Vec<_>>().join(", "), String::from);
        format!("unknown commander `{key}`; expected {near}")
    })
}

/// Answers decisions by a profile.
///
/// The same profile, seed and views give the same answers everywhere.
pub struct Commander {
    profile: Profile,
    seed: u64,
    memory: Memory,
    turn: u16,
    decisions: u32,
}

impl Commander {
    /// A commander with that profile whose own randomness comes from `seed`.
    #[must_use]
    pub fn new(profile: Profile, seed: u64) -> Commander {
        Commander { profile, seed, memory: Memory::default(), turn: 0, decisions: 0 }
    }

    /// The draws of this decision.
    fn lot(&mut self, turn: u16) -> Lot {
        self.decisions = if self.turn == turn { self.decisions + 1 } else { 0 };
        self.turn = turn;
        Lot::new(self.seed, turn, self.decisions)
    }

    /// Remembers how things are for the side to decide.
    fn refresh(&mut self, view: &dyn System, decision: &Decision) {
        let settings = self.profile.under(view.info().key);
        self.memory.refresh(view, settings, decision.side);
    }

    fn think(
        &mut self,
        view: &dyn System,
        decision: &Decision,
        lot: Lot,
        stop: &AtomicBool,
        only: Option<UnitId>,
    ) -> Option<Choice> {
        if self.profile.kind != Kind::Utility {
            return simple::answer(self.profile.kind, view, decision, lot);
        }
        self.refresh(view, decision);
        let settings = self.profile.under(view.info().key);
        let Memory { battleground, appraisal, plan, memo } = &mut self.memory;
        let (battleground, appraisal, plan) = (battleground.as_ref()?, appraisal.as_ref()?, plan.as_ref()?);
        let (profile, error_rate, ask) = (settings, self.profile.error_rate, decision.ask.role);
        let bench = Bench { view, battleground, appraisal, plan, profile, error_rate, ask, stop };
        decide::answer(&bench, memo, decision, lot, only)
    }
}

impl Player for Commander {
    fn name(&self) -> &str {
        &self.profile.name
    }

    fn decide(&mut self, view: &dyn System, stop: &AtomicBool) -> Choice {
        let lot = self.lot(view.field().turn());
        let choice = view.pending().decision().and_then(|decision| self.think(view, &decision, lot, stop, None));
        let nothing = || Choice { order: Order::new(battle::Verb(0)), why: None };
        choice.unwrap_or_else(nothing)
    }

    fn advise(&mut self, view: &dyn System, unit: Option<UnitId>) -> Option<Choice> {
        let decision = view.pending().decision()?;
        let lot = Lot::new(self.seed, view.field().turn(), self.decisions);
        self.think(view, &decision, lot, &AtomicBool::new(false), unit)
    }

    fn plan(&mut self, view: &dyn System) -> Vec<String> {
        let Some(decision) = view.pending().decision().filter(|_| self.profile.kind == Kind::Utility) else {
            return Vec::new();
        };
        self.refresh(view, &decision);
        let Some(plan) = &self.memory.plan else { return Vec::new() };
        let reasons = plan.missions.iter().map(|mission| mission.reason.clone());
        reasons.chain([plan.standing.clone()]).collect()
    }
}
