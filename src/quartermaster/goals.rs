//! What each side wants: goals that cannot all be had by sitting still.

use battle::{Crossing, Side};
use hexes::{Hex, Offset};

use crate::army::Army;
use crate::land::{Land, Place, PlaceKind, gates};
use crate::plan::Plan;
use crate::wishes::Kind;

/// What a goal asks for.
#[derive(Clone, Debug)]
pub(crate) enum Want {
    /// Ground held when the battle ends: the hexes within a radius.
    Ground(Vec<(Hex, i32)>),
    /// So many of the enemy's units destroyed.
    Destroy(usize),
    /// So many units off the map by these hexes.
    Leave(Vec<Hex>, usize),
}

/// A goal.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    /// Its name.
    pub name: String,
    /// For whom it counts; none for both.
    pub side: Option<Side>,
    /// What it asks for.
    pub want: Want,
    /// Its points.
    pub value: u32,
}

/// Goals as they are gathered.
struct Goals<'a> {
    plan: &'a Plan,
    land: &'a Land,
    armies: &'a [Army; 2],
    all: Vec<Goal>,
}

/// The goals of a battle.
pub(crate) fn goals(plan: &Plan, land: &Land, armies: &[Army; 2]) -> Vec<Goal> {
    let mut goals = Goals { plan, land, armies, all: Vec::new() };
    let (first, second) = (plan.first, plan.second());
    match plan.kind {
        Kind::Meeting | Kind::Late => {
            goals.village(2, None);
            goals.flanks(2, 38, 62);
            goals.losses(first, [1, 1]);
            goals.losses(second, [1, 1]);
        }
        Kind::River => {
            goals.crossings();
            goals.losses(first, [1, 1]);
            goals.losses(second, [1, 1]);
        }
        Kind::Attack => {
            goals.village(2, None);
            goals.height(2);
            goals.road(second, 1, Some(first));
            goals.losses(first, [1, 2]);
            goals.losses(second, [1, 1]);
        }
        Kind::Town => {
            goals.quarters();
            goals.losses(first, [1, 2]);
            goals.losses(second, [1, 1]);
        }
        Kind::Rearguard => {
            goals.village(2, None);
            goals.leave(second, 2);
            goals.losses(first, [2, 2]);
            goals.losses(second, [1, 1]);
        }
        Kind::Ambush => {
            goals.village(2, None);
            goals.leave(first, 3);
            goals.losses(first, [1, 1]);
            goals.losses(second, [1, 1]);
        }
    }
    goals.all
}

