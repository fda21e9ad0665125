//! Finer points of rounds, of who has won, and of commanders (OTH-RESULT-0, OTH-WIN, OTH-COMBAT-6, OTH-BUA-2, OTH-LEADER-4).

use battle::{Event, Manner, Obstacle, Perch, Side, Terrain, Verb};

use super::fixture::{Fixture, Game};
use super::rounds::fought;
use crate::info::{
    COMBAT, DEFENCE, EVADE, FACE, FALL_BACK, FIGHT, FOLLOW, ONWARD, RECOVER, REFORM, ROUTS, SHOOTING, START,
};
use crate::marks;
use crate::profile::{Gun, Kind};
use crate::space::Aspect::{Flank, Front, Rear};
use crate::space::Shape::{self, Attack, Companies, Line, March, Open, Skirmish, Square};
use crate::state::Impetus;

/// B1 on (20,30), facing north, in contact with R1 before it; others far off, and so many rounds.
fn met(kind: Kind, theirs: Shape, rounds: &str) -> Fixture {
    let field = Fixture::plain().foot("B9", (10, 50), "N", Line).foot("R9", (40, 2), "S", Line);
    let field = field.unit("B1", kind, 4, (20, 30), "N", Line).foot("R1", (20, 29), "S", theirs);
    field.contact("B1", "R1", Front).house("combat_rounds", rounds).phase(DEFENCE, Side::Blue)
}

fn row(game: &Game, label: &str) -> i16 {
    game.pose(label).anchor.r
}

fn may(game: &Game, verb: Verb, label: &str) -> bool {
    let stem = game.order(verb, label, "");
    game.may(stem) || game.war.reach_of(&stem).legal().any(|place| game.may(stem.to(place.pose)))
}

/// OTH-RESULT-0: who is destroyed is removed before the rows are read: nobody is left from whom R1 would retreat, though it
/// lost by 2, and no test is owed. B1 of 1: in the rear 3, won 2, initiating 1: 7, a 1 hits three times; R1 12 - 3: a 9 once.
#[test]
fn nobody_retreats_from_the_dead() {
    let field = Fixture::plain().foot("B9", (10, 50), "N", Line).foot("B1", (20, 30), "N", Line).fs(3).hits(2);
    let field = field.marks(marks::WON).state(|own| own.impetus = Impetus::Initiated);
    let field = field.foot("R1", (20, 29), "N", Line).fs(12).contact("B1", "R1", Rear);
    let game = fought(field.house("combat_rounds", "1").phase(DEFENCE, Side::Blue), &[1, 9]);
    assert!(!game.is_there("B1"));
    assert_eq!((game.fh("R1"), row(&game, "R1"), game.asks()), (3, 29, "won"));
    assert!(game.faces("standing after the round").is_empty(), "no test after a margin of 2");
}

/// OTH-RESULT-0, OTH-RESULT-3: foot that lost to horse by 2 is destroyed, also where it would rout; the winner has its option.
#[test]
fn foot_that_would_rout_is_ridden_down() {
    for hits in [0, 4] {
        let game = fought(met(Kind::Cavalry, Line, "1").hits(hits), &[5, 5]);
        assert!(!game.is_there("R1"), "with {hits} hits before");
        assert_eq!(game.asks(), "won");
    }
}

/// OTH-RESULT-0, OTH-STATUS-2: who comes to rout runs one segment and does not retreat as well.
#[test]
fn who_routs_does_not_retreat_too() {
    let game = fought(met(Kind::Infantry, Line, "1").hits(4), &[2, 8]);
    assert_eq!((game.fh("R1"), row(&game, "R1")), (6, 23));
}

/// OTH-WIN-8: nobody follows who routs. R1 of 3 loses by 1, and the test that it fails brings its sixth hit.
#[test]
fn nobody_follows_who_routs() {
    let game = fought(met(Kind::Infantry, Line, "3").hits(4), &[4, 8, 10]);
    assert_eq!((game.fh("R1"), row(&game, "R1"), game.asks()), (6, 23, "won"));
    assert!(!may(&game, FOLLOW, "B1"));
}

