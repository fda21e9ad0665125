//! Shooting at buildings and obstacles: walls, doors and windows, wounds and breaches (OW-BUILD).

use battle::{Event, Listener, Object, Obstacle, Part, PartKind, Pool, RollKind, Terrain, UnitId, rule};
use hexes::{Crossing, Direction, Hex, sight_line};

use crate::Kind;
use crate::fire::{Shot, Volley};
use crate::gunnery::{Aim, Gunnery};
use crate::hits::Victim;
use crate::scene::Scene;
use crate::tables::{self, PartRow};
use crate::terrain::is_outer_wall;
use crate::war::{OnWar, Throw, Why, by_part};

/// Places in [`tables::PARTS`].
const WOOD: usize = 0;
const BRICK: usize = 1;
const STONE: usize = 2;
const DOOR: usize = 3;
const WINDOW: usize = 4;

impl Scene<'_> {
    /// What a part takes and saves; `None` where there is no such part (OW-BUILD-1, OW-BUILD-2).
    pub(crate) fn part_row(&self, part: Part) -> Option<&'static PartRow> {
        rule!("OW-BUILD-1");
        let ground = self.field.ground();
        let (hex, side) = part.edge();
        let obstacle = ground.edge(hex, side).obstacle;
        let place = if is_outer_wall(ground, hex, side) {
            let house = part.hexes().into_iter().find(|hex| ground.terrain(*hex).is_built_up())?;
            if self.is_ruin(house) {
                rule!("OW-BUILD-10");
                return None;
            }
            match (part.kind, obstacle) {
                (PartKind::Door, Obstacle::Gate) => DOOR,
                (PartKind::Wall, obstacle) if obstacle != Obstacle::Gate => material(ground.terrain(house)),
                (PartKind::Window, obstacle) if obstacle != Obstacle::Gate => WINDOW,
                _ => return None,
            }
        } else {
            match (part.kind, obstacle) {
                (PartKind::Door, Obstacle::Gate) => DOOR,
                (PartKind::Wall, Obstacle::Wall) => STONE,
                (PartKind::Wall, Obstacle::Hedge | Obstacle::Fence) => WOOD,
                _ => return None,
            }
        };
        Some(&tables::PARTS[place])
    }

    /// The parts on one side of a hex that still stand.
    fn parts_of(&self, hex: Hex, side: Direction) -> impl Iterator<Item = Part> + '_ {
        let parts = PartKind::ALL.into_iter().map(move |kind| Part::new(hex, side, kind));
        parts.filter(|part| self.part_row(*part).is_some() && !self.field.damage_of(*part).destroyed)
    }
}

/// The wall of a building or court of that terrain; courts have garden walls of stone.
fn material(terrain: Terrain) -> usize {
    match terrain {
        Terrain::WoodenBuilding => WOOD,
        Terrain::BrickBuilding => BRICK,
        _ => STONE,
    }
}

/// Whether the line from one hex to another comes in over the edge from `last`.
fn comes_over(from: Hex, to: Hex, last: Hex) -> bool {
    match sight_line(from, to).last() {
        None => from == last,
        Some(Crossing::One(hex)) => hex == last,
        Some(Crossing::Either(left, right)) => left == last || right == last,
    }
}

/// What a volley at a part may come to, step by step.
pub(crate) struct Battering {
    /// The volley.
    pub volley: Volley,
    /// What the part takes and saves.
    pub row: &'static PartRow,
    /// Face of the firepower test behind an unsaved hit; `None` where it wounds at once.
    pub firepower: Option<u8>,
}

