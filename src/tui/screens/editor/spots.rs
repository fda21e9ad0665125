//! What can be said of goals and of units that come later.

use battle::Goal;
use drafting::{Edit, Field};
use hexes::Facing;

use super::fields::{About, Ask, FieldRow, facing_words};
use crate::screens::form::Row;

/// The rows of a goal.
pub fn objective(about: &About<'_>) -> Vec<FieldRow> {
    let goals = [
        (Goal::Occupy, "counts for the side that has it to itself at the end"),
        (Goal::Hold, "counts for the side that last had it to itself"),
        (Goal::Exit, "counts for its side when so many of its units have left the map there"),
        (Goal::Destroy, "counts for its side when so many enemy units are destroyed"),
    ];
    let here = Field::Texts(vec![about.cursor.offset().to_string()]);
    let has = |key: &str| about.draft.get(about.entry, key).is_some();
    let edit = |goal: Goal| {
        let mut edits = vec![about.set("goal", Some(Field::text(Goal::NAMES[goal as usize])))];
        let counted = matches!(goal, Goal::Exit | Goal::Destroy);
        edits.extend((counted && !has("count")).then(|| about.set("count", Some(Field::Whole(1)))));
        edits.extend((!counted && has("count")).then(|| about.set("count", None)));
        edits.extend((goal != Goal::Hold && has("owner")).then(|| about.set("owner", None)));
        edits.extend((goal == Goal::Destroy && has("hexes")).then(|| about.set("hexes", None)));
        edits.extend((goal != Goal::Destroy && !has("hexes")).then(|| about.set("hexes", Some(here.clone()))));
        edits.extend((counted && !has("side")).then(|| about.set("side", Some(Field::text("blue")))));
        Edit::Together(format!("goal: {}", Goal::NAMES[goal as usize]), edits)
    };
    let now = about.text("goal").unwrap_or_default();
    let rows: Vec<(String, Edit)> =
        goals.iter().map(|(goal, told)| (format!("{}\t{told}", Goal::NAMES[*goal as usize]), edit(*goal))).collect();
    let at = goals.iter().position(|(goal, _)| Goal::NAMES[*goal as usize] == now).unwrap_or(0);
    let sides = [("blue", String::from("counts for Blue alone")), ("red", String::from("counts for Red alone"))];
    let mut found = vec![
        about.line("name", "Name", "What the goal is called, unlike the others."),
        FieldRow {
            row: Row::new("Asks to", now.clone(), "What has to be done."),
            key: "goal",
            ask: Ask::Choice(rows, at),
            clear: None,
        },
        about.number("value", "Points", (1, 100, "1"), "What it is worth."),
        about.choice("side", "For", (&sides, String::from("both")), "For whom it counts."),
    ];
    if matches!(now.as_str(), "exit" | "destroy") {
        found.push(about.number("count", "Units", (1, 100, "none"), "How many units it takes."));
    }
    if now == "hold" {
        let sides = [("blue", String::from("Blue has it")), ("red", String::from("Red has it"))];
        found.push(about.choice(
            "owner",
            "At the start",
            (&sides, String::from("nobody")),
            "Who has it when the battle begins.",
        ));
    }
    found.push(about.told("Hexes", hexes_told(about), "Its hexes are painted with the tool for goals: Space adds, x takes away. Those of an exit lie on the map's edge."));
    found.push(about.removal("The goal goes."));
    found
}

/// How many hexes it covers.
fn hexes_told(about: &About<'_>) -> String {
    let sketch = about.sketch();
    let spots = sketch.objectives.iter().chain(&sketch.reinforcements);
    let count = spots.filter(|spot| spot.entry == *about.entry).map(|spot| spot.hexes.len()).sum();
    match count {
        0 => String::from("none"),
        1 => String::from("1 hex"),
        count => format!("{count} hexes"),
    }
}

/// The rows of what comes later.
pub fn reinforcement(about: &About<'_>) -> Vec<FieldRow> {
    let sides = [("blue", String::from("Blue's units come")), ("red", String::from("Red's units come"))];
    let mut found = vec![
        about.line("name", "Name", "What comes is called so; units say that they come with it, in their forms."),
        about.must("side", "Side", &sides, "Whose units come."),
    ];
    let rolls = about.draft.get(about.entry, "from").is_some() || about.draft.get(about.entry, "need").is_some();
    let fixed = Edit::Together(
        String::from("comes at a turn"),
        vec![about.set("from", None), about.set("need", None), about.set("turn", Some(Field::Whole(3)))],
    );
    let rolled = Edit::Together(
        String::from("comes by a roll"),
        vec![
            about.set("turn", None),
            about.set("from", Some(Field::Whole(2))),
            about.set("need", Some(Field::Whole(4))),
        ],
    );
    let rows = vec![
        (String::from("at a turn\tat the start of one turn, for certain"), fixed),
        (String::from("by a roll\tfrom a turn on, when a die shows enough"), rolled),
    ];
    let shown = if rolls { "by a roll" } else { "at a turn" };
    found.push(FieldRow {
        row: Row::new("Comes", shown, "When it comes."),
        key: "",
        ask: Ask::Choice(rows, usize::from(rolls)),
        clear: None,
    });
    if rolls {
        found.push(about.number("from", "From turn", (1, 100, "none"), "The first turn in which a die is rolled."));
        found.push(about.number("need", "Needs", (2, 6, "none"), "What a die has to show, or more."));
    } else {
        found.push(about.number("turn", "Turn", (1, 100, "none"), "The turn at whose start it comes."));
    }
    let facings: Vec<(&str, String)> =
        Facing::ALL.iter().map(|facing| (facing.name(), facing_words(*facing))).collect();
    found.push(about.must("facing", "Faces", &facings, "Which way its units look when they come."));
    found.push(about.told(
        "Way in",
        hexes_told(about),
        "Its hexes are painted with the tool for arrivals; each has to have room for a line of stands.",
    ));
    found.push(about.removal("It goes; units that came with it stand nowhere until they are placed."));
    found
}
