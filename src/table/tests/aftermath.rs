//! What is told of a battle that is over, against values worked out by hand from known dice, and against a record.

use std::path::Path;

use battle::{
    Battlefield, Count, Departure, Event, Faces, Marks, Object, Outcome, Pool, Reading, Reason, RollKey, RollKind,
    Side, Thrower, UnitId,
};

use super::{order, outpost, play_out, read, start, unit};
use crate::aftermath::of;
use crate::{Aftermath, Fate, Game, RecordFile, Replay};

/// A battle made of events.
struct Told {
    game: Game,
    field: Battlefield,
    events: Vec<Event>,
}

impl Told {
    /// The tiny battle before anything happens in it.
    fn new() -> Told {
        let game = start(&outpost(1));
        let field = game.system().field().clone();
        Told { game, field, events: Vec::new() }
    }

    fn hear(&mut self, event: Event) {
        self.field.apply(&event);
        self.events.push(event);
    }

    fn unit(&self, label: &str) -> UnitId {
        unit(&self.game, label)
    }

    fn full(&self, label: &str) -> i16 {
        self.field.unit(self.unit(label)).full
    }

    fn ordered(&mut self, side: Side, text: &str) {
        let order = read(&self.game, text);
        self.hear(Event::Ordered { side, order });
    }

    fn rolled(&mut self, pool: &Pool, side: Side, who: &str, faces: &[u8]) {
        let who = Some(Object::Unit(self.unit(who)));
        let thrower = Thrower { side, who, against: None, key: RollKey::default() };
        let roll = pool.rolled(thrower, Faces::of(faces));
        self.hear(Event::Rolled(Box::new(roll)));
    }

    /// The same by Blue at somebody.
    fn rolled_at(&mut self, pool: &Pool, who: &str, at: &str, faces: &[u8]) {
        let [who, against] = [who, at].map(|label| Some(Object::Unit(self.unit(label))));
        let thrower = Thrower { side: Side::Blue, who, against, key: RollKey::default() };
        self.hear(Event::Rolled(Box::new(pool.rolled(thrower, Faces::of(faces)))));
    }

    fn marked(&mut self, label: &str, number: u8) {
        let unit = self.unit(label);
        self.hear(Event::Marked { unit, marks: Marks::number(number), on: true, cause: "" });
    }

    fn hurt(&mut self, label: &str, lost: i16, cause: &'static str) {
        let unit = self.unit(label);
        let from = self.field.unit(unit).strength;
        self.hear(Event::Strength { unit, from, to: from - lost, cause, clause: "X-1" });
    }

    fn aftermath(&self) -> Aftermath {
        of(self.game.system(), &self.field, &self.game.starts, &self.events)
    }

    /// The share of its army that a unit is.
    fn weight(&self, label: &str) -> f64 {
        let system = self.game.system();
        let side = self.field.side(self.unit(label));
        let worth = |unit: UnitId| system.estimates().worth(unit);
        let all: f64 = self.field.ids().filter(|unit| self.field.side(*unit) == side).map(worth).sum();
        worth(self.unit(label)) / all
    }
}

fn fire(dice: i16) -> Pool {
    Pool::new("fire", "X-1", dice, Reading::Successes(4))
}

