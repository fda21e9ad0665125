//! The engine's kernels: each prints its median beside the target and asserts its answer.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use crate::measure::{head, measure};
use battle::{
    Battlefield, Deaf, Formation, HouseRules, Library, Mover, Passage, PoseReach, PoseStep, Stride, System, Terrain,
    UnitId,
};
use hexes::Hex;
use systems::Shelf;

fn deploy(shelf: &Shelf, battle: &str) -> Box<dyn System> {
    let file = shelf.battle(battle).expect("a battle that ships");
    let system = shelf.systems()[0].key;
    shelf.deploy(system, &file.scenario, &HouseRules::default(), 7).expect("it can be played")
}

/// Plays so many decisions with the default commander on both sides.
fn played(shelf: &Shelf, battle: &str, decisions: usize) -> Box<dyn System> {
    let mut system = deploy(shelf, battle);
    let mut player = shelf.commander("steady", 1).expect("the default commander");
    for _ in 0..decisions {
        let Some(side) = system.to_decide() else { break };
        let choice = player.decide(&*system.view(side, 1), &AtomicBool::new(false));
        system.resolve(&choice.order, &mut Deaf).expect("a legal order");
    }
    system
}

/// Advances and wheels.
const STEPS: [PoseStep; 4] = [PoseStep::AheadLeft, PoseStep::AheadRight, PoseStep::WheelLeft, PoseStep::WheelRight];

/// Woods cost twice, water and marsh are closed, and a wheel costs as much as a step.
struct Advance<'a>(&'a Battlefield);

impl Passage for Advance<'_> {
    fn price(&self, _step: PoseStep) -> u16 {
        100
    }

    fn enter(&self, hex: Hex) -> Option<u16> {
        match self.0.ground().terrain(hex) {
            Terrain::Water | Terrain::Impassable | Terrain::Marsh => None,
            wood if wood.is_woods() => Some(200),
            _ => Some(100),
        }
    }

    fn cost(&self, stride: &Stride) -> Option<u16> {
        Some(stride.worst)
    }
}

/// How many poses a unit reaches.
fn reach(scratch: &mut PoseReach, field: &Battlefield, unit: UnitId, inches: u16) -> usize {
    scratch.run(&Mover::new(field, unit, &STEPS, inches * 100), &Advance(field));
    scratch.places().count()
}

/// The line of four stands with the most room.
fn free_line(field: &Battlefield) -> UnitId {
    let mut scratch = PoseReach::new();
    let lines = field.present().filter(|unit| {
        let unit = field.unit(*unit);
        unit.pose.formation == Formation::line(4) && unit.stands == 4
    });
    lines.max_by_key(|unit| reach(&mut scratch, field, *unit, 18)).expect("a line of four stands")
}

/// Prints the kernels' figures.
pub fn run() {
    let shelf = Shelf::new();
    let quatre_bras = played(&shelf, "quatre-bras", 60);
    let field = quatre_bras.field();

    head("State");
    let mut buffer = field.clone();
    measure("copy of the battlefield into a used buffer", "1 us", || buffer.clone_from(black_box(field)));
    assert_eq!(buffer.present().count(), field.present().count());
    let copy = measure("copy of a whole battle", "1 us", || quatre_bras.copy());
    assert_eq!(copy.digest(), quatre_bras.digest());
    let digest = measure("hash of a whole battle", "-", || quatre_bras.digest());
    assert_eq!(digest, quatre_bras.digest());
    println!("  encoded state: {} bytes (target 16 KiB)", quatre_bras.state().len());

    head("Reach of a line of four stands, Quatre Bras, advance and wheels");
    let mut scratch = PoseReach::new();
    let unit = free_line(field);
    let mut fewer = 0;
    for (inches, target) in [(6, "10 us"), (12, "30 us"), (18, "60 us")] {
        let poses = measure(&format!("reach at {inches} inches"), target, || reach(&mut scratch, field, unit, inches));
        assert_eq!(poses, reach(&mut PoseReach::new(), field, unit, inches));
        assert!(poses > fewer + 10, "the unit at {inches} inches has room for {poses} poses");
        fewer = poses;
        println!("      {poses} poses");
    }

    head("Preparing a map of 72 x 48");
    measure("reading and setting up Quatre Bras", "100 ms", || {
        let fresh = Shelf::new();
        deploy(&fresh, "quatre-bras").field().present().count()
    });

    head("One decision of the default commander, Quatre Bras");
    let side = quatre_bras.to_decide().expect("a decision");
    let stop = AtomicBool::new(false);
    let mut player = shelf.commander("steady", 1).expect("the default commander");
    let expected =
        shelf.commander("steady", 1).expect("the default commander").decide(&*quatre_bras.view(side, 1), &stop).order;
    let mut order = None;
    measure("view and first decision of a turn", "3 ms", || {
        player = shelf.commander("steady", 1).expect("the default commander");
        order = Some(player.decide(&*quatre_bras.view(side, 1), &stop).order);
    });
    assert_eq!(order, Some(expected));
    let orders = measure("listing every legal order without a pose", "-", || quatre_bras.orders().len());
    assert_eq!(orders, quatre_bras.orders().len());
}
