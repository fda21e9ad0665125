//! What is looked at: the game, whose eyes see it, and the hex under the cursor.

use battle::{Command, Side, System};
use hexes::Hex;
use table::{Dispatch, Game};

/// The game as somebody looks at it.
pub struct Seen {
    pub(super) game: Game,
    /// Whose view is drawn; nobody's where everything is shown.
    pub(super) eyes: Option<Side>,
    /// The person who decided last.
    pub(super) last_person: Option<Side>,
    /// Named places of the map.
    pub(super) places: Vec<(String, Hex)>,
    /// The commands whose orders the eyes may know.
    pub(super) commands: Vec<Command>,
    /// The hex under the cursor.
    pub(super) cursor: Hex,
    /// Whether it is played at a place of many players, by whoever visits there.
    pub(super) visiting: bool,
    /// Whether it only tries out what is being made.
    pub(super) rehearsing: bool,
}

impl Seen {
    /// The game with nobody's eyes yet; the cursor is where a person would begin.
    pub(super) fn new(game: Game, visiting: bool, rehearsing: bool) -> Seen {
        let places = game.setup().battle.scenario.places.clone();
        let (commands, cursor) = (Vec::new(), Hex::default());
        let mut seen = Seen { game, eyes: None, last_person: None, places, commands, cursor, visiting, rehearsing };
        seen.cursor = seen.first_cursor();
        seen
    }

    /// The first unit of the side whose eyes these are, or the middle of the map.
    fn first_cursor(&self) -> Hex {
        let field = self.game.system().field();
        let side = Side::ALL.into_iter().find(|side| self.game.is_human(*side)).unwrap_or(Side::Blue);
        let first = field.present_of(side).next().map(|unit| field.unit(unit).pose.anchor);
        let grid = field.ground().grid();
        first.unwrap_or_else(|| hexes::Offset::new(grid.width() / 2, grid.height() / 2).hex())
    }

    /// The battle as it is shown: one side's view, or the whole truth when nobody plays or it is over.
    pub(super) fn system(&self) -> &dyn System {
        match self.eyes {
            Some(side) if self.game.outcome().is_none() => self.game.stage().shown(side),
            _ => self.game.system(),
        }
    }

    /// The person who decides now, if one does.
    pub(super) fn person(&self) -> Option<Side> {
        let side = self.game.pending().decision()?.side;
        Some(side).filter(|side| self.game.is_human(*side))
    }

    /// Whose view is drawn: the person to decide, the only person, or nobody's.
    pub(super) fn find_eyes(&self) -> Option<Side> {
        let people: Vec<Side> = Side::ALL.into_iter().filter(|side| self.game.is_human(*side)).collect();
        self.person().or(self.last_person.filter(|side| people.contains(side))).or(people.first().copied())
    }

    /// Every dispatch that the eyes may read.
    pub(super) fn readable(&self) -> Vec<&Dispatch> {
        match self.eyes.filter(|_| self.game.outcome().is_none()) {
            Some(side) => self.game.stage().dispatches_for(side).collect(),
            None => self.game.stage().dispatches().iter().collect(),
        }
    }
}