/// Turn 1: B1 hits R1 twice, one hit is saved; B2 throws two dice and misses with both. Turn 2: R1 costs B1 two, is then
/// destroyed in a melee, and Blue takes the first objective.
fn two_turns() -> Told {
    let mut told = Told::new();
    told.hear(Event::TurnBegan { turn: 1 });
    told.ordered(Side::Blue, "fire B1 >R1");
    told.rolled(&fire(3), Side::Blue, "B1", &[4, 5, 1]);
    told.rolled(&Pool::new("save", "X-2", 2, Reading::Successes(5)).as_kind(RollKind::Saves), Side::Red, "R1", &[5, 2]);
    told.hurt("R1", 1, "fire");
    told.ordered(Side::Blue, "fire B2 >R1");
    told.rolled(&fire(2), Side::Blue, "B2", &[1, 3]);
    told.hear(Event::TurnBegan { turn: 2 });
    told.ordered(Side::Red, "fire R1 >B1");
    told.rolled(&fire(2), Side::Red, "R1", &[6, 6]);
    told.hurt("B1", 2, "fire");
    told.ordered(Side::Blue, "done");
    let gone = told.unit("R1");
    told.hear(Event::Left { unit: gone, why: Departure::Destroyed, clause: "X-3" });
    told.hear(Event::ObjectiveTaken { objective: 0, holder: Some(Side::Blue) });
    told.hear(Event::Ended(Outcome {
        winner: Some(Side::Blue),
        reason: Reason::Destruction,
        points: [2, 0],
        count: Count::Points,
    }));
    told
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

#[test]
fn losses_are_told_by_turn_and_by_unit() {
    let told = two_turns();
    let after = told.aftermath();
    let lost: Vec<(u16, [i32; 2])> = after.turns.iter().map(|turn| (turn.turn, turn.lost)).collect();
    assert_eq!(lost, [(1, [0, 1]), (2, [2, 0])]);
    assert_eq!(after.turns[1].gone, [told.unit("R1")]);
    assert_eq!(after.turns[1].taken, [(0, Some(Side::Blue))]);
    let of = |label: &str| after.units.iter().find(|toll| toll.unit == told.unit(label)).expect("it is known");
    assert_eq!((of("B1").strength, of("B1").fate), ([told.full("B1"), told.full("B1") - 2], Fate::Stands));
    assert_eq!((of("R1").strength, of("R1").fate), ([told.full("R1"), 0], Fate::Destroyed));
}

#[test]
fn the_worth_left_counts_units_by_their_strength_and_beaten_ones_not_at_all() {
    let told = two_turns();
    let after = told.aftermath();
    near(after.worth_left[0], 1.0 - told.weight("B1") * 2.0 / f64::from(told.full("B1")));
    near(after.worth_left[1], 1.0 - told.weight("R1"));
    near(after.turns[0].worth[1], told.weight("R1") / f64::from(told.full("R1")));
    let both = after.turns.iter().map(|turn| turn.worth[1]).sum::<f64>();
    near(both, told.weight("R1"));
}

#[test]
fn whoever_marches_off_is_not_lost() {
    let mut told = two_turns();
    let unit = told.unit("B2");
    told.hear(Event::Left { unit, why: Departure::Exited, clause: "X-4" });
    near(told.aftermath().worth_left[0], 1.0 - told.weight("B1") * 2.0 / f64::from(told.full("B1")));
}

#[test]
fn the_best_volley_is_the_one_that_cost_most_and_saves_are_no_hits() {
    let told = two_turns();
    let [blue, red] = told.aftermath().best_volley.map(|blow| blow.expect("somebody was hit"));
    assert_eq!((blue.turn, blue.by, blue.on, blue.cost), (1, Some(told.unit("B1").into()), told.unit("R1"), 1));
    assert_eq!((red.turn, red.by, red.on, red.cost), (2, Some(told.unit("R1").into()), told.unit("B1"), 2));
}

/// Fire together under one total: one roll by the first, all marked alike, B1's loss of two for it.
#[test]
fn all_who_shot_under_one_roll_are_named() {
    let mut told = Told::new();
    told.hear(Event::TurnBegan { turn: 1 });
    told.ordered(Side::Blue, "fire B1 >R1");
    told.rolled(&fire(3), Side::Blue, "B1", &[4, 5, 1]);
    for label in ["B1", "B2"] {
        told.marked(label, 3);
    }
    told.marked("R1", 4);
    told.hurt("R1", 2, "fire");
    told.marked("R1", 3);
    let blow = told.aftermath().best_volley[0].clone().expect("somebody was hit");
    assert_eq!((blow.by, blow.with, blow.cost), (Some(told.unit("B1").into()), vec![told.unit("B2")], 2));
}

/// One order, each of two units rolls at the same target and costs it one: a volley of both that cost two. What was
/// rolled under another order is another.
#[test]
fn rolls_of_several_under_one_order_are_one_volley() {
    let mut told = Told::new();
    told.hear(Event::TurnBegan { turn: 1 });
    told.ordered(Side::Blue, "fire B1 >R1");
    for label in ["B1", "B2"] {
        told.rolled_at(&fire(2), label, "R1", &[4, 1]);
        told.hurt("R1", 1, "fire");
    }
    let blow = told.aftermath().best_volley[0].clone().expect("somebody was hit");
    assert_eq!((blow.by, blow.with, blow.cost), (Some(told.unit("B1").into()), vec![told.unit("B2")], 2));
    told.ordered(Side::Blue, "fire B2 >R1");
    told.rolled_at(&fire(3), "B2", "R1", &[4, 4, 4]);
    told.hurt("R1", 3, "fire");
    let blow = told.aftermath().best_volley[0].clone().expect("somebody was hit");
    assert_eq!((blow.by, blow.with, blow.cost), (Some(told.unit("B2").into()), vec![], 3));
}

#[test]
fn the_worst_luck_is_the_rarest_bad_result() {
    let told = two_turns();
    let [blue, red] = told.aftermath().worst_luck;
    let blue = blue.expect("B2 missed twice");
    assert_eq!((blue.turn, blue.who, blue.label, blue.result), (1, Some(told.unit("B2").into()), "fire", 0));
    near(blue.chance, 0.25);
    near(blue.expected, 1.0);
    // One save of two dice at 5+ is more than the two thirds that are owed, and two hits of two are no bad luck.
    assert_eq!(red, None);
}

#[test]
fn the_story_and_the_turning_points_are_in_words() {
    let told = two_turns();
    let after = told.aftermath();
    let story: Vec<(u16, &str)> = after.story.iter().map(|moment| (moment.turn, moment.text.as_str())).collect();
    assert!(story[0].1.starts_with("The first to suffer: R1 loses 1"), "{story:?}");
    assert_eq!(story[1], (2, "R1 is destroyed."));
    assert_eq!(story.last().copied(), Some((2, "Blue wins by destruction.")));
    assert!(story.len() <= 10 && story.windows(2).all(|pair| pair[0].0 <= pair[1].0));
    let first = &after.turning[0];
    assert!(
        first.turn == 2 && first.text.contains("R1") && first.text.starts_with("Blue's turn: of its army Red lost"),
        "{first:?}"
    );
}

#[test]
fn what_goes_off_with_a_detachment_is_not_lost() {
    let mut told = Told::new();
    told.hear(Event::TurnBegan { turn: 1 });
    let (unit, full) = (told.unit("B1"), told.full("B1"));
    told.hear(Event::Rated { unit, full: full - 2, clause: "X-5" });
    told.hurt("B1", 2, "a detachment");
    let after = told.aftermath();
    assert_eq!(after.turns[0].lost, [0, 0]);
    near(after.worth_left[0], 1.0);
}

#[test]
fn tracks_begin_where_a_unit_stood_and_end_where_it_is() {
    let mut game = start(&outpost(3));
    play_out(&mut game);
    let field = game.system().field();
    let after = game.aftermath();
    assert!(!after.units.is_empty());
    for toll in &after.units {
        let state = field.unit(toll.unit);
        if state.presence == battle::Presence::OnMap {
            assert_eq!(toll.track.last().map(|pose| pose.anchor), Some(state.pose.anchor), "{:?}", toll.unit);
        }
    }
}

#[test]
fn a_record_tells_the_same_as_the_battle_itself() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let setup = outpost(5);
    let record = RecordFile::create(folder.path(), &setup).expect("a record");
    let path = record.path().to_path_buf();
    let mut game = Game::start(&proving::DrillLibrary, &setup, Some(record)).expect("a game");
    play_out(&mut game);
    assert_eq!(replayed(&path).game().aftermath(), game.aftermath());
    let lost: i32 = game.aftermath().turns.iter().flat_map(|turn| turn.lost).sum();
    assert!(lost > 0, "somebody was hurt");
}

fn replayed(path: &Path) -> Replay {
    let mut replay = Replay::open(std::sync::Arc::new(proving::DrillLibrary), path).expect("a record");
    replay.seek(usize::MAX).expect("it can be played");
    replay
}

#[test]
fn an_order_that_is_taken_back_leaves_no_trace() {
    let mut game = start(&super::setup("small-field", ["human", "human"], 1));
    let before = game.aftermath();
    let text = super::first(&game, "deploy").expect("somebody can be placed");
    order(&mut game, &text);
    game.undo().expect("no dice fell");
    assert_eq!(game.aftermath(), before);
}
