//! Every event has its sentence, every roll its dice and its reasons.

use battle::{
    Arrangement, Changes, Chart, Charts, Contest, Deck, Dice, Die, Event, Faces, Formation, Link, Listener, Modifier,
    Perch, Pool, Reading, Roll, RollKey, RollKind, Row, Side, Thrower, Ties,
};

use super::{outpost, play_out, setup, start};
use crate::log::Log;
use crate::narrator::Narrator;
use crate::{DispatchKind, formation_words, receipt};

fn roll(faces: &[u8], need: Option<u8>, result: i16, modifiers: Vec<Modifier>) -> Roll {
    let reading = need.map_or(Reading::Total, Reading::Successes);
    let pool = Pool::new("fire", "X-1", faces.len() as i16, reading);
    Roll { modifiers, result, ..pool.rolled(blue(), Faces::of(faces)) }
}

fn blue() -> Thrower {
    Thrower { side: Side::Blue, who: None, against: None, key: RollKey::default() }
}

#[test]
fn a_receipt_names_each_die_and_each_reason() {
    let modifier = |name, value, changes, clause| Modifier { name, value, changes, clause };
    let reasons = vec![
        modifier("target's flank", 1, Changes::Dice, "EA-FIRE-8"),
        modifier("long range", -2, Changes::Dice, "EA-FIRE-4"),
        modifier("cover", 1, Changes::Need, "EA-FIRE-6"),
        modifier("leader", 1, Changes::Result, ""),
    ];
    let said = receipt(&roll(&[2, 5, 6], Some(4), 2, reasons));
    let expected = [
        "3d6 need 4+: 2 5 6 -> 2 hits",
        "+1 die: target's flank (EA-FIRE-8)",
        "-2 dice: long range (EA-FIRE-4)",
        "+1 to the face needed: cover (EA-FIRE-6)",
        "+1 to the result: leader",
    ];
    assert_eq!((said.outcome.as_str(), said.lines), ("2 hits", expected.map(String::from).to_vec()));
}

#[test]
fn totals_are_told_with_and_without_modifiers() {
    let line = |faces: &[u8], need, result| receipt(&roll(faces, need, result, Vec::new())).lines[0].clone();
    assert_eq!(line(&[3, 4], None, 7), "2d6: 3 4 -> total 7");
    assert_eq!(line(&[3, 4], None, 9), "2d6: 3 4 -> total 7, with modifiers 9");
    assert_eq!(line(&[6], Some(6), 1), "1d6 need 6+: 6 -> 1 hit");
    assert_eq!(line(&[1], Some(6), 0), "1d6 need 6+: 1 -> no hits");
    assert_eq!(line(&[], Some(6), 0), "0d6 need 6+: no dice -> no hits");
}

#[test]
fn a_test_is_passed_or_failed_and_a_save_is_no_hit() {
    let short = |kind, dice, reading, faces: &[u8]| {
        receipt(&Pool::new("kill", "X-1", dice, reading).as_kind(kind).rolled(blue(), Faces::of(faces))).short
    };
    let four = Reading::Successes(4);
    assert_eq!(short(RollKind::Test, 1, four, &[2]), "4+: 2 fails");
    assert_eq!(short(RollKind::Test, 1, Reading::SuccessOrAgain(4), &[1, 5]), "4+: 1 5 passes");
    assert_eq!(short(RollKind::Saves, 1, four, &[2]), "4+: 2 = no saves");
    assert_eq!(short(RollKind::Saves, 2, four, &[4, 5]), "4+: 4 5 = 2 saves");
    assert_eq!(short(RollKind::Hits, 1, four, &[2]), "4+: 2 = no hits");
}

#[test]
fn a_reason_that_changes_no_number_shows_none() {
    let again = Modifier { name: "a second throw", value: 0, changes: Changes::Need, clause: "X-2" };
    assert_eq!(receipt(&roll(&[2], Some(4), 0, vec![again])).lines[1], "a second throw (X-2)");
}

