//! Whom a battle waits for tells nothing: what stands on the screen of a player who waits, and what is said to one who
//! reads sentences, is compared between battles that differ in a secret of the other side alone, after every order,
//! those included that nobody but their own side knows of.

use std::io;
use std::sync::{Arc, Mutex};

use battle::{Refusal, Side};
use systems::Shelf;
use table::{Game, Link};
use tui::lines::{self, Heard, Slate};

use crate::knowledge::{Chance, Watcher, World, ambushes, common, orders_to_the_hidden, place_in_secret, text};
use crate::secrets::{nearer, plain, write_in_secret, writes};

/// The end of a player who gives no orders himself.
struct Wire {
    side: Side,
    lines: Arc<Mutex<Vec<String>>>,
}

impl Link for Wire {
    fn side(&self) -> Option<Side> {
        Some(self.side)
    }

    fn lines(&self, from: usize) -> Vec<String> {
        self.lines.lock().expect("whole").iter().skip(from).cloned().collect()
    }

    fn give(&self, _order: &str) -> Result<(), Refusal> {
        Err(Refusal::new("", "not here"))
    }

    fn undo(&self) -> Result<(), String> {
        Err(String::from("not here"))
    }

    fn resign(&self) {}

    fn players(&self) -> [Option<String>; 2] {
        ["anna", "bob"].map(|name| Some(String::from(name)))
    }
}

/// A reader of sentences who asks for all there is and hangs up.
struct Reader {
    asks: Vec<&'static str>,
    said: Vec<String>,
}

impl Slate for Reader {
    fn say(&mut self, line: &str) -> io::Result<()> {
        self.said.push(line.to_owned());
        Ok(())
    }

    fn hear(&mut self) -> io::Result<Heard> {
        Ok(self.asks.pop().map_or(Heard::Closed, |line| Heard::Line(line.to_owned())))
    }
}

/// A battle with one of its players at a screen.
struct Table {
    world: World,
    eyes: Side,
    lines: Arc<Mutex<Vec<String>>>,
    player: Watcher,
    /// What his screen showed last.
    shown: (String, u64),
    /// Turn and side to move in the lobby when both last knew what was waited for.
    listed: (u16, Option<Side>),
    /// Dispatches that he could read then.
    heard: usize,
}

impl Table {
    fn new(world: World, eyes: Side) -> Table {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let mut table = Table {
            player: Watcher::of(joined(&world, eyes, &lines, usize::MAX)),
            world,
            eyes,
            lines,
            shown: Default::default(),
            heard: 0,
            listed: (0, None),
        };
        table.player.press("Enter");
        table.look();
        table
    }

    /// His screen now.
    fn look(&mut self) -> &(String, u64) {
        write(&self.world, &self.lines);
        self.shown = self.player.picture();
        self.heard = self.world.told_to(self.eyes).len();
        &self.shown
    }

    /// All that a reader at his place is told.
    fn said(&self) -> Vec<String> {
        self.said_by(usize::MAX)
    }

    /// The same after so many lines of the record.
    fn said_by(&self, lines: usize) -> Vec<String> {
        let game = joined(&self.world, self.eyes, &Arc::default(), lines);
        let mut reader = Reader { asks: vec!["log 400", "look", "enemies", "units"], said: Vec::new() };
        lines::play(&Shelf::new(), game, &mut reader).expect("it talks");
        reader.said
    }

    fn waits(&self) -> bool {
        self.world.system().to_decide() == Some(self.eyes.other())
    }

    /// Ends steps in which, as far as both know, a side can only go on. While he waits for the other one, his screen stays
    /// what it was when he last knew what for; where more has happened since than that steps began, it shows that, but
    /// not what is asked.
    #[track_caller]
    fn pass_idle_steps(&mut self, counts: &mut Counts, what: &str) {
        for stop in 0..50 {
            let open = self.world.game.stage().open_view();
            let idle = open.outcome().is_none() && open.stems().is_empty() && open.orders().len() <= 1;
            if !idle || !self.world.is_legal("done") {
                return;
            }
            if self.waits() {
                self.look_while_waiting(counts, &format!("{what}, stop {stop}"));
            }
            assert_eq!(self.world.game.stage().open_standing(), self.listed, "{what}, stop {stop}: the lobby");
            self.world.give("done");
        }
    }

