//! What does not change during a battle: kinds of units, what ground costs each kind, ways to places, and how far each
//! kind hurts each other in the open.

use std::collections::BTreeMap;
use std::sync::Arc;

use battle::{Arm, Battlefield, Ground, Hundredths, Pose, System, Threat, UnitId};
use hexes::{Direction, Facing, Flood, Hex};

/// Costs are kept in quarters of an inch; nobody can go where it is this.
const BLOCKED: u8 = u8::MAX;
/// A quarter of an inch in hundredths.
const QUARTER: u16 = 25;
/// Distances at which the menace of one kind to another is tried.
const TRIED: [usize; 12] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32];
/// Directions in which something threatens that are enough to know how much does in the open.
const OPEN: usize = 2;
/// The last distance of a menace table.
pub(crate) const FAR: usize = 32;
/// Most ways kept; when there are more, all are worked out anew.
const WAYS: usize = 512;

/// How far a kind hurts another in the open, by distance in hexes.
#[derive(Clone, Debug)]
pub(crate) struct Menace([Threat; FAR + 1]);

impl Menace {
    /// What it could do at that distance.
    pub fn at(&self, distance: i32) -> Threat {
        usize::try_from(distance).ok().and_then(|place| self.0.get(place)).copied().unwrap_or_default()
    }
}

/// The cheapest way from every hex to one place, for units that the ground costs the same.
#[derive(Debug)]
pub(crate) struct Way {
    to: Hex,
    costs: Vec<u16>,
}

impl Way {
    /// Inches to go from that hex; by the crow, thrice, where no way leads.
    pub fn from(&self, field: &Battlefield, hex: Hex) -> f64 {
        let known = field.ground().grid().index(hex).map_or(u16::MAX, |place| self.costs[place]);
        if known == u16::MAX {
            return f64::from(hex.distance(self.to)) * f64::from(field.inches_per_hex()) * 3.0;
        }
        f64::from(known) / 4.0
    }

    /// Whether a way leads there from that hex.
    pub fn reaches(&self, field: &Battlefield, hex: Hex) -> bool {
        field.ground().grid().index(hex).is_some_and(|place| self.costs[place] != u16::MAX)
    }
}

/// What does not change during a battle.
pub(crate) struct Battleground {
    ground: Arc<Ground>,
    kinds: Vec<usize>,
    names: Vec<(Arm, String)>,
    /// What the ground costs each kind: a place in `nets`.
    gaits: Vec<Option<usize>>,
    nets: Vec<Net>,
    menaces: BTreeMap<(usize, usize), Menace>,
    ways: BTreeMap<(usize, Hex), Arc<Way>>,
    flood: Flood,
}

impl Battleground {
    /// The battleground of that battle; nothing is worked out yet.
    pub fn new(view: &dyn System) -> Battleground {
        let mut names: Vec<(Arm, String)> = Vec::new();
        let mut kinds = Vec::new();
        for (_, info) in view.field().roster().units() {
            let name = (info.arm, info.class.clone());
            let known = names.iter().position(|one| *one == name);
            kinds.push(known.unwrap_or(names.len()));
            if known.is_none() {
                names.push(name);
            }
        }
        let (gaits, nets) = (vec![None; names.len()], Vec::new());
        let (menaces, ways) = (BTreeMap::new(), BTreeMap::new());
        Battleground {
            ground: view.field().shared_ground(),
            kinds,
            names,
            gaits,
            nets,
            menaces,
            ways,
            flood: Flood::new(),
        }
    }

    /// Whether it is that battle's.
    pub fn fits(&self, view: &dyn System) -> bool {
        let names = view.field().roster().units().map(|(_, info)| (info.arm, info.class.as_str()));
        let same = names
            .zip(&self.kinds)
            .all(|((arm, class), kind)| (arm, class) == (self.names[*kind].0, &self.names[*kind].1));
        same && view.field().ids().count() == self.kinds.len()
            && Arc::ptr_eq(&self.ground, &view.field().shared_ground())
    }

    /// The kind of a unit: units of a kind have arm and class in common.
    pub fn kind(&self, unit: UnitId) -> usize {
        self.kinds[unit.index()]
    }

    /// How many kinds there are.
    pub fn kinds(&self) -> usize {
        self.names.len()
    }

    /// How many menaces are known.
    pub fn menaces(&self) -> usize {
        self.menaces.len()
    }

    /// The menace of one kind to another, if it was ever worked out.
    pub fn menace(&self, by: usize, on: usize) -> Option<&Menace> {
        self.menaces.get(&(by, on))
    }

    /// Works out how far kinds of opposing units on the map hurt each other, where that is not known.
    pub fn learn(&mut self, view: &dyn System) {
        let present: Vec<UnitId> = view.field().present().collect();
        for by in &present {
            for on in &present {
                let key = (self.kind(*by), self.kind(*on));
                let foes = view.field().side(*by) != view.field().side(*on);
                if foes && !self.menaces.contains_key(&key) {
                    self.menaces.insert(key, menace(view, *by, *on));
                }
            }
        }
    }

    /// The ways to a place for units like that one; the place is moved to ground it can enter.
    pub fn way(&mut self, view: &dyn System, unit: UnitId, to: Hex) -> Arc<Way> {
        let net = self.net(view, unit);
        if let Some(way) = self.ways.get(&(net, to)) {
            return Arc::clone(way);
        }
        let way = Arc::new(Way { to, costs: self.spread(net, to) });
        if self.ways.len() >= WAYS {
            self.ways.clear();
        }
        self.ways.insert((net, to), Arc::clone(&way));
        way
    }

