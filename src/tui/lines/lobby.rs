//! The lobby of a place of many players in sentences: a name, the battles there are, setting one up, stepping into one.

use std::io;
use std::sync::Arc;

use battle::{HouseRules, Library, Side};
use table::Replay;

use super::away;
use super::campaigns;
use super::replay::replay;
use super::slate::{Heard, Slate, pick, typed_line};
use crate::host::{Entered, Offer, Opponent, Room, Row, Section, SharedHost, Visitor};
use crate::screens::results;
use crate::text::sentence;

const HELP: &[&str] = &[
    "A number: into that battle; an invitation is accepted by it, an open battle joined, another's watched, a finished one told step by step.",
    "new: set a battle up, against the computer or a person. list: the battles again.",
    "decline 2: decline the invitation of that number, or take your offer back. quit: leave; battles wait for you.",
    "history: what came of your battles here. results: how the last battles of all ended, and who was here today. rules: the tables of a rule system.",
];

/// What a visitor wants next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Stay,
    Leave,
}

/// A visit.
struct Visit<'a> {
    library: &'a Arc<dyn Library>,
    host: SharedHost,
    rows: Vec<Row>,
}

/// Talks with a visitor until he leaves.
///
/// # Errors
/// When the slate fails.
pub(super) fn visit(library: &Arc<dyn Library>, host: &SharedHost, slate: &mut dyn Slate) -> io::Result<()> {
    slate.say(&host.welcome())?;
    if !named(host, slate)? {
        return Ok(());
    }
    let mut visit = Visit { library, host: Arc::clone(host), rows: Vec::new() };
    visit.list(slate)?;
    loop {
        slate.say("Which battle? A number, new, list, history, results, rules, help or quit.")?;
        let line = loop {
            match slate.hear()? {
                Heard::Line(line) => break line.trim().to_lowercase(),
                Heard::News => {}
                Heard::Closed => return Ok(()),
            }
        };
        if visit.answer(&line, slate)? == Next::Leave {
            return Ok(());
        }
    }
}

/// Asks for a name until one is taken; whether the visitor has one.
fn named(host: &SharedHost, slate: &mut dyn Slate) -> io::Result<bool> {
    while host.visitor() == Visitor::Unnamed {
        slate.say(&host.name_rules())?;
        slate.say("Your name?")?;
        let Some(line) = typed_line(slate)? else { return Ok(false) };
        if let Err(why) = host.take_name(line.trim()) {
            slate.say(&sentence(&why))?;
        }
    }
    match host.visitor() {
        Visitor::Player(name) => slate.say(&format!("You are {name}."))?,
        Visitor::Guest(name) => slate.say(&format!("You are {name}, a guest; guests play against the computer."))?,
        Visitor::Unnamed => {}
    }
    Ok(true)
}

