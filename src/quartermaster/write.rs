//! The battle written down: TOML as a person would write it, with the ground drawn.

use std::collections::BTreeMap;
use std::fmt::Write;

use battle::{Arm, Crossing, Obstacle, Side, Terrain, Trait};
use hexes::{Direction, Hex, Offset};

use crate::army::{Army, Leader, Unit};
use crate::goals::{Goal, Want};
use crate::land::{self, Ford, Land, Passage, PlaceKind};
use crate::lists;
use crate::plan::{Plan, facing};
use crate::posts::{Post, Posts};
use crate::wishes::Kind;

/// The longest line of prose.
const LINE: usize = 128;

/// All that a battle file says.
pub(crate) struct Battle<'a> {
    pub plan: &'a Plan,
    pub land: &'a Land,
    pub armies: &'a [Army; 2],
    pub posts: &'a Posts,
    pub goals: &'a [Goal],
}

impl Battle<'_> {
    /// The text of the battle file.
    pub fn text(&self) -> String {
        let mut text = self.heading();
        text += &self.ground();
        text += &self.edges();
        for army in self.armies {
            text += &self.army(army);
        }
        text += &self.arrivals();
        text += &self.objectives();
        text += &self.places();
        text + HOUSE
    }

    fn heading(&self) -> String {
        let plan = self.plan;
        let first = if plan.first == Side::Blue { "blue" } else { "red" };
        let mut text = format!("# Drawn by chance: grognard play {}\n\n", plan.name);
        text += &format!("title = \"{}\"\ndate = \"{}\"\n", self.title(), plan.year);
        text += &format!("note = \"\"\"\n{}\n\"\"\"\n", folded(&self.note()));
        text += &format!("turn_limit = {}\nfirst_side = \"{first}\"\nvictory = \"points\"\n", plan.turns);
        if self.is_set_piece() {
            text += "free_deployment = true\n";
        }
        text
    }

    /// Whether both sides have time to draw up.
    fn is_set_piece(&self) -> bool {
        matches!(self.plan.kind, Kind::Attack | Kind::River | Kind::Town)
    }

    fn village(&self) -> &str {
        self.land.places.first().map_or("the village", |place| place.name.as_str())
    }

    fn named(&self, kind: PlaceKind) -> Option<&str> {
        self.land.places.iter().find(|place| place.kind == kind).map(|place| place.name.as_str())
    }

    fn title(&self) -> String {
        let village = self.village();
        match self.plan.kind {
            Kind::Meeting => format!("Meeting at {village}"),
            Kind::Attack => format!("Attack on {village}"),
            Kind::Rearguard => format!("Rearguard at {village}"),
            Kind::River => self
                .named(PlaceKind::Water)
                .map_or_else(|| format!("Crossing at {village}"), |water| format!("The {water} crossed")),
            Kind::Town => format!("Defence of {village}"),
            Kind::Ambush => format!("Ambush near {village}"),
            Kind::Late => format!("{village} held until evening"),
        }
    }

    fn note(&self) -> String {
        let plan = self.plan;
        let [first, second] = [plan.first, plan.second()].map(|side| self.armies[side.index()].general.name.as_str());
        let village = self.village();
        let region = land::region(plan.region).told;
        let what = match plan.kind {
            Kind::Meeting => format!(
                "{first} and {second} march on {village} by opposite roads, and neither knows of the other until the vans meet. Main bodies follow; what is taken early has to be held alone for a while."
            ),
            Kind::Attack => format!(
                "{second} has had a day to choose ground about {village} and the height behind it. {first} has to take what he holds; sitting still wins nothing for the attacker, and losing a third of the army costs the defender as dear as ground."
            ),
            Kind::Rearguard => format!(
                "{second} covers a retreat at {village}. A part of his army is to get away by the road behind it, the rest to make that cost time; {first} has his van at hand and the main body two turns behind."
            ),
            Kind::River => format!(
                "The river can be crossed at a bridge and two fords, and whoever has the crossings at the end has the day. {first} and {second} stand on either bank. A unit half across is badly placed, so the bank belongs to whoever waits there with muskets."
            ),
            Kind::Town => format!(
                "{second} has a brigade in {village} and the rest of his army behind it. {first} comes to take the town, quarter by quarter; its middle counts most."
            ),
            Kind::Ambush => format!(
                "{first} marches by the road to {village} in a long column. {second} lies in the woods on both sides of it. A part of the column has to get through and off the map; to turn and fight costs time."
            ),
            Kind::Late => format!(
                "{first} attacks at once, for {second} has only half of his army on the field about {village}; the rest comes by the road in two columns."
            ),
        };
        let share = lists::first_of(plan.kind);
        let even = match share {
            100 => String::from("Both armies are worth about the same in points."),
            _ => format!("By points {first} has about {share} to each 100 of {second}, which makes up for the ground."),
        };
        format!("{what} {even} The field lies in {} in {region}; the battle never was.", plan.country.told())
    }

    fn ground(&self) -> String {
        let land = self.land;
        let letter = |hex: Hex| letter(land.cover[hex], land.road.contains(hex));
        let mut text = format!("\nground = '''\n{}'''\n", drawn(land, letter));
        if land.level.iter().any(|(_, level)| *level != 0) {
            let digit = |hex: Hex| {
                char::from_digit(land.level[hex].unsigned_abs(), 10).filter(|digit| *digit != '0').unwrap_or('.')
            };
            text += &format!("elevation = '''\n{}'''\n", drawn(land, digit));
        }
        text
    }

    fn edges(&self) -> String {
        let mut text = String::new();
        for stream in &self.land.streams {
            let obstacle = stream.obstacle.name();
            text += &format!("\n[[edge]]\nobstacle = \"{obstacle}\"\nright = [\"{}\"]\n", walk(&stream.walk));
        }
        for (obstacle, crossing) in [Obstacle::River, Obstacle::Stream]
            .into_iter()
            .flat_map(|water| [(water, Crossing::Ford), (water, Crossing::Bridge)])
        {
            let fords = self.land.fords.iter().filter(|ford| (ford.obstacle, ford.crossing) == (obstacle, crossing));
            let edges: Vec<String> = fords.flat_map(passages).collect();
            if !edges.is_empty() {
                let word = if crossing == Crossing::Ford { "ford" } else { "bridge" };
                text += &format!(
                    "\n[[edge]]\nobstacle = \"{}\"\ncrossing = \"{word}\"\nedges = {}\n",
                    obstacle.name(),
                    listed(&edges)
                );
            }
        }
        for obstacle in [Obstacle::Hedge, Obstacle::Fence, Obstacle::Wall] {
            let blocks = self.land.enclosures.iter().filter(|one| one.obstacle == obstacle);
            let blocks: Vec<String> = blocks.flat_map(|one| areas(&one.hexes)).collect();
            if !blocks.is_empty() {
                text += &format!("\n[[edge]]\nobstacle = \"{}\"\naround = {}\n", obstacle.name(), listed(&blocks));
            }
        }
        text
    }

    fn army(&self, army: &Army) -> String {
        let word = if army.side == Side::Blue { "blue" } else { "red" };
        let mut text = format!("\n[{word}]\nname = \"{}\"\nfacing = \"{}\"\n", army.name, facing(army.side).name());
        if self.is_set_piece() {
            let (top, bottom) = self.posts.rows(self.plan, army.side);
            text += &format!("zone = [\"0,{top}-{},{bottom}\"]\n", self.plan.grid.width() - 1);
        }
        let mut number = 0;
        for brigade in &army.brigades {
            text += &format!("\n[[{word}.brigade]]\nname = \"{}\"\n", brigade.name);
            let posts = &self.posts.of[army.side.index()][number..number + brigade.units.len()];
            let arrives = posts.iter().all(|post| matches!(post, Post::Arrives(_)));
            if let (true, Some(Post::Arrives(group))) = (arrives, posts.first()) {
                text += &format!("arrives = \"{}\"\n", self.posts.arrivals[*group].name);
            }
            text += "units = [\n";
            for (unit, post) in brigade.units.iter().zip(posts) {
                number += 1;
                text += &unit_line(army.side, number, unit, post);
            }
            text += "]\n";
        }
        text + &self.leaders(army, word)
    }

    fn leaders(&self, army: &Army, word: &str) -> String {
        let letter = label_letter(army.side);
        let list = self.plan.list(army.side);
        let entry = |label: String, leader: &Leader, rank: &str, command: Option<&str>, orders: [&str; 2]| {
            let mut special: BTreeMap<String, Vec<String>> = list.special.clone();
            for (system, order) in [("snappy", orders[0]), ("over_the_hills", orders[1])] {
                if !order.is_empty() && rank == "brigade" {
                    special.entry(String::from(system)).or_default().push(String::from(order));
                }
            }
            let mut text = format!(
                "\n[[{word}.leader]]\nlabel = \"{label}\"\nname = \"{}\"\nrank = \"{rank}\"\nrating = \"{}\"\n",
                leader.name, leader.rating
            );
            if let Some(command) = command {
                text += &format!("command = \"{command}\"\n");
            }
            if !special.is_empty() {
                text += &format!("special = {}\n", words(&special));
            }
            text
        };
        let orders = self.orders(army.side);
        let mut text = entry(format!("{letter}G"), &army.general, "army", None, orders);
        for (place, brigade) in army.brigades.iter().enumerate() {
            let label = format!("{letter}{}", leader_letters(place));
            text += &entry(label, &brigade.leader, "brigade", Some(&brigade.name), orders);
        }
        text
    }

    /// The orders that commands begin with, where rule systems have such.
    fn orders(&self, side: Side) -> [&'static str; 2] {
        let first = side == self.plan.first;
        match (self.plan.kind, first) {
            (Kind::Attack | Kind::Town | Kind::Late | Kind::Rearguard, true) => ["attack", "attack"],
            (Kind::Attack | Kind::Town | Kind::Rearguard, false) => ["defend", "hold"],
            (Kind::Ambush, false) => ["attack", "attack"],
            _ => ["probe", "advance"],
        }
    }

    fn arrivals(&self) -> String {
        let mut text = String::new();
        for arrival in &self.posts.arrivals {
            let side = if arrival.side == Side::Blue { "blue" } else { "red" };
            let entry: Vec<String> = arrival.entry.iter().map(|hex| hex.offset().to_string()).collect();
            text += &format!(
                "\n[[reinforcement]]\nname = \"{}\"\nside = \"{side}\"\nturn = {}\nentry = {}\nfacing = \"{}\"\n",
                arrival.name,
                arrival.turn,
                listed(&entry),
                arrival.facing.name()
            );
        }
        text
    }

    fn objectives(&self) -> String {
        self.goals.iter().map(objective).collect()
    }

    fn places(&self) -> String {
        let mut text = String::new();
        for place in &self.land.places {
            text += &format!("\n[[place]]\nname = \"{}\"\nat = \"{}\"\n", place.name, place.at.offset());
        }
        text
    }
}

