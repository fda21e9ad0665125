//! Battles of campaigns: each follows from the record of the one before it, and its name says from which.

use std::sync::Arc;

use battle::{BattleFile, Scenario, Side, Unusable};
use table::campaign::{self, Run, Standing};
use table::{Notes, SeatSpec, TakenUp, Terms};
use tui::{GoingOn, Linked, Offer, Opponent, Room};

use crate::hall::Hall;
use crate::seat::{Occupant, Who};
use crate::store::{Listed, Stage, Wanted};

/// Battles of campaigns that are looked at for one that goes on.
const LOOKED_AT: usize = 10;

impl Hall {
    /// The battle of a campaign of that name.
    pub(crate) fn linked_battle(&self, linked: &Linked) -> Option<BattleFile> {
        let run = self.run_to(linked).ok()?;
        let (stage, text) = run.battle().ok()?;
        let key = &run.campaign.battle(stage).scenario.key;
        let file = self.library.battle_from_text(&format!("{key}.toml"), &text).ok()?;
        let title = format!("{} ({})", file.scenario.title, run.campaign.title);
        let scenario = Scenario { key: linked.to_string(), title, ..(*file.scenario).clone() };
        Some(BattleFile { text, scenario: Arc::new(scenario) })
    }

    /// What the record of that battle carries, with a seed of its own: whoever has seen the record before knows nothing of its dice.
    pub(crate) fn linked_notes(&self, linked: &Linked, seed: u64) -> Result<(u64, Notes), String> {
        let run = Run { seed, ..self.run_to(linked)? };
        Ok((run.battle_seed(), table::notes(&run)))
    }

    /// The run up to the battle of that name: a campaign that comes with the program, and the battles before it by their records.
    fn run_to(&self, linked: &Linked) -> Result<Run, String> {
        let Some((room, way)) = linked.after else {
            let known = campaign::builtin().iter().any(|listed| listed.key == linked.key);
            let found = known.then(|| campaign::load(&linked.key).ok()).flatten();
            let found = found.ok_or_else(|| format!("there is no campaign {:?} here", linked.key))?;
            return Ok(Run::new(Arc::new(found), 0));
        };
        let (run, _) = self.run_after(room)?;
        if run.campaign.key != linked.key {
            return Err(String::from("that battle belongs to another campaign"));
        }
        let stage = run.past.last().and_then(|last| run.campaign.stage_named(&last.stage));
        let ways = stage.map(|stage| &run.campaign.stages[stage].ways);
        let way = ways.and_then(|ways| ways.get(way)).ok_or("the campaign has no such way")?;
        table::take(&run, way)
    }

    /// A campaign as the battle in that room has left it.
    fn run_after(&self, room: Room) -> Result<(Run, Terms), String> {
        let path = self.store.record(room.0);
        let found = table::run_after(self.library.as_ref(), &path).map_err(|why: Unusable| {
            self.note(format!("battle {}: its campaign cannot go on: {why}", room.0));
            String::from("the campaign cannot go on from that battle; the host knows why")
        })?;
        found.ok_or_else(|| String::from("no campaign goes on from that battle"))
    }

    /// Whether the visitor may have that battle of a campaign set up as he asks: by the terms of the battle before, and by a way that
    /// is his to choose or that the computer takes.
    pub(crate) fn may_link(&self, who: &Who, offer: &Offer, linked: &Linked) -> Result<(), String> {
        let Some((room, way)) = linked.after else { return Ok(()) };
        let (row, side) = self.fought(who, room)?;
        if side != offer.side || row.system[0] != offer.system {
            return Err(format!("this campaign is played as {side} by {}", row.system[1]));
        }
        let (run, _) = self.run_after(room)?;
        let Standing::Choice { side: chooser, ways } = run.position()?.standing else {
            return Err(String::from("the campaign is over"));
        };
        let taken = match row.seat(chooser) {
            seat if seat.is(who) => ways.contains(&way),
            Occupant::Commander(_) => ways.get(run.lot(ways.len())) == Some(&way),
            seat => return Err(format!("{} chooses where the campaign goes", seat.name().unwrap_or("somebody else"))),
        };
        if taken { Ok(()) } else { Err(String::from("that way is not open")) }
    }

    /// A battle that is over, and the side that the visitor had in it.
    fn fought(&self, who: &Who, room: Room) -> Result<(Listed, Side), String> {
        let row = self.sql(self.store.battle(room.0))?.filter(|row| row.stage == Stage::Over);
        let row = row.ok_or("the battle before is no longer there, or is not over")?;
        let side = row.side_of(who).ok_or("that campaign is not yours")?;
        Ok((row, side))
    }

    /// The campaigns of a visitor that go on from a battle that is over.
    pub(crate) fn going_on(&self, who: &Who) -> Result<Vec<GoingOn>, String> {
        let mut rows = self.sql(self.store.listed(&Wanted::OverOf(who)))?;
        rows.retain(|row| row.battle[0].parse::<Linked>().is_ok());
        let later = self.sql(self.store.listed(&Wanted::Own(who)))?;
        let all: Vec<&Listed> = rows.iter().chain(&later).collect();
        let follows = |row: &Listed, before: u64| {
            row.battle[0].parse::<Linked>().is_ok_and(|linked| linked.after.is_some_and(|(room, _)| room.0 == before))
        };
        let last = rows.iter().filter(|row| !all.iter().any(|other| follows(other, row.id))).take(LOOKED_AT);
        Ok(last.filter_map(|row| self.goes_on(row)).collect())
    }

    fn goes_on(&self, row: &Listed) -> Option<GoingOn> {
        let (run, _) = self.run_after(Room(row.id)).ok()?;
        let over = matches!(run.position().ok()?.standing, Standing::Over { .. });
        let told = format!("{}, after {}", run.campaign.title, row.result.as_deref().unwrap_or("its battle"));
        (!over).then_some(GoingOn { room: Room(row.id), told })
    }

    /// A campaign to go on with, the visitor's side in it, and who plays the other.
    pub(crate) fn campaign_after(&self, who: &Who, room: Room) -> Result<(TakenUp, Side, Opponent), String> {
        let (row, side) = self.fought(who, room)?;
        let (run, mut terms) = self.run_after(room)?;
        terms.seats[side.index()] = SeatSpec::Human;
        let opponent = match row.seat(side.other()) {
            Occupant::Commander(key) => Opponent::Commander(key.clone()),
            seat => seat.name().map_or(Opponent::Anyone, |name| Opponent::Player(String::from(name))),
        };
        Ok((TakenUp { run, terms, fighting: None }, side, opponent))
    }
}
