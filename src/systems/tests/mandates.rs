//! Orders to commands: what the default commander sends, shades and says of it.

use std::sync::atomic::AtomicBool;

use battle::{Choice, Deaf, HouseRules, Library, Side, System};

use crate::Shelf;

/// A plain of 40 by 40 hexes with two regiments and a division leader a side, the leader's words given; the objective is
/// a farm in the middle of the map.
pub(super) fn plain(blue: &str, red: &str) -> String {
    let row = |odd: bool| format!("{}{}", if odd { " " } else { "" }, ". ".repeat(40).trim_end());
    let ground: Vec<String> = (0..40).map(|row_number| row(row_number % 2 == 1)).collect();
    let army = |side: &str, letter: char, facing: char, row: u8, words: &str| {
        let other = if row > 20 { row + 2 } else { row - 2 };
        format!(
            r#"
[{side}]
name = "{side} corps"
facing = "{facing}"
[[{side}.brigade]]
name = "{side} brigade"
division = "{side} division"
units = [
    {{ label = "{letter}1", name = "1st", type = "line infantry", at = "18,{row}" }},
    {{ label = "{letter}2", name = "2nd", type = "line infantry", at = "22,{row}" }},
    {{ label = "{letter}3", name = "3rd", type = "line infantry", at = "20,{other}" }},
]
[[{side}.leader]]
label = "{letter}G"
name = "The {side} general"
rank = "army"
[[{side}.leader]]
label = "{letter}D"
name = "The {side} divisioner"
rank = "division"
command = "{side} division"
special = {{ snappy = [{words}] }}
"#
        )
    };
    format!(
        "title = \"The farm\"\nnote = \"A farm between two divisions.\"\nturn_limit = 15\nfirst_side = \"blue\"\n\
         victory = \"points\"\nground = '''\n{}\n'''\n{}{}\n[[objective]]\nname = \"Farm\"\ngoal = \"hold\"\nhexes = \
         [\"20,20+1\"]\n",
        ground.join("\n"),
        army("blue", 'B', 'N', 36, blue),
        army("red", 'R', 'S', 3, red)
    )
}

/// The battle under Snappy.
pub(super) fn battle(text: &str) -> Box<dyn System> {
    let shelf = Shelf::new();
    let file = shelf.battle_from_text("the-farm.toml", text).unwrap_or_else(|faults| panic!("{faults}"));
    shelf.deploy("snappy", &file.scenario, &HouseRules::default(), 5).expect("deployed")
}

/// What the default commander of a side does about its orders this turn, its answers as text with their reasons.
fn orders(battle: &mut dyn System, side: Side) -> Vec<(String, Choice)> {
    let shelf = Shelf::new();
    let mut player = shelf.commander("steady", 1).expect("a commander");
    let stop = AtomicBool::new(false);
    let mut given = Vec::new();
    while battle.pending().decision().is_some_and(|decision| decision.ask.key == "orders" && decision.side == side) {
        let choice = player.decide(&*battle.view(side, 1), &stop);
        let text = battle.order_text().write(&choice.order);
        battle.resolve(&choice.order, &mut Deaf).expect("legal");
        given.push((text, choice));
    }
    given
}

#[test]
fn a_command_that_may_not_go_where_the_plan_wants_it_is_given_another_order() {
    let mut battle = battle(&plain("\"defend\"", "\"defend\""));
    let given = orders(&mut *battle, Side::Blue);
    let sent = given.iter().find(|(text, _)| text.starts_with("aim BD") || text.starts_with("order BD"));
    let (text, choice) = sent.expect("an order to the division that is to take the farm");
    let why = choice.why.as_ref().expect("it says why");
    assert!(text.ends_with("#7") || text.ends_with("#6") || text.contains("20,"), "{text}: it goes at the farm");
    assert!(why.mission.contains("Farm"), "{}", why.mission);
    let names: Vec<&str> = why.options[0].considerations.iter().map(|one| one.name).collect();
    assert!(names.contains(&"room for what its units are to do"), "{names:?}");
    assert!(why.options[0].score > why.options[1].score, "better than to leave it as it is");
}