/// Battles that are shorter than the rules would have them.
const HOUSE: &str = "
[house.on_war]
army_break = \"half_of_brigades\"

# Shorter than the 20 turns of the rules: whoever has half of his army routed or in a panic is beaten (SN-END-2).
[house.snappy]
army_break = \"routed_and_panic\"
";

fn objective(goal: &Goal) -> String {
    let mut text = format!("\n[[objective]]\nname = \"{}\"\n", goal.name);
    let side = |text: &mut String| {
        if let Some(side) = goal.side {
            *text += if side == Side::Blue { "side = \"blue\"\n" } else { "side = \"red\"\n" };
        }
    };
    match &goal.want {
        Want::Ground(circles) => {
            let areas: Vec<String> = circles.iter().map(|(hex, radius)| format!("{}+{radius}", hex.offset())).collect();
            text += &format!("goal = \"occupy\"\nhexes = {}\n", listed(&areas));
            side(&mut text);
        }
        Want::Destroy(count) => {
            text += "goal = \"destroy\"\n";
            side(&mut text);
            text += &format!("count = {count}\n");
        }
        Want::Leave(hexes, count) => {
            let areas: Vec<String> = hexes.iter().map(|hex| hex.offset().to_string()).collect();
            text += &format!("goal = \"exit\"\nhexes = {}\n", listed(&areas));
            side(&mut text);
            text += &format!("count = {count}\n");
        }
    }
    if goal.value != 1 {
        text += &format!("value = {}\n", goal.value);
    }
    text
}