    /// The place of what the ground costs units like that one; kinds that it costs the same share one.
    fn net(&mut self, view: &dyn System, unit: UnitId) -> usize {
        let kind = self.kind(unit);
        if let Some(known) = self.gaits[kind] {
            return known;
        }
        let costs = step_costs(view, unit);
        let same = self.nets.iter().position(|net| net.costs == costs);
        let place = same.unwrap_or(self.nets.len());
        if same.is_none() {
            self.nets.push(Net::new(&self.ground, costs));
        }
        self.gaits[kind] = Some(place);
        place
    }

    fn spread(&mut self, net: usize, to: Hex) -> Vec<u16> {
        let (net, grid) = (&self.nets[net], self.ground.grid());
        let enterable = |hex: &Hex| grid.index(*hex).is_some_and(|place| net.enterable(place));
        let start = to.within(6).find(enterable).unwrap_or(to);
        let mut ways = vec![u16::MAX; grid.len()];
        let Some(start) = grid.index(start) else { return ways };
        self.flood.run(grid.len(), &[(start as u32, 0)], u16::MAX - 1, |node, _, out| {
            for (from, cost) in net.entries(node as usize) {
                out.push(*from, *cost);
            }
        });
        for node in self.flood.reached() {
            ways[*node as usize] = self.flood.cost(*node).unwrap_or(u16::MAX);
        }
        ways
    }
}

/// What the ground costs some kinds of units, ready to be run through backwards from a place.
struct Net {
    /// The cost of every step out of every hex.
    costs: Vec<u8>,
    /// For each hex where its links begin; the last is their number.
    firsts: Vec<u32>,
    /// The neighbours that a hex can be entered from, with the cost.
    links: Vec<(u32, u16)>,
}

impl Net {
    fn new(ground: &Ground, costs: Vec<u8>) -> Net {
        let grid = ground.grid();
        let (mut firsts, mut links) = (vec![0], Vec::new());
        for hex in grid.iter() {
            for direction in Direction::ALL {
                let Some(from) = grid.index(hex.neighbor(direction)) else { continue };
                let cost = costs[from * 6 + direction.opposite().index()];
                if cost != BLOCKED {
                    links.push((from as u32, u16::from(cost)));
                }
            }
            firsts.push(links.len() as u32);
        }
        Net { costs, firsts, links }
    }

    /// Where a hex can be entered from.
    fn entries(&self, place: usize) -> &[(u32, u16)] {
        &self.links[self.firsts[place] as usize..self.firsts[place + 1] as usize]
    }

    fn enterable(&self, place: usize) -> bool {
        !self.entries(place).is_empty()
    }
}

/// The cost of every step of the map for units like that one, in quarters of an inch.
fn step_costs(view: &dyn System, unit: UnitId) -> Vec<u8> {
    let grid = view.field().ground().grid();
    let quarters = |cost: Hundredths| u8::try_from(cost.0.div_ceil(QUARTER)).unwrap_or(BLOCKED - 1).min(BLOCKED - 1);
    let cost = |hex: Hex, step: Direction| {
        let on_map = grid.contains(hex.neighbor(step));
        on_map.then(|| view.estimates().step_cost(unit, hex, step)).flatten().map_or(BLOCKED, quarters)
    };
    grid.iter().flat_map(|hex| Direction::ALL.map(|step| cost(hex, step))).collect()
}

/// Straight ahead of a hex, by so many rows, never more than half a hex aside.
pub(crate) fn ahead(from: Hex, facing: Facing, rows: usize) -> Hex {
    let steps = [facing.front_left(), facing.front_right()];
    (0..rows).fold(from, |hex, row| hex.neighbor(steps[row % 2]))
}

/// What `by` could do to `on` at each distance: the more of the first directions from where it stands in which it can do anything.
/// Within range fire is never thought nothing because the ground hides the target just there; beyond it, what cannot
/// charge at one distance cannot at a longer one.
fn menace(view: &dyn System, by: UnitId, on: UnitId) -> Menace {
    let mut found = [Threat::default(); FAR + 1];
    let (mut from, mut nearer) = (0, 0.0);
    let range = usize::try_from(view.estimates().fire_range(by).hexes(view.field().inches_per_hex())).unwrap_or(0);
    for distance in TRIED {
        let tried = Facing::ALL.into_iter().filter_map(|facing| supposed(view, by, on, facing, distance));
        let open = tried.filter(|threat| threat.fire + threat.charge > 0.0).take(OPEN);
        let mut here = open.fold(Threat::default(), greater);
        if distance > range && here == Threat::default() {
            break;
        }
        if here.fire == 0.0 && distance <= range {
            here.fire = nearer;
        }
        nearer = here.fire;
        found[from..=distance].fill(here);
        from = distance + 1;
    }
    Menace(found)
}

fn supposed(view: &dyn System, by: UnitId, on: UnitId, facing: Facing, distance: usize) -> Option<Threat> {
    let field = view.field();
    let from = field.unit(by).pose.facing(facing);
    let at = field.unit(on).pose.facing(facing.opposite()).at(ahead(from.anchor, facing, distance));
    on_map(field, by, &from).then_some(())?;
    on_map(field, on, &at).then(|| view.estimates().threat(by, &from, on, &at))
}

fn on_map(field: &Battlefield, unit: UnitId, pose: &Pose) -> bool {
    let grid = field.ground().grid();
    field.footprint_at(unit, pose).hexes().iter().all(|hex| grid.contains(*hex))
}

fn greater(one: Threat, other: Threat) -> Threat {
    let charge = if other.charge > one.charge { other } else { one };
    Threat { fire: one.fire.max(other.fire), ..charge }
}
