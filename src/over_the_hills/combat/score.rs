//! The score of a unit in a round: share and every modifier (OTH-COMBAT-2, 5 to 9, OTH-MELEE).

use battle::{Pool, Terrain, UnitId, rule};
use hexes::{Crossing, Hex};

use crate::command::leaders;
use crate::fatigue;
use crate::fire::score::{garrison_score, is_strict, share, spent, table, through};
use crate::ground::{going, towns};
use crate::modifiers::{Modifier, modifier};
use crate::profile::{Kind, Profile, Traits, Walls, Weight};
use crate::space::{Aspect, Shape, between, body, is_within, shape, touch};
use crate::state::Impetus;
use crate::why::Why;
use crate::{War, contacts, marks, tables};

/// One die of a round: who, against whom, through which face, in which round, after how many faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fighter {
    pub(crate) unit: UnitId,
    pub(crate) enemy: UnitId,
    pub(crate) face: Option<u8>,
    pub(crate) round: u8,
    pub(crate) acted: u32,
}

/// What a unit fights with of its score (OTH-MELEE-INF-S1 to S7, CAV-S1 to S5, ART-S1, S2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Basis {
    /// So many hundredths.
    Share(i16),
    /// That, whatever it is.
    Flat(i16),
    /// What acts through a face of its houses, with so much there beside its own.
    Face(i16),
}

impl Basis {
    const WHOLE: Basis = Basis::Share(100);

    /// Of a score.
    pub(crate) fn of(self, score: i16) -> i16 {
        match self {
            Basis::Share(hundredths) => share(score, hundredths),
            Basis::Flat(fixed) => fixed,
            Basis::Face(beside) => through(beside + score),
        }
    }
}

/// What a fighter fights with of its score.
pub(crate) fn basis(war: &War, fighter: &Fighter) -> Basis {
    let unit = fighter.unit;
    let open = war.options().open_share;
    let whole = |given: bool| if given { Basis::WHOLE } else { Basis::Flat(0) };
    match (war.profile(unit).kind, shape(war, unit)) {
        (Kind::Infantry, Shape::Line) if rule!("OTH-MELEE-INF-S1") => Basis::WHOLE,
        (Kind::Infantry, Shape::Attack) if rule!("OTH-MELEE-INF-S2") => Basis::WHOLE,
        (Kind::Infantry, Shape::Companies) if rule!("OTH-MELEE-INF-S3") => Basis::Share(25),
        (Kind::Infantry, Shape::Open | Shape::Skirmish) if rule!("OTH-MELEE-INF-S4") => {
            if rule!("OTH-MELEE-INF-2") {
                Basis::Share(open)
            } else {
                Basis::WHOLE
            }
        }
        (Kind::Infantry, Shape::March) if rule!("OTH-MELEE-INF-S5") => Basis::Flat(1),
        (Kind::Infantry, Shape::Square) if rule!("OTH-MELEE-INF-S6") => Basis::WHOLE,
        (Kind::Infantry, Shape::Garrison) if rule!("OTH-MELEE-INF-S7") => {
            Basis::Face(garrison_score(war, unit) - fatigue::score(war, unit) - spent(war, fighter.acted))
        }
        (Kind::Infantry, _) => Basis::Flat(0),
        (Kind::Cavalry, Shape::Line) => whole(rule!("OTH-MELEE-CAV-S1")),
        (Kind::Cavalry, Shape::Companies) if rule!("OTH-MELEE-CAV-S2") => Basis::Share(25),
        (Kind::Cavalry, Shape::Squadrons) if fighter.round == 1 && rule!("OTH-MELEE-CAV-S3") => Basis::Share(50),
        (Kind::Cavalry, Shape::March) if rule!("OTH-MELEE-CAV-S4") => Basis::Flat(1),
        (Kind::Cavalry, Shape::Open | Shape::Skirmish) if rule!("OTH-MELEE-CAV-S5") => Basis::Share(open),
        (_, Shape::Limbered) if rule!("OTH-MELEE-ART-S2") => Basis::Flat(1),
        (_, Shape::Battery) => whole(rule!("OTH-MELEE-ART-S1")),
        _ => Basis::WHOLE,
    }
}

