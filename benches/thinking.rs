//! How long the computer thinks, by rule system and size of the battle: over a side's turn, and to play a turn out on a copy.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use battle::{Deaf, HouseRules, Library, System};
use commander::{Commander, PlayingOn};
use systems::Shelf;

use crate::measure::{quantile, shown};

/// Battles of 3, 12, 31 and some 60 units.
const BATTLES: [&str; 4] = ["two-fords", "crossroads", "quatre-bras", "talavera"];
/// The last turn that is played.
const TURNS: u16 = 12;
/// Orders after which a turn that has no end would be given up.
const MOST: u32 = 2_000;
/// Of a side's turn: median, 95 of 100, longest; and of a turn played out, the median: at 31 units.
const TARGETS: &str = "targets at 31 units: 5 ms, 25 ms, 150 ms; 8 ms";

/// What a battle took.
#[derive(Default)]
struct Times {
    /// By turn and side, 0 being Blue.
    thinking: BTreeMap<(u16, usize), Duration>,
    /// By turn.
    playing_on: Vec<Duration>,
}

/// Prints the figures of every system and size.
pub fn run() {
    let shelf = Shelf::new();
    println!("\nThinking time, one thread ({TARGETS})");
    println!(
        "  {:<16} {:<14} {:>5}  {:>10} {:>10} {:>10}  {:>12}",
        "rules", "battle", "units", "p50", "p95", "longest", "played on"
    );
    for system in shelf.systems() {
        for battle in BATTLES {
            let mut start = deploy(&shelf, system.key, battle);
            let units = start.field().ids().count();
            let Times { thinking, mut playing_on } = fought(&mut *start);
            let mut thinking: Vec<Duration> = thinking.into_values().collect();
            thinking.sort();
            playing_on.sort();
            let [p50, p95, longest] = [0.5, 0.95, 1.0].map(|share| shown(quantile(&thinking, share)));
            let on = shown(quantile(&playing_on, 0.5));
            println!("  {:<16} {battle:<14} {units:>5}  {p50:>10} {p95:>10} {longest:>10}  {on:>12}", system.key);
        }
    }
}

fn deploy(shelf: &Shelf, system: &str, battle: &str) -> Box<dyn System> {
    let file = shelf.battle(battle).expect("a battle that ships");
    shelf.deploy(system, &file.scenario, &HouseRules::default(), 7).expect("it can be played")
}

fn steady() -> Commander {
    Commander::new(commander::load("steady").expect("the default commander"), 1)
}

/// Plays some turns with a commander for each side, and plays each turn out on a copy before.
fn fought(system: &mut dyn System) -> Times {
    use battle::Player as _;
    let mut players = [steady(), steady()];
    let mut times = Times::default();
    let mut before = None;
    while let Some(side) = system.to_decide().filter(|_| system.field().turn() <= TURNS) {
        let now = system.field().turn();
        if before != Some(now) {
            times.playing_on.push(played_on(system));
        }
        before = Some(now);
        let view = system.view(side, 1);
        let begun = Instant::now();
        let choice = players[side.index()].decide(&*view, &AtomicBool::new(false));
        *times.thinking.entry((now, side.index())).or_default() += begun.elapsed();
        system.resolve(&choice.order, &mut Deaf).expect("a legal order");
    }
    times
}

/// How long it takes to play a turn out; the same comes of it every time, and the battle is as before.
fn played_on(system: &dyn System) -> Duration {
    let before = system.state();
    let once = || {
        let mut copy = system.copy();
        let begun = Instant::now();
        let given = PlayingOn::new([steady(), steady()]).through_the_turn(&mut *copy, MOST).expect("legal orders");
        (begun.elapsed(), given, copy.state())
    };
    let (first, second) = (once(), once());
    assert_eq!((first.1, &first.2), (second.1, &second.2), "the same orders come of the same position");
    assert_eq!(system.state(), before, "a copy is played, not the battle");
    first.0.min(second.0)
}
