//! temporary
use crate::*;
use hexes::{Facing, Hex, Offset};
use std::sync::Arc;
#[test]
fn timing() {
    let ground = Arc::new(Ground::plain(72, 48));
    let mut units = Vec::new();
    let mut infos = Vec::new();
    for i in 0..40u8 {
        let side = Side::ALL[usize::from(i / 20)];
        let (f, row) = if i < 20 { (Facing::North, 30 + 4 * i16::from(i % 2)) } else { (Facing::South, 12 - 4 * i16::from(i % 2)) };
        let pose = Pose::new(Offset::new(5 + 3 * i16::from(i % 20), row).hex(), f, Formation::line(4));
        units.push(Unit { pose, stands: 8, presence: Presence::OnMap, strength: 8, full: 8, marks: Marks::empty() });
        infos.push(UnitInfo { label: format!("B{i}"), name: String::new(), side, arm: Arm::Infantry, class: String::new(), brigade: 0 });
    }
    let field = Battlefield::new(Muster { ground, roster: Arc::new(Roster::new(vec![], infos, vec![], vec![])), inches_per_hex: 1, turn_limit: 5, units, leaders: vec![] });
    let steps = [PoseStep::AheadLeft, PoseStep::AheadRight, PoseStep::WheelLeft, PoseStep::WheelRight];
    for (name, steps, limit) in [("advance+wheel 6", &steps[..], 60), ("advance+wheel 12", &steps[..], 120), ("18", &steps[..], 180), ("all 12", &PoseStep::ALL[..], 120)] {
        let mut search = PoseReach::new();
        let mut n = 0;
        let run = |search: &mut PoseReach, unit: UnitId| {
            let mover = Mover { field: &field, unit, from: field.unit(unit).pose, limit, steps };
            search.run(&mover, |h| match field.ground().terrain(h) { Terrain::Water => None, Terrain::Woods => Some(20), _ => Some(10) }, |s| if s.step.is_wheel() { Some(s.worst * 3) } else { Some(s.worst) });
        };
        run(&mut search, UnitId(0));
        let t = std::time::Instant::now();
        for _ in 0..20 { for u in 0..40 { run(&mut search, UnitId(u)); n += search.poses().count(); } }
        let e = t.elapsed() / 800;
        let t = std::time::Instant::now();
        for _ in 0..20 { for u in 0..40 { run(&mut search, UnitId(u)); std::hint::black_box(search.reach(|_, _| true)); } }
        println!("{name}: {:?} a run with {} poses; with Reach {:?}", e, n / 800, t.elapsed() / 800);
    }
    let t = std::time::Instant::now();
    let m = SightMap::new(field.ground(), 24, |_| Height { eye: 1, top: 0 });
    println!("sight 24: {:?} {}", t.elapsed(), m.seen_from(Hex::new(10, 20)).count());
    let t = std::time::Instant::now();
    let m = SightMap::new(field.ground(), 48, |_| Height { eye: 1, top: 0 });
    println!("sight 48: {:?} {}", t.elapsed(), m.seen_from(Hex::new(10, 20)).count());
}
