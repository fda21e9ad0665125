//! S7b: supply, by a chain of hexes to the own edge (SN-SUPPLY).

use std::collections::BTreeSet;

use battle::{MapEdge, Side, UnitId, rule};
use hexes::{Direction, Hex};

use crate::space::Shape;
use crate::state::Open;
use crate::{Umpire, War, marks, terrain};

/// Where a side's supply comes from: the hexes that its battle names, or every passable hex of its own edge (SN-SUPPLY-2).
pub(crate) fn sources(war: &War, side: Side) -> Vec<Hex> {
    let (edge, ground) = (war.fixed().edge[side.index()], war.field().ground());
    let (grid, named) = (ground.grid(), &war.fixed().sources[side.index()]);
    let is_source = |hex: &Hex| if named.is_empty() { edge.distance(grid, *hex) == 0 } else { named.contains(hex) };
    let open = |hex: &Hex| terrain::is_standable(ground, *hex) && rule!("SN-SUPPLY-2");
    grid.iter().filter(|hex| is_source(hex) && open(hex)).collect()
}

/// Those of a side's sources that lie on an edge of the map, by which units leave (SN-END-4).
pub(crate) fn exits(war: &War, side: Side) -> Vec<Hex> {
    let grid = war.field().ground().grid();
    let at_edge = |hex: &Hex| MapEdge::ALL.into_iter().any(|edge| edge.distance(grid, *hex) == 0);
    sources(war, side).into_iter().filter(at_edge).collect()
}

/// Every hex from which a chain leads to a source: over no enemy stand, nor past one but through friends (SN-SUPPLY-3).
fn supplied(war: &War, side: Side) -> BTreeSet<Hex> {
    let ground = war.field().ground();
    let enemy = |hex: Hex| war.field().unit_at(hex).is_some_and(|unit| war.side(unit) != side);
    let friend = |hex: Hex| war.field().unit_at(hex).is_some_and(|unit| war.side(unit) == side);
    let watched = |hex: Hex| hex.neighbors().into_iter().any(enemy);
    let open = |hex: Hex| !enemy(hex) && (friend(hex) || !watched(hex) || !rule!("SN-SUPPLY-3"));
    let mut reached: BTreeSet<Hex> = sources(war, side).into_iter().filter(|hex| open(*hex)).collect();
    let mut edge: Vec<Hex> = reached.iter().copied().collect();
    while let Some(hex) = edge.pop() {
        for way in Direction::ALL {
            // The chain runs from the unit to the source.
            let from = hex + way;
            let leads =
                ground.cell(from).is_some() && terrain::step(ground, Shape::Road, from, way.opposite()).is_some();
            if leads && open(from) && reached.insert(from) {
                edge.push(from);
            }
        }
    }
    reached
}

/// Everybody's supply is checked, I's first with all that comes of it.
pub(crate) fn check(umpire: &mut Umpire<'_>) {
    if umpire.options().supply && rule!("SN-SUPPLY-1") {
        let first = umpire.state.first;
        umpire.interrupt(Open::Supply(first.other()));
        umpire.interrupt(Open::Supply(first));
    }
}

/// A side's supply: the first failure bars the next rally, each later one costs a check (SN-SUPPLY-4).
pub(crate) fn check_side(umpire: &mut Umpire<'_>, side: Side) {
    let mut owing: Vec<UnitId> = Vec::new();
    let supplied = supplied(umpire, side);
    for unit in umpire.units_of(side) {
        let fed = umpire.field().footprint(unit).hexes().iter().any(|hex| supplied.contains(hex));
        let failed = if fed { 0 } else { umpire.own(unit).unsupplied.saturating_add(1) };
        umpire.own_mut(unit).unsupplied = failed;
        umpire.mark(unit, marks::UNSUPPLIED, failed > 0);
        owing.extend((failed > 1 && rule!("SN-SUPPLY-4")).then_some(unit));
    }
    for unit in owing.into_iter().rev() {
        umpire.interrupt(Open::Checks(unit, 1, None));
    }
}