    #[track_caller]
    fn look_while_waiting(&mut self, counts: &mut Counts, what: &str) {
        let (before, heard) = (std::mem::take(&mut self.shown), self.heard);
        let looked = self.lines.lock().expect("whole").len();
        let now = self.look().clone();
        if now == before {
            counts.still += 1;
            assert_eq!(self.said_by(looked), self.said(), "{what}");
            return;
        }
        counts.moved += 1;
        let status = now.0.lines().find(|line| line.contains("▸ Red is to decide"));
        let status = status.unwrap_or_else(|| panic!("{what}: {}", now.0));
        let steps = self.world.system().info().steps.iter().map(|step| step.title);
        let named: Vec<&str> = steps.filter(|step| status.contains(step)).collect();
        assert!(named.is_empty(), "{what}: {status}");
        assert!(self.heard > heard, "{what}: nothing has happened, and the screen is another");
    }
}

/// Waits in secret that were looked at.
#[derive(Default)]
struct Counts {
    still: usize,
    moved: usize,
    compared: usize,
}

fn joined(world: &World, side: Side, lines: &Arc<Mutex<Vec<String>>>, most: usize) -> Game {
    write(world, lines);
    lines.lock().expect("whole").truncate(most);
    let link = Wire { side, lines: Arc::clone(lines) };
    Game::join(&Shelf::new(), Box::new(link)).expect("it follows")
}

fn write(world: &World, lines: &Arc<Mutex<Vec<String>>>) {
    *lines.lock().expect("whole") = world.game.past().record_text().lines().map(String::from).collect();
}

/// What stands on the screens is the same in all battles.
#[track_caller]
fn compare(tables: &mut [Table], counts: &mut Counts, sentences: bool, what: &str) {
    let shown: Vec<(String, u64)> = tables.iter_mut().map(|table| table.look().clone()).collect();
    let said: Vec<Vec<String>> = if sentences { tables.iter().map(Table::said).collect() } else { Vec::new() };
    tables.iter_mut().for_each(|table| table.listed = table.world.game.stage().open_standing());
    for (number, other) in shown.iter().enumerate().skip(1) {
        assert_eq!(tables[0].listed, tables[number].listed, "{what}, battle {number}: the lobby");
        let differs: Vec<[&str; 2]> =
            shown[0].0.lines().zip(other.0.lines()).filter(|(one, other)| one != other).map(|(a, b)| [a, b]).collect();
        assert!(shown[0] == *other, "{what}, battle {number}: {differs:#?}");
        counts.compared += 1;
    }
    for (number, other) in said.iter().enumerate().skip(1) {
        let differs = said[0].iter().zip(other).find(|(one, other)| one != other);
        assert!(differs.is_none() && said[0].len() == other.len(), "{what}, sentences of battle {number}: {differs:?}");
    }
}

#[test]
fn no_wait_tells_of_a_hidden_unit() {
    let mut counts = Counts::default();
    for seed in 0..16 {
        let worlds = (0..).zip(ambushes()).map(|(number, text)| World::new("on_war", &text, "", seed, number));
        let mut tables: Vec<Table> = worlds.map(|world| Table::new(world, Side::Blue)).collect();
        tables.iter_mut().for_each(|table| table.listed = table.world.game.stage().open_standing());
        let mut chance = Chance(seed);
        for step in 0..70 {
            let what = format!("seed {seed}, step {step}");
            for table in &mut tables {
                orders_to_the_hidden(&mut table.world, "A4");
                table.pass_idle_steps(&mut counts, &what);
            }
            let hidden = |world: &World| world.unit("A4").is_none_or(|unit| world.hides(unit));
            let over = |world: &World| world.game.outcome().is_some();
            if tables.iter().any(|table| !hidden(&table.world) || over(&table.world)) {
                break;
            }
            compare(&mut tables, &mut counts, step % 10 == 9, &what);
            let worlds: Vec<&World> = tables.iter().map(|table| &table.world).collect();
            let ends = worlds.iter().all(|world| world.is_legal("done")) && chance.below(2) == 0;
            let order = if ends { Some(String::from("done")) } else { common(&worlds, &mut chance, "A4") };
            let Some(order) = order else { break };
            tables.iter_mut().for_each(|table| table.world.give(&order));
        }
    }
    let Counts { still, moved, compared } = counts;
    println!("{still} waits shown as before, {moved} after something had happened, {compared} screens compared");
    assert!(still >= 5 && moved >= 12 && compared > 200, "{still} waits, {moved}, {compared} screens");
}