/// OTH-WIN-8: nor does horse, though the square that broke runs no further than a segment of horse reaches.
#[test]
fn horse_does_not_follow_a_square_that_routs() {
    let game = fought(met(Kind::Cavalry, Square, "3").hits(4), &[1, 10, 10]);
    assert_eq!((game.fh("R1"), row(&game, "R1"), game.asks()), (6, 25, "won"));
    assert!(!may(&game, FOLLOW, "B1"));
}

/// OTH-BUA-6: one round only. Round 1: 9 - 4 = 5 v 3 + 4 = 7: 3 is 1, 8 is 0. Round 2 bare: 9 v 3: 1 v 0. Round 3: 7 v 7: 1 v 1.
#[test]
fn who_won_the_bare_round_too_fights_as_ever() {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(9);
    let field = field.terrain(Terrain::BrickBuilding, &[(20, 29), (21, 29)]).foot("R1", (20, 29), "S", Line).fs(12);
    let field = field.garrisoned().contact("B1", "R1", Front).house("combat_rounds", "3").phase(DEFENCE, Side::Blue);
    let game = fought(field, &[3, 8, 7, 1, 5, 5, 1, 7, 5, 1, 1]);
    assert_eq!([game.fh("B1"), game.fh("R1")], [1, 3], "a 5 hits with 7, and would miss with 3");
}

/// OTH-GEO-14: of two who attacked, the one that fails goes back from the enemy of both, not from its neighbour.
#[test]
fn each_goes_back_from_its_own_enemy() {
    let field = Fixture::plain().foot("B1", (22, 30), "N", Line).foot("B2", (18, 30), "N", Line);
    let field = field.foot("R1", (20, 29), "S", Line).contact("B1", "R1", Front).contact("B2", "R1", Front);
    let mut game = field.house("combat_rounds", "1").phase(DEFENCE, Side::Blue).game(&[10, 10, 4, 1, 10]);
    game.enter(COMBAT, Side::Blue);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    let order = game.order(FACE, "R1", "B1");
    game.give(order);
    game.all_fell();
    assert_eq!([row(&game, "B1"), row(&game, "B2")], [30, 36]);
}

/// A fight of a unit in column with a line whose left flank it has met, for so many rounds.
fn flanked(by: &str, on: &str, rounds: &str, dice: &[u8]) -> Game {
    let field = Fixture::plain().foot(by, (14, 29), "ENE", Attack).foot(on, (18, 29), "N", Line);
    let field = field.contact(by, on, Flank).house("combat_rounds", rounds).phase(DEFENCE, Side::Blue);
    let mut game = field.foot("B9", (10, 50), "N", Line).foot("R9", (40, 2), "S", Line).game(dice);
    game.enter(COMBAT, Side::Blue);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    game
}

/// OTH-RESULT-7: who wins a round turns while rounds are left, whichever side he is of; after a draw nobody does. 8 v 6.
#[test]
fn only_winners_turn_and_only_for_a_round_to_come() {
    assert_eq!(flanked("B1", "R1", "2", &[9, 6, 1]).asks(), "turn");
    assert_eq!(flanked("R1", "B1", "2", &[9, 6, 1]).asks(), "turn");
    let last = flanked("B1", "R1", "1", &[9, 6, 1]);
    assert_ne!(last.asks(), "turn", "no round is left");
    last.all_fell();
    let drawn = flanked("B1", "R1", "2", &[5, 6, 1, 1, 10, 10, 1, 1]);
    assert_ne!(drawn.asks(), "turn");
    drawn.all_fell();
}

/// OTH-RESULT-7: foot and horse turn, guns do not. Guns of 12 less 4: a 5 hits once; foot of 3, 1 and 4: a 10 misses.
#[test]
fn guns_that_win_do_not_turn() {
    let field =
        Fixture::plain().guns("B1", (18, 29), "N", Gun::Medium).fs(12).foot("R1", (14, 29), "ENE", Attack).fs(3);
    let field = field.contact("R1", "B1", Flank).house("combat_rounds", "2").phase(DEFENCE, Side::Blue);
    let mut game = field.foot("B9", (10, 50), "N", Line).foot("R9", (40, 2), "S", Line).game(&[5, 10, 1, 10, 10, 1, 1]);
    game.enter(COMBAT, Side::Blue);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    assert_ne!(game.asks(), "turn");
}

