//! The score of a unit in a round: share and every modifier (OTH-COMBAT-2, 5 to 9, OTH-MELEE).

use battle::{Pool, Terrain, UnitId, rule};
use hexes::{Crossing, Hex};

use crate::command::leaders;
use crate::fatigue;
use crate::fire::score::{face, garrison_score, share, table};
use crate::ground::{going, towns};
use crate::modifiers::{self, add_valued, of};
use crate::profile::{Gift, Kind, Profile, Walls, Weight};
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

/// The share of a score that a unit fights with (OTH-MELEE-INF-S1 to S7, CAV-S1 to S5, ART-S1, S2).
pub(crate) fn base(war: &War, fighter: &Fighter, score: i16) -> i16 {
    let unit = fighter.unit;
    let open = war.options().open_share;
    match (war.profile(unit).kind, shape(war, unit)) {
        (Kind::Infantry, Shape::Line) if rule!("OTH-MELEE-INF-S1") => share(score, 100),
        (Kind::Infantry, Shape::Attack) if rule!("OTH-MELEE-INF-S2") => share(score, 100),
        (Kind::Infantry, Shape::Companies) if rule!("OTH-MELEE-INF-S3") => share(score, 25),
        (Kind::Infantry, Shape::Open | Shape::Skirmish) if rule!("OTH-MELEE-INF-S4") => {
            if rule!("OTH-MELEE-INF-2") {
                share(score, open)
            } else {
                score
            }
        }
        (Kind::Infantry, Shape::March) if rule!("OTH-MELEE-INF-S5") => 1,
        (Kind::Infantry, Shape::Square) if rule!("OTH-MELEE-INF-S6") => score,
        (Kind::Infantry, Shape::Garrison) if rule!("OTH-MELEE-INF-S7") => {
            face(war, garrison_score(war, unit) - fatigue::score(war, unit) + score, fighter.acted)
        }
        (Kind::Infantry, _) => 0,
        (Kind::Cavalry, Shape::Line) => {
            if rule!("OTH-MELEE-CAV-S1") {
                score
            } else {
                0
            }
        }
        (Kind::Cavalry, Shape::Companies) if rule!("OTH-MELEE-CAV-S2") => share(score, 25),
        (Kind::Cavalry, Shape::Squadrons) if fighter.round == 1 && rule!("OTH-MELEE-CAV-S3") => share(score, 50),
        (Kind::Cavalry, Shape::March) if rule!("OTH-MELEE-CAV-S4") => 1,
        (Kind::Cavalry, Shape::Open | Shape::Skirmish) if rule!("OTH-MELEE-CAV-S5") => share(score, open),
        (_, Shape::Limbered) if rule!("OTH-MELEE-ART-S2") => 1,
        (_, Shape::Battery) => {
            if rule!("OTH-MELEE-ART-S1") {
                score
            } else {
                0
            }
        }
        _ => score,
    }
}

/// The roll of a fighter. In a round after fighting one's way into houses no modifiers count (OTH-BUA-6).
pub(crate) fn pool(war: &War, fighter: &Fighter, bare: Bare) -> Pool {
    let Fighter { unit, enemy, .. } = *fighter;
    let mut pool = dice(war, base(war, fighter, fatigue::score(war, unit)));
    if bare == Bare::Yes {
        return pool;
    }
    match war.profile(unit).kind {
        Kind::Infantry => {
            foot(war, fighter, &mut pool);
            walls(war, unit, enemy, &mut pool);
        }
        Kind::Cavalry => {
            horse(war, fighter, &mut pool);
            if !rule!("OTH-MELEE-CAV-2") {
                pool.need(
                    "attacks flank or rear",
                    by_side(attacks(war, unit, enemy), "OTH-MELEE-INF-M2"),
                    "OTH-MELEE-CAV-2",
                );
            }
        }
        Kind::FootArtillery | Kind::HorseArtillery => {
            modifiers::add(&mut pool, rule!("OTH-MELEE-ART-M1"), "OTH-MELEE-ART-M1");
            return pool;
        }
    }
    let guns = war.profile(enemy).kind.is_guns() && rule!("OTH-MELEE-ART-M2");
    modifiers::add(&mut pool, guns, "OTH-MELEE-ART-M2");
    pool
}

