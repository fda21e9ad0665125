//! What a search for ways asks of the rules: what ground and steps cost, who is passed, what bars, where a way ends.

use hexes::{Crossing, Direction, EdgeCrossing, Hex, edges_crossed, sight_line};

use crate::{Edge, Footprint, Ground, Pose, PoseStep, UnitId};

/// One step that is asked about. Both poses lie on the map, on ground that can be entered.
#[derive(Clone, Copy, Debug)]
pub struct Stride {
    /// The pose before.
    pub from: Pose,
    /// The step.
    pub step: PoseStep,
    /// The pose after.
    pub to: Pose,
    /// What the step costs whatever the ground ([`Passage::price`]).
    pub price: u16,
    /// The greatest entry cost among the hexes of the pose after (of a march column: of its head).
    pub worst: u16,
    /// What the way so far has met.
    pub label: u16,
}

/// The rules of one move, as a search asks for them. Costs are in whatever unit the mover's limit is.
///
/// A pair of closures is a passage by itself: what entering a hex costs, and what a step costs.
pub trait Passage {
    /// How many labels keep ways to the same pose apart: a way with a label below that never stands in for one with
    /// another. With 1 a label is only carried along, and the first of the cheapest ways decides.
    const LABELS: u16 = 1;

    /// What a step costs whatever the ground; no step may cost less.
    #[inline]
    fn price(&self, _step: PoseStep) -> u16 {
        0
    }

    /// What it costs a stand to be on a hex of the map on the way, or `None` where none can be; asked at most once a
    /// hex. Who stands there is [`Passage::through`]'s to judge.
    fn enter(&self, hex: Hex) -> Option<u16>;

    /// What it costs in addition to pass through another unit, or `None` where nobody does. No move ends there.
    #[inline]
    fn through(&self, _other: UnitId) -> Option<u16> {
        None
    }

    /// Whether no stand goes over such an edge.
    #[inline]
    fn bars(&self, _edge: Edge) -> bool {
        false
    }

    /// Whether all that the stands of a block sweep in such a turn has to be open to them ([`swept`]).
    #[inline]
    fn sweeps(&self, _step: PoseStep) -> bool {
        false
    }

    /// What a step costs, or `None` where it is not allowed.
    #[inline]
    fn cost(&self, stride: &Stride) -> Option<u16> {
        Some(stride.price.saturating_add(stride.worst))
    }

    /// What the way has met before its first step.
    #[inline]
    fn label_at_start(&self) -> u16 {
        0
    }

    /// What the way has met after a step: a ford used, a wood paid for.
    #[inline]
    fn label(&self, stride: &Stride) -> u16 {
        stride.label
    }

    /// Whether a way goes on from that pose, reached at that cost.
    #[inline]
    fn goes_on(&self, _pose: &Pose, _spent: u16) -> bool {
        true
    }
}

impl<E, C> Passage for (E, C)
where
    E: Fn(Hex) -> Option<u16>,
    C: Fn(&Stride) -> Option<u16>,
{
    #[inline]
    fn enter(&self, hex: Hex) -> Option<u16> {
        self.0(hex)
    }

    #[inline]
    fn cost(&self, stride: &Stride) -> Option<u16> {
        self.1(stride)
    }
}

/// What stands sweep that go straight from one footprint to another: the hexes between that neither holds; where a line
/// runs along an edge, either of two.
#[must_use]
pub fn swept(before: &Footprint, after: &Footprint) -> Vec<Crossing> {
    let mut swept = Vec::new();
    for (from, to) in before.hexes().iter().zip(after.hexes()).filter(|(from, to)| from != to) {
        for crossing in sight_line(*from, *to) {
            let held = matches!(crossing, Crossing::One(hex) if before.contains(hex) || after.contains(hex));
            if !held && !swept.contains(&crossing) {
                swept.push(crossing);
            }
        }
    }
    swept
}

/// Whether a stand cannot go straight from one hex to another because of what runs along the edges between: where the
/// line runs along an edge, both ways round it must be barred, at its near end or at its far end. No way round leads over
/// a hex off the map.
pub fn is_cut_off(ground: &Ground, from: Hex, to: Hex, bars: impl Fn(Edge) -> bool) -> bool {
    let grid = ground.grid();
    let off = |hex: Hex, side: Direction| !grid.contains(hex) || !grid.contains(hex + side);
    let barred = |(hex, side): (Hex, Direction)| off(hex, side) || bars(ground.edge(hex, side));
    if let Some(side) = from.direction_to(to) {
        return barred((from, side));
    }
    let mut crossed = edges_crossed(from, to).into_iter();
    while let Some(crossing) = crossed.next() {
        let cut = match crossing {
            EdgeCrossing::One(hex, side) => barred((hex, side)),
            EdgeCrossing::Either(left, right) => {
                // The stretch along the edge ends where it is left by the same way round.
                let (far_left, far_right) = match crossed.next() {
                    Some(EdgeCrossing::Either(left, right)) => (left, right),
                    _ => (left, right),
                };
                (barred(left) || barred(far_left)) && (barred(right) || barred(far_right))
            }
        };
        if cut {
            return true;
        }
    }
    false
}
