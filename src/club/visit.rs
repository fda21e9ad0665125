//! A visit: the place as one visitor sees it.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use battle::{BattleFile, Side, Unusable};
use table::{Account, Afterwards, Game, TakenUp};
use tui::{Entered, Errand, GoingOn, History, Host, Lately, Offer, Opponent, Room, Row, Section, Visitor, Waker};

use crate::bench::{Bench, Print};
use crate::chair::Chair;
use crate::hall::Hall;
use crate::names;
use crate::past;
use crate::present::Present;
use crate::said::{CLOSING, NO_BOOKS, NO_DISK, STUCK};
use crate::seat::{Occupant, Who};
use crate::show::{SHOW, Show};
use crate::store::{Listed, Stage, Wanted, now};
use crate::{Caller, Club, Reveal};

/// Names that the line of welcome has room for.
const NAMED: usize = 8;

/// A visit. It ends when it is dropped.
pub(crate) struct Visit {
    club: Arc<Club>,
    visitor: Arc<Present>,
}

/// What stepping into a battle comes to.
pub(crate) enum Step {
    /// It goes on: a player's place in it, and the lines of its record that were seen before.
    In(Chair, usize),
    /// It goes on: an onlooker's place, and the dispatches that were read before.
    Watch(Bench, usize),
    /// It is over, and the visitor may see all of it.
    Over,
    /// It is over, and the visitor may see what both sides knew.
    Known(Print),
}

impl Visit {
    /// # Errors
    /// A sentence: guests are not let in, the place is closing.
    pub(crate) fn new(club: &Arc<Club>, caller: &Caller) -> Result<Visit, String> {
        let hall = &club.hall;
        if hall.is_shut() {
            return Err(String::from(CLOSING));
        }
        let known = match caller {
            Caller::Guest if !hall.policy.guests => {
                return Err(String::from("guests are not let in here; come with a public key"));
            }
            Caller::Guest => None,
            Caller::Key { fingerprint, key } => Some(
                hall.sql(hall.store.player_of_key(fingerprint))?
                    .unwrap_or_else(|| Who::Unnamed { fingerprint: fingerprint.clone(), key: key.clone() }),
            ),
        };
        let visit = Visit { club: Arc::clone(club), visitor: hall.welcome(known) };
        visit.note_here();
        Ok(visit)
    }

    /// Writes down that a player was here; of guests nothing is.
    fn note_here(&self) {
        if let (Some(id), false) = (self.visitor.who().id(), self.hall().is_shut()) {
            let _noted = self.hall().sql(self.hall().store.is_here(id));
        }
    }

    fn hall(&self) -> &Arc<Hall> {
        &self.club.hall
    }

    /// Who the visitor is. A key may have got its name in another session.
    fn who(&self) -> Who {
        let who = self.visitor.who();
        if let Who::Unnamed { fingerprint, .. } = &who
            && let Ok(Some(known)) = self.hall().sql(self.hall().store.player_of_key(fingerprint))
        {
            self.visitor.become_known(known.clone());
            return known;
        }
        who
    }

    /// Who the visitor is, if there is a name and the place is open.
    fn named(&self) -> Result<Who, String> {
        match self.who() {
            _ if self.hall().is_shut() => Err(String::from(CLOSING)),
            Who::Unnamed { .. } => Err(String::from("choose a name first")),
            who => Ok(who),
        }
    }

    fn player(&self) -> Result<Who, String> {
        match self.named()? {
            Who::Guest(_) => Err(String::from("guests play against the computer only")),
            who => Ok(who),
        }
    }

    /// The name that what the visitor keeps is kept under.
    fn owner(&self) -> Result<String, String> {
        match self.named()? {
            Who::Player { name, .. } => Ok(name),
            _ => Err(String::from("guests keep nothing here; come with a public key")),
        }
    }

    /// Steps into a battle.
    pub(crate) fn step_in(&self, room: Room) -> Result<Step, String> {
        let (who, hall) = (self.named()?, self.hall());
        let row = hall.sql(hall.store.battle(room.0))?.ok_or_else(|| String::from("it is no longer there"))?;
        match row.stage {
            Stage::Waiting | Stage::Starting => return Err(String::from("it has not begun")),
            Stage::Over => return self.step_into_finished(&row, &who),
            Stage::Running => {}
        }
        let hold = hall.hold(row.id);
        if let Err(why) = hold.ready()
            && hold.look(|inner| inner.astray().is_none())
        {
            return Err(why);
        }
        if hold.look(|inner| inner.is_over()) {
            return self.step_into_finished(&row, &who);
        }
        let read = match who.id() {
            Some(id) => hall.sql(hall.store.lines_seen(id, row.id))?,
            None => 0,
        };
        match row.side_of(&who) {
            Some(side) => Ok(Step::In(Chair::new(hold, &row, side, &self.visitor), read)),
            None => {
                let bench = Bench::new(hold, &row, &self.visitor).map_err(|error| self.stuck(row.id, &error))?;
                Ok(Step::Watch(bench, read))
            }
        }
    }

