//! A second model of charges and melees of two units, written from the rules page: its own tables, sums and cases.

use super::fire::TABLE;

/// Chances by figures lost.
pub type Losses = Vec<f64>;

/// One side of a melee, by the numbers that the page gives it.
#[derive(Clone, Copy, Debug)]
pub struct Corps {
    /// Figures now, and at the start.
    pub now: i16,
    pub start: i16,
    /// Figures that fight in the first round.
    pub fights: i16,
    /// Modifiers of the first and of the second round.
    pub mods: [i16; 2],
    /// Morale number, and what is added to a test after the melee without losses.
    pub number: i16,
    pub after: i16,
    /// What a general takes off its tests, already in `after`.
    pub general: i16,
}

/// How a melee ends: charger and charged rout, both stand; figures lost.
#[derive(Clone, Copy, Debug, Default)]
pub struct End {
    pub charger_routs: f64,
    pub charged_rout: f64,
    /// The charger alone stands, the charged alone stand.
    pub won: f64,
    pub beaten: f64,
    pub stand: f64,
    pub lost: [f64; 2],
}

/// MC-FIRE-2, 3: figures lost to so many with a modifier, of so many there.
pub fn hits(figures: i16, modifier: i16, there: i16) -> Losses {
    let mut all = vec![1.0];
    let mut left = figures;
    while left > 0 {
        let now = left.min(30);
        left -= now;
        let mut next = vec![0.0; all.len() + 11];
        for (sum, chance) in all.iter().enumerate() {
            for face in 1..=10 {
                let row = (face + modifier).clamp(1, 14) as usize - 1;
                let lost = TABLE[row][(now as usize - 1) / 3] as usize;
                next[sum + lost] += chance / 10.0;
            }
        }
        all = next;
    }
    let there = there as usize;
    let over: f64 = all.iter().skip(there).sum();
    all.resize(there + 1, 0.0);
    all[there] = over;
    all
}

/// MC-MORALE-4: a modifier for each full quarter lost, at most three.
pub fn quarters(start: i16, left: i16) -> i16 {
    ((start - left) * 4 / start).min(3)
}

/// The chance that a d10 with that added is over a number by so many or more.
pub fn over(number: i16, added: i16, by: i16) -> f64 {
    (1..=10).filter(|face| face + added >= number + by).count() as f64 / 10.0
}

/// MC-GENERAL-3, 5, 6: a die for every two figures; 1 and then 5 or 6 is death.
pub fn dies(lost: i16) -> f64 {
    1.0 - (1.0_f64 - 1.0 / 10.0 * 2.0 / 6.0).powi(i32::from((lost + 1) / 2))
}

/// MC-MELEE-10, 13: the chance that a unit tested after the melee routs, after losses in each round.
fn breaks(corps: &Corps, down: [i16; 2]) -> f64 {
    let left = corps.now - down[0] - down[1];
    let added = corps.after + quarters(corps.start, left) - quarters(corps.start, corps.now);
    let dead = 1.0 - (1.0 - dies(down[0])) * (1.0 - dies(down[1]));
    (1.0 - dead) * over(corps.number, added, 2) + dead * over(corps.number, added + corps.general, 2)
}

/// A melee of so many rounds, from its first dice to its tests; figures lost in the charge count where told.
pub fn melee(charger: &Corps, charged: &Corps, rounds: usize) -> End {
    let mut end = End::default();
    let first =
        [hits(charged.fights, charged.mods[0], charger.now), hits(charger.fights, charger.mods[0], charged.now)];
    for (ours, theirs, chance) in both(&first) {
        let left = [charger.now - ours, charged.now - theirs];
        if rounds == 1 || left.contains(&0) {
            settle(&mut end, [charger, charged], [[ours, 0], [theirs, 0]], chance);
            continue;
        }
        let second = [hits(left[1], charged.mods[1], left[0]), hits(left[0], charger.mods[1], left[1])];
        for (more, other, share) in both(&second) {
            settle(&mut end, [charger, charged], [[ours, more], [theirs, other]], chance * share);
        }
    }
    end
}

fn both(losses: &[Losses; 2]) -> Vec<(i16, i16, f64)> {
    let mut all = Vec::new();
    for (ours, chance) in losses[0].iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
        for (theirs, other) in losses[1].iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            all.push((ours as i16, theirs as i16, chance * other));
        }
    }
    all
}