/// The roll of a score in a round (OTH-COMBAT-8).
pub(crate) fn dice(war: &War, score: i16) -> Pool {
    table(war, Why::Combat, "OTH-COMBAT-2", score)
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
fn is_parted(war: &War, unit: UnitId, enemy: UnitId) -> bool {
    let ground = war.field().ground();
    let parts = |(from, to): &(Hex, Hex)| {
        let edge = from.direction_to(*to).map(|way| ground.edge(*from, way));
        let works = [from, to].map(|hex| ground.terrain(*hex) == Terrain::Works);
        edge.is_some_and(going::is_obstacle) || works[0] != works[1]
    };
    let pairs = pairs(war, unit, enemy);
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

/// Whether the impetus of a unit counts in a round (OTH-COMBAT-5).
fn is_impetuous(war: &War, fighter: &Fighter) -> bool {
    let counts = fighter.round == 1 || (!war.options().impact_first && rule!("OTH-COMBAT-5"));
    war.own(fighter.unit).impetus != Impetus::None && counts
}

/// Whether a stand of a unit that touches an enemy is in woods; in normal and dense ones.
fn in_woods(war: &War, unit: UnitId, enemy: UnitId) -> bool {
    let wooded = |hex: Hex| war.field().ground().terrain(hex).is_woods();
    pairs(war, unit, enemy).first().is_some_and(|(stand, _)| wooded(*stand))
}

/// Whether a unit is inside of woods in which horse does not ride it down.
fn is_sheltered(war: &War, unit: UnitId) -> bool {
    let thick = |hex: &Hex| matches!(war.field().ground().terrain(*hex), Terrain::Woods | Terrain::DenseWoods);
    war.field().footprint(unit).hexes().iter().all(thick)
}

/// Whether a unit's own stand in contact is higher than the enemy's.
fn is_higher(war: &War, unit: UnitId, enemy: UnitId) -> bool {
    let ground = war.field().ground();
    pairs(war, unit, enemy).first().is_some_and(|(own, theirs)| ground.elevation(*own) > ground.elevation(*theirs))
}

/// What a clause gives for flank and rear.
fn by_side(aspect: Aspect, clause: &str) -> i16 {
    match aspect {
        Aspect::Front => 0,
        Aspect::Flank => of(clause).values[0],
        Aspect::Rear => of(clause).values[1],
    }
}

/// What a clause gives for one support and for more.
fn supported(war: &War, unit: UnitId, clause: &str) -> i16 {
    match supports(war, unit) {
        0 => 0,
        1 => of(clause).values[0],
        _ => of(clause).values[1],
    }
}

/// Modifiers of foot but for houses.
fn foot(war: &War, fighter: &Fighter, pool: &mut Pool) {
    let Fighter { unit, enemy, .. } = *fighter;
    let (own, theirs): (&Profile, &Profile) = (war.profile(unit), war.profile(enemy));
    let (shape, facing) = (shape(war, unit), crate::space::shape(war, enemy));
    let mut add = |given: bool, clause| modifiers::add(pool, given, clause);
    let attacker = contacts::between(war, unit, enemy).is_some_and(|one| one.by == unit);
    let parted = is_parted(war, unit, enemy);
    add(parted && attacker && rule!("OTH-MELEE-INF-M3"), "OTH-MELEE-INF-M3");
    add(parted && !attacker && rule!("OTH-MELEE-INF-M9"), "OTH-MELEE-INF-M9");
    let evaded = war.marked(unit, marks::EVADED);
    add(evaded && rule!("OTH-MELEE-INF-M14"), "OTH-MELEE-INF-M14");
    let formed = theirs.kind.is_foot() && !matches!(facing, Shape::Skirmish | Shape::Open | Shape::Garrison);
    let close = theirs.kind.is_foot() && facing != Shape::Skirmish;
    let loose = shape == Shape::Skirmish;
    add(loose && close && rule!("OTH-MELEE-INF-M15"), "OTH-MELEE-INF-M15");
    let open = shape == Shape::Open;
    add(open && formed && rule!("OTH-MELEE-INF-M16"), "OTH-MELEE-INF-M16");
    add(shape == Shape::March && rule!("OTH-MELEE-INF-M17"), "OTH-MELEE-INF-M17");
    let square = shape == Shape::Square;
    add(square && formed && rule!("OTH-MELEE-INF-M18"), "OTH-MELEE-INF-M18");
    add(is_caught(war, unit) && rule!("OTH-MELEE-INF-M19"), "OTH-MELEE-INF-M19");
    let horse = theirs.kind.is_cavalry();
    add(square && horse && rule!("OTH-MELEE-INF-M20"), "OTH-MELEE-INF-M20");
    let boxed = theirs.kind.is_foot() && facing == Shape::Square;
    add(boxed && rule!("OTH-MELEE-INF-M21"), "OTH-MELEE-INF-M21");
    let woods = in_woods(war, unit, enemy);
    let skirmishing = shape.is_loose();
    add(woods && skirmishing && rule!("OTH-MELEE-INF-M23"), "OTH-MELEE-INF-M23");
    add(woods && !skirmishing && rule!("OTH-MELEE-INF-M24"), "OTH-MELEE-INF-M24");
    add(war.marked(unit, marks::WON) && rule!("OTH-MELEE-INF-M25"), "OTH-MELEE-INF-M25");
    add(is_higher(war, unit, enemy) && rule!("OTH-MELEE-INF-M26"), "OTH-MELEE-INF-M26");
    add(own.has(Gift::Militia) && rule!("OTH-MELEE-INF-M27"), "OTH-MELEE-INF-M27");
    let dash = of("OTH-MELEE-INF-M1").values[usize::from(own.has(Gift::French))];
    let charged = is_impetuous(war, fighter) && rule!("OTH-MELEE-INF-M1");
    add_valued(pool, charged, "OTH-MELEE-INF-M1", dash);
    let attacked = by_side(attacks(war, unit, enemy), "OTH-MELEE-INF-M2");
    add_valued(pool, rule!("OTH-MELEE-INF-M2"), "OTH-MELEE-INF-M2", attacked);
    let met = by_side(met_on(war, unit), "OTH-MELEE-INF-M8");
    add_valued(pool, rule!("OTH-MELEE-INF-M8"), "OTH-MELEE-INF-M8", met);
    add_valued(pool, rule!("OTH-MELEE-INF-M22"), "OTH-MELEE-INF-M22", supported(war, unit, "OTH-MELEE-INF-M22"));
    add_valued(pool, rule!("OTH-MELEE-INF-M28"), "OTH-MELEE-INF-M28", leaders::fights(war, unit));
}

/// Whether horse has caught foot out of square: whoever it fights (OTH-MELEE-INF-1).
pub(crate) fn is_caught(war: &War, unit: UnitId) -> bool {
    let horse = |enemy: &UnitId| war.profile(*enemy).kind.is_cavalry();
    let met = contacts::opponents(war, unit).iter().any(horse);
    let ready = matches!(shape(war, unit), Shape::Square | Shape::Garrison);
    met && !ready && !is_sheltered(war, unit) && rule!("OTH-MELEE-INF-1")
}

/// What houses do to who attacks and who holds them (OTH-BUA-5).
fn walls(war: &War, unit: UnitId, enemy: UnitId, pool: &mut Pool) {
    let mut add = |given: bool, clause| modifiers::add(pool, given, clause);
    let strength = |unit: UnitId| towns::of(war, unit).map(|town| town.walls).filter(|_| rule!("OTH-BUA-5"));
    let at = |walls: Walls| strength(enemy) == Some(walls);
    add(at(Walls::Wooden) && rule!("OTH-MELEE-INF-M4"), "OTH-MELEE-INF-M4");
    add(at(Walls::Brick) && rule!("OTH-MELEE-INF-M5"), "OTH-MELEE-INF-M5");
    add(at(Walls::Stone) && rule!("OTH-MELEE-INF-M6"), "OTH-MELEE-INF-M6");
    add(at(Walls::Fortified) && rule!("OTH-MELEE-INF-M7"), "OTH-MELEE-INF-M7");
    let behind = |walls: Walls| strength(unit) == Some(walls);
    add(behind(Walls::Wooden) && rule!("OTH-MELEE-INF-M10"), "OTH-MELEE-INF-M10");
    add(behind(Walls::Brick) && rule!("OTH-MELEE-INF-M11"), "OTH-MELEE-INF-M11");
    add(behind(Walls::Stone) && rule!("OTH-MELEE-INF-M12"), "OTH-MELEE-INF-M12");
    add(behind(Walls::Fortified) && rule!("OTH-MELEE-INF-M13"), "OTH-MELEE-INF-M13");
}

/// Whether a charge loses its bonus: at a square, or where an obstacle or earthworks lie between all who touch
/// (OTH-MELEE-CAV-M14, CAV-1, OTH-COMBAT-9).
fn is_broken_up(war: &War, unit: UnitId, enemy: UnitId) -> bool {
    let square = shape(war, enemy) == Shape::Square;
    let ready = square && war.options().ready_square && !war.marked(enemy, marks::EMERGENCY);
    let formed = square && !ready && rule!("OTH-MELEE-CAV-1");
    (formed || is_parted(war, unit, enemy)) && rule!("OTH-MELEE-CAV-M14")
}

/// Modifiers of horse: it has none of its own for flanks, heights, woods and obstacles (OTH-MELEE-CAV-2).
fn horse(war: &War, fighter: &Fighter, pool: &mut Pool) {
    let Fighter { unit, enemy, .. } = *fighter;
    let (own, theirs) = (war.profile(unit), war.profile(enemy));
    let mut add = |given: bool, clause| modifiers::add(pool, given, clause);
    let charges = is_impetuous(war, fighter) && !is_broken_up(war, unit, enemy);
    let weight = |weight: Weight| charges && own.weight == weight;
    add(weight(Weight::Light) && rule!("OTH-MELEE-CAV-M1"), "OTH-MELEE-CAV-M1");
    add(weight(Weight::Heavy) && rule!("OTH-MELEE-CAV-M2"), "OTH-MELEE-CAV-M2");
    add(weight(Weight::Cuirassier) && rule!("OTH-MELEE-CAV-M3"), "OTH-MELEE-CAV-M3");
    let lances = own.has(Gift::Lancer) && fighter.round == 1;
    add(lances && rule!("OTH-MELEE-CAV-M4"), "OTH-MELEE-CAV-M4");
    add(war.marked(unit, marks::WON) && rule!("OTH-MELEE-CAV-M5"), "OTH-MELEE-CAV-M5");
    let evaded = war.marked(unit, marks::EVADED);
    add(evaded && rule!("OTH-MELEE-CAV-M8"), "OTH-MELEE-CAV-M8");
    add(own.has(Gift::Militia) && rule!("OTH-MELEE-CAV-M9"), "OTH-MELEE-CAV-M9");
    let marching = shape(war, unit) == Shape::March;
    add(marching && rule!("OTH-MELEE-CAV-M10"), "OTH-MELEE-CAV-M10");
    let square = theirs.kind.is_foot() && shape(war, enemy) == Shape::Square;
    add(square && rule!("OTH-MELEE-CAV-M11"), "OTH-MELEE-CAV-M11");
    let foot = theirs.kind.is_foot() && !square;
    add(foot && rule!("OTH-MELEE-CAV-M12"), "OTH-MELEE-CAV-M12");
    let met = by_side(met_on(war, unit), "OTH-MELEE-CAV-M6");
    add_valued(pool, rule!("OTH-MELEE-CAV-M6"), "OTH-MELEE-CAV-M6", met);
    add_valued(pool, rule!("OTH-MELEE-CAV-M7"), "OTH-MELEE-CAV-M7", supported(war, unit, "OTH-MELEE-CAV-M7"));
    add_valued(pool, rule!("OTH-MELEE-CAV-M13"), "OTH-MELEE-CAV-M13", leaders::fights(war, unit));
}
