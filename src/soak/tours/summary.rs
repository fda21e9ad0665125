//! What campaigns say together: how they end, how long they are, and how much their first battle decides.

use std::collections::BTreeMap;

use battle::SystemInfo;
use serde_json::{Value, json};

use super::{Tour, Tours};
use crate::fault::Fault;
use crate::figures::{aligned, one, percent};

/// What came of a run of campaigns.
#[derive(Clone, Debug)]
pub struct TourReport {
    title: String,
    players: [String; 2],
    seed: u64,
    systems: Vec<&'static SystemInfo>,
    endings: Vec<String>,
    tours: Vec<Tour>,
    faults: Vec<Fault>,
}

/// Sums over campaigns.
#[derive(Clone, Debug, Default, PartialEq)]
struct Sums {
    games: u32,
    /// Campaigns won by Blue, by Red, by nobody.
    won: [u32; 3],
    endings: BTreeMap<String, u32>,
    battles: usize,
    /// By who won the first battle (Blue, Red, nobody): campaigns, and how they were won.
    first: [[u32; 3]; 3],
    ways: BTreeMap<String, u32>,
    left: [u64; 2],
    nobody_left: u32,
}

/// The place of a word for a winner: Blue, Red, nobody.
fn place(word: &str) -> usize {
    match word {
        "blue" => 0,
        "red" => 1,
        _ => 2,
    }
}

impl Sums {
    fn of<'a>(tours: impl Iterator<Item = &'a Tour>) -> Sums {
        let mut sums = Sums::default();
        for tour in tours.filter(|tour| tour.fault.is_empty()) {
            let won = place(&tour.winner);
            sums.games += 1;
            sums.won[won] += 1;
            *sums.endings.entry(tour.ending.clone()).or_default() += 1;
            sums.battles += tour.battles;
            if let Some(first) = tour.winners.first() {
                sums.first[place(first)][won] += 1;
            }
            tour.ways.iter().for_each(|way| *sums.ways.entry(way.clone()).or_default() += 1);
            sums.left[0] += u64::from(tour.blue_left);
            sums.left[1] += u64::from(tour.red_left);
            sums.nobody_left += u32::from(!tour.nobody_left.is_empty());
        }
        sums
    }

    fn share(&self, count: u32) -> String {
        if self.games == 0 { String::from("-") } else { percent(f64::from(count) / f64::from(self.games)) }
    }

    /// Of campaigns whose first battle a side won: how many that side won, how many the other, and how many there were.
    fn early(&self) -> [u32; 3] {
        let [blue, red, _] = self.first;
        [blue[0] + red[1], blue[1] + red[0], blue.iter().chain(&red).sum()]
    }

    fn mean(&self, sum: u64) -> f64 {
        if self.games == 0 { 0.0 } else { sum as f64 / f64::from(self.games) }
    }

    fn json(&self, rules: &str) -> Value {
        let [with, against, all] = self.early();
        json!({
            "rules": rules,
            "campaigns": self.games,
            "blue_wins": self.won[0],
            "red_wins": self.won[1],
            "nobody": self.won[2],
            "endings": self.endings,
            "battles": self.mean(self.battles as u64),
            "first_battle_won": all,
            "first_winner_wins": with,
            "first_loser_wins": against,
            "ways": self.ways,
            "blue_left": self.mean(self.left[0]),
            "red_left": self.mean(self.left[1]),
            "nobody_left": self.nobody_left,
        })
    }
}