/// The roll of a fighter. In a round after fighting one's way into houses no modifiers count (OTH-BUA-6).
pub(crate) fn pool(war: &War, fighter: &Fighter, bare: Bare) -> Pool {
    let score = basis(war, fighter).of(fatigue::score(war, fighter.unit));
    let mut pool = dice(is_strict(war), score);
    if bare == Bare::No {
        let standing = Standing::of(war, fighter);
        standing.each(&Footing::of(war, fighter), |row, value| pool.need(row.name, value, row.clause));
    }
    pool
}

/// The roll of a score in a round (OTH-COMBAT-8).
pub(crate) fn dice(strict: bool, score: i16) -> Pool {
    table(strict, Why::Combat, "OTH-COMBAT-2", score)
}

/// Whether a round is fought without modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bare {
    Yes,
    No,
}

/// Whether a combat goes without modifiers: somebody has fought his way in (OTH-BUA-6).
pub(crate) fn bare(war: &War, units: &[UnitId]) -> Bare {
    let inside = war.state.own.contacts.iter().any(|one| one.inside && units.contains(&one.by));
    if inside && rule!("OTH-BUA-6") { Bare::Yes } else { Bare::No }
}

/// On which side a unit attacks an enemy: only who made the contact attacks flank or rear.
fn attacks(war: &War, unit: UnitId, enemy: UnitId) -> Aspect {
    let one = contacts::between(war, unit, enemy).filter(|one| one.by == unit);
    one.map_or(Aspect::Front, |one| one.aspect)
}

/// The worst side on which a unit is met, by whoever it is (OTH-COMBAT-7).
pub(crate) fn met_on(war: &War, unit: UnitId) -> Aspect {
    let met = war.state.own.contacts.iter().filter(|one| one.on == unit).map(|one| one.aspect);
    met.filter(|_| rule!("OTH-COMBAT-7")).max().unwrap_or(Aspect::Front)
}

/// The pairs of stands in contact of two units, the first one's first.
fn pairs(war: &War, unit: UnitId, enemy: UnitId) -> Vec<(Hex, Hex)> {
    let [own, theirs] = [unit, enemy].map(|unit| war.pose(unit));
    let mut pairs = touch::pairs(war, unit, &own, enemy);
    pairs.extend(touch::pairs(war, enemy, &theirs, unit).into_iter().map(|(stand, hex)| (hex, stand)));
    pairs
}

/// Whether an obstacle lies between every pair in contact: an edge, or works that one of both is in (OTH-COMBAT-9,
/// OTH-TERRAIN-2).
fn are_parted(war: &War, pairs: &[(Hex, Hex)]) -> bool {
    let ground = war.field().ground();
    let parts = |(from, to): &(Hex, Hex)| {
        let edge = from.direction_to(*to).map(|way| ground.edge(*from, way));
        let works = [from, to].map(|hex| ground.terrain(*hex) == Terrain::Works);
        edge.is_some_and(going::is_obstacle) || works[0] != works[1]
    };
    !pairs.is_empty() && pairs.iter().all(parts) && rule!("OTH-COMBAT-9")
}

/// Friends that support a unit (OTH-COMBAT-6).
pub(crate) fn supports(war: &War, unit: UnitId) -> i16 {
    let clear = |other: UnitId| {
        let (own, theirs) = (body(war, unit), body(war, other));
        let pairs = own.hexes().iter().flat_map(|from| theirs.hexes().iter().map(move |to| (*from, *to)));
        let closest = pairs.min_by_key(|(from, to)| from.distance(*to));
        let enemy = |hex: Hex| war.field().unit_at(hex).is_some_and(|there| war.side(there) != war.side(unit));
        closest.is_some_and(|(from, to)| {
            !war.field().ground().sight_line(from, to).any(|crossing| match crossing {
                Crossing::One(hex) => enemy(hex),
                Crossing::Either(left, right) => enemy(left) && enemy(right),
            })
        })
    };
    let backs = |other: &UnitId| {
        let formed = !matches!(shape(war, *other), Shape::March | Shape::Skirmish | Shape::Square);
        *other != unit
            && formed
            && !war.profile(*other).kind.is_guns()
            && fatigue::is_fit(war, *other)
            && !(contacts::is_engaged(war, *other) && rule!("OTH-COMBAT-6b"))
            && is_within(between(war, unit, *other), tables::NEAR)
            && rule!("OTH-GEO-15")
            && clear(*other)
    };
    let count = war.field().present_of(war.side(unit)).filter(backs).take(2).count();
    if rule!("OTH-COMBAT-6a") { count as i16 } else { 0 }
}