#[test]
fn formations_are_named_as_players_name_them() {
    let words = |arrangement| formation_words(Formation::new(arrangement, 3));
    assert_eq!(words(Arrangement::Line), "line, 3 wide");
    assert_eq!(words(Arrangement::AttackColumn), "attack column, 3 wide");
    assert_eq!((words(Arrangement::Square), words(Arrangement::Skirmish)), ("square".into(), "skirmish order".into()));
}

#[test]
fn forming_says_what_is_formed_and_how_wide() {
    let mut game = start(&setup("great-plain", ["random", "random"], 3));
    play_out(&mut game);
    let texts: Vec<&str> = game.stage().dispatches().iter().map(|line| line.text.as_str()).collect();
    let said = |words: &str| texts.iter().any(|text| text.contains(": form ") && text.contains(words));
    assert!(said(" in column, 2 wide.") && said(" in march column."), "{texts:?}");
}

#[test]
fn every_roll_of_a_battle_has_its_receipt_in_the_log() {
    let mut game = start(&setup("great-plain", ["random", "random"], 3));
    play_out(&mut game);
    let rolls: Vec<&Roll> = game
        .stage()
        .events_since(0)
        .iter()
        .filter_map(|event| match event {
            Event::Rolled(roll) => Some(&**roll),
            _ => None,
        })
        .collect();
    let told: Vec<_> = game.stage().dispatches().iter().filter(|line| line.kind == DispatchKind::Roll).collect();
    assert_eq!(rolls.len(), told.len());
    assert!(rolls.iter().any(|roll| !roll.modifiers.is_empty()), "no roll had a modifier");
    for (roll, line) in rolls.iter().zip(told) {
        assert_eq!(line.detail, receipt(roll).lines);
        for modifier in &roll.modifiers {
            let with = |detail: &&String| detail.contains(modifier.name) && detail.contains(modifier.clause);
            assert!(line.detail.iter().any(|detail| with(&detail)), "{modifier:?} is missing in {line:?}");
        }
        assert_eq!(line.clause, roll.clause);
    }
}

#[test]
fn every_event_but_bookkeeping_has_a_sentence() {
    let mut game = start(&setup("great-plain", ["random", "random"], 3));
    play_out(&mut game);
    let telling = |event: &&Event| !matches!(event, Event::Marked { .. });
    let events = game.stage().events_since(0).iter().filter(telling).count();
    let told = game.stage().dispatches().iter().filter(|line| !is_condition(&line.text)).count();
    assert_eq!(told, events);
    for line in game.stage().dispatches() {
        assert!(line.text.ends_with('.') && !line.text.contains("  ") && !line.text.contains('{'), "{}", line.text);
    }
}

fn is_condition(text: &str) -> bool {
    ["disorder", "in good order", "weakened", "into sight", "is hidden"].iter().any(|words| text.contains(words))
}

#[test]
fn sentences_name_things_as_the_map_does() {
    let mut game = start(&setup("outpost", ["human", "human"], 1));
    super::order(&mut game, "order B1");
    let line = game.stage().dispatches().iter().find(|line| line.kind == DispatchKind::Order).expect("told");
    assert_eq!(line.text, "B1: order.");
    assert_eq!(line.detail, ["order: order B1"]);
    assert_eq!((line.turn, line.step, line.side), (1, "Command", Some(Side::Blue)));
    super::order(&mut game, "done");
    let text = super::first(&game, "move").expect("a move");
    super::order(&mut game, &text);
    let moved = game.stage().dispatches().iter().find(|line| line.kind == DispatchKind::Move).expect("a move");
    assert!(moved.text.starts_with("B1 moves to ") && moved.text.contains(" facing "), "{}", moved.text);
}

#[test]
fn a_loss_says_how_much_by_what_and_what_is_left() {
    let mut game = start(&setup("great-plain", ["random", "random"], 3));
    play_out(&mut game);
    let loss =
        game.stage().dispatches().iter().find(|line| line.kind == DispatchKind::Loss && line.text.contains("loses"));
    let text = &loss.expect("a loss").text;
    assert!(text.contains(" SP by ") && text.ends_with(" left."), "{text}");
}

