//! The tables as the engine uses them with the rules in force.

use battle::{Crossing, Obstacle, Rating, Sheet, Terrain, rule};
use rulebook::{Modifier, told};

use crate::terrain::{self, Feature};
use crate::{Class, Options, Traits, modifiers, tables};

fn sheet<const N: usize>(title: &str, clauses: &[&'static str], columns: [&str; N], rows: Vec<[String; N]>) -> Sheet {
    Sheet {
        title: String::from(title),
        clauses: clauses.to_vec(),
        columns: columns.map(String::from).to_vec(),
        rows: rows.into_iter().map(Vec::from).collect(),
        notes: Vec::new(),
    }
}

/// Every table.
pub(crate) fn sheets(options: &Options) -> Vec<Sheet> {
    vec![
        units(options),
        fire(options),
        fire_modifiers(options),
        assault(),
        ground(),
        orders(options),
        orders_modifiers(),
        rally(),
        rally_modifiers(options),
        ratings(),
        random_forces(),
        known_battles(),
        usual_game(),
        Traits::ROWS.sheet(),
    ]
}

/// What covers from Fire and helps a Rally, in words.
const SHELTERS: &str = "cover is a town, woods or works";

fn units(options: &Options) -> Sheet {
    let base = options.base_inches;
    let need = |face: u8| if face == 0 { String::from("-") } else { format!("{face}+") };
    let row = |row: &tables::ClassRow| {
        let march = if options.march_d6_only { row.march_dice - row.move_dice } else { row.march_dice };
        let march_base = if options.march_d6_only { 0 } else { base };
        [
            String::from(row.name),
            row.strength.to_string(),
            format!("{base}+{}d6\"", row.move_dice),
            format!("{march_base}+{march}d6\""),
            need(row.assault_need),
            need(row.fire_need),
        ]
    };
    let clauses = ["EA-UNIT-1", "EA-UNIT-2", "EA-UNIT-3", "EA-UNIT-4"];
    let rows = tables::CLASSES.iter().map(row).collect();
    let mut sheet = sheet("Units", &clauses, ["class", "SP", "move", "march", "assault", "fire"], rows);
    sheet.notes.push(String::from("Lights and Guns do not assault; Lights defend on their number"));
    sheet
}

fn fire(options: &Options) -> Sheet {
    let lights = options.lights_fire_dice.to_string();
    let band = |band: usize| {
        let foot = |dice: String| if band == 0 { dice } else { String::from("-") };
        [
            format!("{}\"", tables::BANDS[band] * options.base_inches),
            foot(tables::CLASSES[0].fire_dice.to_string()),
            foot(lights.clone()),
            tables::GUN_DICE[band].to_string(),
            if band < 2 { String::from("1 on 4+") } else { String::from("-") },
        ]
    };
    let rows = (0..tables::BANDS.len()).map(band).collect();
    let mut sheet = sheet("Fire", &["EA-FIRE-4"], ["to", "Infantry", "Lights", "Guns", "skirmish"], rows);
    let (hits, widths) = (tables::WITHDRAW_HITS, tables::WITHDRAW_WIDTHS);
    sheet.notes.push(format!("{hits} Hits of one fire: the target withdraws {widths} BW (EA-FIRE-10)"));
    sheet
}

fn fire_modifiers(options: &Options) -> Sheet {
    let in_force = |row: &&Modifier| options.volley_training || **row != modifiers::VOLLEY_TRAINING;
    let dice = modifiers::FIRE.iter().filter(in_force).map(|row| (row, [format!("{} die", row.adds())]));
    let number = modifiers::FIRE_NUMBER.iter().map(|row| (row, [format!("{} to the number needed", row.adds())]));
    let cover = format!("{SHELTERS}, or a wall, gate or earthwork that the shot crosses");
    told("Fire", dice.chain(number), ["effect"], &[&cover, "Skirmish Fire has none (EA-SKIRM-1)"])
}

fn assault() -> Sheet {
    let none = || String::from("-");
    let assaulter = modifiers::ASSAULTER.iter().map(|row| (row, [row.adds(), none()]));
    let defender = modifiers::DEFENDER.iter().map(|row| (row, [none(), row.adds()]));
    let either = modifiers::EITHER.iter().map(|row| (row, [row.adds(), row.adds()]));
    let cover = format!("{SHELTERS}, higher ground, water, or a wall, gate or earthwork; it counts once");
    let notes = ["a die for each SP left, and these; Cuirassiers count against Cavalry", &cover];
    told("Assault", assaulter.chain(defender).chain(either), ["assaulter", "defender"], &notes)
}

/// What the ground does, as the chapter on terrain answers for each of its kinds.
fn ground() -> Sheet {
    let covers = |yes: bool| if yes { "yes" } else { "no" };
    let area = |name: &str, kind: Terrain| {
        let cover = terrain::gives_cover(Feature::of(kind));
        [
            name.to_string(),
            who_stops(kind),
            speed(kind),
            covers(cover).into(),
            covers(cover).into(),
            covers(cover).into(),
        ]
    };
    let line = |name: &str, kind: Obstacle| {
        let wall = if terrain::shelters(kind) { "across it" } else { "no" };
        let river = kind == Obstacle::River;
        let water = if river { "at the crossing" } else { "across it" };
        let assault = if terrain::is_water_line(kind) { water } else { wall };
        let pace = if terrain::is_closed(kind, Crossing::None) { "by ford or bridge" } else { "full" };
        [name, "all", pace, wall, assault, "no"].map(String::from)
    };
    let rows = vec![
        area("town", Terrain::StoneBuilding),
        area("works", Terrain::Works),
        area("woods", Terrain::Woods),
        area("rough", Terrain::Rough),
        area("water, marsh, impassable", Terrain::Marsh),
        area("open, crops, ploughed", Terrain::Open),
        line("river", Obstacle::River),
        line("stream", Obstacle::Stream),
        line("wall, gate, earthwork", Obstacle::Wall),
        line("hedge, fence, ditch", Obstacle::Hedge),
    ];
    let clauses = ["EA-TERRAIN-1", "EA-TERRAIN-2", "EA-TERRAIN-3", "EA-TERRAIN-4", "EA-TERRAIN-9", "EA-TERRAIN-10"];
    let columns = ["ground", "who stops", "speed", "cover: fire", "cover: assault", "cover: Rally"];
    let mut sheet = sheet("Terrain", &clauses, columns, rows);
    sheet.notes.push(String::from("higher ground covers in an Assault from a lower Assaulter (EA-TERRAIN-6)"));
    sheet.notes.push(String::from("+1 BW wholly by road, with turns at will (EA-TERRAIN-5)"));
    sheet
}

/// Who may stop on such ground.
fn who_stops(kind: Terrain) -> String {
    let may = |row: &&tables::ClassRow| terrain::may_stop(row.class, kind).is_ok();
    let names: Vec<&str> = tables::CLASSES.iter().filter(may).map(|row| row.name).collect();
    match names.len() {
        0 => String::from("none"),
        all if all == tables::CLASSES.len() => String::from("all"),
        _ => names.join(", "),
    }
}

/// How fast such ground is crossed.
fn speed(kind: Terrain) -> String {
    let text = match (terrain::impassable(kind), terrain::slows(Class::Infantry, kind)) {
        (true, _) => "none",
        (false, true) => "half, Lights full",
        (false, false) => "full",
    };
    String::from(text)
}

fn orders(options: &Options) -> Sheet {
    let (dice, add) = options.orders_dice.parts();
    let rows = vec![
        [String::from("Orders"), if add == 0 { format!("{dice}d6") } else { format!("{dice}d6+{add}") }],
        [String::from("cost"), format!("{}", tables::ORDER_COST[0])],
        [String::from("cost within BW of an enemy"), format!("{}", tables::ORDER_COST[1])],
        [String::from("with a General"), String::from("0")],
        [String::from("Initiative changes at a lead of"), tables::INITIATIVE_LEAD.to_string()],
    ];
    sheet("Orders and Initiative", &["EA-ORD-1", "EA-ORD-2", "EA-INIT-2"], ["what", "how"], rows)
}

fn orders_modifiers() -> Sheet {
    let orders = modifiers::ORDERS.iter().map(|row| (row, [format!("{} Orders", row.adds())]));
    let initiative = modifiers::INITIATIVE.iter().map(|row| (row, [format!("{} on the Initiative die", row.adds())]));
    let dice = "several values: d6 and one of them, by the commander";
    told("Orders and Initiative", orders.chain(initiative), ["effect"], &[dice])
}

fn rally() -> Sheet {
    let mut rows: Vec<[String; 2]> = Vec::new();
    for (total, gains) in tables::RALLY.iter().enumerate().skip(1) {
        let last = tables::RALLY[total..].iter().all(|more| more == gains);
        if tables::RALLY[total - 1] != *gains || rows.is_empty() {
            let end = tables::RALLY[total..].iter().take_while(|same| *same == gains).count() + total - 1;
            rows.push([if last { format!("{total}+") } else { format!("{total}-{end}") }, gains.to_string()]);
        }
    }
    sheet("Rally", &["EA-RALLY-1"], ["total", "SP"], rows)
}

fn rally_modifiers(options: &Options) -> Sheet {
    let in_force = |row: &&Modifier| options.rally_stack || **row != modifiers::COVERED_AND_LED;
    let rows = modifiers::RALLY.iter().filter(in_force).map(|row| (row, [row.adds()]));
    let once = "only one counts; the Guard's comes on top (EA-RALLY-2)";
    told("Rally", rows, ["adds"], &[once, SHELTERS])
}

fn ratings() -> Sheet {
    let gives = |rating: &Rating| match rating {
        Rating::Poor => String::from("2d6 with commander dice"),
        Rating::Average => String::from("nothing"),
        Rating::Good => format!("{} on his Orders roll", modifiers::EFFICIENT.adds()),
        Rating::Excellent => String::from("Excellent Staff"),
    };
    let rows = Rating::ALL.iter().map(|rating| [String::from(rating.name()), gives(rating)]);
    sheet("Leaders with traits=auto", &["EA-STAT-5"], ["rating", "gives"], rows.collect())
}

fn random_forces() -> Sheet {
    let row = |(face, force): (usize, &[u8; 4])| {
        let [a, b, c, d] = force.map(|count| count.to_string());
        [(face + 1).to_string(), a, b, c, d]
    };
    let rows = tables::RANDOM_FORCES.iter().enumerate().map(row).collect();
    sheet("Random forces of six", &["EA-SCEN-5"], ["d6", "Infantry", "Guns", "Lights", "Cavalry"], rows)
}

fn known_battles() -> Sheet {
    let row = |battle: &(u8, &str, &str, &str)| {
        [battle.0.to_string(), String::from(battle.1), String::from(battle.2), String::from(battle.3)]
    };
    let rows = tables::KNOWN_BATTLES.iter().filter(|_| rule!("EA-SCEN-6")).map(row).collect();
    sheet("Battles reported for the source", &["EA-SCEN-6"], ["no.", "title", "forces", "wins"], rows)
}

fn usual_game() -> Sheet {
    let rows = tables::USUAL_GAME.iter().map(|(what, how)| [String::from(*what), String::from(*how)]).collect();
    let mut sheet = sheet("The usual game", &["EA-SCEN-1", "EA-OPT-29"], ["what", "how"], rows);
    if rule!("EA-OPT-29") {
        sheet.notes.push(String::from("other horse-and-musket wars are played unchanged apart from traits"));
    }
    sheet
}
