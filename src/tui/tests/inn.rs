//! A small place of many players, for tests and pictures of the lobby: a handful of tables, no storage, no network.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use ::battle::{HouseRules, Library, Refusal, Side};
use proving::DrillLibrary;
use table::{Account, Afterwards, Frame, Gallery, Game, Link, SeatSpec, Setup, Sighting};
use tui::{Entered, Errand, History, Host, Lately, Offer, Opponent, Room, Row, Section, Visitor, Waker};

/// A game kept here.
pub type Keeper = Arc<Mutex<Game>>;

/// A battle of the house.
#[derive(Clone)]
pub struct Table {
    /// As it is listed.
    pub row: Row,
    /// The game, once it has begun.
    pub keeper: Option<Keeper>,
    /// The visitor's side.
    pub side: Option<Side>,
    /// Lines the visitor has seen.
    pub read: usize,
    /// Its record, once it is over.
    pub record: Option<PathBuf>,
}

/// The place.
pub struct Inn {
    /// Who the visitor is.
    pub visitor: Mutex<Visitor>,
    /// Its battles.
    pub tables: Mutex<BTreeMap<Room, Table>>,
    /// What was offered.
    pub offers: Mutex<Vec<Offer>>,
    /// What was lately.
    pub lately: Mutex<Lately>,
    /// What the visitor has done.
    pub history: Mutex<History>,
    /// What was told to be seen, last of all.
    pub seen: Mutex<Option<(Room, usize)>>,
    /// How often something was thought out here.
    pub errands: AtomicUsize,
    wakers: Mutex<Vec<Waker>>,
}

fn open<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Inn {
    /// An empty house with that visitor.
    pub fn new(visitor: Visitor) -> Inn {
        Inn {
            visitor: Mutex::new(visitor),
            tables: Mutex::default(),
            offers: Mutex::default(),
            lately: Mutex::default(),
            history: Mutex::default(),
            seen: Mutex::default(),
            errands: AtomicUsize::new(0),
            wakers: Mutex::default(),
        }
    }

    /// Lists a battle.
    pub fn list(&self, section: Section, players: [&str; 2], state: &str, minutes: u64) -> Room {
        let mut tables = open(&self.tables);
        let room = Room(tables.len() as u64 + 1);
        let row = Row {
            room,
            section,
            battle: String::from("Small field"),
            system: String::from("Drill"),
            players: players.map(|name| (!name.is_empty()).then(|| String::from(name))),
            turn: 0,
            state: String::from(state),
            yours: false,
            quiet: Duration::from_secs(minutes * 60),
        };
        tables.insert(room, Table { row, keeper: None, side: None, read: 0, record: None });
        room
    }

    /// Lets a listed battle begin between those seats, with the visitor on that side.
    pub fn begin(&self, room: Room, battle: &str, seats: [&str; 2], side: Option<Side>) -> Keeper {
        let library = DrillLibrary;
        let setup = Setup {
            battle: library.battle(battle).expect("a battle"),
            system: library.system("drill").expect("a system"),
            house: HouseRules::default(),
            seats: seats.map(|seat| seat.parse::<SeatSpec>().expect("a seat")),
            seed: 7,
        };
        let mut game = Game::start(&library, &setup, None).expect("a game");
        let_computers_play(&mut game);
        let keeper = Arc::new(Mutex::new(game));
        if let Some(table) = open(&self.tables).get_mut(&room) {
            (table.keeper, table.side) = (Some(keeper.clone()), side);
        }
        keeper
    }

    /// Changes a table, and tells the visitor.
    pub fn change(&self, room: Room, change: impl FnOnce(&mut Table)) {
        open(&self.tables).get_mut(&room).into_iter().for_each(change_with(change));
        self.wake();
    }

    /// Tells the visitor that something has happened.
    pub fn wake(&self) {
        let wakers: Vec<Waker> = open(&self.wakers).clone();
        wakers.iter().for_each(|wake| wake());
    }
}

fn change_with<T>(change: impl FnOnce(&mut T)) -> impl FnMut(&mut T) {
    let mut change = Some(change);
    move |thing| {
        if let Some(change) = change.take() {
            change(thing);
        }
    }
}

fn let_computers_play(game: &mut Game) {
    while let Some(decision) = game.pending().decision() {
        if game.is_human(decision.side) || game.think(&AtomicBool::new(false)).is_err() {
            return;
        }
    }
}

fn row_of(table: &Table) -> Row {
    let Some(keeper) = &table.keeper else { return table.row.clone() };
    let game = open(keeper);
    let to_decide = game.system().to_decide();
    let yours = to_decide.is_some() && to_decide == table.side;
    let state = match to_decide {
        None => String::from("over"),
        Some(_) if yours => String::from("your turn"),
        Some(side) => {
            format!("{} to move", table.row.players[side.index()].as_deref().unwrap_or("nobody"))
        }
    };
    Row { turn: game.system().field().turn(), yours, state, ..table.row.clone() }
}

impl Host for Inn {
    fn welcome(&self) -> String {
        String::from("The Inn at Drill · 3 players here")
    }

    fn visitor(&self) -> Visitor {
        open(&self.visitor).clone()
    }

    fn take_name(&self, name: &str) -> Result<(), String> {
        if name.eq_ignore_ascii_case("bert") {
            return Err(String::from("the name bert is taken"));
        }
        if name.len() < 2 {
            return Err(format!("a name has 2 to 16 characters, this one {}", name.len()));
        }
        *open(&self.visitor) = Visitor::Player(String::from(name));
        Ok(())
    }

