//! Which leaders are Generals, what they roll, and which Units they command (EA-UNIT-5, EA-STAT-4, EA-STAT-5).

use battle::{Army, LeaderId, LeaderInfo, LeaderSpec, Rank, Rating, Side, UnitId, rule};

use super::units::{KEY, Recruit};
use crate::{Options, OrdersDice, OrdersPool, tables};

/// One General (EA-UNIT-5) or Division General (EA-OPT-14).
#[derive(Clone, Debug, Default)]
pub struct General {
    /// What he rolls for Orders (EA-OPT-20).
    pub dice: OrdersDice,
    /// Adds 1 to it (EA-OPT-21).
    pub efficient: bool,
    /// May save Orders (EA-OPT-17).
    pub staff: bool,
    /// Adds 1 to the Initiative die (EA-OPT-22).
    pub pip: bool,
    /// Hands his pips on (EA-OPT-23).
    pub army: bool,
    /// A marker without an Orders die (EA-OPT-14).
    pub division: bool,
    /// The units of his command.
    pub command: Vec<UnitId>,
}

/// One pool of Orders.
#[derive(Clone, Debug)]
pub struct PoolInfo {
    /// Whose.
    pub side: Side,
    /// Whose dice fill it; none for a side's own die.
    pub leaders: Vec<LeaderId>,
    /// Serves every Unit of the side.
    pub open: bool,
    /// Holds free Orders (EA-RES-36).
    pub free: bool,
}

/// The pools of both sides, and which serves whom.
#[derive(Debug, Default)]
pub struct Pools {
    /// All pools.
    pub pools: Vec<PoolInfo>,
    /// The pool each unit draws on, by unit.
    pub pool_of: Vec<u8>,
    /// Where a General's Orders go, by leader.
    pub pool_of_leader: Vec<Option<u8>>,
}

/// A General with the leader he was written as.
pub(crate) struct Chosen {
    /// As written.
    pub spec: LeaderSpec,
    /// As played; command and pool follow later.
    pub general: General,
}

/// Generals for that many Units, at least one (EA-UNIT-5).
pub(crate) fn generals_for(units: usize) -> usize {
    let sixes = (2 * units + tables::UNITS_PER_GENERAL) / (2 * tables::UNITS_PER_GENERAL);
    if rule!("EA-UNIT-5") { sixes.max(1) } else { 0 }
}

/// The Generals of an army, top of the order of battle first (EA-STAT-4).
pub(crate) fn choose(army: &Army, units: usize, options: &Options, faults: &mut Vec<String>) -> Vec<Chosen> {
    let mut leaders: Vec<&LeaderSpec> = army.leaders.iter().filter(|leader| leader.rank != Rank::Adjutant).collect();
    if rule!("EA-STAT-4") {
        leaders.sort_by_key(|leader| leader.rank);
    }
    let wanted = if has_two_commands(options) { 2 } else { generals_for(units) };
    let mut chosen: Vec<Chosen> = Vec::new();
    let mut full = 0;
    for leader in leaders {
        let words = leader.special.get(KEY).map_or(&[][..], Vec::as_slice);
        let mut general = General::default();
        words.iter().for_each(|word| apply_word(&mut general, leader, word, faults));
        let beyond = full >= wanted && leader.rank == Rank::Division;
        general.division |= beyond && options.division_generals && rule!("EA-OPT-14");
        if general.division || full < wanted {
            full += usize::from(!general.division);
            rate(&mut general, leader, options, words.is_empty());
            chosen.push(Chosen { spec: leader.clone(), general });
        }
    }
    let least = if has_two_commands(options) { 2 } else { 1 };
    (full..least).for_each(|number| chosen.push(nameless(army, number)));
    chosen
}

/// Whether each side has two Generals with a command each (EA-OPT-28).
fn has_two_commands(options: &Options) -> bool {
    options.two_commands && rule!("EA-OPT-28")
}

/// A General for an army whose order of battle names none.
fn nameless(army: &Army, number: usize) -> Chosen {
    let label = format!("{}G{}", army.side.name().chars().next().unwrap_or('G'), number + 1);
    let spec = LeaderSpec {
        label,
        name: String::from("General"),
        rank: Rank::Army,
        rating: Rating::Average,
        command: None,
        special: Default::default(),
    };
    Chosen { spec, general: General::default() }
}

fn apply_word(general: &mut General, leader: &LeaderSpec, word: &str, faults: &mut Vec<String>) {
    match (word, OrdersDice::named(word)) {
        (_, Some(dice)) => general.dice = dice,
        ("efficient", _) => general.efficient = true,
        ("excellent staff", _) => general.staff = true,
        ("initiative pip", _) => general.pip = true,
        ("army commander", _) => general.army = true,
        ("division general", _) => general.division = true,
        _ => faults.push(format!(
            "leader {} has the unknown option `{word}`; expected dice such as d6+4, efficient, excellent staff, \
             initiative pip, army commander or division general",
            leader.label
        )),
    }
}

