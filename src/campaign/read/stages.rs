//! Stages and the ways between them.

use battle::Side;
use document::{Table, expected_one_of, nearest};
use hexes::Grid;

use super::{Shelf, battle, hex, side, story};
use crate::condition::Condition;
use crate::model::{Campaign, Late, Stage, Way};

/// Campaign points of a battle.
const POINTS: std::ops::RangeInclusive<u16> = 0..=100;
/// Per cent.
const PERCENT: std::ops::RangeInclusive<u8> = 0..=100;

/// Reads the stages without their ways; gives the entries of these, by stage.
pub(super) fn read<'r>(
    entries: &[Table<'r>],
    grid: Option<Grid>,
    shelf: Shelf<'_>,
    campaign: &mut Campaign,
) -> Vec<Vec<Table<'r>>> {
    let mut all = Vec::new();
    for table in entries {
        let key = table.text("key").unwrap_or_default();
        if campaign.stage_named(&key).is_some() {
            table.fault("key", format!("there is a stage `{key}` already"), "a key of its own");
        }
        let found = table.value("battle").and_then(|value| battle(&value, shelf, &campaign.battles));
        let name = table.optional_text("battle").unwrap_or_default();
        let stage = Stage {
            key,
            battle: name.clone(),
            at: hex(table.value("at"), grid).unwrap_or_default(),
            date: table.text_or("date", ""),
            points: table.integer_or("points", POINTS, 1),
            story: story(table),
            ways: Vec::new(),
        };
        let ways = table.tables_or_empty("way");
        table.finish();
        if let Some(found) = found {
            campaign.battles.insert(name, found);
        }
        campaign.stages.push(stage);
        all.push(ways);
    }
    all
}

/// Reads the ways, once all stages are known.
pub(super) fn read_ways(entries: &[Vec<Table<'_>>], campaign: &mut Campaign) {
    for (stage, tables) in entries.iter().enumerate() {
        let mut ways: Vec<Way> = Vec::new();
        for table in tables {
            let way = way(table, campaign);
            if ways.iter().any(|other| other.name == way.name) {
                table.fault("name", format!("there is a way `{}` here already", way.name), "a name of its own");
            }
            ways.push(way);
        }
        campaign.stages[stage].ways = ways;
    }
}

fn way(table: &Table<'_>, campaign: &Campaign) -> Way {
    let to = to(table, campaign);
    let way = Way {
        name: table.text("name").unwrap_or_default(),
        side: side(table, "side").unwrap_or(campaign.side),
        condition: Condition::read(table),
        to,
        story: story(table),
        rest: rest(table),
        absent: absent(table, campaign, to),
        late: table.tables_or_empty("late").iter().filter_map(|late| self::late(late, campaign, to)).collect(),
    };
    table.finish();
    check_late(table, campaign, &way);
    way
}

/// The stage that a way leads to, by place.
fn to(table: &Table<'_>, campaign: &Campaign) -> Option<usize> {
    let value = table.optional_value("to")?;
    let key = value.text()?;
    let found = campaign.stage_named(&key);
    if found.is_none() {
        let keys: Vec<&str> = campaign.stages.iter().map(|stage| stage.key.as_str()).collect();
        let near = nearest(&key, keys.iter().copied()).map(|near| format!("`{near}`"));
        value.fault(
            format!("a way to the stage `{key}`, which is not there"),
            near.unwrap_or_else(|| expected_one_of(keys)),
        );
    }
    found
}

fn rest(table: &Table<'_>) -> [u8; 2] {
    let Some(rest) = table.optional_table("rest") else { return [0; 2] };
    let both = ["blue", "red"].map(|side| rest.integer_or(side, PERCENT, 0));
    rest.finish();
    both
}

/// Whether the battle of a stage has a unit of that label, and of which side.
pub(super) fn unit_side(campaign: &Campaign, stage: usize, label: &str) -> Option<Side> {
    let scenario = &campaign.battles.get(&campaign.stages[stage].battle)?.scenario;
    Side::ALL.into_iter().find(|side| scenario.army(*side).units.iter().any(|unit| unit.label == label))
}

/// The same of a leader.
pub(super) fn leader_side(campaign: &Campaign, stage: usize, label: &str) -> Option<Side> {
    let scenario = &campaign.battles.get(&campaign.stages[stage].battle)?.scenario;
    Side::ALL.into_iter().find(|side| scenario.army(*side).leaders.iter().any(|leader| leader.label == label))
}

/// Whether the battle of a stage could be read.
pub(super) fn is_known(campaign: &Campaign, stage: usize) -> bool {
    campaign.battles.contains_key(&campaign.stages[stage].battle)
}

fn absent(table: &Table<'_>, campaign: &Campaign, to: Option<usize>) -> Vec<String> {
    let labels = table.texts_or_empty("absent");
    if let (Some(stage), false) = (to, labels.is_empty()) {
        for (place, label) in labels.iter().enumerate().filter(|_| is_known(campaign, stage)) {
            let here = unit_side(campaign, stage, label).or_else(|| leader_side(campaign, stage, label));
            if here.is_none() {
                let found = format!("`{label}` is nobody in the battle of `{}`", campaign.stages[stage].key);
                table.fault_at("absent", place, found, "the label of a unit or leader there");
            }
        }
    } else if !labels.is_empty() && !table.has("to") {
        table.fault_key("absent", "`absent` on a way that ends the campaign", "`to` with a stage, or no `absent`");
    }
    labels
}

fn late(table: &Table<'_>, campaign: &Campaign, to: Option<usize>) -> Option<Late> {
    let words = hexes::Facing::ALL.map(hexes::Facing::name);
    let late = Late {
        name: table.text("name").unwrap_or_default(),
        units: table.texts("units").unwrap_or_default(),
        turn: table.integer("turn", 1..=100).unwrap_or(1),
        entry: table.texts("entry").unwrap_or_default(),
        facing: hexes::Facing::ALL[table.choice("facing", &words).unwrap_or(0)],
    };
    table.finish();
    let stage = to.filter(|stage| is_known(campaign, *stage))?;
    let sides: Vec<Option<Side>> = late.units.iter().map(|label| unit_side(campaign, stage, label)).collect();
    for (place, label) in late.units.iter().enumerate().filter(|(place, _)| sides[*place].is_none()) {
        let found = format!("`{label}` is no unit in the battle of `{}`", campaign.stages[stage].key);
        table.fault_at("units", place, found, "the label of a unit there");
    }
    if sides.windows(2).any(|pair| pair[0] != pair[1]) {
        table.fault("units", "units of both sides that come together", "units of one side");
    }
    Some(late)
}

fn check_late(table: &Table<'_>, campaign: &Campaign, way: &Way) {
    if way.to.is_none() && !way.late.is_empty() && !table.has("to") {
        table.fault_key("late", "`late` on a way that ends the campaign", "`to` with a stage, or no `late`");
    }
    let Some(stage) = way.to.filter(|stage| is_known(campaign, *stage)) else { return };
    let groups = &campaign.battle(stage).scenario.reinforcements;
    for (place, late) in way.late.iter().enumerate() {
        let same = way.late[..place].iter().any(|other| other.name == late.name);
        if same || groups.iter().any(|group| group.name == late.name) {
            table.fault_at(
                "late",
                place,
                format!("there is a reinforcement `{}` already", late.name),
                "a name of its own",
            );
        }
        let twice = |label: &&String| way.late[..place].iter().any(|other| other.units.contains(label));
        if let Some(label) = late.units.iter().find(twice) {
            table.fault_at("late", place, format!("`{label}` comes late twice"), "each unit once");
        }
    }
}