/// B1 beats R1 by 2 in the only round, on ground as wanted.
fn won(change: impl Fn(Fixture) -> Fixture) -> Game {
    fought(change(met(Kind::Infantry, Line, "1")), &[2, 8])
}

/// OTH-WIN-3: a hit is taken off, where there is one.
#[test]
fn a_fresh_winner_has_nothing_to_rally() {
    assert!(!may(&won(|field| field), RECOVER, "B1"));
}

/// OTH-WIN-4, OTH-FORM-6: another formation than it has, and one to which it has the right; no garrison forms.
#[test]
fn a_winner_forms_what_it_may() {
    let shapes = |game: &Game, label: &str| {
        let reach = game.war.reach_of(&game.order(REFORM, label, ""));
        let mut shapes: Vec<Shape> = reach.legal().map(|place| crate::space::shape_of(&place.pose)).collect();
        shapes.sort_unstable();
        shapes
    };
    assert_eq!(shapes(&won(|field| field), "B1"), [March, Attack, Companies, Open, Square]);
    let houses =
        Fixture::plain().terrain(Terrain::WoodenBuilding, &[(20, 29), (21, 29)]).foot("R9", (40, 2), "S", Line);
    let houses = houses.foot("B9", (10, 50), "N", Line).foot("B1", (20, 30), "N", Line).fs(9);
    let houses = houses.foot("R1", (20, 29), "S", Line).garrisoned().contact("B1", "R1", Front);
    let held = fought(houses.house("combat_rounds", "1").phase(DEFENCE, Side::Blue), &[8, 2, 1]);
    assert_eq!((held.asks(), shapes(&held, "R1").len()), ("won", 0), "the assault is thrown back");
}

/// OTH-WIN-6: as far as there is room.
#[test]
fn a_winner_falls_back_where_there_is_room() {
    let pond = |row: i16| {
        let hexes: Vec<(i16, i16)> = (10..30).map(|q| (q, row)).collect();
        may(&won(move |field| field.terrain(Terrain::Water, &hexes)), FALL_BACK, "B1")
    };
    assert_eq!([pond(31), pond(32)], [false, true]);
}

/// OTH-WIN-8: squares never follow. R1 comes to stand before water two rows off, within a segment of the square.
#[test]
fn a_square_does_not_follow_who_stops_near() {
    let dry = |(q, r): &(i16, i16)| *r > 26 && (17..=52 - *r).contains(q);
    let wet: Vec<(i16, i16)> = (20..30).flat_map(|row| (10..40).map(move |q| (q, row))).filter(|at| !dry(at)).collect();
    let of = |shape| {
        let field = Fixture::plain().terrain(Terrain::Water, &wet).foot("R9", (40, 2), "S", Line);
        let field = field.foot("B1", (20, 30), "N", shape).fs(12).foot("R1", (20, 29), "S", Line);
        let field = field.contact("R1", "B1", Front).house("combat_rounds", "3").phase(DEFENCE, Side::Blue);
        let game = fought(field, &[3, 10]);
        (game.asks(), may(&game, FOLLOW, "B1"))
    };
    assert_eq!([of(Line), of(Square)], [("won", true), ("won", false)]);
}

/// OTH-COMBAT-6: an enemy on one side of a line that runs between two hexes does not stand on it.
#[test]
fn an_enemy_beside_the_line_does_not_cut_off_support() {
    let supported = |enemies: &[(i16, i16)]| {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("B2", (18, 32), "N", Companies);
        let labels = ["R2", "R3"].into_iter().zip(enemies);
        let field = labels.fold(field, |field, (label, at)| field.unit(label, Kind::Infantry, 1, *at, "N", Line));
        let game = field.foot("R1", (20, 29), "S", Line).contact("B1", "R1", Front).phase(COMBAT, Side::Blue).game(&[]);
        game.fights("B1", "R1", 1) - 7
    };
    let (left, right) = ((18, 31), (19, 31));
    assert_eq!([supported(&[]), supported(&[left]), supported(&[right]), supported(&[left, right])], [1, 1, 1, 0]);
}

