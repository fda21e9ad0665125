//! Whether units have room where they start: on the map, on open ground, on hexes of their own.

use battle::{Arm, Cell, Footprint, Formation, Ground, Pose, Start, Terrain};
use hexes::{Facing, Grid, Hex};

use crate::army::{Post, Read};

/// Ground to stand on, and how wide a starting line is.
pub(crate) struct Room<'g> {
    /// The ground, when its shape is known.
    pub ground: Option<&'g Ground>,
    /// Stands of a starting line.
    pub files: u8,
}

/// Inches of front of a starting line.
const FRONT: u8 = 4;

/// Stands of a starting line: the hexes nearest to four inches, at least one.
pub(crate) fn files(inches_per_hex: u8) -> u8 {
    ((2 * FRONT + inches_per_hex) / (2 * inches_per_hex)).max(1)
}

impl Room<'_> {
    /// The size of the map, when known.
    pub(crate) fn grid(&self) -> Option<Grid> {
        self.ground.map(Ground::grid)
    }

    /// The hexes of a starting line.
    pub(crate) fn line(&self, anchor: Hex, facing: Facing) -> Footprint {
        Pose::new(anchor, facing, Formation::line(self.files)).stands(self.files)
    }

    /// Why a starting line cannot stand there, if it cannot.
    pub(crate) fn refuses(&self, anchor: Hex, facing: Facing, arm: Option<Arm>) -> Option<String> {
        let ground = self.ground?;
        let line = self.line(anchor, facing);
        let at = |hex: &Hex| {
            format!("a line of {} at {} facing {facing} has a stand {}", self.files, anchor.offset(), hex.offset())
        };
        let fault = |hex: &Hex| match ground.cell(*hex) {
            None => Some(format!("{}, off the map", at(hex))),
            Some(cell) => closed(cell, arm).map(|why| format!("{}, {why}", at(hex))),
        };
        line.hexes().iter().find_map(fault)
    }

    /// What is expected instead of a place without room.
    pub(crate) fn expected(&self) -> String {
        format!("room for {} stands in line on ground open to them, the named hex left of the middle", self.files)
    }
}

/// What keeps troops from starting on a hex, in words.
fn closed(cell: Cell, arm: Option<Arm>) -> Option<String> {
    let terrain = cell.terrain;
    let nobody = matches!(terrain, Terrain::Water | Terrain::Impassable | Terrain::Marsh);
    let not_this_arm = terrain.is_built_up() && matches!(arm, Some(Arm::Cavalry | Arm::Artillery));
    match (nobody, not_this_arm, arm) {
        (true, ..) => Some(terrain.name().to_owned()),
        (_, true, Some(arm)) => Some(format!("{}, closed to {}", terrain.name(), arm.name())),
        _ => None,
    }
}

/// Checks where the units of both sides start.
pub(crate) fn check(room: &Room<'_>, sides: &[Read<'_>; 2]) {
    let mut taken: Vec<(&Post<'_>, Footprint)> = Vec::new();
    for (read, post) in sides.iter().flat_map(|read| read.posts.iter().map(move |post| (read, post))) {
        let Start::At(anchor, facing) = post.start else { continue };
        let line = room.line(anchor, facing);
        let shared = taken.iter().find_map(|(other, print)| Some((other, first_shared(print, &line)?)));
        if let Some(found) = room.refuses(anchor, facing, Some(post.arm)) {
            post.table.fault("at", found, room.expected());
        } else if let Some((other, hex)) = shared {
            let found = format!("units `{}` and `{}` share hex {} in line", other.label, post.label, hex.offset());
            post.table.fault("at", found, room.expected());
        }
        if !read.zone.is_empty() && !read.zone.contains(&anchor) {
            let found =
                format!("unit `{}` starts at {}, outside {}'s zone", post.label, anchor.offset(), read.army.side);
            post.table.fault("at", found, "a hex of the zone, or a wider zone");
        }
        taken.push((post, line));
    }
}

fn first_shared(one: &Footprint, other: &Footprint) -> Option<Hex> {
    one.hexes().iter().copied().find(|hex| other.contains(*hex))
}