fn settle(end: &mut End, sides: [&Corps; 2], down: [[i16; 2]; 2], chance: f64) {
    let lost = down.map(|rounds| rounds[0] + rounds[1]);
    let mut routs = [0.0; 2];
    for side in 0..2 {
        let gone = lost[side] >= sides[side].now;
        routs[side] = match lost[side].cmp(&lost[1 - side]) {
            _ if gone => 1.0,
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Less if lost[side] == 0 => 0.0,
            _ => breaks(sides[side], down[side]),
        };
        end.lost[side] += chance * f64::from(lost[side]);
    }
    end.charger_routs += chance * routs[0];
    end.charged_rout += chance * routs[1];
    end.won += chance * (1.0 - routs[0]) * routs[1];
    end.beaten += chance * routs[0] * (1.0 - routs[1]);
    end.stand += chance * (1.0 - routs[0]) * (1.0 - routs[1]);
}

/// A charge by its numbers, in which the charged stand and fire if they can.
#[derive(Clone, Copy, Debug)]
pub struct Charge {
    pub charger: Corps,
    pub charged: Corps,
    pub rounds: usize,
    /// What is added to the charger's first and second test.
    pub tests: [i16; 2],
    /// What is added to the test of the charged, and their number then.
    pub stands: i16,
    /// Figures of the volley where they pass and where they fail by 1, and its modifiers.
    pub volley: [i16; 2],
    pub fire: i16,
    /// Figures that fight in the first round on both sides after a volley of so many hits: files that closed up.
    pub fights: fn(i16) -> [i16; 2],
    /// Chances to come within 2 inches, and into contact.
    pub wakes: f64,
    pub meets: f64,
}

/// What a charge comes to, as MC-MELEE-14 lists it: refused, routed before contact, stopped by the volley, won, lost, neither;
/// too short; and figures lost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fate {
    pub refused: f64,
    pub fled: f64,
    pub stopped: f64,
    /// Of those, how many rout.
    pub shot_down: f64,
    pub end: End,
    pub lost: [f64; 2],
}

/// The whole of a charge.
pub fn charge(plan: &Charge) -> Fate {
    let number = plan.charger.number;
    let mut fate = Fate { refused: over(number, plan.tests[0], 1), ..Fate::default() };
    let goes = (1.0 - fate.refused) * plan.wakes;
    let routs = over(plan.charged.number, plan.stands, 2);
    let wavers = over(plan.charged.number, plan.stands, 1) - routs;
    fate.fled = goes * routs;
    for (share, figures, shaken) in [(1.0 - routs - wavers, plan.volley[0], 0), (wavers, plan.volley[1], 1)] {
        for (hit, chance) in hits(figures, plan.fire, plan.charger.now).iter().enumerate() {
            brunt(&mut fate, plan, (goes * share * chance, hit as i16, shaken));
        }
    }
    fate
}

fn brunt(fate: &mut Fate, plan: &Charge, (chance, hit, shaken): (f64, i16, i16)) {
    let mut charger = plan.charger;
    charger.now -= hit;
    fate.lost[0] += chance * f64::from(hit);
    let more = quarters(charger.start, charger.now) - quarters(charger.start, plan.charger.now);
    let dead = if charger.general > 0 { dies(hit) } else { 0.0 };
    // A fallen general steadies nobody and leaves a marker.
    for (chance, gone, marker) in [(chance * (1.0 - dead), 0, 0), (chance * dead, charger.general, 1)] {
        let again = plan.tests[1] + more + gone + marker;
        let fails = |by| if hit == 0 { 0.0 } else { over(charger.number, again, by) };
        fate.stopped += chance * fails(1);
        fate.shot_down += chance * fails(2);
        let meets = chance * (1.0 - fails(1)) * plan.meets / plan.wakes;
        let after = charger.after + more + gone;
        let fights = (plan.fights)(hit);
        let charger = Corps { after, general: charger.general - gone, fights: fights[0].min(charger.now), ..charger };
        let mut charged = Corps { fights: fights[1], ..plan.charged };
        charged.mods = charged.mods.map(|sum| sum - shaken);
        add(fate, meets, &melee(&charger, &charged, plan.rounds));
    }
}

fn add(fate: &mut Fate, meets: f64, end: &End) {
    fate.end.charger_routs += meets * end.charger_routs;
    fate.end.charged_rout += meets * end.charged_rout;
    fate.end.won += meets * end.won;
    fate.end.beaten += meets * end.beaten;
    fate.end.stand += meets * end.stand;
    fate.lost[0] += meets * end.lost[0];
    fate.lost[1] += meets * end.lost[1];
}
