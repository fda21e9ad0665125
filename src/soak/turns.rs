//! How a battle stood turn by turn: lines of a file of its own.

use std::io::Write;

use battle::{Battlefield, Departure, Event, Listener, Side, System, SystemInfo, UnitId};
use serde::{Deserialize, Serialize};
use table::Tally;

use crate::activity::Activity;
use crate::lines;
use crate::row::rounded;

/// How much is told of every turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What is left of both armies, their points, and where units fell.
    Sums,
    /// Where every unit stands as well.
    Positions,
}

/// A place of the map: column and row, from 0.
pub type Place = [i16; 2];

/// How a battle stood as one of its turns ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// The game's number in the plan.
    pub index: usize,
    /// The battle's key.
    pub battle: String,
    /// The rule system's key.
    pub rules: String,
    /// Which turn, from 1; what comes before the first is told with it.
    pub turn: u16,
    /// The worth of Blue's units that are left, as a share of all.
    pub blue_value_left: f64,
    /// The same of Red's.
    pub red_value_left: f64,
    /// Blue's points, had it ended then.
    pub blue_points: i16,
    /// Red's points, had it ended then.
    pub red_points: i16,
    /// Orders that Blue gave in that turn, but for those to do nothing more or to keep what could be spent.
    #[serde(default)]
    pub blue_orders: u32,
    /// The same of Red's.
    #[serde(default)]
    pub red_orders: u32,
    /// Blue's units that moved, rolled or had an order in that turn, those lost since among them.
    #[serde(default)]
    pub blue_active: u32,
    /// The same of Red's.
    #[serde(default)]
    pub red_active: u32,
    /// Where Blue's units were destroyed or ran from the field in that turn.
    pub blue_fallen: Vec<Place>,
    /// The same of Red's.
    pub red_fallen: Vec<Place>,
    /// Each unit of Blue's on the map and where it stands, where that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blue_at: Vec<(usize, Place)>,
    /// The same of Red's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub red_at: Vec<(usize, Place)>,
}

impl Turn {
    /// Writes it as a line of JSON.
    ///
    /// # Errors
    /// As the output says.
    pub fn write_json(&self, mut out: impl Write) -> std::io::Result<()> {
        serde_json::to_writer(&mut out, self)?;
        out.write_all(b"\n")
    }
}

/// How many bytes of a file of turns are of the first battles of a run, so many; a line that is none ends them.
#[must_use]
pub fn turns_of_first(text: &str, battles: usize) -> u64 {
    lines::of_first(text, battles, |turn: &Turn| turn.index)
}

/// The turns of one battle as it goes on.
pub(crate) struct Turns {
    detail: Detail,
    fallen: [Vec<Place>; 2],
    activity: Activity,
    /// Orders given and units active in a turn that has ended and is not told yet.
    ended: Option<([u32; 2], [u32; 2])>,
    lines: Vec<Turn>,
}

fn place(field: &Battlefield, unit: UnitId) -> Place {
    let at = field.unit(unit).pose.anchor.offset();
    [at.column, at.row]
}

impl Turns {
    pub(crate) fn new(detail: Detail, info: &'static SystemInfo) -> Turns {
        let activity = Activity::new(info);
        Turns { detail, fallen: Default::default(), activity, ended: None, lines: Vec::new() }
    }

    /// The turn that has ended, by the battle as the next has just begun or as it is over.
    pub(crate) fn end_turn(&mut self, turn: u16, system: &dyn System, tally: &Tally) {
        if self.lines.last().is_some_and(|line| line.turn == turn) {
            return;
        }
        let field = system.field();
        let at = |side| match self.detail {
            Detail::Sums => Vec::new(),
            Detail::Positions => field.present_of(side).map(|unit| (unit.index(), place(field, unit))).collect(),
        };
        let [blue_points, red_points] = system.score().points;
        let [blue_fallen, red_fallen] = std::mem::take(&mut self.fallen);
        let ([blue_orders, red_orders], [blue_active, red_active]) =
            self.ended.take().unwrap_or_else(|| self.activity.take());
        self.lines.push(Turn {
            turn,
            blue_value_left: rounded(tally.of(Side::Blue).value_left),
            red_value_left: rounded(tally.of(Side::Red).value_left),
            blue_points,
            red_points,
            blue_orders,
            red_orders,
            blue_active,
            red_active,
            blue_fallen,
            red_fallen,
            blue_at: at(Side::Blue),
            red_at: at(Side::Red),
            ..Turn::default()
        });
    }

    /// All turns, of the game with that number.
    pub(crate) fn lines(self, index: usize, battle: &str, rules: &str) -> Vec<Turn> {
        let named = |turn| Turn { index, battle: String::from(battle), rules: String::from(rules), ..turn };
        self.lines.into_iter().map(named).collect()
    }
}

impl Listener for Turns {
    fn before(&mut self, field: &Battlefield, event: &Event) {
        if let Event::Left { unit, why: Departure::Destroyed | Departure::Routed, .. } = event {
            self.fallen[field.side(*unit).index()].push(place(field, *unit));
        }
        if matches!(event, Event::TurnBegan { .. }) && field.turn() > 0 && self.ended.is_none() {
            self.ended = Some(self.activity.take());
        }
    }

    fn after(&mut self, field: &Battlefield, event: &Event) {
        self.activity.hear(field, event);
    }
}