impl Goals<'_> {
    fn add(&mut self, name: impl Into<String>, side: Option<Side>, want: Want, value: u32) {
        let name = name.into();
        if self.all.iter().all(|goal| goal.name != name) {
            self.all.push(Goal { name, side, want, value });
        }
    }

    /// The village that is fought for.
    fn village(&mut self, value: u32, side: Option<Side>) {
        if let Some(place) = self.land.places.first() {
            self.add(place.name.clone(), side, Want::Ground(vec![(place.at, 2)]), value);
        }
    }

    /// The other villages and hills about the middle of the field, at most one on either hand, each a point.
    fn flanks(&mut self, most: usize, near: i32, far: i32) {
        let middle = self.land.places.first().map_or(0, |place| place.at.offset().column);
        let amid = |place: &&Place| {
            let kind = matches!(place.kind, PlaceKind::Village | PlaceKind::Hill);
            let apart = self.land.places.first().is_some_and(|main| main.at.distance(place.at) >= 7);
            kind && apart
                && (near..=far).contains(&self.plan.depth(place.at.offset()))
                && self.land.margin(place.at) >= 2
        };
        let off = |place: &&Place| ((self.plan.depth(place.at.offset()) - 50).abs(), place.at);
        let mut found: Vec<(String, Hex)> = Vec::new();
        for left in [true, false] {
            let hand = self.land.places.iter().skip(1).filter(amid);
            let hand = hand.filter(|place| (place.at.offset().column < middle) == left);
            found.extend(hand.min_by_key(off).map(|place| (place.name.clone(), place.at)));
        }
        for (name, at) in found.into_iter().take(most) {
            self.add(name, None, Want::Ground(vec![(at, 2)]), 1);
        }
    }

    /// The height of the position, or the ground behind the village where there is none.
    fn height(&mut self, value: u32) {
        let of_position =
            |place: &&Place| place.kind == PlaceKind::Hill && (52..=84).contains(&self.plan.depth(place.at.offset()));
        let off = |place: &&Place| ((self.plan.depth(place.at.offset()) - 66).abs(), place.at);
        let hill = self.land.places.iter().filter(of_position).min_by_key(off);
        let behind = Offset::new(self.plan.grid.width() / 2, self.plan.row(72)).hex();
        let (name, at) =
            hill.map_or_else(|| (String::from("The position"), behind), |hill| (hill.name.clone(), hill.at));
        self.add(name, None, Want::Ground(vec![(at, 3)]), value);
    }

    /// The road by which a side would retreat.
    fn road(&mut self, of: Side, value: u32, side: Option<Side>) {
        if let Some(gate) = gates(self.land, of).first() {
            let Offset { column, row } = gate.offset();
            let inside = Offset::new(column, if of == Side::Blue { row - 3 } else { row + 3 }).hex();
            self.add(format!("{of}'s road"), side, Want::Ground(vec![(inside, 3)]), value);
        }
    }

    /// Bridge and fords: the bridge twice what a ford is.
    fn crossings(&mut self) {
        let mut numbered = 0;
        let mut fords: Vec<(Hex, Hex, Crossing)> = Vec::new();
        for ford in self.land.fords.iter().filter(|ford| ford.passages.len() > 2) {
            if let Some(middle) = ford.passages.get(ford.passages.len() / 2) {
                fords.push((middle.hex, middle.hex + middle.side, ford.crossing));
            }
        }
        let middle = self.plan.grid.width() / 2;
        for (one, other, crossing) in fords {
            let name = match crossing {
                Crossing::Bridge => String::from("The bridge"),
                _ if one.offset().column < middle => String::from("West ford"),
                _ => String::from("East ford"),
            };
            numbered += 1;
            let value = if crossing == Crossing::Bridge { 2 } else { 1 };
            self.add(name, None, Want::Ground(vec![(one, 2), (other, 2)]), value);
        }
        if numbered == 0 {
            self.village(2, None);
        }
    }

    /// The middle of a town and its two ends.
    fn quarters(&mut self) {
        let Some(town) = self.land.places.first() else { return };
        let houses: Vec<Hex> = town
            .at
            .within(5)
            .filter(|hex| self.land.cover.get(*hex).is_some_and(|cover| cover.is_built_up()))
            .collect();
        let (name, at) = (town.name.clone(), town.at);
        let column = |hex: &Hex| (hex.offset().column, *hex);
        let ends = [houses.iter().copied().min_by_key(column), houses.iter().copied().max_by_key(column)];
        self.add(name, None, Want::Ground(vec![(at, 1)]), 2);
        for (end, name) in ends.into_iter().zip(["West end", "East end"]) {
            if let Some(end) = end.filter(|end| end.distance(at) >= 2) {
                self.add(name, None, Want::Ground(vec![(end, 1)]), 1);
            }
        }
    }

    /// A third of the enemy destroyed, and half.
    fn losses(&mut self, side: Side, [shake, rout]: [u32; 2]) {
        let enemy = &self.armies[side.other().index()];
        let many = enemy.units().count();
        let third = many.div_ceil(3);
        // No more than break an army under most rules, lest nobody can reach it.
        let half = many.div_ceil(2).max(third + 1).min(many);
        let other = side.other();
        self.add(format!("Shake {other}"), Some(side), Want::Destroy(third), shake);
        self.add(format!("Break {other}"), Some(side), Want::Destroy(half), rout);
    }

    /// A third of the own army off the map by the far road.
    fn leave(&mut self, side: Side, value: u32) {
        let second = self.plan.second();
        let hexes: Vec<Hex> = gates(self.land, second);
        let many = self.armies[side.index()].units().count();
        let row = hexes.first().map_or_else(|| self.plan.row(100), |hex| hex.offset().row);
        let column = hexes.first().map_or(self.plan.grid.width() / 2, |hex| hex.offset().column);
        let wide = (column - 3..=column + 3).map(|column| Offset::new(column, row).hex());
        let hexes: Vec<Hex> = wide.filter(|hex| self.land.grid.contains(*hex)).collect();
        let name = if row == 0 { "The north road" } else { "The south road" };
        self.add(name, Some(side), Want::Leave(hexes, many.div_ceil(3)), value);
    }
}