#[test]
fn no_wait_tells_of_orders_that_are_placed_in_secret() {
    let house = "[eagles]\norders_placement = \"secret\"\n";
    let mut counts = Counts::default();
    for seed in 0..6 {
        let worlds = || (0..3).map(|number| World::new("eagles", &text("crossroads"), house, seed, number));
        let first = worlds().next().and_then(|world| world.system().to_decide()).expect("it begins");
        let mut tables: Vec<Table> = worlds().map(|world| Table::new(world, first.other())).collect();
        let step = tables[0].world.system().field().step();
        tables.iter_mut().for_each(|table| place_in_secret(&mut table.world, step, first));
        compare(&mut tables, &mut counts, true, &format!("seed {seed}"));
    }
    assert_eq!(counts.compared, 12);
}

#[test]
fn no_wait_tells_what_commands_were_ordered() {
    let text = nearer("crossroads", 4);
    let mut counts = Counts::default();
    for seed in 0..6 {
        let eyes = Side::ALL[seed as usize % 2];
        let worlds = (0..3).map(|number| World::new("snappy", &text, "", seed, number));
        let mut tables: Vec<Table> = worlds.map(|world| Table::new(world, eyes)).collect();
        let mut chance = Chance(seed + 9);
        for step in 0..60 {
            for table in &mut tables {
                while writes(&table.world, eyes.other()) {
                    write_in_secret(&mut table.world, eyes.other());
                }
            }
            if tables.iter().any(|table| plain(&table.world) != plain(&tables[0].world)) {
                break;
            }
            compare(&mut tables, &mut counts, step % 10 == 9, &format!("seed {seed}, step {step}"));
            let worlds: Vec<&World> = tables.iter().map(|table| &table.world).collect();
            let Some(order) = common(&worlds, &mut chance, "") else { break };
            tables.iter_mut().for_each(|table| table.world.give(&order));
        }
    }
    assert!(counts.compared > 100, "{} screens", counts.compared);
}

/// What the dice will say, and what the deck holds: battles of different seeds, for as long as the same was told of them.
#[test]
fn nothing_on_a_screen_tells_what_is_to_come() {
    for system in ["eagles", "on_war", "snappy", "over_the_hills", "mcnally"] {
        let mut counts = Counts::default();
        for start in 0..12 {
            // Where cards and rolls begin a battle, few go on alike.
            let many = if matches!(system, "eagles" | "mcnally") { 8 } else { 3 };
            let worlds =
                (0..many).map(|number| World::new(system, &text("crossroads"), "", 40 * start + number, number));
            let mut tables: Vec<Table> = worlds.map(|world| Table::new(world, Side::ALL[start as usize % 2])).collect();
            let mut chance = Chance(start);
            for step in 0..12 {
                let told = |table: &Table| (plain(&table.world), table.world.told_to(table.eyes));
                let first = told(&tables[0]);
                let mut place = 0;
                tables.retain(|table| {
                    place += 1;
                    place == 1 || told(table) == first
                });
                if tables.len() < 2 {
                    break;
                }
                compare(&mut tables, &mut counts, step % 6 == 5, &format!("{system}, start {start}, step {step}"));
                let worlds: Vec<&World> = tables.iter().map(|table| &table.world).collect();
                let Some(order) = common(&worlds, &mut chance, "") else { break };
                tables.iter_mut().for_each(|table| table.world.give(&order));
            }
        }
        println!("{system}: {} screens", counts.compared);
        assert!(counts.compared >= 10, "{system}: {} screens", counts.compared);
    }
}

#[test]
fn done_is_named_in_a_question_only_where_it_can_be_typed() {
    let (mut named, mut unnamed) = (0, 0);
    for (system, seed) in ["eagles", "on_war", "snappy", "over_the_hills", "mcnally"].into_iter().zip(0..) {
        let mut world = World::new(system, &nearer("crossroads", 4), "", seed, 0);
        let mut chance = Chance(seed);
        for _ in 0..40 {
            let Some(side) = world.system().to_decide() else { break };
            let game = joined(&world, side, &Arc::default(), usize::MAX);
            let mut reader = Reader { asks: Vec::new(), said: Vec::new() };
            lines::play(&Shelf::new(), game, &mut reader).expect("it talks");
            let asked = reader.said.iter().rfind(|line| line.starts_with("Asked: ")).expect("a question");
            let legal = world.is_legal("done");
            assert!(legal || !asked.contains("done:"), "{system}: {asked}");
            named += usize::from(asked.contains("done:"));
            unnamed += usize::from(!legal);
            let Some(order) = common(&[&world], &mut chance, "") else { break };
            world.give(&order);
        }
    }
    assert!(named > 20 && unnamed > 5, "{named} named, {unnamed} without");
}
