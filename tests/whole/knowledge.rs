//! Nobody learns what is hidden: the whole stream to an onlooker, and what the other side is told, are compared between
//! battles that differ in a secret alone, up to the moment at which it is one no longer.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use battle::{HouseRules, Library, Order, Pose, Sense, Side, System, UnitId};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use systems::Shelf;
use table::{Account, Afterwards, Frame, Gallery, Game, SeatSpec, Setup, Sighting};
use tui::{App, Depth, Glyphs, Input, Key, Options, Speed, Start};

/// A small generator for choices.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }
}

/// An onlooker's end of an account.
struct Seat(Arc<Mutex<Account>>);

impl Gallery for Seat {
    fn now(&self) -> Sighting {
        self.0.lock().expect("whole").now()
    }

    fn next(&self, after: u64) -> Option<Arc<Frame>> {
        self.0.lock().expect("whole").next(after)
    }

    fn players(&self) -> [Option<String>; 2] {
        [None, None]
    }
}

/// Somebody at a terminal.
pub(crate) struct Watcher {
    app: App,
    terminal: Terminal<TestBackend>,
    now: Duration,
    _folder: tempfile::TempDir,
}

impl Watcher {
    fn new(account: &Arc<Mutex<Account>>) -> Watcher {
        Watcher::of(Game::watch(Box::new(Seat(account.clone()))))
    }

    /// Before that game.
    pub(crate) fn of(game: Game) -> Watcher {
        let folder = tempfile::tempdir().expect("a folder");
        let options = Options {
            depth: Some(Depth::True),
            glyphs: Some(Glyphs::Unicode),
            speed: Speed::Normal,
            fresh_seed: Some(7),
            start: Start::Game(Box::new(game)),
            ..Options::new(folder.path().to_path_buf())
        };
        let app = App::new(Arc::new(Shelf::new()), options, Arc::new(|| {})).expect("starts");
        let terminal = Terminal::new(TestBackend::new(160, 50)).expect("a window");
        Watcher { app, terminal, now: Duration::ZERO, _folder: folder }
    }

    /// A hash of every picture until nothing moves any more.
    fn pictures(&mut self) -> Vec<u64> {
        let mut pictures = Vec::new();
        for _ in 0..2000 {
            self.app.tick(self.now);
            self.terminal.draw(|frame| self.app.draw(frame)).expect("drawn");
            let mut hasher = DefaultHasher::new();
            self.terminal.backend().buffer().hash(&mut hasher);
            pictures.push(hasher.finish());
            pictures.dedup();
            let Some(wait) = self.app.wait() else { break };
            self.now += wait.max(Duration::from_millis(1));
        }
        pictures
    }

    /// The picture when nothing moves any more: its letters, and a hash of its looks.
    pub(crate) fn picture(&mut self) -> (String, u64) {
        let hash = self.pictures().pop().expect("a picture");
        let buffer = self.terminal.backend().buffer();
        let rows = buffer.content().chunks(usize::from(buffer.area.width));
        let row = |cells: &[ratatui::buffer::Cell]| cells.iter().map(ratatui::buffer::Cell::symbol).collect::<String>();
        (rows.map(row).collect::<Vec<_>>().join("\n"), hash)
    }

    pub(crate) fn press(&mut self, keys: &str) {
        for key in keys.split_whitespace() {
            self.app.handle(Input::Key(key.parse::<Key>().expect("a key")));
        }
    }
}

/// One of several battles that differ in a secret.
pub(crate) struct World {
    pub(crate) game: Game,
    account: Arc<Mutex<Account>>,
    watcher: Watcher,
    /// Frames that were compared.
    seen: u64,
    pub(crate) chance: Chance,
    /// Orders given in secret.
    pub(crate) secret_orders: usize,
}

/// All that an onlooker and both players were told so far; frames without the numbers of units.
#[derive(PartialEq)]
struct Told {
    frames: Vec<String>,
    pictures: Vec<u64>,
    open: Vec<String>,
    tally: String,
}