/// What rules and rating add to a leader (EA-STAT-5); his own options win.
fn rate(general: &mut General, leader: &LeaderSpec, options: &Options, unmarked: bool) {
    general.pip |= options.initiative_pip && leader.rank == Rank::Army && leader.rating >= Rating::Good;
    general.army |= options.army_commander && leader.rank == Rank::Army;
    if options.traits_auto && unmarked && rule!("EA-STAT-5") {
        match leader.rating {
            Rating::Poor if options.commander_dice => general.dice = OrdersDice::TwoD6,
            Rating::Good => general.efficient = true,
            Rating::Excellent => general.staff = true,
            _ => {}
        }
    }
}

/// Whether the leader's written command includes a unit of that brigade.
fn commands(leader: &LeaderSpec, army: &Army, brigade: usize) -> bool {
    let Some(command) = &leader.command else { return false };
    let named = army.brigades.get(brigade).is_some_and(|info| info.division == *command || info.name == *command);
    named || command.parse::<usize>() == Ok(brigade)
}

/// Shares the units of one side, numbered from `first`, among its Generals: by division, the rest to the top one.
pub(crate) fn assign(army: &Army, units: &[Recruit], first: usize, chosen: &mut [Chosen], options: &Options) {
    let top = chosen.iter().position(|one| !one.general.division && one.spec.command.is_none());
    let top = top.or_else(|| chosen.iter().position(|one| !one.general.division)).unwrap_or(0);
    let split =
        has_two_commands(options) && chosen.iter().all(|one| one.general.division || one.spec.command.is_none());
    for (place, unit) in units.iter().enumerate() {
        let id = UnitId((first + place) as u8);
        let full = chosen.iter().position(|one| !one.general.division && commands(&one.spec, army, unit.brigade));
        let second = chosen.iter().enumerate().position(|(at, one)| at != top && !one.general.division);
        let owner = match (full, second) {
            (Some(owner), _) => owner,
            (None, Some(second)) if split && 2 * unit.brigade >= army.brigades.len().max(1) => second,
            _ => top,
        };
        chosen[owner].general.command.push(id);
        let division = |one: &&mut Chosen| one.general.division && commands(&one.spec, army, unit.brigade);
        chosen.iter_mut().filter(division).for_each(|one| one.general.command.push(id));
    }
}

/// A General as everybody sees him.
pub(crate) fn shown(chosen: &Chosen, side: Side) -> LeaderInfo {
    LeaderInfo {
        label: chosen.spec.label.clone(),
        name: chosen.spec.name.clone(),
        side,
        class: String::from(if chosen.general.division { "Division General" } else { "General" }),
        officer: false,
    }
}

impl Pools {
    /// The pools of both sides, with which is whose (EA-RES-2); sides by unit, Generals with their sides.
    pub(crate) fn of(generals: &[(Side, &General)], sides: &[Side], options: &Options) -> Pools {
        let shared = if rule!("EA-RES-2") { options.orders_pool } else { OrdersPool::PerGeneral };
        let mut pools =
            Pools { pools: Vec::new(), pool_of: vec![0; sides.len()], pool_of_leader: vec![None; generals.len()] };
        for side in Side::ALL {
            let of_side = |division: bool| {
                let all = generals.iter().enumerate();
                let wanted = all.filter(move |(_, (own, general))| *own == side && general.division == division);
                wanted.map(|(place, _)| place).collect::<Vec<usize>>()
            };
            let rolling = of_side(false);
            match shared {
                OrdersPool::PerGeneral => rolling.iter().for_each(|at| pools.add_own(generals, *at)),
                OrdersPool::PerSide => pools.add_for_side(side, &[], &rolling, sides),
                OrdersPool::Summed => pools.add_for_side(side, &rolling, &rolling, sides),
            }
            if options.division_three_orders {
                of_side(true).into_iter().for_each(|at| pools.add_free(side, at));
            }
        }
        pools
    }

    fn add_own(&mut self, generals: &[(Side, &General)], at: usize) {
        let ((side, general), place) = (generals[at], self.pools.len() as u8);
        self.pool_of_leader[at] = Some(place);
        general.command.iter().for_each(|unit| self.pool_of[unit.index()] = place);
        let leaders = vec![LeaderId(at as u8)];
        self.pools.push(PoolInfo { side, leaders, open: general.command.is_empty(), free: false });
    }

    fn add_for_side(&mut self, side: Side, rolling: &[usize], served: &[usize], sides: &[Side]) {
        let place = self.pools.len() as u8;
        served.iter().for_each(|at| self.pool_of_leader[*at] = Some(place));
        for (unit, _) in sides.iter().enumerate().filter(|(_, own)| **own == side) {
            self.pool_of[unit] = place;
        }
        let leaders = rolling.iter().map(|at| LeaderId(*at as u8)).collect();
        self.pools.push(PoolInfo { side, leaders, open: true, free: false });
    }

    /// EA-RES-36: a Division General's own pool of free Orders.
    fn add_free(&mut self, side: Side, at: usize) {
        self.pool_of_leader[at] = Some(self.pools.len() as u8);
        self.pools.push(PoolInfo { side, leaders: vec![LeaderId(at as u8)], open: false, free: true });
    }
}