    /// Steps into a battle that is over: those who may see the whole truth get the record.
    fn step_into_finished(&self, row: &Listed, who: &Who) -> Result<Step, String> {
        let hall = self.hall();
        if hall.policy.reveal == Reveal::Everybody || row.side_of(who).is_some() {
            return Ok(Step::Over);
        }
        let path = hall.store.record(row.id);
        let read = std::fs::read_to_string(&path).map_err(|error| Unusable(error.to_string()));
        let account = read.and_then(|text| Account::of_record(hall.library.as_ref(), &text, 0, Afterwards::Known));
        let account = account.map_err(|error| self.stuck(row.id, &error))?;
        Ok(Step::Known(Print::new(&account, row)))
    }

    /// Notes for the host why a battle cannot be shown; what the visitor is told of it.
    fn stuck(&self, battle: u64, error: &Unusable) -> String {
        self.hall().note(format!("battle {battle}: cannot be joined: {error}"));
        String::from(STUCK)
    }

    fn all_rows(&self, who: &Who) -> Result<Vec<Row>, String> {
        let hall = self.hall();
        let kinds = [Wanted::Own(who), Wanted::Open, Wanted::Running, Wanted::OverOf(who), Wanted::Over];
        let (mut seen, mut rows, time) = (BTreeSet::new(), Vec::new(), now());
        for kind in kinds {
            let battles = hall.sql(hall.store.listed(&kind))?;
            rows.extend(battles.iter().filter(|battle| seen.insert(battle.id)).map(|battle| row(battle, who, time)));
        }
        for row in rows.iter_mut().filter(|row| hall.scribe.is_stuck(row.room.0)) {
            row.state = String::from(NO_DISK);
        }
        rows.sort_by_key(|row| (row.section, !row.yours, row.quiet));
        let last = rows.partition_point(|row| row.section <= Section::Watch);
        rows.splice(last..last, hall.show.as_ref().and_then(Show::row));
        Ok(rows)
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.note_here();
        self.hall().farewell(&self.visitor);
        self.hall().wake_all();
    }
}

impl Host for Visit {
    fn welcome(&self) -> String {
        if self.hall().note_loss() {
            return format!("{}: {NO_BOOKS}.", self.hall().policy.name);
        }
        let names = self.hall().names_here();
        let shown = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
        let name = &self.hall().policy.name;
        match names.len() {
            0 => format!("{name}."),
            count if count > NAMED => format!("{name}. Here now: {shown} and {} more.", count - NAMED),
            _ => format!("{name}. Here now: {shown}."),
        }
    }

    fn visitor(&self) -> Visitor {
        match self.who() {
            Who::Unnamed { .. } => Visitor::Unnamed,
            Who::Player { name, .. } => Visitor::Player(name),
            Who::Guest(name) => Visitor::Guest(name),
        }
    }

    fn take_name(&self, name: &str) -> Result<(), String> {
        let hall = self.hall();
        let (fingerprint, key) = match self.who() {
            _ if hall.is_shut() => return Err(String::from(CLOSING)),
            Who::Unnamed { fingerprint, key } => (fingerprint, key),
            Who::Player { name, .. } => return Err(format!("you are {name} already")),
            Who::Guest(_) => return Err(String::from("guests have no name of their own; come with a public key")),
        };
        let commanders: Vec<String> = hall.library.commanders().into_iter().map(|entry| entry.key).collect();
        names::check(name, &commanders)?;
        match hall.sql(hall.store.add_player(name, &fingerprint, &key))? {
            Some(who) => {
                self.visitor.become_known(who);
                hall.wake_all();
                Ok(())
            }
            None => Err(format!("`{name}` is taken")),
        }
    }

    fn is_new(&self) -> bool {
        match self.who() {
            Who::Unnamed { .. } => true,
            who => !self.hall().sql(self.hall().store.has_battles(&who, self.visitor.since)).unwrap_or(true),
        }
    }

    fn lately(&self) -> Lately {
        past::lately(self.hall())
    }

    fn history(&self) -> Result<History, String> {
        past::history(self.hall(), &self.named()?)
    }

    fn rows(&self) -> Vec<Row> {
        self.all_rows(&self.who()).unwrap_or_default()
    }

    fn players(&self) -> Vec<String> {
        self.hall().sql(self.hall().store.names_but(self.who().id())).unwrap_or_default()
    }

    fn listen(&self, wake: Waker) {
        self.visitor.listen(wake);
    }

    fn offer(&self, offer: Offer) -> Result<Room, String> {
        self.hall().offer(&self.named()?, &offer).map(Room)
    }

    fn accept(&self, room: Room) -> Result<(), String> {
        self.hall().accept(&self.player()?, room.0)
    }

    fn decline(&self, room: Room) -> Result<(), String> {
        self.hall().decline(&self.player()?, room.0)
    }