impl World {
    pub(crate) fn new(system: &str, text: &str, house: &str, seed: u64, number: u64) -> World {
        let shelf = Shelf::new();
        let house = match house {
            "" => HouseRules::default(),
            text => shelf.house_rules(system, "house.toml", text).expect("house rules"),
        };
        let setup = Setup {
            battle: shelf.battle_from_text("test.toml", text).expect("a battle"),
            system: shelf.system(system).expect("a system"),
            house,
            seats: [SeatSpec::Human, SeatSpec::Human],
            seed,
        };
        let game = Game::start(&shelf, &setup, None).expect("it begins");
        let account = Arc::new(Mutex::new(Account::new(&game, 0, Afterwards::Known)));
        let watcher = Watcher::new(&account);
        World { game, account, watcher, seen: 0, chance: Chance(seed * 31 + number), secret_orders: 0 }
    }

    pub(crate) fn system(&self) -> &dyn System {
        self.game.system()
    }

    pub(crate) fn give(&mut self, text: &str) {
        let order = self.system().order_text().read(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        self.game.give(&order).unwrap_or_else(|why| panic!("{text}: {why}"));
        self.account.lock().expect("whole").update(&self.game);
    }

    pub(crate) fn is_legal(&self, text: &str) -> bool {
        self.system().order_text().read(text).is_ok_and(|order| self.system().check(&order).is_ok())
    }

    /// Legal orders as text, one pose by chance for each stem, that pass a test.
    pub(crate) fn orders(&self, chance: &mut Chance, wanted: impl Fn(&Order) -> bool) -> Vec<String> {
        let (system, mut orders) = (self.system(), self.system().orders());
        orders.extend(system.stems().iter().filter(|stem| wanted(stem)).filter_map(|stem| {
            let poses: Vec<Pose> = system.reach(stem).legal().map(|place| place.pose).collect();
            (!poses.is_empty()).then(|| stem.to(poses[chance.below(poses.len())]))
        }));
        orders.iter().filter(|order| wanted(order)).map(|order| system.order_text().write(order)).collect()
    }

    pub(crate) fn unit(&self, label: &str) -> Option<UnitId> {
        self.system().field().roster().units().find(|(_, info)| info.label == label).map(|(unit, _)| unit)
    }

    pub(crate) fn hides(&self, unit: UnitId) -> bool {
        self.system().field().shows(unit, Sense::Hidden)
    }

    /// Ends steps in which, as far as both sides know, a side can only go on.
    fn pass_idle_steps(&mut self) {
        for _ in 0..50 {
            let open = self.game.stage().open_view();
            let idle = open.outcome().is_none() && open.stems().is_empty() && open.orders().len() <= 1;
            if !idle || !self.is_legal("done") {
                return;
            }
            self.give("done");
        }
    }

    /// What the onlooker was told since the last call.
    fn told(&mut self) -> Told {
        let mut frames = Vec::new();
        loop {
            let next = self.account.lock().expect("whole").next(self.seen);
            let Some(frame) = next else { break };
            self.seen += 1;
            let field = frame.system().field();
            let present: Vec<String> = field
                .present()
                .map(|unit| {
                    format!("{} {:?} {:?}", field.label(unit.into()), field.unit(unit), frame.system().card(unit))
                })
                .collect();
            let said: Vec<String> = frame.dispatches().map(table::Dispatch::transcript).collect();
            let asked = frame.system().pending();
            frames.push(format!("{said:?} {:?} {present:?} {:?} {asked:?}", frame.events(), field.holders()));
        }
        Told {
            frames,
            pictures: self.watcher.pictures(),
            open: self.game.stage().dispatches_for_all().map(table::Dispatch::transcript).collect(),
            tally: format!("{:?}", self.game.stage().open_tally()),
        }
    }

    pub(crate) fn told_to(&self, side: Side) -> Vec<String> {
        self.game.stage().dispatches_for(side).map(table::Dispatch::transcript).collect()
    }
}

/// Compares what onlookers and one player were told, part by part, for the sake of a readable failure.
#[track_caller]
pub(crate) fn compare(worlds: &mut [World], player: Side, what: &str) -> usize {
    let told: Vec<Told> = worlds.iter_mut().map(World::told).collect();
    for (number, other) in told.iter().enumerate().skip(1) {
        assert_eq!(told[0].open, other.open, "{what}: dispatches of {number}");
        assert_eq!(told[0].frames, other.frames, "{what}: frames of {number}");
        assert_eq!(told[0].tally, other.tally, "{what}: the tally of {number}");
        assert!(told[0].pictures == other.pictures, "{what}: pictures of {number}");
        assert_eq!(worlds[0].told_to(player), worlds[number].told_to(player), "{what}: {player} at {number}");
        let cards = |world: &World| -> Vec<String> {
            let view = world.game.view(player);
            view.field().present().map(|unit| format!("{:?} {:?}", view.card(unit), view.field().unit(unit))).collect()
        };
        assert_eq!(cards(&worlds[0]), cards(&worlds[number]), "{what}: what {player} sees at {number}");
        let rest = |world: &World| {
            let view = world.game.view(player);
            (format!("{:?} {:?}", view.pending(), view.field().holders()), view.orders().len(), view.stems().len())
        };
        assert_eq!(rest(&worlds[0]), rest(&worlds[number]), "{what}: what {player} can tell at {number}");
    }
    told[0].frames.len()
}

/// The words of a battle that ships.
pub(crate) fn text(battle: &str) -> String {
    Shelf::new().battle(battle).expect("a battle that ships").text
}

/// The ambush with the unit A4 at the end of the roster, hidden in one of two places or not there at all.
pub(crate) fn ambushes() -> [String; 3] {
    let text = text("ambush-in-the-woods");
    let line = text.lines().find(|line| line.contains("label = \"A4\"")).expect("A4");
    let without = text.replace(&format!("{line}\n"), "");
    let (head, supports) = without.split_once("[[red.brigade]]\nname = \"Supports\"").expect("a brigade");
    let (supports, tail) = supports.split_once("[[red.leader]]").expect("leaders");
    let (head, falkenau) = head.split_once("[[red.brigade]]\nname = \"Falkenau\"").expect("a brigade");
    let built = |with: &str| {
        let falkenau = falkenau.trim_end().trim_end_matches(']').to_owned() + with + "]\n";
        format!(
            "{head}[[red.brigade]]\nname = \"Supports\"{supports}[[red.brigade]]\nname = \"Falkenau\"{falkenau}\n[[red.leader]]{tail}"
        )
    };
    [built(&format!("{line}\n")), built(&format!("{}\n", line.replace("9,11", "4,11"))), built("")]
}

#[test]
fn no_byte_to_an_onlooker_depends_on_a_hidden_unit() {
    let (mut compared, mut secret_orders) = (0, 0);
    for seed in 0..4 {
        let mut worlds: Vec<World> =
            (0..).zip(ambushes()).map(|(number, text)| World::new("on_war", &text, "", seed, number)).collect();
        worlds.iter_mut().for_each(|world| world.watcher.press("c"));
        let mut chance = Chance(seed);
        for step in 0..90 {
            worlds.iter_mut().for_each(|world| orders_to_the_hidden(world, "A4"));
            worlds.iter_mut().for_each(World::pass_idle_steps);
            let a4 = |world: &World| world.unit("A4").is_none_or(|unit| world.hides(unit));
            if !worlds.iter().all(a4) || worlds.iter().any(|world| world.game.outcome().is_some()) {
                break;
            }
            compared += compare(&mut worlds, Side::Blue, &format!("seed {seed}, step {step}"));
            let Some(order) = common(&worlds, &mut chance, "A4") else { break };
            worlds.iter_mut().for_each(|world| world.give(&order));
        }
        secret_orders += worlds.iter().map(|world| world.secret_orders).sum::<usize>();
    }
    assert!(compared > 150 && secret_orders > 20, "{compared} frames, {secret_orders} secret orders");
}

/// Orders to a hidden unit, different ones in each battle, as long as it stays hidden.
pub(crate) fn orders_to_the_hidden(world: &mut World, label: &str) {
    let Some(unit) = world.unit(label) else { return };
    for _ in 0..world.chance.below(3) {
        let mut chance = Chance(world.chance.below(1 << 30) as u64);
        let orders = world.orders(&mut chance, |order| order.unit() == Some(unit));
        if orders.is_empty() {
            return;
        }
        let text = orders[chance.below(orders.len())].clone();
        let order = world.system().order_text().read(&text).expect("an order");
        let mut copy = world.system().copy();
        copy.resolve(&order, &mut battle::Deaf).expect("legal");
        let known = world.system().view(Side::Blue, 1).state() == copy.view(Side::Blue, 1).state();
        if known && copy.field().shows(unit, Sense::Hidden) {
            world.give(&text);
            world.secret_orders += 1;
        }
    }
}

/// An order that is legal in all of them and is not of that unit.
pub(crate) fn common(worlds: &[impl Borrow<World>], chance: &mut Chance, but: &str) -> Option<String> {
    let first: &World = worlds.first()?.borrow();
    let of = |order: &Order| order.unit().is_some() && order.unit() == first.unit(but);
    let mut orders = first.orders(chance, |order| !of(order));
    orders.retain(|order| worlds.iter().all(|world| world.borrow().is_legal(order)));
    let busy: Vec<String> = orders.iter().filter(|order| *order != "done").cloned().collect();
    let orders = if !busy.is_empty() && chance.below(4) > 0 { busy } else { orders };
    (!orders.is_empty()).then(|| orders[chance.below(orders.len())].clone())
}

#[test]
fn no_byte_to_the_others_depends_on_secret_orders() {
    let (mut compared, mut different, mut shown) = (0, 0, 0);
    for seed in 0..6 {
        let mut worlds: Vec<World> = (0..3)
            .map(|number| {
                World::new("eagles", &text("crossroads"), "[eagles]\norders_placement = \"secret\"\n", seed, number)
            })
            .collect();
        let mut chance = Chance(seed + 50);
        let turn = 1 + seed as u16 % 3;
        while worlds[0].system().field().turn() < turn && worlds[0].game.outcome().is_none() {
            let Some(order) = common(&worlds, &mut chance, "") else { break };
            worlds.iter_mut().for_each(|world| world.give(&order));
        }
        compared += compare(&mut worlds, Side::Red, &format!("seed {seed}: before"));
        let step = worlds[0].system().field().step();
        let first = worlds[0].system().to_decide().expect("it goes on");
        worlds.iter_mut().for_each(|world| place_in_secret(world, step, first));
        compared += compare(&mut worlds, first.other(), &format!("seed {seed}: {first} has placed"));
        let given: BTreeSet<Vec<String>> = worlds.iter().map(|world| world.told_to(first)).collect();
        different += usize::from(given.len() > 1);
        let ordered = |line: &String| line.contains(": order.") && line.starts_with(&first.name()[..1]);
        let turn_of = |world: &World| world.system().field().turn();
        let (side, at) = (first.other(), turn_of(&worlds[0]));
        let known = |world: &World| -> usize {
            let told = world.game.stage().dispatches_for(side).filter(|dispatch| dispatch.turn == at);
            told.map(table::Dispatch::transcript).filter(ordered).count()
        };
        assert!(worlds.iter().all(|world| known(world) == 0), "seed {seed}");
        worlds.iter_mut().for_each(|world| place_in_secret(world, step, side));
        shown += worlds
            .iter()
            .filter(|world| world.told_to(side).iter().any(|line| line.contains("shows an order")))
            .count();
    }
    assert!(different >= 4 && shown >= 6 && compared > 4, "{different} differ, {shown} shown, {compared} frames");
}

/// Any number of orders by chance, until the side's half of the step is over.
pub(crate) fn place_in_secret(world: &mut World, step: u8, side: Side) {
    let most = world.chance.below(5);
    let mine = |world: &World| world.system().to_decide() == Some(side) && world.system().field().step() == step;
    for _ in 0..most {
        let mut chance = Chance(world.chance.below(1 << 30) as u64);
        let orders = world.orders(&mut chance, |order| order.unit().is_some());
        if !mine(world) || orders.is_empty() {
            break;
        }
        let order = orders[chance.below(orders.len())].clone();
        world.give(&order);
    }
    if mine(world) {
        world.give("done");
    }
}
