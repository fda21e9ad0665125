//! Battles that are offered, taken and begun.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use battle::{BattleFile, HouseRules, Side, SystemInfo, Unusable};
use serde_json::{Map, Value, json};
use table::{Game, Notes, RecordFile, Saving, SeatSpec, Setup};
use tui::{Offer, Opponent};

use crate::hall::Hall;
use crate::room::{Paper, Standing, set_aside};
use crate::seat::{Occupant, Who};
use crate::store::{Claim, Listed, Offered, Owner, Stage};

impl Hall {
    /// Sets a battle up, or puts it on the board until somebody sits down.
    pub(crate) fn offer(self: &Arc<Hall>, who: &Who, offer: &Offer) -> Result<u64, String> {
        let offered = self.offered(who, offer)?;
        let id = self.sql(self.store.add_offer(&offered, &self.owner(who)))?.ok_or_else(|| self.too_many())?;
        if matches!(offer.opponent, Opponent::Commander(_))
            && let Err(why) = self.begin(id, None)
        {
            self.sql(self.store.withdraw(id, Stage::Starting))?;
            return Err(why);
        }
        self.wake_all();
        Ok(id)
    }

    /// Sits a player down; of several who try at once, one.
    pub(crate) fn accept(self: &Arc<Hall>, who: &Who, battle: u64) -> Result<(), String> {
        let Some(row) = self.sql(self.store.battle(battle))? else {
            return Err(String::from("it is no longer there"));
        };
        match self.sql(self.store.claim(&row, &self.owner(who)))? {
            Claim::Taken(side) => {
                if let Err(why) = self.begin(battle, Some((side, who))) {
                    self.sql(self.store.give_back(battle))?;
                    return Err(why);
                }
                self.wake_all();
                Ok(())
            }
            Claim::Gone => Err(String::from("somebody else was quicker")),
            Claim::Own => Err(String::from("you are in that battle already")),
            Claim::NotAsked => Err(String::from("somebody else is asked to play that battle")),
            Claim::TooMany => Err(self.too_many()),
        }
    }

    /// Takes a battle off the board.
    pub(crate) fn decline(&self, who: &Who, battle: u64) -> Result<(), String> {
        let Some(row) = self.sql(self.store.battle(battle))? else {
            return Err(String::from("it is no longer there"));
        };
        if row.side_of(who).is_none() && !row.seats.iter().any(|seat| seat.asks(who)) {
            return Err(String::from("that battle is not yours"));
        }
        if !self.sql(self.store.withdraw(battle, Stage::Waiting))? {
            return Err(String::from("it has begun"));
        }
        self.wake_all();
        Ok(())
    }