impl Visit<'_> {
    fn answer(&mut self, line: &str, slate: &mut dyn Slate) -> io::Result<Next> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["quit" | "q" | "exit"] => return Ok(Next::Leave),
            [] | ["list" | "l"] => self.list(slate)?,
            ["help" | "?" | "h"] => HELP.iter().try_for_each(|line| slate.say(line))?,
            ["new" | "n"] => self.set_up(slate)?,
            ["history"] => self.tell_history(slate)?,
            ["results"] => self.tell_results(slate)?,
            ["rules"] => self.tell_rules(slate)?,
            ["decline", number] => self.decline(number, slate)?,
            [number] if self.row(number).is_some() => self.enter(number, slate)?,
            _ => slate.say("That is no battle of the list and no command; type help for what can be typed.")?,
        }
        Ok(Next::Stay)
    }

    fn row(&self, number: &str) -> Option<&Row> {
        self.rows.get(number.parse::<usize>().ok()?.checked_sub(1)?)
    }

    fn list(&mut self, slate: &mut dyn Slate) -> io::Result<()> {
        self.rows = self.host.rows();
        self.rows.sort_by_key(|row| row.section);
        if self.rows.is_empty() {
            return slate.say("There is no battle here yet; new sets one up.");
        }
        if self.host.is_new() {
            slate.say("You are new here: new sets a battle up, rules tells the tables of a rule system, a number leads into a battle of the list.")?;
        } else if let Some(place) = self.rows.iter().position(|row| row.section == Section::Yours && row.yours) {
            slate.say(&format!("A battle waits for you: {} goes on with it.", place + 1))?;
        }
        let rows = self.rows.iter().enumerate();
        rows.map(|(place, row)| format!("{}. {}", place + 1, words(row))).try_for_each(|row| slate.say(&row))
    }

    fn tell_history(&self, slate: &mut dyn Slate) -> io::Result<()> {
        let lines = self.host.history().map_or_else(|why| vec![sentence(&why)], |history| history.lines());
        lines.iter().filter(|line| !line.is_empty()).try_for_each(|line| slate.say(line))
    }

    fn tell_results(&self, slate: &mut dyn Slate) -> io::Result<()> {
        let lately = self.host.lately();
        if lately.results.is_empty() {
            slate.say("No battle is over yet.")?;
        }
        lately.lines(usize::MAX).iter().try_for_each(|line| slate.say(line))
    }

    fn tell_rules(&self, slate: &mut dyn Slate) -> io::Result<()> {
        let systems = self.library.systems();
        let rows: Vec<String> = systems.iter().map(|info| format!("{}: {}", info.title, info.source)).collect();
        let Some(place) = pick("Whose tables?", &rows, slate)? else { return Ok(()) };
        match self.library.reference(systems[place].key, &HouseRules::default()) {
            Ok(tables) => results::plain(systems[place], &tables).iter().try_for_each(|line| slate.say(line)),
            Err(error) => slate.say(&sentence(&error.0)),
        }
    }

    fn decline(&mut self, number: &str, slate: &mut dyn Slate) -> io::Result<()> {
        let Some(room) = self.row(number).map(|row| row.room) else {
            return slate.say("No battle of the list has that number.");
        };
        let done = self.host.decline(room).map_or_else(|why| sentence(&why), |()| String::from("Done."));
        slate.say(&done)?;
        self.list(slate)
    }

    fn enter(&mut self, number: &str, slate: &mut dyn Slate) -> io::Result<()> {
        let Some(row) = self.row(number).cloned() else { return Ok(()) };
        let accepted = match row.section {
            Section::Invitations | Section::Open => self.host.accept(row.room),
            _ => Ok(()),
        };
        match accepted {
            Ok(()) => self.step_into(row.room, slate),
            Err(why) => slate.say(&sentence(&why)),
        }
    }

    fn step_into(&mut self, room: Room, slate: &mut dyn Slate) -> io::Result<()> {
        match self.host.enter(room) {
            Ok(Entered::Battle { game, read }) => {
                let place = (Arc::clone(&self.host), room);
                away::visit(self.library.as_ref(), (*game, read), place, slate)?;
            }
            Ok(Entered::Record(path)) => match Replay::open(Arc::clone(self.library), &path) {
                Ok(record) => replay(record, slate)?,
                Err(_) => slate.say("The record of this battle cannot be told.")?,
            },
            Err(why) => slate.say(&sentence(&why))?,
        }
        self.list(slate)
    }

    /// Asks for the terms of a battle and offers it.
    fn set_up(&mut self, slate: &mut dyn Slate) -> io::Result<()> {
        let Some(offer) = self.terms(slate)? else { return slate.say("No battle was set up.") };
        let opponent = offer.opponent.clone();
        match (self.host.offer(offer), opponent) {
            (Ok(room), Opponent::Commander(_)) => self.step_into(room, slate),
            (Ok(_), Opponent::Anyone) => slate.say("Your battle waits for somebody to join."),
            (Ok(_), Opponent::Player(name)) => slate.say(&format!("{name} is invited.")),
            (Err(why), _) => slate.say(&sentence(&why)),
        }
    }

    fn terms(&self, slate: &mut dyn Slate) -> io::Result<Option<Offer>> {
        let systems = self.library.systems();
        let (mut rows, keys) = self.battles();
        let going: Vec<(String, Offer)> =
            self.host.going_on().iter().flat_map(|one| campaigns::ways_on(self.host.as_ref(), one)).collect();
        rows.extend(going.iter().map(|(row, _)| row.clone()));
        let Some(battle) = pick("Which battle?", &rows, slate)? else { return Ok(None) };
        if let Some((_, offer)) = battle.checked_sub(keys.len()).and_then(|place| going.get(place)) {
            return Ok(Some(offer.clone()));
        }
        let rows: Vec<String> = systems.iter().map(|info| format!("{}: {}", info.title, info.source)).collect();
        let Some(system) = pick("Under which rules?", &rows, slate)? else { return Ok(None) };
        let rows = Side::ALL.map(|side| side.to_string());
        let Some(side) = pick("Which side is yours?", &rows, slate)? else { return Ok(None) };
        let Some(opponent) = self.opponent(slate)? else { return Ok(None) };
        Ok(Some(Offer {
            battle: keys[battle].clone(),
            system: String::from(systems[system].key),
            house: HouseRules::default(),
            side: Side::ALL[side],
            opponent,
        }))
    }

    /// What can be set up, a row and a key each: the battles there are, and the first battles of campaigns.
    fn battles(&self) -> (Vec<String>, Vec<String>) {
        let mut battles = self.library.battles();
        battles.extend(self.host.shelf());
        let row = |file: &battle::BattleFile| format!("{}, {} turns", file.scenario.title, file.scenario.turn_limit);
        let (mut rows, mut keys): (Vec<String>, Vec<String>) =
            battles.iter().map(|file| (row(file), file.scenario.key.clone())).unzip();
        for (told, linked) in campaigns::firsts() {
            rows.push(told);
            keys.push(linked.to_string());
        }
        (rows, keys)
    }

    fn opponent(&self, slate: &mut dyn Slate) -> io::Result<Option<Opponent>> {
        let commanders = self.library.commanders();
        let tempers = commanders.iter().map(|entry| format!("the computer, {}: {}", entry.key, entry.temper));
        let known = self.host.players();
        let people = known.iter().map(|name| format!("the player {name}"));
        let rows: Vec<String> = tempers.chain([String::from("anyone who comes")]).chain(people).collect();
        let Some(place) = pick("Against whom?", &rows, slate)? else { return Ok(None) };
        let others = place.checked_sub(commanders.len());
        Ok(Some(match others {
            None => Opponent::Commander(commanders[place].key.clone()),
            Some(0) => Opponent::Anyone,
            Some(person) => Opponent::Player(known[person - 1].clone()),
        }))
    }
}

/// A battle of the list in a line.
fn words(row: &Row) -> String {
    let kind = match row.section {
        Section::Invitations => "invitation",
        Section::Yours => "yours",
        Section::Open => "open to anyone",
        Section::Watch => "to watch",
        Section::Finished => "finished",
    };
    let [blue, red] = row.players.each_ref().map(|name| name.as_deref().unwrap_or("nobody yet"));
    let turn = if row.turn > 0 { format!(", turn {}", row.turn) } else { String::new() };
    format!("{}, {}, {blue} against {red}{turn}: {kind}, {}", row.battle, row.system, row.state)
}