impl TourReport {
    pub(super) fn new(tours: &Tours<'_>, systems: Vec<&'static SystemInfo>) -> TourReport {
        TourReport {
            title: tours.campaign.title.clone(),
            players: tours.options.seats.each_ref().map(ToString::to_string),
            seed: tours.options.seed,
            systems,
            endings: tours.campaign.endings.iter().map(|ending| ending.name.clone()).collect(),
            tours: Vec::new(),
            faults: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, tour: Tour, faults: Vec<Fault>) {
        self.tours.push(tour);
        self.faults.extend(faults);
    }

    /// The campaigns in the order of the plan.
    #[must_use]
    pub fn tours(&self) -> &[Tour] {
        &self.tours
    }

    /// What went wrong.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Sums of each rule system that was played, then of all.
    fn groups(&self) -> Vec<(&str, Sums)> {
        let of = |key: &'static str| (key, Sums::of(self.tours.iter().filter(move |tour| tour.rules == key)));
        let mut groups: Vec<(&str, Sums)> = self.systems.iter().map(|info| of(info.key)).collect();
        groups.retain(|(_, sums)| sums.games > 0);
        groups.push(("all", Sums::of(self.tours.iter())));
        groups
    }

    /// The summary for people.
    #[must_use]
    pub fn summary(&self) -> String {
        let [blue, red] = &self.players;
        let mut lines = vec![format!(
            "{}: {} campaigns, {blue} as Blue against {red} as Red, seed {}",
            self.title,
            self.tours.len(),
            self.seed
        )];
        let groups = self.groups();
        lines.push(String::new());
        lines.extend(aligned(&self.results(&groups), 1..99));
        lines.push(String::new());
        lines.extend(aligned(&self.ends(&groups), 1..99));
        lines.extend(groups.last().map(|(_, all)| early(all)));
        lines.extend(self.ways(&groups));
        for fault in &self.faults {
            lines.push(format!("FAULT in campaign {}: {}", fault.index, fault.what));
            lines.push(format!("  again: {}", fault.command));
        }
        lines.join("\n")
    }

    fn results(&self, groups: &[(&str, Sums)]) -> Vec<Vec<String>> {
        let heads = ["rules", "campaigns", "Blue", "Red", "nobody", "battles", "Blue left", "Red left", "nobody left"];
        let row = |(rules, sums): &(&str, Sums)| {
            let left = |place: usize| format!("{:.0} %", sums.mean(sums.left[place]));
            vec![
                String::from(*rules),
                sums.games.to_string(),
                sums.share(sums.won[0]),
                sums.share(sums.won[1]),
                sums.share(sums.won[2]),
                one(sums.mean(sums.battles as u64)),
                left(0),
                left(1),
                sums.nobody_left.to_string(),
            ]
        };
        std::iter::once(heads.map(String::from).to_vec()).chain(groups.iter().map(row)).collect()
    }

    fn ends(&self, groups: &[(&str, Sums)]) -> Vec<Vec<String>> {
        let heads = std::iter::once("ending").chain(groups.iter().map(|(rules, _)| *rules));
        let row = |ending: &String| {
            let counts = groups.iter().map(|(_, sums)| sums.share(sums.endings.get(ending).copied().unwrap_or(0)));
            std::iter::once(ending.clone()).chain(counts).collect()
        };
        std::iter::once(heads.map(String::from).collect()).chain(self.endings.iter().map(row)).collect()
    }

    fn ways(&self, groups: &[(&str, Sums)]) -> Vec<String> {
        let Some((_, all)) = groups.last().filter(|(_, all)| !all.ways.is_empty()) else { return Vec::new() };
        let told: Vec<String> = all.ways.iter().map(|(way, count)| format!("{way} {count}")).collect();
        vec![format!("ways taken: {}", told.join(", "))]
    }

    /// The summary for programs.
    #[must_use]
    pub fn summary_json(&self) -> String {
        let fault = |fault: &Fault| json!({ "index": fault.index, "what": fault.what, "command": fault.command, "record": fault.record });
        json!({
            "campaign": self.title,
            "players": self.players,
            "seed": self.seed,
            "groups": self.groups().iter().map(|(rules, sums)| sums.json(rules)).collect::<Vec<_>>(),
            "faults": self.faults.iter().map(fault).collect::<Vec<_>>(),
        })
        .to_string()
    }
}

/// How much the first battle decides, in a sentence.
fn early(sums: &Sums) -> String {
    match sums.early() {
        [_, _, 0] => String::from("no first battle had a winner"),
        [with, against, all] => {
            let share = |count: u32| percent(f64::from(count) / f64::from(all));
            format!(
                "whoever won the first battle won {} of the campaigns, whoever lost it {} (of {all})",
                share(with),
                share(against)
            )
        }
    }
}