    fn owner<'a>(&self, who: &'a Who) -> Owner<'a> {
        Owner { who, most: self.policy.battles_per_player }
    }

    fn too_many(&self) -> String {
        format!("you have {} battles going, the most there may be; end one first", self.policy.battles_per_player)
    }

    /// A battle by its key: one that comes with the program, one that somebody keeps here, one drawn by chance whose name says all of
    /// it, or one of a campaign whose name says what it follows.
    fn battle(&self, key: &str) -> Option<BattleFile> {
        if let Ok(linked) = key.parse() {
            return self.linked_battle(&linked);
        }
        let listed = self.library.battles().into_iter().find(|file| file.scenario.key == key);
        let drawn = || self.library.drawn(key, 0)?.ok().filter(|file| file.scenario.key == key);
        listed.or_else(drawn).or_else(|| self.shelf.battle(self.library.as_ref(), key))
    }

    /// What is wanted, checked: battles, systems and commanders by listed keys and nothing else, so that no text becomes
    /// a path or a program.
    fn offered(&self, who: &Who, offer: &Offer) -> Result<Offered, String> {
        let own = own_seat(who)?;
        if let Ok(linked) = offer.battle.parse() {
            self.may_link(who, offer, &linked)?;
        }
        let battle = self.battle(&offer.battle).ok_or_else(|| format!("there is no battle {:?} here", offer.battle))?;
        let system = self.system(&offer.system)?;
        let house = checked(system, offer.house.iter())?;
        let other = self.opponent(who, &offer.opponent)?;
        let deployed = self.library.deploy(system.key, &battle.scenario, &house, 0);
        deployed.map_err(|why| why.to_string())?;
        Ok(Offered {
            battle: [battle.scenario.key.clone(), battle.scenario.title.clone()],
            system: [system.key, system.title].map(String::from),
            house: written(&house),
            seats: if offer.side == Side::Blue { [own, other] } else { [other, own] },
        })
    }

    fn system(&self, key: &str) -> Result<&'static SystemInfo, String> {
        let found = self.library.systems().into_iter().find(|system| system.key == key);
        found.ok_or_else(|| format!("there is no rule system {key:?} here"))
    }

    fn opponent(&self, who: &Who, opponent: &Opponent) -> Result<Occupant, String> {
        match opponent {
            Opponent::Commander(key) if self.library.commanders().iter().any(|entry| entry.key == *key) => {
                Ok(Occupant::Commander(key.clone()))
            }
            Opponent::Commander(key) => Err(format!("there is no commander {key:?} here")),
            _ if who.id().is_none() => Err(String::from("guests play against the computer only")),
            Opponent::Anyone => Ok(Occupant::Open),
            Opponent::Player(name) => match self.sql(self.store.player_of_name(name))? {
                Some((id, _)) if who.id() == Some(id) => Err(String::from("you cannot invite yourself")),
                Some((id, name)) => Ok(Occupant::Invited { id, name }),
                None => Err(format!("there is no player {name:?} here")),
            },
        }
    }

    /// Begins a battle whose seats are taken, `taken` by the visitor who has just sat down.
    fn begin(self: &Arc<Hall>, battle: u64, taken: Option<(Side, &Who)>) -> Result<(), String> {
        let row = self.sql(self.store.battle(battle))?.ok_or("it is no longer there")?;
        let mut setup = self.setup(&row)?;
        let mut notes = self.notes(&row, taken)?;
        if let Ok(linked) = row.battle[0].parse() {
            let (seed, linked) = self.linked_notes(&linked, setup.seed)?;
            setup.seed = seed;
            notes.extend(linked);
        }
        let built = catch_unwind(AssertUnwindSafe(|| self.build(battle, &setup, notes)));
        let standing =
            built.unwrap_or_else(|_| Err(Unusable(String::from("a fault in the program")))).map_err(|why| {
                self.note(format!("battle {battle} cannot be set up: {why}"));
                String::from("the battle could not be set up; the host knows why")
            })?;
        self.sql(self.store.begun(battle, taken.map(|(side, _)| side), &standing))?;
        self.hold(battle).ready()
    }

    /// Writes the record's header, with who plays.
    fn build(&self, battle: u64, setup: &Setup, notes: Notes) -> Result<Standing, Unusable> {
        let Paper { disk, path, when } = self.paper(battle);
        set_aside(disk.as_ref(), &path).map_err(|error| Unusable(format!("{}: {error}", path.display())))?;
        let record = RecordFile::create_kept(&disk, &path, when)?;
        let mut game = Game::start_noted(self.library.as_ref(), setup, Some(record), notes)?;
        let saved = game.past().saving().map(Saving::run);
        saved.map_or(Ok(()), |saved| game.saved(&saved)).map_err(Unusable)?;
        match game.unsaved() {
            Some(why) => Err(Unusable(why)),
            None => Ok(Standing::of(&game, game.past().record_text().len() as u64)),
        }
    }

    /// Who plays, for the record: with it the books can be written again.
    fn notes(&self, row: &Listed, taken: Option<(Side, &Who)>) -> Result<Notes, String> {
        let seat = |side: Side| match (taken, row.seat(side)) {
            (Some((own, Who::Player { id, name })), _) if own == side => self.player_note(*id, name),
            (_, Occupant::Player { id, name, .. }) => self.player_note(*id, name),
            (_, Occupant::Commander(key)) => Ok(json!({ "commander": key })),
            (_, Occupant::Guest(name)) => Ok(json!({ "guest": name })),
            _ => Ok(Value::Null),
        };
        let mut notes = Notes::default();
        notes.insert(String::from("battle"), json!(row.id));
        notes.insert(String::from("players"), json!([seat(Side::Blue)?, seat(Side::Red)?]));
        Ok(notes)
    }

    fn player_note(&self, id: i64, name: &str) -> Result<Value, String> {
        let fingerprint = self.sql(self.store.fingerprint(id))?;
        Ok(json!({ "player": name, "fingerprint": fingerprint }))
    }

    fn setup(&self, row: &Listed) -> Result<Setup, String> {
        let battle = self.battle(&row.battle[0]);
        let system = self.system(&row.system[0])?;
        let house: Map<String, Value> = serde_json::from_str(&row.house).unwrap_or_default();
        let house = checked(system, house.iter().filter_map(|(key, value)| Some((key.as_str(), value.as_str()?))))?;
        let seat = |occupant: &Occupant| match occupant {
            Occupant::Commander(key) => SeatSpec::Commander(key.clone()),
            _ => SeatSpec::Human,
        };
        Ok(Setup {
            battle: battle.ok_or_else(|| format!("there is no battle {:?} here any more", row.battle[0]))?,
            system,
            house,
            seats: row.seats.each_ref().map(seat),
            seed: seed()?,
        })
    }
}

/// The visitor's own seat.
fn own_seat(who: &Who) -> Result<Occupant, String> {
    match who {
        Who::Unnamed { .. } => Err(String::from("choose a name first")),
        Who::Player { id, name } => Ok(Occupant::Player { id: *id, name: name.clone(), rating: 0.0, games: 0 }),
        Who::Guest(name) => Ok(Occupant::Guest(name.clone())),
    }
}

/// A seed that nobody can guess: whoever knows it knows all dice.
fn seed() -> Result<u64, String> {
    getrandom::u64().map_err(|_| String::from("the host has no random numbers now"))
}

/// House rules that the system has.
fn checked<'a>(system: &SystemInfo, rules: impl Iterator<Item = (&'a str, &'a str)>) -> Result<HouseRules, String> {
    let mut house = HouseRules::default();
    for (key, value) in rules {
        house.set(system.options, key, value)?;
    }
    Ok(house)
}

fn written(house: &HouseRules) -> String {
    let rules: Map<String, Value> = house.iter().map(|(key, value)| (String::from(key), json!(value))).collect();
    Value::Object(rules).to_string()
}