    fn is_new(&self) -> bool {
        let own = |row: &Row| matches!(row.section, Section::Yours | Section::Finished);
        !open(&self.tables).values().any(|table| own(&table.row))
    }

    fn lately(&self) -> Lately {
        open(&self.lately).clone()
    }

    fn history(&self) -> Result<History, String> {
        match self.visitor() {
            Visitor::Guest(_) => Err(String::from("guests leave nothing behind")),
            _ => Ok(open(&self.history).clone()),
        }
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = open(&self.tables).values().map(row_of).collect();
        rows.sort_by_key(|row| (row.section, !row.yours));
        rows
    }

    fn players(&self) -> Vec<String> {
        ["bert", "clara", "claus"].map(String::from).to_vec()
    }

    fn listen(&self, wake: Waker) {
        open(&self.wakers).push(wake);
    }

    fn offer(&self, offer: Offer) -> Result<Room, String> {
        let name = match self.visitor() {
            Visitor::Player(name) | Visitor::Guest(name) => name,
            Visitor::Unnamed => return Err(String::from("nobody")),
        };
        if open(&self.offers).len() > 3 {
            return Err(String::from("four battles at once are enough"));
        }
        open(&self.offers).push(offer.clone());
        let other = match &offer.opponent {
            Opponent::Commander(key) => key.as_str(),
            _ => "",
        };
        let (names, seats) = match offer.side {
            Side::Blue => ([name.as_str(), other], ["human", other]),
            Side::Red => ([other, name.as_str()], [other, "human"]),
        };
        let room = self.list(Section::Yours, names, "waiting for an opponent", 0);
        if !other.is_empty() {
            self.begin(room, &offer.battle, seats, Some(offer.side));
        }
        Ok(room)
    }

    fn accept(&self, room: Room) -> Result<(), String> {
        let taken = open(&self.tables).get(&room).is_none_or(|table| !table.row.players.contains(&None));
        if taken {
            return Err(String::from("somebody else was quicker"));
        }
        self.begin(room, "small-field", ["human", "human"], Some(Side::Red));
        if let Some(table) = open(&self.tables).get_mut(&room) {
            table.row.section = Section::Yours;
            table.row.players[1] = Some(String::from("anna"));
        }
        Ok(())
    }

    fn decline(&self, room: Room) -> Result<(), String> {
        open(&self.tables).remove(&room).map(|_| ()).ok_or_else(|| String::from("it has begun"))
    }

    fn enter(&self, room: Room) -> Result<Entered, String> {
        let table = open(&self.tables).get(&room).cloned().ok_or("there is no such battle")?;
        if let Some(record) = table.record {
            return Ok(Entered::Record(record));
        }
        let keeper = table.keeper.ok_or("nobody has joined it yet")?;
        if table.side.is_none() {
            let account = Mutex::new(Account::new(&open(&keeper), 0, Afterwards::Truth));
            let game = Game::watch(Box::new(Bench { keeper, account, players: table.row.players }));
            return Ok(Entered::Battle { game: Box::new(game), read: table.read });
        }
        let peg = Peg { keeper, side: table.side, players: table.row.players };
        let game = Game::join(&DrillLibrary, Box::new(peg)).map_err(|error| error.0)?;
        Ok(Entered::Battle { game: Box::new(game), read: table.read })
    }

    fn seen(&self, room: Room, lines: usize) {
        *open(&self.seen) = Some((room, lines));
    }

    fn think(&self, errand: Errand, stop: Arc<AtomicBool>) {
        self.errands.fetch_add(1, Ordering::Relaxed);
        std::thread::spawn(move || errand(&stop));
    }
}

/// An onlooker's end of a battle of the house.
struct Bench {
    keeper: Keeper,
    account: Mutex<Account>,
    players: [Option<String>; 2],
}

impl Bench {
    fn account(&self) -> MutexGuard<'_, Account> {
        let mut account = open(&self.account);
        account.update(&open(&self.keeper));
        account
    }
}

impl Gallery for Bench {
    fn now(&self) -> Sighting {
        self.account().now()
    }

    fn next(&self, after: u64) -> Option<Arc<Frame>> {
        self.account().next(after)
    }

    fn players(&self) -> [Option<String>; 2] {
        self.players.clone()
    }
}

/// The visitor's end of a battle of the house.
struct Peg {
    keeper: Keeper,
    side: Option<Side>,
    players: [Option<String>; 2],
}

impl Link for Peg {
    fn side(&self) -> Option<Side> {
        self.side
    }

    fn lines(&self, from: usize) -> Vec<String> {
        open(&self.keeper).past().record_text().lines().skip(from).map(String::from).collect()
    }

    fn give(&self, order: &str) -> Result<(), Refusal> {
        let mut game = open(&self.keeper);
        let order = game.system().order_text().read(order).map_err(|why| Refusal::new("", why))?;
        game.give(&order)?;
        let_computers_play(&mut game);
        Ok(())
    }

    fn undo(&self) -> Result<(), String> {
        open(&self.keeper).undo()
    }

    fn resign(&self) {
        if let Some(side) = self.side {
            open(&self.keeper).resign(side);
        }
    }

    fn players(&self) -> [Option<String>; 2] {
        self.players.clone()
    }
}