#[test]
fn a_leader_who_is_lost_is_among_the_losses() {
    let game = start(&setup("small-field", ["human", "human"], 1));
    let field = game.system().field();
    let (leader, _) = field.roster().leaders().next().expect("a leader");
    let somewhere = field.present_of(Side::Blue).next().map(Perch::With).expect("a unit");
    let told = [Perch::Away, somewhere].map(|to| {
        let (mut log, event) = (Log::default(), Event::LeaderMoved { leader, to, clause: "" });
        let mut narrator = Narrator::new(game.system(), &mut log);
        narrator.before(field, &event);
        narrator.after(field, &event);
        let [line] = &log.dispatches[..] else { panic!("one sentence") };
        (line.kind, line.text.ends_with(" leaves the field."))
    });
    assert_eq!(told, [(DispatchKind::Loss, true), (DispatchKind::Leader, false)]);
}

#[test]
fn kinds_have_names_for_filters() {
    let names = DispatchKind::ALL.map(DispatchKind::name);
    assert_eq!(names, ["turn", "order", "move", "roll", "loss", "leader", "result"]);
    let mut game = start(&outpost(1));
    play_out(&mut game);
    assert!(
        game.stage()
            .dispatches()
            .iter()
            .any(|line| line.kind == DispatchKind::Turn && line.text == "Turn 2 of 3 begins.")
    );
}

static LOSS: Chart = Chart::new(
    "leader loss",
    &[Row { from: 1, name: "not even close", value: 0 }, Row { from: 6, name: "grazed", value: 1 }],
);

static SCORES: Charts = Charts::new(&[(4, Chart::new("score 4", &[Row { from: 1, name: "1 hit", value: 1 }]))]);

static MARGINS: Chart = Chart::new(
    "margin",
    &[Row { from: i16::MIN, name: "thrown back", value: -1 }, Row { from: 1, name: "narrow margin", value: 1 }],
);

/// The short words and the first line of a roll of d10.
fn ten(mut pool: Pool, add: i16, faces: &[u8]) -> (String, String) {
    pool = pool.of(Die::D10);
    if add != 0 {
        pool.result("a reason", add, "X-2");
    }
    let said = receipt(&pool.rolled(blue(), Faces::of(faces)));
    (said.short, said.lines[0].clone())
}

#[test]
fn tests_by_a_number_say_what_was_asked_and_by_how_much_it_failed() {
    let morale = Pool::new("morale", "X-1", 1, Reading::Under(7));
    let both = |short: &str, line: &str| (String::from(short), String::from(line));
    let plain = ten(morale.clone(), 0, &[9]);
    assert_eq!(plain, both("7 or less: 9 fails by 2", "1d10 need 7 or less: 9 -> total 9, fails by 2"));
    let helped = ten(morale.clone(), -2, &[9]);
    let line = "1d10 need 7 or less: 9 -> total 9, with modifiers 7, passes";
    assert_eq!(helped, both("7 or less: 9 -2 = 7 passes", line));
    let search = Pool::new("search", "X-1", 2, Reading::AtMost(8));
    assert_eq!(ten(search, 0, &[3, 6]).0, "8 or less: 3 6 = 9 fails");
    let fire = Pool::new("fire in houses", "X-1", 1, Reading::Over(8));
    assert_eq!(ten(fire, 1, &[7]).0, "8+: 7 +1 = 8 passes");
    let risk = Pool::new("risk", "X-1", 2, Reading::Below(1));
    assert_eq!(ten(risk, 0, &[1, 4]), both("1 or less: 1 4 = 1 hit", "2d10 need 1 or less: 1 4 -> 1 hit"));
}

#[test]
fn charts_are_told_by_the_name_of_the_row() {
    let loss = Pool::new("leader loss", "X-1", 1, Reading::Row(&LOSS));
    let (short, line) = ten(loss.clone(), 0, &[7]);
    assert_eq!(
        (short.as_str(), line.as_str()),
        ("leader loss: 7: grazed", "1d10 by leader loss: 7 -> total 7: grazed")
    );
    assert_eq!(ten(loss, -2, &[7]).1, "1d10 by leader loss: 7 -> total 7, with modifiers 5: not even close");
    let fire = Pool::new("fire", "X-1", 1, Reading::EachRow(&LOSS)).as_kind(RollKind::Hits);
    assert_eq!(ten(fire, 0, &[7]).0, "leader loss: 7 = 1 hit");
}