impl OnWar {
    /// The parts a unit may shoot at: those that still stand before an enemy it knows of, in sight, arc and range.
    /// Sections of hedges, fences and walls are for guns only.
    pub(crate) fn parts_in_sight(&self, unit: UnitId) -> Vec<Part> {
        rule!("OW-BUILD-4");
        let scene = self.scene();
        let ground = self.field.ground();
        let guns = self.kind(unit).is_guns();
        let mut parts = Vec::new();
        for enemy in scene.enemies(unit) {
            for hex in self.field.footprint(enemy).hexes() {
                let sides = Direction::ALL.into_iter().filter(|side| guns || is_outer_wall(ground, *hex, *side));
                parts.extend(sides.flat_map(|side| scene.parts_of(*hex, side)));
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|part| self.battering(unit, *part).is_some());
        parts
    }

    /// The volley of a unit at a part; none where nobody has it in sight, arc and range (OW-BUILD-6).
    pub(crate) fn battering(&self, unit: UnitId, part: Part) -> Option<Battering> {
        self.may_shoot(unit, Shot::Ball).ok()?;
        let row = self.scene().part_row(part)?;
        if self.field.damage_of(part).destroyed {
            return None;
        }
        let gunnery = self.gunnery(unit, Shot::Ball);
        let aims = self.with_officer(&gunnery, aims_at_part(&gunnery, part));
        if aims.is_empty() {
            return None;
        }
        rule!("OW-BUILD-6");
        let pools = gunnery.pools(&aims, None, |face| self.pool("fire at a building", "OW-BUILD-6", 0, face));
        let firepower = self.rules().wall_firepower.then(|| tables::row(self.kind(unit)).firepower);
        Some(Battering { volley: Volley { aims, pools }, row, firepower })
    }

    /// Shoots at a part: hits, its saves, firepower tests, wounds.
    pub(crate) fn batter(&mut self, listener: &mut dyn Listener, unit: UnitId, part: Part) {
        let Some(battering) = self.seen_by(self.field.side(unit)).battering(unit, part) else { return };
        self.spring(listener, unit);
        self.note_shot(listener, unit, Shot::Ball);
        if self.kind(unit) == Kind::Howitzers {
            rule!("OW-BUILD-8");
        }
        let hits = self.throw_hits(listener, &battering.volley.pools, unit, Some(Object::Part(part)));
        let unsaved = self.throw_part(listener, unit, part, hits, battering.row);
        let wounds = match battering.firepower {
            Some(face) if unsaved > 0 => {
                let pool = self.pool("firepower", "OW-BUILD-6", unsaved, face);
                let throw = self.by_unit(unit, None, Why::Firepower);
                self.throw(listener, &pool, Throw { against: Some(Object::Part(part)), ..throw }) as u8
            }
            _ => unsaved,
        };
        self.wound_part(listener, part, wounds, battering.row);
    }

    /// The hits a part does not save.
    fn throw_part(&mut self, listener: &mut dyn Listener, unit: UnitId, part: Part, hits: u8, row: &PartRow) -> u8 {
        let Some(pool) = self.part_save(hits, row).filter(|pool| pool.count() > 0) else { return hits };
        let side = self.field.side(unit).other();
        hits - self.throw(listener, &pool, by_part(side, part, Why::Save)) as u8
    }

    /// The saves of a part; none for a window.
    pub(crate) fn part_save(&self, hits: u8, row: &PartRow) -> Option<Pool> {
        row.save.map(|face| self.pool("save of the wall", "OW-BUILD-1", hits, face).as_kind(RollKind::Saves))
    }

    fn wound_part(&mut self, listener: &mut dyn Listener, part: Part, wounds: u8, row: &PartRow) {
        if wounds == 0 {
            return;
        }
        let wounds = self.field.damage_of(part).wounds.saturating_add(wounds).min(row.wounds);
        let destroyed = wounds == row.wounds;
        self.emit(listener, Event::Damaged { part, wounds, destroyed, clause: "OW-BUILD-6" });
        if destroyed && part.kind != PartKind::Window && !self.rules().persistent_occupancy {
            self.crush(listener, part);
        }
    }

    /// A wall or door comes down: stands on both sides of it save or are lost (OW-BUILD-9).
    fn crush(&mut self, listener: &mut dyn Listener, part: Part) {
        rule!("OW-BUILD-9");
        for unit in part.hexes().into_iter().filter_map(|hex| self.field.unit_at(hex)).collect::<Vec<_>>() {
            let pool = self.pool("falling walls", "OW-BUILD-9", 1, tables::OCCUPANCY).as_kind(RollKind::Test);
            if self.throw(listener, &pool, self.by_unit(unit, None, Why::Occupancy)) == 0 {
                self.remove_fallen(listener, unit, &[Victim::Stand], "falling walls", "OW-BUILD-9");
            }
        }
    }

    /// Whether a hex lies at a wall or door that has been destroyed.
    pub(crate) fn is_at_breach(&self, hex: Hex) -> bool {
        Direction::ALL.into_iter().any(|side| self.scene().is_broken(hex, side))
    }
}

/// Those of the shooter whose line comes in over the part, at whichever of its hexes is farther from them.
fn aims_at_part(gunnery: &Gunnery<'_>, part: Part) -> Vec<Aim> {
    let [one, other] = part.hexes();
    let mut aims = gunnery.aims_at_hex(one, None, |from| comes_over(from, one, other));
    aims.extend(gunnery.aims_at_hex(other, None, |from| comes_over(from, other, one)));
    aims
}
