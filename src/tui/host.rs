//! What a place of many players offers its visitor: the lobby screens read it and nothing else.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use battle::{BattleFile, HouseRules, Side};
use table::{Game, TakenUp};

use crate::layer::Waker;

/// The number of a battle at the host's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Room(pub u64);

/// Who is to sit on the other side of an offered battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// A commander by its key.
    Commander(String),
    /// Whoever comes first.
    Anyone,
    /// The player of that name.
    Player(String),
}

/// A battle somebody wants to play.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The battle's key: one of the library's or of the place's shelf, or the name of one drawn by chance or of a campaign
    /// ([`Linked`]).
    pub battle: String,
    /// The rule system's key.
    pub system: String,
    /// House rules.
    pub house: HouseRules,
    /// The visitor's side.
    pub side: Side,
    /// The other side.
    pub opponent: Opponent,
}

/// The name of a battle of a campaign: the campaign's key, and what it follows, if it is not the first. In words
/// `campaign:greene`, `campaign:greene:812:2` (by the second way after the battle in room 812).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linked {
    /// The campaign's key.
    pub key: String,
    /// The battle before, and the place of the way among those of its stage, from 0.
    pub after: Option<(Room, usize)>,
}

/// The word that such names begin with.
const LINKED: &str = "campaign";

impl std::fmt::Display for Linked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.after {
            None => write!(f, "{LINKED}:{}", self.key),
            Some((room, way)) => write!(f, "{LINKED}:{}:{}:{}", self.key, room.0, way + 1),
        }
    }
}

impl std::str::FromStr for Linked {
    type Err = ();

    fn from_str(name: &str) -> Result<Linked, ()> {
        let parts: Vec<&str> = name.split(':').collect();
        let after = match parts.as_slice() {
            [LINKED, _] => None,
            [LINKED, _, room, way] => {
                let way = way.parse::<usize>().ok().and_then(|way| way.checked_sub(1)).ok_or(())?;
                Some((Room(room.parse().map_err(|_| ())?), way))
            }
            _ => return Err(()),
        };
        Ok(Linked { key: String::from(parts[1]), after })
    }
}

/// A campaign of the visitor's that goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoingOn {
    /// The battle that was fought last.
    pub room: Room,
    /// Which campaign, and how that battle ended, in a few words.
    pub told: String,
}

/// The part of the lobby a battle is listed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Somebody asks the visitor to play.
    Invitations,
    /// The visitor plays in it, or has offered it.
    Yours,
    /// Waiting for an opponent.
    Open,
    /// Others play; it can be watched.
    Watch,
    /// Over; its record can be replayed.
    Finished,
}

/// A battle in the lobby.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its number.
    pub room: Room,
    /// Where it is listed.
    pub section: Section,
    /// The battle's title.
    pub battle: String,
    /// The rule system's title.
    pub system: String,
    /// Blue's and Red's player; `None`: nobody yet.
    pub players: [Option<String>; 2],
    /// The turn it has reached; 0 before the first.
    pub turn: u16,
    /// How it stands, a few words: "your turn", "anna to move", "waiting for an opponent", "Blue won".
    pub state: String,
    /// Whether it waits for the visitor.
    pub yours: bool,
    /// Since the last order after which somebody else was to decide or another turn began.
    pub quiet: Duration,
}

/// Who the visitor is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visitor {
    /// A key that has no name yet.
    Unnamed,
    /// A player.
    Player(String),
    /// A guest; nothing of a guest outlives the visit but the records.
    Guest(String),
}

/// What was lately, for whoever comes in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lately {
    /// How the last battles ended, a few words each, the newest first.
    pub results: Vec<String>,
    /// Names of those who were here within a day.
    pub names: Vec<String>,
}

/// How often somebody has won, lost and drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Victories.
    pub won: u32,
    /// Defeats.
    pub lost: u32,
    /// Draws.
    pub drawn: u32,
}

/// Whom somebody has played against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Against {
    /// Other players.
    People,
    /// A commander by its key.
    Commander(String),
}

/// What came of all battles by one rule system against one kind of opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The rule system's title.
    pub system: String,
    /// The opponent.
    pub against: Against,
    /// How they ended.
    pub score: Score,
}

/// What a player has done at the place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// The rating and how many battles it comes of, once there was one.
    pub rating: Option<(i32, u32)>,
    /// All battles that are over, each in one of these.
    pub tallies: Vec<Tally>,
}

/// Something to be thought out; it is told by the flag when it has to come to its end.
pub type Errand = Box<dyn FnOnce(&AtomicBool) + Send>;

