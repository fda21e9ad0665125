//! Which leaders are Generals, what they roll, and which Units they command (EA-UNIT-5, EA-STAT-4, EA-STAT-5).

use battle::{Army, LeaderId, LeaderSpec, Rank, Rating, Side, UnitId, rule};

use crate::roster::{KEY, Recruit};
use crate::setting::{General, PoolInfo, Setting};
use crate::{OrdersDice, OrdersPool, Rules, tables};

/// A General with the leader he was written as.
pub(crate) struct Chosen {
    /// As written.
    pub spec: LeaderSpec,
    /// As played; command and pool follow later.
    pub general: General,
}

/// Generals for that many Units, at least one (EA-UNIT-5).
pub(crate) fn generals_for(units: usize) -> usize {
    rule!("EA-UNIT-5");
    ((2 * units + tables::UNITS_PER_GENERAL) / (2 * tables::UNITS_PER_GENERAL)).max(1)
}

/// The Generals of an army, top of the order of battle first (EA-STAT-4).
pub(crate) fn choose(army: &Army, units: usize, rules: &Rules, faults: &mut Vec<String>) -> Vec<Chosen> {
    rule!("EA-STAT-4");
    let mut leaders: Vec<&LeaderSpec> = army.leaders.iter().filter(|leader| leader.rank != Rank::Adjutant).collect();
    leaders.sort_by_key(|leader| leader.rank);
    let wanted = if rules.two_commands { 2 } else { generals_for(units) };
    let mut chosen: Vec<Chosen> = Vec::new();
    let mut full = 0;
    for leader in leaders {
        let words = leader.special.get(KEY).map_or(&[][..], Vec::as_slice);
        let mut general = plain(army.side);
        words.iter().for_each(|word| apply_word(&mut general, leader, word, faults));
        rule!("EA-OPT-14");
        general.division |= full >= wanted && rules.division_generals && leader.rank == Rank::Division;
        if general.division || full < wanted {
            full += usize::from(!general.division);
            rate(&mut general, leader, rules, words.is_empty());
            chosen.push(Chosen { spec: leader.clone(), general });
        }
    }
    let least = if rules.two_commands { 2 } else { 1 };
    (full..least).for_each(|number| chosen.push(nameless(army, number)));
    chosen
}

fn plain(side: Side) -> General {
    General {
        side,
        dice: OrdersDice::D6,
        efficient: false,
        staff: false,
        pip: false,
        army: false,
        division: false,
        pool: None,
        command: Vec::new(),
    }
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
    Chosen { spec, general: plain(army.side) }
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
fn rate(general: &mut General, leader: &LeaderSpec, rules: &Rules, unmarked: bool) {
    if general.dice == OrdersDice::D6 {
        general.dice = rules.orders_dice;
    }
    general.pip |= rules.initiative_pip && leader.rank == Rank::Army && leader.rating >= Rating::Good;
    general.army |= rules.army_commander && leader.rank == Rank::Army;
    if rules.traits_auto && unmarked {
        rule!("EA-STAT-5");
        match leader.rating {
            Rating::Poor if rules.commander_dice => general.dice = OrdersDice::TwoD6,
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
pub(crate) fn assign(army: &Army, units: &[Recruit], first: usize, chosen: &mut [Chosen], rules: &Rules) {
    let top = chosen.iter().position(|one| !one.general.division && one.spec.command.is_none());
    let top = top.or_else(|| chosen.iter().position(|one| !one.general.division)).unwrap_or(0);
    let split = rules.two_commands && chosen.iter().all(|one| one.general.division || one.spec.command.is_none());
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
    if split {
        rule!("EA-OPT-28");
    }
}

/// Makes the pools of both sides and tells each unit and General which is theirs (EA-RES-2).
pub(crate) fn make_pools(setting: &mut Setting, sides: &[Side]) {
    rule!("EA-RES-2");
    setting.pool_of = vec![0; sides.len()];
    for side in Side::ALL {
        let leaders: Vec<usize> = (0..setting.generals.len()).filter(|at| setting.generals[*at].side == side).collect();
        let rolling: Vec<usize> = leaders.iter().copied().filter(|at| !setting.generals[*at].division).collect();
        match setting.rules.orders_pool {
            OrdersPool::PerGeneral => rolling.iter().for_each(|at| own_pool(setting, *at)),
            OrdersPool::PerSide => side_pool(setting, side, &[], sides),
            OrdersPool::Summed => side_pool(setting, side, &rolling, sides),
        }
        if setting.rules.division_three_orders {
            let divisions = leaders.into_iter().filter(|at| setting.generals[*at].division);
            divisions.collect::<Vec<_>>().into_iter().for_each(|at| free_pool(setting, at));
        }
    }
}

fn own_pool(setting: &mut Setting, at: usize) {
    let place = setting.pools.len() as u8;
    let general = &mut setting.generals[at];
    general.pool = Some(place);
    let open = general.command.is_empty();
    general.command.iter().for_each(|unit| setting.pool_of[unit.index()] = place);
    let leaders = vec![LeaderId(at as u8)];
    setting.pools.push(PoolInfo { side: setting.generals[at].side, leaders, open, free: false });
}

fn side_pool(setting: &mut Setting, side: Side, rolling: &[usize], sides: &[Side]) {
    let place = setting.pools.len() as u8;
    let leaders = rolling.iter().map(|at| LeaderId(*at as u8)).collect();
    setting.generals.iter_mut().filter(|one| one.side == side && !one.division).for_each(|one| one.pool = Some(place));
    for (unit, _) in sides.iter().enumerate().filter(|(_, own)| **own == side) {
        setting.pool_of[unit] = place;
    }
    setting.pools.push(PoolInfo { side, leaders, open: true, free: false });
}

/// EA-RES-36: a Division General's own pool of free Orders.
fn free_pool(setting: &mut Setting, at: usize) {
    let place = setting.pools.len() as u8;
    let general = &mut setting.generals[at];
    general.pool = Some(place);
    setting.pools.push(PoolInfo { side: general.side, leaders: vec![LeaderId(at as u8)], open: false, free: true });
}
