//! The tables as the engine uses them with the rules in force.

use battle::{Crossing, Obstacle, Rating, Sheet, Terrain, rule};

use crate::terrain::{self, Feature};
use crate::{Class, Options, tables};

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
    let mut all = vec![units(options), fire(options), assault(), ground(), orders(options), rally(), ratings()];
    all.push(random_forces());
    all.push(known_battles());
    all.push(usual_game());
    all
}

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
    sheet.notes.push(String::from(
        "-1 die: target in town, woods or works (EA-FIRE-7), or behind a wall, gate or earthwork (EA-TERRAIN-10)",
    ));
    sheet.notes.push(String::from("+1 die: flank or rear (EA-FIRE-8); +1 die: Order spent (EA-FIRE-9)"));
    sheet.notes.push(String::from("3 Hits of one fire: the target withdraws 1 BW (EA-FIRE-10)"));
    sheet
}

fn assault() -> Sheet {
    let rows = [
        ["remaining SP", "SP", "SP"],
        ["defender in town, woods or works, uphill, behind water or a wall, gate or earthwork", "-1", "0"],
        ["assaulter is Cavalry", "+1", "-"],
        ["flank or rear", "+1", "-"],
        ["Order spent", "-", "+1"],
        ["Resolute", "-", "+1"],
        ["Cuirassiers against Cavalry", "+1", "+1"],
    ];
    let rows = rows.map(|row| row.map(String::from)).to_vec();
    sheet("Assault dice", &["EA-ASSAULT-8"], ["modifier", "assaulter", "defender"], rows)
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

fn rally() -> Sheet {
    let rows = vec![
        [String::from("1-3"), String::from("0")],
        [String::from("4-5"), tables::RALLY[4].to_string()],
        [String::from("6+"), tables::RALLY[6].to_string()],
    ];
    let mut sheet = sheet("Rally", &["EA-RALLY-1"], ["total", "SP"], rows);
    sheet.notes.push(String::from("+1: with a General, or in town, woods or works (EA-RALLY-2)"));
    sheet
}

fn ratings() -> Sheet {
    let rows =
        Rating::ALL.iter().map(|rating| [String::from(rating.name()), String::from(tables::rating_note(*rating))]);
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