/// The letter of a hex in the built-in legend.
fn letter(cover: Terrain, road: bool) -> char {
    match (cover, road) {
        (cover, true) if cover.is_woods() => '-',
        (_, true) => '=',
        (Terrain::Crops, _) => 'c',
        (Terrain::Ploughed, _) => 'p',
        (Terrain::Rough, _) => 'r',
        (Terrain::LightWoods, _) => 'l',
        (Terrain::Woods, _) => 'w',
        (Terrain::DenseWoods, _) => 'W',
        (Terrain::Marsh, _) => 'm',
        (Terrain::WoodenBuilding, _) => 'h',
        (Terrain::BrickBuilding, _) => 'b',
        (Terrain::StoneBuilding, _) => 'H',
        _ => '.',
    }
}

/// A drawing of the map, a letter a hex.
fn drawn(land: &Land, letter: impl Fn(Hex) -> char) -> String {
    let mut text = String::new();
    for row in 0..land.grid.height() {
        if row % 2 == 1 {
            text.push(' ');
        }
        let letters: Vec<String> =
            (0..land.grid.width()).map(|column| letter(Offset::new(column, row).hex()).to_string()).collect();
        text += &letters.join(" ");
        text.push('\n');
    }
    text
}

/// A walk in words: `12,7 E*3 SE`.
fn walk(hexes: &[Hex]) -> String {
    let steps: Vec<Direction> = hexes.windows(2).filter_map(|two| two[0].direction_to(two[1])).collect();
    let mut text = hexes.first().map_or_else(String::new, |hex| hex.offset().to_string());
    for run in steps.chunk_by(|one, other| one == other) {
        let _ = match run.len() {
            1 => write!(text, " {}", run[0]),
            many => write!(text, " {}*{many}", run[0]),
        };
    }
    text
}

