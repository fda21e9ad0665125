//! What units are worth in battles by chance, as soaks of them say: `report --worth`.

use battle::{Library, Unusable};
use quartermaster::{Kind, Muster, Wishes, muster, points_of};
use soak::{Army, Fitted, Fought, Row, fit};
use systems::Shelf;

/// How wide the column of a rule system is.
const WIDE: usize = 18;

/// A game that was soaked.
struct Game {
    battle: String,
    seed: u64,
    rules: String,
    lead: f64,
}

/// Games by chance, by what units are worth in them.
#[derive(Default)]
pub struct Games(Vec<Game>);

impl Games {
    /// Takes a result; nothing of a fault. How many there are.
    pub fn hear(&mut self, row: &Row) -> usize {
        if row.is_fault() {
            return self.0.len();
        }
        let result = match row.winner.as_str() {
            "blue" => 1.0,
            "red" => -1.0,
            _ => 0.0,
        };
        let lead = (result + row.blue_value_left - row.red_value_left) / 2.0;
        self.0.push(Game { battle: row.battle.clone(), seed: row.seed, rules: row.rules.clone(), lead });
        self.0.len()
    }

    /// The table: a line for each type of unit and one for quality, a column for each rule system that was played and one for all.
    ///
    /// # Errors
    /// One sentence for games that are not by chance, too few, or none with a unit more.
    pub fn table(&self, library: &Shelf) -> Result<String, Unusable> {
        let systems = library.systems();
        let played = systems.iter().filter(|system| self.0.iter().any(|game| game.rules == system.key));
        let mut columns = Vec::new();
        for system in played {
            let why = |why| Unusable(format!("{}: {why}", system.key));
            columns.push((system.key, self.found(Some(system.key)).map_err(why)?));
        }
        columns.push(("all", self.found(None).map_err(Unusable)?));
        let (_, all) = &columns[columns.len() - 1];
        let head = columns.iter().map(|(key, _)| format!("{key:>WIDE$}"));
        let first = format!("{:<18}{:>5}{:>7}{}", "type", "said", "units", head.collect::<String>());
        let line = |known: &Fitted| {
            let cell = |found: &[Fitted]| found.iter().find(|one| one.what == known.what).map_or(String::new(), shown);
            let cells = columns.iter().map(|(_, found)| format!("{:>WIDE$}", cell(found)));
            format!("{:<18}{:>5.0}{:>7}{}", known.what, known.said, known.units, cells.collect::<String>())
        };
        let told = format!(
            "What units are worth, in points, with 95 % intervals, by {} battles by chance (docs/random-battles.md):",
            self.0.len()
        );
        Ok([told, first].into_iter().chain(all.iter().map(line)).collect::<Vec<_>>().join("\n"))
    }

    /// Of the games under a rule system, or of all.
    fn found(&self, rules: Option<&str>) -> Result<Vec<Fitted>, String> {
        let games = self.0.iter().filter(|game| rules.is_none_or(|rules| game.rules == rules));
        let (mut battles, mut measured) = (Vec::new(), false);
        for game in games {
            let wishes = Wishes::of_name(&game.battle);
            let by_chance =
                || format!("`{}` is no battle by chance; expected a name such as random:river", game.battle);
            let muster = muster(&wishes.ok_or_else(by_chance)??, game.seed)?;
            measured |= muster.measures;
            battles.push(fought(&muster, game.lead));
        }
        if measured {
            return fit(&battles, &points_of);
        }
        Err(String::from("no battle by chance with a unit more; expected some such as random:20min:more-line-infantry"))
    }
}

fn fought(Muster { armies, kind, first, .. }: &Muster, lead: f64) -> Fought {
    let armies = armies
        .each_ref()
        .map(|army| -> Army { army.iter().map(|unit| (unit.troop, unit.points, unit.at_usual_quality)).collect() });
    let kind = Kind::ALL.iter().position(|one| one == kind).unwrap_or_default();
    Fought { armies, kind, first: *first, lead }
}

fn shown(found: &Fitted) -> String {
    let Fitted { points, margin, .. } = found;
    format!("{points:.0} ({:.0} to {:.0})", (points - margin).max(0.0), points + margin)
}