/// OTH-BUA-2: shared, 4 serves two faces with 3 and 1: 3 + 2 = 5 and 1 + 2 = 3. B1 and B2 of 5 miss; two fives hit once.
#[test]
fn a_garrison_that_shares_its_score_shares_it_in_combat() {
    let field = Fixture::plain().terrain(Terrain::WoodenBuilding, &[(20, 29), (21, 29)]);
    let field = field.foot("B1", (20, 30), "N", Line).foot("B2", (21, 28), "S", Line);
    let field = field.foot("R1", (20, 29), "S", Line).fs(4).garrisoned().house("bua_fs", "shared");
    let field = field.contact("B1", "R1", Front).contact("B2", "R1", Front).house("combat_rounds", "1");
    let game = fought(field.phase(DEFENCE, Side::Blue), &[6, 6, 5, 5, 1, 1, 1]);
    assert_eq!([game.fh("B1") + game.fh("B2"), game.fh("R1")], [1, 0]);
}

/// OTH-LEADER-4: four or more; OTH-MOVE-1a: two segments in each of his side's turns.
#[test]
fn commanders_begin_each_turn_anew_and_five_hits_are_as_four() {
    let fate = crate::command::leaders::fate;
    assert_eq!(fate(5).reading(), fate(4).reading());
    assert_ne!(fate(4).reading(), fate(3).reading());
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).brigadier("BB", (20, 40), 3);
    let mut game = field.foot("R1", (30, 2), "S", Line).game(&[]);
    let leader = game.leader("BB").index();
    game.war.state.leaders[leader].ridden = 2;
    game.enter(START, Side::Blue);
    assert_eq!(game.war.state.leaders[leader].ridden, 0);
}

/// Horse B1 throws horse R1 back by 2, 12 inches; R2 stands within a segment, B2 beside it.
fn horse_won() -> Game {
    let field = Fixture::plain().horse("B1", (20, 30), "N", Line).foot("B2", (26, 25), "N", Attack);
    let field = field.foot("R2", (30, 24), "S", Attack).horse("R1", (20, 29), "S", Line).contact("B1", "R1", Front);
    fought(field.house("combat_rounds", "3").phase(DEFENCE, Side::Blue), &[2, 8])
}

/// OTH-WIN-2, OTH-WIN-7: horse follows and advances as foot does, on enemies alone.
#[test]
fn horse_follows_and_advances_on_enemies() {
    let game = horse_won();
    let onward = |on: &str| {
        let stem = game.order(ONWARD, "B1", on);
        game.may(stem) || game.war.reach_of(&stem).legal().any(|place| game.may(stem.to(place.pose)))
    };
    assert_eq!(game.asks(), "won");
    assert!(may(&game, FOLLOW, "B1"), "a segment of 12");
    assert_eq!([onward("R2"), onward("B2"), onward("R1")], [true, false, false]);
}

/// OTH-WIN-9, OTH-GEO-16: who is tired into a rout by a hedge on the way does not come up with whom it follows. B1 of 4 and 2
/// for a won round: a 1 hits twice.
#[test]
fn a_follower_that_routs_on_the_way_is_in_no_contact() {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(12).hits(8).marks(marks::WON);
    let field = field.foot("R1", (20, 29), "S", Line).above(28, Obstacle::Hedge).contact("B1", "R1", Front);
    let mut game = fought(field.house("combat_rounds", "3").phase(DEFENCE, Side::Blue), &[1, 10]);
    assert_eq!(game.asks(), "won");
    let order = game.order(FOLLOW, "B1", "");
    game.give(order);
    assert!(game.marked("B1", marks::ROUTING), "its ninth hit of 12");
    assert!(!crate::contacts::is_engaged(&game.war, game.id("R1")));
    assert_eq!(game.faces("combat").len(), 2, "nobody is left to fight another round");
}