/// The edges of a ford or bridge, those of one hex together: `12,7:E SE`.
fn passages(ford: &Ford) -> Vec<String> {
    let mut by_hex: Vec<(Hex, Vec<Direction>)> = Vec::new();
    for Passage { hex, side } in &ford.passages {
        match by_hex.iter_mut().find(|(of, _)| of == hex) {
            Some((_, sides)) => sides.push(*side),
            None => by_hex.push((*hex, vec![*side])),
        }
    }
    let told = |(hex, sides): (Hex, Vec<Direction>)| {
        let sides: Vec<String> = sides.iter().map(Direction::to_string).collect();
        format!("{}:{}", hex.offset(), sides.join(" "))
    };
    by_hex.into_iter().map(told).collect()
}

fn unit_line(side: Side, number: usize, unit: &Unit, post: &Post) -> String {
    let entry = &unit.entry;
    let mut text = format!(
        "    {{ label = \"{}{number}\", name = \"{}\", type = \"{}\"",
        label_letter(side),
        unit.name,
        entry.troop.name()
    );
    if let Some(quality) = entry.quality {
        text += &format!(", quality = \"{}\"", quality.name());
    }
    if let Some(weapon) = entry.weapon {
        text += &format!(", weapon = \"{}\"", weapon.name());
    }
    if let Some(stands) = entry.stands {
        text += &format!(", stands = {stands}");
    }
    if let Some(guns) = entry.guns.filter(|_| unit.arm() == Arm::Artillery) {
        text += &format!(", guns = {guns}");
    }
    if !entry.traits.is_empty() {
        let traits: Vec<String> = entry.traits.iter().map(|one| String::from(Trait::name(*one))).collect();
        text += &format!(", traits = {}", listed(&traits));
    }
    if !entry.special.is_empty() {
        text += &format!(", special = {}", words(&entry.special));
    }
    if let Post::At(hex, looks) = post {
        text += &format!(", at = \"{}\"", hex.offset());
        if *looks != facing(side) {
            text += &format!(", facing = \"{}\"", looks.name());
        }
    }
    text + " },\n"
}

fn label_letter(side: Side) -> char {
    if side == Side::Blue { 'B' } else { 'R' }
}

/// Letters of a brigadier's label, none of them that of the general.
fn leader_letters(place: usize) -> String {
    const LETTERS: &[u8] = b"ABCDEFHJKLMNPQSTUVWXYZ";
    let letter = |place: usize| char::from(LETTERS[place % LETTERS.len()]);
    if place < LETTERS.len() {
        letter(place).to_string()
    } else {
        format!("{}{}", letter(place / LETTERS.len() - 1), letter(place))
    }
}

/// Texts as a list: on one line, or several where one would be too long.
fn listed(texts: &[String]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| format!("\"{text}\"")).collect();
    let line = format!("[{}]", quoted.join(", "));
    if line.len() <= LINE {
        return line;
    }
    let mut text = String::from("[\n   ");
    let mut length = 3;
    for word in quoted {
        if length + word.len() + 2 > LINE {
            text += "\n   ";
            length = 3;
        }
        length += word.len() + 2;
        text += &format!(" {word},");
    }
    text + "\n]"
}

/// Words of rule systems as an inline table.
fn words(special: &BTreeMap<String, Vec<String>>) -> String {
    let told = special.iter().map(|(system, words)| format!("{system} = {}", listed(words)));
    format!("{{ {} }}", told.collect::<Vec<_>>().join(", "))
}

/// Prose in lines.
fn folded(prose: &str) -> String {
    let mut lines: Vec<String> = vec![String::new()];
    for word in prose.split_whitespace() {
        let last = lines.len() - 1;
        if lines[last].len() + word.len() + 1 > LINE {
            lines.push(String::from(word));
        } else {
            let gap = if lines[last].is_empty() { "" } else { " " };
            lines[last] += gap;
            lines[last] += word;
        }
    }
    lines.join("\n")
}

/// Hexes as areas of a battle file: those beside each other in a row as one.
fn areas(hexes: &[Hex]) -> Vec<String> {
    let mut places: Vec<Offset> = hexes.iter().map(|hex| hex.offset()).collect();
    places.sort_by_key(|place| (place.row, place.column));
    let follows = |one: &Offset, next: &Offset| one.row == next.row && one.column + 1 == next.column;
    let area = |run: &[Offset]| match run {
        [first, .., last] => format!("{first}-{last}"),
        _ => run.iter().map(Offset::to_string).collect(),
    };
    places.chunk_by(follows).map(area).collect()
}