/// What changes for a fighter from round to round of a combat, and in the turns after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Footing {
    /// It has won the last round.
    pub(crate) won: bool,
    /// The round is the first of its turn.
    pub(crate) first: bool,
    /// Its impetus counts (OTH-COMBAT-5).
    pub(crate) impetuous: bool,
    /// On which side it attacks its enemy.
    pub(crate) attacks: Aspect,
    /// The worst side on which it is met.
    pub(crate) met_on: Aspect,
}

impl Footing {
    /// As the battle stands.
    pub(crate) fn of(war: &War, fighter: &Fighter) -> Footing {
        let Fighter { unit, enemy, round, .. } = *fighter;
        let first = round == 1;
        let impetuous = war.own(unit).impetus != Impetus::None && counts(war, first);
        let (won, attacks, met_on) = (war.marked(unit, marks::WON), attacks(war, unit, enemy), met_on(war, unit));
        Footing { won, first, impetuous, attacks, met_on }
    }
}

/// What the modifiers of a fighter come to in every round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sums([[i16; 16]; 2]);

impl Sums {
    /// As the battle stands, or as if it had come to counter.
    pub(crate) fn of(war: &War, fighter: &Fighter, standing: &Standing, countered: bool) -> Sums {
        let now = Footing::of(war, fighter);
        let shocks = countered || war.own(fighter.unit).impetus != Impetus::None;
        let sum = |later: bool, bits: usize| {
            let [won, first, turned, faced] = [0, 1, 2, 3].map(|bit| bits & (1 << bit) != 0);
            let impetuous = shocks && !later && counts(war, first);
            let attacks = if faced { Aspect::Front } else { now.attacks };
            let met_on = if turned { Aspect::Front } else { now.met_on };
            standing.sum(&Footing { won, first, impetuous, attacks, met_on })
        };
        Sums([false, true].map(|later| std::array::from_fn(|bits| sum(later, bits))))
    }

    /// The same for who is locked from an earlier turn: nothing counts that was brought by the charge (OTH-CONTACT-9).
    pub(crate) fn locked(self) -> Sums {
        Sums([self.0[1]; 2])
    }

    /// The same where nobody turns, or both have when one has, and what makes a score less than nothing or more than the most
    /// of the hit table makes it just that: equal sums of what comes to the same.
    pub(crate) fn plainly(self, nobody_turns: bool, [least, most]: [i16; 2]) -> Sums {
        let usual = |bits: usize| if nobody_turns { bits & 3 } else { bits };
        Sums(self.0.map(|sums| std::array::from_fn(|bits| sums[usual(bits)].clamp(least, most))))
    }

    /// Of a round: of a turn after this one, after a round won, the first of its turn, when the fighter has turned to who met
    /// it and its enemy has (OTH-RESULT-7).
    pub(crate) fn at(&self, later: bool, won: bool, first: bool, [turned, faced]: [bool; 2]) -> i16 {
        let bits = [won, first, turned, faced].into_iter().rev().fold(0, |bits, bit| bits << 1 | usize::from(bit));
        self.0[usize::from(later)][bits]
    }
}

/// Whether impetus counts in the first round of a turn, and in the others (OTH-COMBAT-5).
fn counts(war: &War, first: bool) -> bool {
    first || (!war.options().impact_first && rule!("OTH-COMBAT-5"))
}

/// The modifiers of a fighter for as long as it fights that enemy: those of every round, and what decides about those that
/// change.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    kind: Kind,
    weight: Weight,
    /// What its charge is worth on foot.
    dash: i16,
    lances: bool,
    /// Of every round.
    rows: Rows,
    /// A charge of horse loses its bonus.
    broken_up: bool,
}