#[test]
fn a_beaten_command_goes_back_to_rally() {
    let beaten = |line: &str| line.replace(" }", ", special = { snappy = [\"disrupted\"] } }");
    let text = plain("\"attack\"", "\"attack\"").replace("at = \"18,36\"", "at = \"18,13\"");
    let text = text.replace("at = \"22,36\"", "at = \"22,13\"").replace("at = \"20,38\"", "at = \"20,15\"");
    let wounded =
        |line: &str| if line.contains("label = \"B") && line.contains("at =") { beaten(line) } else { line.into() };
    let text: Vec<String> = text.lines().map(wounded).collect();
    let mut battle = battle(&text.join("\n"));
    let given = orders(&mut *battle, Side::Blue);
    let command = battle.commands(Side::Blue).remove(0);
    assert!(["withdraw", "rally"].contains(&command.order), "{}: {given:?}", command.order);
    let (_, choice) = given.iter().find(|(text, _)| text.starts_with("order BD")).expect("an order to the division");
    let why = choice.why.as_ref().expect("it says why");
    assert!(why.mission.contains("go back and recover, 3 of 3 beaten"), "{}", why.mission);
}

/// Before 1809 an Austrian is heard for 9 inches: the foremost unit alone hears its leader, who is with it.
#[test]
fn a_leader_rides_to_where_most_of_his_units_hear_him() {
    let text = plain("\"defend\"", "\"defend\"").replace("turn_limit", "date = \"14 October 1806\"\nturn_limit");
    let text = text.replace("22,36", "22,27").replace("18,36", "25,38");
    let mut battle = battle(&text);
    orders(&mut *battle, Side::Blue);
    orders(&mut *battle, Side::Red);
    let side = battle.to_decide().expect("a mover");
    let mut player = Shelf::new().commander("steady", 1).expect("a commander");
    let mut rides = Vec::new();
    let mover = if side == Side::Blue { Side::Blue } else { pass_to_blue(&mut *battle) };
    while battle.pending().decision().is_some_and(|now| ["move", "tested"].contains(&now.ask.key) && now.side == mover)
    {
        let choice = player.decide(&*battle.view(mover, 1), &AtomicBool::new(false));
        rides.push(battle.order_text().write(&choice.order));
        battle.resolve(&choice.order, &mut Deaf).expect("legal");
    }
    let joins = |text: &String| text == "attach BD >B1" || text == "attach BD >B3";
    assert!(rides.iter().any(joins), "{rides:?}");
}

/// Lets Red do as little as it may, until Blue moves.
fn pass_to_blue(battle: &mut dyn System) -> Side {
    while battle.pending().decision().is_some_and(|now| now.ask.key != "move" || now.side == Side::Red) {
        let order = battle.all_orders().into_iter().rev().find(|order| battle.check(order).is_ok());
        battle.resolve(&order.expect("an order"), &mut Deaf).expect("legal");
    }
    Side::Blue
}

#[test]
fn a_command_whose_order_serves_the_plan_keeps_it() {
    let text = plain("\"defend\"", "\"defend\"");
    let mut once = battle(&text);
    orders(&mut *once, Side::Blue);
    orders(&mut *once, Side::Red);
    let quiet = |battle: &mut dyn System| {
        let commands = battle.commands(Side::Blue);
        (commands[0].order, commands[0].objective)
    };
    let before = quiet(&mut *once);
    let mut again = once.copy();
    while again.pending().decision().is_some_and(|decision| decision.ask.key != "orders") {
        let pass = again.orders().into_iter().find(|order| again.check(order).is_ok());
        let order = pass.or_else(|| again.all_orders().into_iter().next()).expect("an order");
        again.resolve(&order, &mut Deaf).expect("legal");
    }
    assert_eq!(again.field().turn(), 2);
    orders(&mut *again, Side::Blue);
    assert_eq!(quiet(&mut *again).0, before.0, "no order is changed for its own sake");
}