    fn enter(&self, room: Room) -> Result<Entered, String> {
        if let (SHOW, Some(show)) = (room.0, &self.hall().show) {
            let named = self.named().map(|_| show.watch(self.hall(), &self.visitor))?;
            let place = named.map_err(|error| self.stuck(room.0, &error))?;
            return Ok(Entered::Battle { game: Box::new(Game::watch(Box::new(place))), read: 0 });
        }
        let hall = self.hall();
        match self.step_in(room)? {
            Step::Over => Ok(Entered::Record(hall.store.record(room.0))),
            Step::In(chair, read) => {
                let game = Game::join(hall.library.as_ref(), Box::new(chair));
                let game = Box::new(game.map_err(|error| self.stuck(room.0, &error))?);
                Ok(Entered::Battle { game, read })
            }
            Step::Watch(bench, read) => Ok(Entered::Battle { game: Box::new(Game::watch(Box::new(bench))), read }),
            Step::Known(print) => Ok(Entered::Battle { game: Box::new(Game::watch(Box::new(print))), read: 0 }),
        }
    }

    fn seen(&self, room: Room, lines: usize) {
        if room.0 == SHOW {
            return;
        }
        if let (Some(id), false) = (self.who().id(), self.hall().is_shut()) {
            let _noted = self.hall().sql(self.hall().store.see(id, room.0, lines));
        }
    }

    fn shelf(&self) -> Vec<BattleFile> {
        self.hall().shelf.battles(self.hall().library.as_ref())
    }

    fn keep(&self, key: &str, text: &str) -> Result<String, String> {
        self.hall().shelf.keep(self.hall().library.as_ref(), &self.owner()?, key, text)
    }

    fn let_go(&self, key: &str) -> Result<String, String> {
        self.hall().shelf.drop(&self.owner()?, key)
    }

    fn going_on(&self) -> Vec<GoingOn> {
        self.named().and_then(|who| self.hall().going_on(&who)).unwrap_or_default()
    }

    fn campaign_after(&self, room: Room) -> Result<(TakenUp, Side, Opponent), String> {
        self.hall().campaign_after(&self.named()?, room)
    }

    fn think(&self, errand: Errand, stop: Arc<AtomicBool>) {
        self.hall().pool.push_errand(self.visitor.number, errand, stop);
    }
}

/// A battle as that visitor's lobby lists it.
fn row(battle: &Listed, who: &Who, time: i64) -> Row {
    let section = section(battle, who);
    let to_move = battle.to_move.filter(|_| battle.stage == Stage::Running);
    Row {
        room: Room(battle.id),
        section,
        battle: battle.battle[1].clone(),
        system: battle.system[1].clone(),
        players: battle.seats.each_ref().map(Occupant::listed),
        turn: battle.turn,
        state: state(battle, who),
        yours: section == Section::Invitations || to_move.is_some_and(|side| battle.seat(side).is(who)),
        quiet: Duration::from_secs(u64::try_from(time - battle.last_order).unwrap_or(0)),
    }
}

fn section(battle: &Listed, who: &Who) -> Section {
    let own = battle.side_of(who).is_some();
    match battle.stage {
        Stage::Over => Section::Finished,
        _ if own => Section::Yours,
        Stage::Waiting if battle.seats.iter().any(|seat| seat.asks(who)) => Section::Invitations,
        Stage::Waiting => Section::Open,
        Stage::Starting | Stage::Running => Section::Watch,
    }
}

/// The side to move, as that visitor may know it.
fn to_move(battle: &Listed, who: &Who) -> Option<Side> {
    if battle.side_of(who).is_some() { battle.to_move } else { battle.known_to_move }
}

/// How a battle stands, in a few words.
fn state(battle: &Listed, who: &Who) -> String {
    let note = battle.note.as_ref().map_or_else(String::new, |note| format!("; {note}"));
    match battle.stage {
        Stage::Waiting => waiting(battle, who),
        Stage::Starting => String::from("about to begin"),
        Stage::Over => format!("{}{note}", battle.result.as_deref().unwrap_or("over")),
        Stage::Running => match to_move(battle, who).map(|side| battle.seat(side)) {
            _ if battle.note.is_some() => note.trim_start_matches("; ").to_owned(),
            Some(seat) if seat.is(who) => String::from("your turn"),
            Some(Occupant::Commander(key)) => format!("{key} is thinking"),
            Some(seat) => format!("{} to move", seat.name().unwrap_or("nobody")),
            None => String::from("about to end"),
        },
    }
}

fn waiting(battle: &Listed, who: &Who) -> String {
    let asked = battle.seats.iter().find(|seat| matches!(seat, Occupant::Invited { .. }));
    let host = Side::ALL.into_iter().find_map(|side| match battle.seat(side) {
        Occupant::Player { name, .. } => Some(name.as_str()),
        _ => None,
    });
    match asked {
        Some(seat) if seat.asks(who) => format!("{} invites you", host.unwrap_or("somebody")),
        Some(seat) => format!("waiting for {}", seat.name().unwrap_or("somebody")),
        None => String::from("waiting for an opponent"),
    }
}