/// What the visitor steps into.
pub enum Entered {
    /// A battle, at its present state or as onlookers may see it. `read` is what [`Host::seen`] was told last: what came
    /// after it is news.
    Battle {
        /// The battle, joined by a link or watched.
        game: Box<Game>,
        /// What was seen before.
        read: usize,
    },
    /// A finished battle: the file of its record, to be shown from its beginning.
    Record(PathBuf),
}

/// A place of many players, as one visitor sees it. All calls return at once; what goes wrong comes back as a sentence
/// to show.
pub trait Host: Send + Sync {
    /// A line of welcome: the place's name, players here now.
    fn welcome(&self) -> String;

    /// Who the visitor is.
    fn visitor(&self) -> Visitor;

    /// What makes a name a good one, to be read before one is chosen.
    fn name_rules(&self) -> String {
        String::from("2 to 16 characters: letters a to z, figures, hyphens, full stops; a letter first.")
    }

    /// Takes a name.
    ///
    /// # Errors
    /// Why not: the rule it breaks, or that it is taken.
    fn take_name(&self, name: &str) -> Result<(), String>;

    /// Whether the visitor has no battle here, neither going on nor over: whoever is new is greeted as such.
    fn is_new(&self) -> bool;

    /// The last results, and who was here within a day.
    fn lately(&self) -> Lately;

    /// What the visitor has done here.
    ///
    /// # Errors
    /// Why there is nothing to be told: guests leave nothing behind.
    fn history(&self) -> Result<History, String>;

    /// Every battle the visitor may see, in the order of the sections, what waits for the visitor first.
    fn rows(&self) -> Vec<Row>;

    /// Names that can be invited.
    fn players(&self) -> Vec<String>;

    /// Has `wake` called whenever [`Host::rows`] may have changed, or a battle the visitor is in has news.
    fn listen(&self, wake: Waker);

    /// Sets a battle up.
    ///
    /// # Errors
    /// Why not: a limit, a name that is not there, something the rule system refuses.
    fn offer(&self, offer: Offer) -> Result<Room, String>;

    /// Sits down in an open battle or follows an invitation.
    ///
    /// # Errors
    /// Why not: somebody else was quicker.
    fn accept(&self, room: Room) -> Result<(), String>;

    /// Declines an invitation, or takes an offer back that nobody has accepted.
    ///
    /// # Errors
    /// Why not: it has begun.
    fn decline(&self, room: Room) -> Result<(), String>;

    /// Steps into a battle: to play, to watch, or to see its record.
    ///
    /// # Errors
    /// Why not.
    fn enter(&self, room: Room) -> Result<Entered, String>;

    /// The visitor has seen the battle up to that many lines of its record; as an onlooker, so many dispatches.
    fn seen(&self, room: Room, lines: usize);

    /// Battles that players keep at the place, to be offered as those of the library are; their keys begin with the owner's name.
    fn shelf(&self) -> Vec<BattleFile> {
        Vec::new()
    }

    /// Keeps a battle there under a key of the visitor's own; what was done, in a sentence.
    ///
    /// # Errors
    /// Why not: every fault of the text, a limit, a key that is none.
    fn keep(&self, _key: &str, _text: &str) -> Result<String, String> {
        Err(String::from("nothing is kept here"))
    }

    /// Keeps a battle of the visitor's no longer; what was done, in a sentence.
    ///
    /// # Errors
    /// Why not: there is none.
    fn let_go(&self, key: &str) -> Result<String, String> {
        Err(format!("you keep no battle `{key}` here"))
    }

    /// The visitor's campaigns that go on from a battle that is over, the latest first.
    fn going_on(&self) -> Vec<GoingOn> {
        Vec::new()
    }

    /// A campaign as the battle in that room has left it, the visitor's side in it, and who has the other.
    ///
    /// # Errors
    /// Why not: it is not the visitor's, or not over.
    fn campaign_after(&self, _room: Room) -> Result<(TakenUp, Side, Opponent), String> {
        Err(String::from("there are no campaigns here"))
    }

    /// Has something thought out for the visitor that is no battle of the place: on a thread of the place's, in turn with
    /// everything else that is thought there, one thing at a time. `stop` is set when its time is up, and may be set by the
    /// visitor; what waits with it set, or when the place closes, may be dropped.
    fn think(&self, errand: Errand, stop: Arc<AtomicBool>);
}

/// A host, shared between a session's layers.
pub type SharedHost = Arc<dyn Host>;