#[test]
fn a_total_that_is_halved_says_what_counts() {
    let mut evade = Pool::new("evade", "X-1", 2, Reading::Total);
    evade.share("moved already", 2, "X-3");
    evade.at_most("room", 4, "X-4");
    let said = receipt(&evade.rolled(blue(), Faces::of(&[6, 5])));
    assert_eq!(said.short, "6 5 = 11, 4 counted");
    assert_eq!(said.lines[1..], ["1/2 of the result: moved already (X-3)", "at most 4: room (X-4)"]);
}

#[test]
fn a_contest_tells_both_sums_both_reasons_and_the_margin() {
    let side = |label, name, add| {
        let mut pool = Pool::new(label, "X-1", 1, Reading::Total).of(Die::D10);
        pool.result(name, add, "X-2");
        pool
    };
    let contest =
        Contest::new("melee", "X-1", side("melee", "heavy horse", 4), side("stand", "raw", -2), Ties::Again(3));
    let contest = contest.by_margin(&MARGINS);
    let red = Thrower { side: Side::Red, ..blue() };
    let roll = contest.throw(&mut Dice::scripted(&[1, 7, 5, 9]), [blue(), red]);
    let said = receipt(&roll);
    assert_eq!(said.short, "1 tie, then 5 +4 = 9 against 9 -2 = 7: margin 2, narrow margin");
    let expected = [
        "tied: 1 against 7",
        "1d10: 5 -> total 5, with modifiers 9",
        "+4 to the result: heavy horse (X-2)",
        "against 1d10: 9 -> total 9, with modifiers 7",
        "against -2 to the result: raw (X-2)",
        "margin 2, narrow margin",
    ];
    assert_eq!(said.lines, expected);
    let lost = receipt(&contest.throw(&mut Dice::scripted(&[1, 9]), [blue(), red]));
    assert_eq!(lost.outcome, "margin -2, thrown back");
}

#[test]
fn a_card_drawn_is_told_by_how_many_there_were() {
    let mut dice = Dice::new(1);
    let drawn = Deck::shuffled(&[1, 2, 3], &mut dice, RollKey::default()).draw(&mut dice).expect("a card");
    let said = receipt(&drawn.rolled("activation", "X-1", blue()));
    assert_eq!((said.short.as_str(), said.lines.len()), ("card drawn, 1 of 3", 1));
}

#[test]
fn modifiers_say_what_they_change() {
    let mut pool = Pool::new("fire", "X-1", 2, Reading::Score(6, &SCORES)).of(Die::D10);
    pool.need("flank", 1, "X-2");
    pool.each("rain", -1, "X-3");
    let lines = receipt(&pool.rolled(blue(), Faces::of(&[2, 9]))).lines;
    assert!(lines[0].contains("score 7"), "the score with its modifiers: {}", lines[0]);
    assert_eq!(lines[1..], ["+1 to the score: flank (X-2)", "-1 to each die: rain (X-3)"]);
    let mut test = Pool::new("test", "X-1", 1, Reading::Under(6));
    test.need("brigade mate", 1, "X-2");
    let lines = receipt(&test.rolled(blue(), Faces::of(&[2]))).lines;
    assert_eq!(lines[1], "+1 to the number needed: brigade mate (X-2)");
}

#[test]
fn a_check_of_a_chain_says_where_it_leaves_its_roller() {
    let told = |face: u8, owed: u8| {
        let check = Pool::new("morale", "X-1", 1, Reading::Successes(6)).of(Die::D10).as_kind(RollKind::Test);
        let link = Link { number: 1, owed, rung: "firm", below: "nervous" };
        let roll = Roll { link: Some(link), ..check.rolled(blue(), Faces::of(&[face])) };
        crate::narrator::place_words(&roll, link)
    };
    assert_eq!(told(3, 1), ": firm falls to nervous");
    assert_eq!(told(6, 2), ": stays firm, check 1 of 2");
}