/// OTH-WIN-9, OTH-GEO-16: the hedge takes the last score of a follower that had one left of two. It has won by 1, 1 and 2 for
/// a won round against 4, and R1 fails its test: nobody is in contact any more.
#[test]
fn a_follower_that_is_destroyed_on_the_way_is_in_no_contact() {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(2).hits(1).marks(marks::WON);
    let field = field.foot("R1", (20, 29), "S", Line).fs(4).above(28, Obstacle::Hedge).contact("B1", "R1", Front);
    let field = field.foot("B9", (10, 50), "N", Line).foot("R9", (40, 2), "S", Line);
    let mut game = fought(field.house("combat_rounds", "3").phase(DEFENCE, Side::Blue), &[1, 10, 10]);
    assert_eq!(game.asks(), "won");
    let order = game.order(FOLLOW, "B1", "");
    game.give(order);
    assert!(!game.is_there("B1"), "its second hit of 2");
    assert!(!crate::contacts::is_engaged(&game.war, game.id("R1")));
    assert_eq!(game.faces("combat").len(), 2, "nobody is left to fight another round");
}

/// OTH-STATUS-2: from an enemy within 12 at every step, though its own edge lies beyond him.
#[test]
fn a_routing_unit_flees_the_near_enemy_and_not_home() {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).hits(6).foot("R1", (17, 36), "N", Line);
    let mut game = field.phase(SHOOTING, Side::Red).game(&[]);
    game.enter(ROUTS, Side::Blue);
    assert_eq!(row(&game, "B1"), 24);
}

/// OTH-LEADER-5: a commander on any hex of a retreat is ridden down; told is the way between its start and its end.
#[test]
fn a_retreat_sweeps_every_hex_of_its_way() {
    let field = Fixture::plain().foot("B9", (10, 50), "N", Line).foot("R9", (20, 20), "S", Line);
    let field = field.foot("B1", (20, 30), "N", Line).brigadier("BB", (20, 28), 3).foot("R1", (20, 29), "S", Line);
    let field = field.contact("B1", "R1", Front).house("combat_rounds", "1").phase(DEFENCE, Side::Blue);
    let game = fought(field, &[2, 8]);
    assert_eq!(row(&game, "R1"), 23);
    assert_ne!(game.war.field().leader(game.leader("BB")), Perch::At(super::fixture::hex(20, 28)), "on its first hex");
    let told = game.heard.events().iter().find_map(|event| match event {
        Event::Moved { to, path, manner: Manner::Retreated, .. } => {
            Some((path.len(), path.iter().any(|pose| pose.anchor.r == 29 || pose == to)))
        }
        _ => None,
    });
    assert_eq!(told, Some((5, false)));
}

/// B1 has won over R1 and advances on R2, who evades.
fn advanced_on_evaders(field: Fixture, dice: &[u8]) -> Game {
    let field = field.foot("R1", (20, 29), "S", Line).contact("B1", "R1", Front);
    let mut game = fought(field.house("combat_rounds", "1").phase(DEFENCE, Side::Blue), dice);
    let stem = game.order(ONWARD, "B1", "R2");
    let reach = game.war.reach_of(&stem);
    let order = reach.legal().map(|place| stem.to(place.pose)).find(|order| game.may(*order)).expect("it is near");
    game.give(order);
    let order = game.order(EVADE, "R2", "");
    game.give(order);
    game
}

/// OTH-WIN-7, OTH-CONTACT-4: horse that advances on skirmishers 4 inches off has a segment of 12 for it, and comes up with them
/// when they have evaded by 6.
#[test]
fn horse_that_advances_comes_up_with_evaders_within_its_segment() {
    let horse = Fixture::plain().horse("B1", (20, 30), "N", Line);
    let game = advanced_on_evaders(horse.unit("R2", Kind::Infantry, 1, (21, 25), "S", Skirmish), &[2, 10]);
    assert_eq!((game.between("B1", "R2"), game.is_there("R2")), (1, true));
    assert!(crate::contacts::is_engaged(&game.war, game.id("R2")), "{}", game.asks());
}

/// OTH-WIN-7, OTH-CONTACT-4: an advance has one segment, also after skirmishers who evade: 4 inches off, they are then 10.
#[test]
fn an_advance_has_one_segment_after_evaders_too() {
    let foot = Fixture::plain().foot("B1", (20, 30), "N", Attack);
    let game = advanced_on_evaders(foot.unit("R2", Kind::Infantry, 1, (22, 26), "S", Skirmish), &[2, 8]);
    assert!(game.between("B1", "R2") > 1 && !crate::contacts::is_engaged(&game.war, game.id("R2")), "{}", game.asks());
}