/// Modifiers with what each is worth.
#[derive(Clone, Debug, Default)]
struct Rows(Vec<(&'static Modifier, i16)>);

impl Rows {
    fn add(&mut self, given: bool, row: &'static Modifier) {
        self.valued(given, row, row.values[0]);
    }

    fn valued(&mut self, given: bool, row: &'static Modifier, value: i16) {
        if given && value != 0 {
            self.0.push((row, value));
        }
    }
}

impl Standing {
    /// As the battle stands.
    pub(crate) fn of(war: &War, fighter: &Fighter) -> Standing {
        let Fighter { unit, enemy, .. } = *fighter;
        let (own, theirs) = (war.profile(unit), war.profile(enemy));
        let mut rows = Rows::default();
        let touch = Touch::of(war, unit, enemy);
        match own.kind {
            Kind::Infantry => {
                foot(war, fighter, &touch, &mut rows);
                walls(war, unit, enemy, &mut rows);
            }
            Kind::Cavalry => horse(war, fighter, &mut rows),
            Kind::FootArtillery | Kind::HorseArtillery => {
                rows.add(rule!("OTH-MELEE-ART-M1"), modifier!("OTH-MELEE-ART-M1"));
            }
        }
        let guns = theirs.kind.is_guns() && !own.kind.is_guns();
        rows.add(guns && rule!("OTH-MELEE-ART-M2"), modifier!("OTH-MELEE-ART-M2"));
        let broken_up = own.kind.is_cavalry() && is_broken_up(war, enemy, &touch);
        let dash = modifier!("OTH-MELEE-INF-M1").values[usize::from(own.has(Traits::FRENCH))];
        Standing { kind: own.kind, weight: own.weight, dash, lances: own.has(Traits::LANCER), rows, broken_up }
    }

    /// Every modifier of a round.
    pub(crate) fn each(&self, footing: &Footing, mut tell: impl FnMut(&'static Modifier, i16)) {
        let passing = match self.kind {
            Kind::Infantry => self.foot_in(footing),
            Kind::Cavalry => self.horse_in(footing),
            Kind::FootArtillery | Kind::HorseArtillery => Rows::default(),
        };
        self.rows.0.iter().chain(&passing.0).for_each(|(row, value)| tell(row, *value));
    }

    /// What all of them come to in a round.
    pub(crate) fn sum(&self, footing: &Footing) -> i16 {
        let mut sum = 0;
        self.each(footing, |_, value| sum += value);
        sum
    }

    fn foot_in(&self, footing: &Footing) -> Rows {
        let mut rows = Rows::default();
        let charged = footing.impetuous && rule!("OTH-MELEE-INF-M1");
        rows.valued(charged, modifier!("OTH-MELEE-INF-M1"), self.dash);
        let attacks = modifier!("OTH-MELEE-INF-M2");
        rows.valued(rule!("OTH-MELEE-INF-M2"), attacks, by_side(footing.attacks, attacks));
        let met = modifier!("OTH-MELEE-INF-M8");
        rows.valued(rule!("OTH-MELEE-INF-M8"), met, by_side(footing.met_on, met));
        rows.add(footing.won && rule!("OTH-MELEE-INF-M25"), modifier!("OTH-MELEE-INF-M25"));
        rows
    }

    fn horse_in(&self, footing: &Footing) -> Rows {
        let mut rows = Rows::default();
        let weight = |weight: Weight| footing.impetuous && !self.broken_up && self.weight == weight;
        rows.add(weight(Weight::Light) && rule!("OTH-MELEE-CAV-M1"), modifier!("OTH-MELEE-CAV-M1"));
        rows.add(weight(Weight::Heavy) && rule!("OTH-MELEE-CAV-M2"), modifier!("OTH-MELEE-CAV-M2"));
        rows.add(weight(Weight::Cuirassier) && rule!("OTH-MELEE-CAV-M3"), modifier!("OTH-MELEE-CAV-M3"));
        let lances = self.lances && footing.first;
        rows.add(lances && rule!("OTH-MELEE-CAV-M4"), modifier!("OTH-MELEE-CAV-M4"));
        rows.add(footing.won && rule!("OTH-MELEE-CAV-M5"), modifier!("OTH-MELEE-CAV-M5"));
        let met = modifier!("OTH-MELEE-CAV-M6");
        rows.valued(rule!("OTH-MELEE-CAV-M6"), met, by_side(footing.met_on, met));
        let attacks = modifier!("OTH-MELEE-INF-M2");
        rows.valued(!rule!("OTH-MELEE-CAV-2"), attacks, by_side(footing.attacks, attacks));
        rows
    }
}

/// How two units touch each other.
struct Touch {
    /// An obstacle lies between all who touch (OTH-COMBAT-9).
    parted: bool,
    /// The first own stand that touches is in woods.
    wooded: bool,
    /// It is higher than the enemy's.
    higher: bool,
}

impl Touch {
    fn of(war: &War, unit: UnitId, enemy: UnitId) -> Touch {
        let (pairs, ground) = (pairs(war, unit, enemy), war.field().ground());
        let first = pairs.first();
        Touch {
            parted: are_parted(war, &pairs),
            wooded: first.is_some_and(|(own, _)| ground.terrain(*own).is_woods()),
            higher: first.is_some_and(|(own, theirs)| ground.elevation(*own) > ground.elevation(*theirs)),
        }
    }
}

/// Whether a unit is inside of woods in which horse does not ride it down.
fn is_sheltered(war: &War, unit: UnitId) -> bool {
    let thick = |hex: &Hex| matches!(war.field().ground().terrain(*hex), Terrain::Woods | Terrain::DenseWoods);
    war.field().footprint(unit).hexes().iter().all(thick)
}

/// What a clause gives for flank and rear.
fn by_side(aspect: Aspect, row: &Modifier) -> i16 {
    match aspect {
        Aspect::Front => 0,
        Aspect::Flank => row.values[0],
        Aspect::Rear => row.values[1],
    }
}

/// What a clause gives for one support and for more.
fn supported(war: &War, unit: UnitId, row: &Modifier) -> i16 {
    match supports(war, unit) {
        0 => 0,
        1 => row.values[0],
        _ => row.values[1],
    }
}

/// Modifiers of foot in every round but for houses.
fn foot(war: &War, fighter: &Fighter, touch: &Touch, rows: &mut Rows) {
    let Fighter { unit, enemy, .. } = *fighter;
    let (own, theirs): (&Profile, &Profile) = (war.profile(unit), war.profile(enemy));
    let (shape, facing) = (shape(war, unit), crate::space::shape(war, enemy));
    let mut add = |given: bool, row| rows.add(given, row);
    let attacker = contacts::between(war, unit, enemy).is_some_and(|one| one.by == unit);
    let parted = touch.parted;
    add(parted && attacker && rule!("OTH-MELEE-INF-M3"), modifier!("OTH-MELEE-INF-M3"));
    add(parted && !attacker && rule!("OTH-MELEE-INF-M9"), modifier!("OTH-MELEE-INF-M9"));
    let evaded = war.marked(unit, marks::EVADED);
    add(evaded && rule!("OTH-MELEE-INF-M14"), modifier!("OTH-MELEE-INF-M14"));
    let formed = theirs.kind.is_foot() && !matches!(facing, Shape::Skirmish | Shape::Open | Shape::Garrison);
    let close = theirs.kind.is_foot() && facing != Shape::Skirmish;
    let loose = shape == Shape::Skirmish;
    add(loose && close && rule!("OTH-MELEE-INF-M15"), modifier!("OTH-MELEE-INF-M15"));
    let open = shape == Shape::Open;
    add(open && formed && rule!("OTH-MELEE-INF-M16"), modifier!("OTH-MELEE-INF-M16"));
    add(shape == Shape::March && rule!("OTH-MELEE-INF-M17"), modifier!("OTH-MELEE-INF-M17"));
    let square = shape == Shape::Square;
    add(square && formed && rule!("OTH-MELEE-INF-M18"), modifier!("OTH-MELEE-INF-M18"));
    add(is_caught(war, unit) && rule!("OTH-MELEE-INF-M19"), modifier!("OTH-MELEE-INF-M19"));
    let horse = theirs.kind.is_cavalry();
    add(square && horse && rule!("OTH-MELEE-INF-M20"), modifier!("OTH-MELEE-INF-M20"));
    let boxed = theirs.kind.is_foot() && facing == Shape::Square;
    add(boxed && rule!("OTH-MELEE-INF-M21"), modifier!("OTH-MELEE-INF-M21"));
    let woods = touch.wooded;
    let skirmishing = shape.is_loose();
    add(woods && skirmishing && rule!("OTH-MELEE-INF-M23"), modifier!("OTH-MELEE-INF-M23"));
    add(woods && !skirmishing && rule!("OTH-MELEE-INF-M24"), modifier!("OTH-MELEE-INF-M24"));
    add(touch.higher && rule!("OTH-MELEE-INF-M26"), modifier!("OTH-MELEE-INF-M26"));
    add(own.has(Traits::MILITIA) && rule!("OTH-MELEE-INF-M27"), modifier!("OTH-MELEE-INF-M27"));
    let backed = modifier!("OTH-MELEE-INF-M22");
    rows.valued(rule!("OTH-MELEE-INF-M22"), backed, supported(war, unit, backed));
    rows.valued(rule!("OTH-MELEE-INF-M28"), modifier!("OTH-MELEE-INF-M28"), leaders::fights(war, unit));
}

/// Whether horse has caught foot out of square: whoever it fights (OTH-MELEE-INF-1).
pub(crate) fn is_caught(war: &War, unit: UnitId) -> bool {
    let horse = |enemy: &UnitId| war.profile(*enemy).kind.is_cavalry();
    let met = contacts::opponents(war, unit).iter().any(horse);
    let ready = matches!(shape(war, unit), Shape::Square | Shape::Garrison);
    met && !ready && !is_sheltered(war, unit) && rule!("OTH-MELEE-INF-1")
}

/// What houses do to who attacks and who holds them (OTH-BUA-5).
fn walls(war: &War, unit: UnitId, enemy: UnitId, rows: &mut Rows) {
    let mut add = |given: bool, row| rows.add(given, row);
    let strength = |unit: UnitId| towns::of(war, unit).map(|town| town.walls).filter(|_| rule!("OTH-BUA-5"));
    let at = |walls: Walls| strength(enemy) == Some(walls);
    add(at(Walls::Wooden) && rule!("OTH-MELEE-INF-M4"), modifier!("OTH-MELEE-INF-M4"));
    add(at(Walls::Brick) && rule!("OTH-MELEE-INF-M5"), modifier!("OTH-MELEE-INF-M5"));
    add(at(Walls::Stone) && rule!("OTH-MELEE-INF-M6"), modifier!("OTH-MELEE-INF-M6"));
    add(at(Walls::Fortified) && rule!("OTH-MELEE-INF-M7"), modifier!("OTH-MELEE-INF-M7"));
    let behind = |walls: Walls| strength(unit) == Some(walls);
    add(behind(Walls::Wooden) && rule!("OTH-MELEE-INF-M10"), modifier!("OTH-MELEE-INF-M10"));
    add(behind(Walls::Brick) && rule!("OTH-MELEE-INF-M11"), modifier!("OTH-MELEE-INF-M11"));
    add(behind(Walls::Stone) && rule!("OTH-MELEE-INF-M12"), modifier!("OTH-MELEE-INF-M12"));
    add(behind(Walls::Fortified) && rule!("OTH-MELEE-INF-M13"), modifier!("OTH-MELEE-INF-M13"));
}

/// Whether a charge loses its bonus: at a square, or where an obstacle or earthworks lie between all who touch
/// (OTH-MELEE-CAV-M14, CAV-1, OTH-COMBAT-9).
fn is_broken_up(war: &War, enemy: UnitId, touch: &Touch) -> bool {
    let square = shape(war, enemy) == Shape::Square;
    let ready = square && war.options().ready_square && !war.marked(enemy, marks::EMERGENCY);
    let formed = square && !ready && rule!("OTH-MELEE-CAV-1");
    (formed || touch.parted) && rule!("OTH-MELEE-CAV-M14")
}

/// Modifiers of horse in every round: it has none of its own for flanks, heights, woods and obstacles (OTH-MELEE-CAV-2).
fn horse(war: &War, fighter: &Fighter, rows: &mut Rows) {
    let Fighter { unit, enemy, .. } = *fighter;
    let (own, theirs) = (war.profile(unit), war.profile(enemy));
    let mut add = |given: bool, row| rows.add(given, row);
    let evaded = war.marked(unit, marks::EVADED);
    add(evaded && rule!("OTH-MELEE-CAV-M8"), modifier!("OTH-MELEE-CAV-M8"));
    add(own.has(Traits::MILITIA) && rule!("OTH-MELEE-CAV-M9"), modifier!("OTH-MELEE-CAV-M9"));
    let marching = shape(war, unit) == Shape::March;
    add(marching && rule!("OTH-MELEE-CAV-M10"), modifier!("OTH-MELEE-CAV-M10"));
    let square = theirs.kind.is_foot() && shape(war, enemy) == Shape::Square;
    add(square && rule!("OTH-MELEE-CAV-M11"), modifier!("OTH-MELEE-CAV-M11"));
    let foot = theirs.kind.is_foot() && !square;
    add(foot && rule!("OTH-MELEE-CAV-M12"), modifier!("OTH-MELEE-CAV-M12"));
    let backed = modifier!("OTH-MELEE-CAV-M7");
    rows.valued(rule!("OTH-MELEE-CAV-M7"), backed, supported(war, unit, backed));
    rows.valued(rule!("OTH-MELEE-CAV-M13"), modifier!("OTH-MELEE-CAV-M13"), leaders::fights(war, unit));
}
