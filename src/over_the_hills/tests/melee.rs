//! Scores of a round of close combat: shares and every modifier of foot, horse and guns (OTH-MELEE, OTH-COMBAT-5 to 9).

use battle::rule::bites;
use battle::{Edge, Obstacle, Side, Terrain};

use super::fixture::{Fixture, Game};
use crate::info::COMBAT;
use crate::marks;
use crate::profile::{Gun, Kind, Traits, Weight};
use crate::space::Aspect::{self, Flank, Front, Rear};
use crate::space::Shape::{self, Attack, Battery, Companies, Limbered, Line, March, Open, Skirmish, Squadrons, Square};
use crate::state::Impetus::{self, Countered, Initiated};

/// As it is.
fn same(fixture: Fixture) -> Fixture {
    fixture
}

/// B1 of FS 7 on (20,30), facing north, in contact since this turn with R1 of FS 7 before it, on that side of R1.
fn met(
    (kind, shape): (Kind, Shape),
    (other, theirs): (Kind, Shape),
    aspect: Aspect,
    own: impl Fn(Fixture) -> Fixture,
    enemy: impl Fn(Fixture) -> Fixture,
) -> Game {
    let stands = |kind: Kind| if kind.is_guns() { 2 } else { 4 };
    let field = own(Fixture::plain().unit("B1", kind, stands(kind), (20, 30), "N", shape));
    let field = enemy(field.unit("R1", other, stands(other), (20, 29), "S", theirs));
    field.contact("B1", "R1", aspect).phase(COMBAT, Side::Blue).game(&[])
}

/// Scores of both in the first round: ours and theirs, both on foot.
fn foot(by: Shape, on: Shape, own: impl Fn(Fixture) -> Fixture, enemy: impl Fn(Fixture) -> Fixture) -> [i16; 2] {
    both(&met((Kind::Infantry, by), (Kind::Infantry, on), Front, own, enemy), 1)
}

fn both(game: &Game, round: u8) -> [i16; 2] {
    [game.fights("B1", "R1", round), game.fights("R1", "B1", round)]
}

/// The score of horse against horse in line.
fn horse(shape: Shape, round: u8, own: impl Fn(Fixture) -> Fixture) -> i16 {
    both(&met((Kind::Cavalry, shape), (Kind::Cavalry, Line), Front, own, same), round)[0]
}

fn dashes(impetus: Impetus) -> impl Fn(Fixture) -> Fixture {
    move |unit| unit.state(|own| own.impetus = impetus)
}

#[test]
fn shares_of_foot() {
    let share = |shape, enemy: Shape| foot(shape, enemy, same, same)[0];
    bites(&["OTH-MELEE-INF-S1"], || assert_eq!(share(Line, Line), 7));
    bites(&["OTH-MELEE-INF-S2"], || assert_eq!(share(Attack, Line), 7));
    bites(&["OTH-MELEE-INF-S3"], || assert_eq!(share(Companies, Line), 2));
    bites(&["OTH-MELEE-INF-S4", "OTH-MELEE-INF-2"], || {
        assert_eq!([share(Open, Skirmish), share(Skirmish, Skirmish)], [4, 4]);
    });
    bites(&["OTH-MELEE-INF-S5", "OTH-MELEE-INF-M17"], || assert_eq!(share(March, Line), 1 - 8));
    bites(&["OTH-MELEE-INF-S6"], || assert_eq!(share(Square, Skirmish), 7));
    bites(&["OTH-OPT-1a"], || {
        let full = foot(Open, Skirmish, |unit| unit.house("open_combat_share", "100"), same);
        assert_eq!(full[0], 7);
    });
}

#[test]
fn going_at_the_enemy() {
    bites(&["OTH-MELEE-INF-M1"], || {
        assert_eq!(foot(Line, Line, dashes(Initiated), same), [8, 7]);
        assert_eq!(foot(Line, Line, same, dashes(Countered)), [7, 8]);
        assert_eq!(foot(Line, Line, |unit| dashes(Initiated)(unit).having(Traits::FRENCH), same), [9, 7]);
    });
    bites(&["OTH-COMBAT-5"], || {
        let later = |impact: &'static str| {
            let own = move |unit: Fixture| dashes(Initiated)(unit).house("impact", impact);
            let game = met((Kind::Infantry, Line), (Kind::Infantry, Line), Front, own, same);
            [1, 2, 3].map(|round| game.fights("B1", "R1", round))
        };
        assert_eq!(later("all"), [8, 8, 8]);
        assert_eq!(later("first"), [8, 7, 7]);
    });
}

#[test]
fn flank_and_rear() {
    let at = |aspect| both(&met((Kind::Infantry, Line), (Kind::Infantry, Line), aspect, same, same), 1);
    bites(&["OTH-MELEE-INF-M2"], || assert_eq!([at(Front)[0], at(Flank)[0], at(Rear)[0]], [7, 8, 10]));
    bites(&["OTH-MELEE-INF-M8", "OTH-COMBAT-7"], || {
        assert_eq!([at(Front)[1], at(Flank)[1], at(Rear)[1]], [7, 6, 4]);
    });
    let ridden = |aspect| both(&met((Kind::Cavalry, Line), (Kind::Cavalry, Line), aspect, same, same), 1);
    bites(&["OTH-MELEE-CAV-M6"], || {
        assert_eq!([ridden(Flank), ridden(Rear)], [[7, 6], [7, 4]], "horse has no bonus of its own (CAV-2)");
    });
    bites(&["OTH-COMBAT-7"], || {
        let two = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (20, 29), "S", Line);
        let two = two.foot("B2", (14, 29), "ENE", Attack).contact("B1", "R1", Front).contact("B2", "R1", Rear);
        let game = two.phase(COMBAT, Side::Blue).game(&[]);
        assert_eq!(game.fights("R1", "B1", 1), 4, "whomever it picks");
        assert_eq!(game.fights("B1", "R1", 1), 7);
    });
}

#[test]
fn obstacles() {
    let over = |obstacle| foot(Line, Line, move |unit| unit.above(30, obstacle), same);
    bites(&["OTH-MELEE-INF-M3", "OTH-MELEE-INF-M9", "OTH-COMBAT-9"], || {
        for obstacle in [Obstacle::Hedge, Obstacle::Wall, Obstacle::Fence, Obstacle::Ditch, Obstacle::Earthwork] {
            assert_eq!(over(obstacle), [5, 9], "{obstacle:?}");
        }
    });
    bites(&["OTH-COMBAT-9"], || assert_eq!(over(Obstacle::Stream), [5, 9], "streams count as obstacles"));
    assert_eq!(over(Obstacle::Gate), [7, 7]);
    let gap = |unit: Fixture| {
        let edge = Edge::default();
        let open = unit.above(30, Obstacle::Wall).edge((20, 30), hexes::Direction::NorthWest, edge);
        open.edge((20, 30), hexes::Direction::NorthEast, edge)
    };
    assert_eq!(foot(Line, Line, gap, same), [7, 7], "only between every pair");
    bites(&["OTH-COMBAT-9"], || {
        let works: Vec<(i16, i16)> = (10..30).map(|q| (q, 29)).collect();
        assert_eq!(
            foot(Line, Line, |unit| unit.terrain(Terrain::Works, &works), same),
            [5, 9],
            "works are a linear obstacle"
        );
    });
}

/// A line at (20,30) in contact with the garrison of two hexes of houses before it.
fn houses(terrain: Terrain, own: impl Fn(Fixture) -> Fixture) -> [i16; 2] {
    let field = own(Fixture::plain().foot("B1", (20, 30), "N", Line)).terrain(terrain, &[(20, 29), (21, 29)]);
    let field = field.foot("R1", (20, 29), "S", Line).garrisoned().contact("B1", "R1", Front);
    let game = field.phase(COMBAT, Side::Blue).game(&[]);
    both(&game, 1)
}

#[test]
fn houses_in_combat() {
    bites(&["OTH-MELEE-INF-M4", "OTH-MELEE-INF-M10", "OTH-BUA-5", "OTH-MELEE-INF-S7"], || {
        assert_eq!(houses(Terrain::WoodenBuilding, same), [5, 3 + 2]);
    });
    bites(&["OTH-MELEE-INF-M5", "OTH-MELEE-INF-M11", "OTH-BUA-5", "OTH-BUA-2"], || {
        assert_eq!(houses(Terrain::BrickBuilding, same), [3, 3 + 4]);
    });
    bites(&["OTH-MELEE-INF-M6", "OTH-MELEE-INF-M12", "OTH-BUA-5"], || {
        assert_eq!(houses(Terrain::StoneBuilding, same), [1, 3 + 6]);
    });
    bites(&["OTH-MELEE-INF-M7", "OTH-MELEE-INF-M13", "OTH-TERRAIN-3"], || {
        let wall = Edge { obstacle: Obstacle::Wall, ..Edge::default() };
        let walled = |unit: Fixture| {
            let walls = unit.above(29, Obstacle::Wall).above(30, Obstacle::Wall);
            walls.edge((20, 29), hexes::Direction::West, wall).edge((21, 29), hexes::Direction::East, wall)
        };
        let [attacks, holds] = houses(Terrain::BrickBuilding, walled);
        assert_eq!([attacks, holds], [7 - 8 - 2, 3 + 8 + 2], "the wall is an obstacle besides (COMBAT-9)");
    });
}

#[test]
fn formations_of_foot() {
    bites(&["OTH-MELEE-INF-M14"], || {
        assert_eq!(foot(Line, Line, same, |unit| unit.marks(marks::EVADED)), [7, 3]);
    });
    bites(&["OTH-MELEE-INF-M15"], || {
        assert_eq!(foot(Skirmish, Line, same, same)[0], 4 - 2);
        assert_eq!(foot(Skirmish, Open, same, same)[0], 4 - 2, "open order is not skirmishing");
        assert_eq!(foot(Skirmish, Skirmish, same, same)[0], 4);
    });
    bites(&["OTH-MELEE-INF-M16"], || {
        assert_eq!([Line, Attack, Companies, March].map(|on| foot(Open, on, same, same)[0]), [3; 4]);
        assert_eq!([Open, Skirmish].map(|on| foot(Open, on, same, same)[0]), [4; 2]);
    });
    bites(&["OTH-MELEE-INF-M18", "OTH-MELEE-INF-M21"], || {
        assert_eq!(foot(Line, Square, same, same), [10, 1]);
    });
    bites(&["OTH-MELEE-INF-M21"], || assert_eq!(foot(Skirmish, Square, same, same), [4 - 2 + 3, 7]));
    bites(&["OTH-MELEE-INF-M27"], || {
        assert_eq!(foot(Line, Line, |unit| unit.having(Traits::MILITIA), same), [6, 7]);
    });
    bites(&["OTH-MELEE-INF-M25"], || {
        assert_eq!(foot(Line, Line, |unit| unit.marks(marks::WON), same), [9, 7]);
    });
}

#[test]
fn foot_and_horse() {
    let against = |on| met((Kind::Cavalry, Line), (Kind::Infantry, on), Front, same, same);
    bites(&["OTH-MELEE-INF-M19", "OTH-MELEE-INF-1", "OTH-MELEE-CAV-M12"], || {
        assert_eq!([Line, Attack].map(|on| both(&against(on), 1)), [[10, 1]; 2]);
        assert_eq!(both(&against(Skirmish), 1), [10, 4 - 6], "skirmishers too");
    });
    bites(&["OTH-MELEE-INF-M20", "OTH-MELEE-CAV-M11"], || assert_eq!(both(&against(Square), 1), [1, 13]));
    bites(&["OTH-MELEE-INF-1"], || {
        let attacks = met((Kind::Infantry, Line), (Kind::Cavalry, Line), Front, dashes(Initiated), same);
        assert_eq!(both(&attacks, 1), [7 + 1 - 6, 10], "foot that went at horse");
        let wooded = |terrain: Terrain| {
            let hexes: Vec<(i16, i16)> = (10..30).map(|q| (q, 29)).collect();
            let enemy = move |unit: Fixture| unit.terrain(terrain, &hexes);
            both(&met((Kind::Cavalry, Line), (Kind::Infantry, Open), Front, same, enemy), 1)[1]
        };
        assert_eq!(wooded(Terrain::Woods), 4 - 1, "not in normal woods");
        assert_eq!(wooded(Terrain::LightWoods), 4 - 1 - 6, "in open ones it is");
    });
    bites(&["OTH-MELEE-INF-1"], || {
        let two = Fixture::plain().foot("R1", (20, 29), "S", Line).foot("B1", (20, 30), "N", Line);
        let two = two.horse("B2", (14, 29), "ENE", Attack).contact("B1", "R1", Front).contact("B2", "R1", Flank);
        let game = two.phase(COMBAT, Side::Blue).game(&[]);
        assert_eq!(game.fights("R1", "B1", 1), 7 - 1 - 6, "whichever opponent it picks");
    });
}

#[test]
fn supports() {
    let with = |more: &dyn Fn(Fixture) -> Fixture| foot(Line, Line, more, same)[0];
    let mate = |label: &'static str, at, shape| move |unit: Fixture| unit.foot(label, at, "N", shape);
    bites(&["OTH-MELEE-INF-M22", "OTH-COMBAT-6a"], || {
        assert_eq!(with(&mate("B2", (17, 36), Line)), 8, "six inches behind");
        assert_eq!(with(&mate("B2", (17, 37), Line)), 7, "seven are too far");
        assert_eq!(with(&|unit| mate("B3", (14, 33), Line)(mate("B2", (19, 33), Line)(unit))), 9);
        let three = |unit| mate("B4", (17, 36), Line)(mate("B3", (14, 33), Line)(mate("B2", (19, 33), Line)(unit)));
        assert_eq!(with(&three), 9, "two or more");
    });
    bites(&["OTH-COMBAT-6a"], || {
        assert_eq!([Attack, Open, Companies].map(|shape| with(&mate("B2", (18, 34), shape))), [8; 3]);
    });
    assert_eq!([March, Skirmish, Square].map(|shape| with(&mate("B2", (18, 34), shape))), [7; 3]);
    assert_eq!(with(&|unit| unit.guns("B2", (18, 34), "N", Gun::Medium)), 7, "guns are none");
    assert_eq!(with(&|unit| unit.foot("B2", (18, 34), "N", Line).hits(4)), 7, "wavering is none");
    assert_eq!(
        with(&|unit| unit.foot("R2", (18, 33), "N", Line).foot("B2", (17, 35), "N", Line)),
        7,
        "an enemy between"
    );
    bites(&["OTH-COMBAT-6a"], || {
        let limits = |unit: Fixture| unit.foot("B2", (18, 34), "N", Line).hits(4).house("wavering_limits", "off");
        assert_eq!(with(&limits), 8, "not routing is enough by that house rule");
    });
    bites(&["OTH-MELEE-CAV-M7"], || {
        assert_eq!(horse(Line, 1, |unit| unit.foot("B2", (18, 34), "N", Line)), 8);
        assert_eq!(horse(Line, 1, |unit| unit.foot("B2", (18, 34), "N", Line).horse("B3", (11, 34), "N", Line)), 9);
    });
}

#[test]
fn woods_and_heights() {
    let wooded = |terrain: Terrain, shape| {
        let hexes: Vec<(i16, i16)> = (10..30).map(|q| (q, 30)).collect();
        foot(shape, Skirmish, move |unit| unit.terrain(terrain, &hexes), same)
    };
    bites(&["OTH-MELEE-INF-M23"], || {
        assert_eq!(wooded(Terrain::Woods, Open)[0], 4 - 1);
        assert_eq!(wooded(Terrain::DenseWoods, Skirmish)[0], 4 - 1);
    });
    bites(&["OTH-MELEE-INF-M24"], || {
        assert_eq!(wooded(Terrain::LightWoods, Line), [7 - 3, 4 - 2], "its own stand in contact, not the other's");
    });
    bites(&["OTH-MELEE-INF-M26"], || {
        let hill: Vec<(i16, i16)> = (10..30).map(|q| (q, 29)).collect();
        let raised = move |unit: Fixture| unit.cell(|cell| cell.elevation = 1, &hill);
        assert_eq!(foot(Line, Line, raised, same), [7, 8]);
    });
}

#[test]
fn commanders_in_combat() {
    let led = |control| foot(Line, Line, move |unit| unit.led("BX", control), same)[0];
    bites(&["OTH-MELEE-INF-M28", "OTH-LEADER-3"], || {
        assert_eq!([1, 2, 3, 4, 5].map(led), [6, 7, 8, 9, 10]);
    });
    bites(&["OTH-MELEE-CAV-M13"], || {
        assert_eq!(horse(Line, 1, |unit| unit.led("BX", 4)), 9);
    });
    bites(&["OTH-LEADER-3"], || {
        let two = |unit: Fixture| unit.led("BX", 3).general("BG", (20, 30), 4);
        assert_eq!(foot(Line, Line, two, same)[0], 9, "the best alone");
        let other = |unit: Fixture| unit.led("BX", 3).brigade(2);
        assert_eq!(foot(Line, Line, other, same)[0], 7, "of its own command");
    });
}

#[test]
fn shares_of_horse() {
    bites(&["OTH-MELEE-CAV-S1"], || assert_eq!(horse(Line, 1, same), 7));
    bites(&["OTH-MELEE-CAV-S2"], || assert_eq!(horse(Companies, 1, same), 2));
    bites(&["OTH-MELEE-CAV-S3"], || assert_eq!([1, 2, 3].map(|round| horse(Squadrons, round, same)), [4, 7, 7]));
    bites(&["OTH-MELEE-CAV-S4", "OTH-MELEE-CAV-M10"], || assert_eq!(horse(March, 1, same), 1 - 6));
    bites(&["OTH-MELEE-CAV-S5"], || assert_eq!([horse(Open, 1, same), horse(Skirmish, 1, same)], [4, 4]));
}

/// OTH-COMBAT-2: the score times the share, rounded up. A hundredth more or less would show at these.
#[test]
fn a_share_in_combat_is_rounded_up() {
    let companies = [4, 25].map(|score| foot(Companies, Line, move |unit| unit.fs(score), same)[0]);
    let ridden = |shape, score| horse(shape, 1, move |unit| unit.fs(score));
    assert_eq!([companies, [4, 25].map(|score| ridden(Companies, score))], [[1, 7]; 2]);
    assert_eq!([8, 51].map(|score| ridden(Squadrons, score)), [4, 26]);
}

#[test]
fn charging_horse() {
    let charges = |weight, impetus, round| horse(Line, round, move |unit| dashes(impetus)(unit).weight(weight));
    bites(&["OTH-MELEE-CAV-M1"], || {
        assert_eq!([charges(Weight::Light, Initiated, 1), charges(Weight::Light, Countered, 2)], [10, 10]);
    });
    bites(&["OTH-MELEE-CAV-M2"], || assert_eq!(charges(Weight::Heavy, Initiated, 1), 11));
    bites(&["OTH-MELEE-CAV-M3"], || assert_eq!(charges(Weight::Cuirassier, Initiated, 3), 12));
    bites(&["OTH-MELEE-CAV-M4"], || {
        assert_eq!([1, 2].map(|round| horse(Line, round, |unit| unit.having(Traits::LANCER))), [8, 7]);
    });
    bites(&["OTH-MELEE-CAV-M5"], || assert_eq!(horse(Line, 2, |unit| unit.marks(marks::WON)), 9));
    bites(&["OTH-MELEE-CAV-M8"], || assert_eq!(horse(Line, 1, |unit| unit.marks(marks::EVADED)), 3));
    bites(&["OTH-MELEE-CAV-M9"], || assert_eq!(horse(Line, 1, |unit| unit.having(Traits::MILITIA)), 6));
}

#[test]
fn what_breaks_a_charge_up() {
    let at = |shape, own: &dyn Fn(Fixture) -> Fixture| {
        let charges = |unit| own(dashes(Initiated)(unit).weight(Weight::Heavy));
        both(&met((Kind::Cavalry, Line), (Kind::Infantry, shape), Front, charges, same), 1)[0]
    };
    bites(&["OTH-MELEE-CAV-M14", "OTH-MELEE-CAV-1"], || assert_eq!(at(Square, &same), 7 - 6, "at any square"));
    bites(&["OTH-MELEE-CAV-M14"], || {
        assert_eq!(at(Line, &|unit| unit.above(30, Obstacle::Hedge)), 7 + 3);
        assert_eq!(at(Line, &|unit| unit.above(30, Obstacle::Earthwork)), 7 + 3);
        let works: Vec<(i16, i16)> = (10..30).map(|q| (q, 29)).collect();
        assert_eq!(at(Line, &|unit| unit.terrain(Terrain::Works, &works)), 7 + 3);
        assert_eq!(at(Line, &same), 7 + 4 + 3);
    });
    bites(&["OTH-OPT-2"], || {
        assert_eq!(at(Square, &|unit| unit.house("ready_square", "bonus")), 7 + 4 - 6, "formed in time");
    });
    let hasty = met(
        (Kind::Cavalry, Line),
        (Kind::Infantry, Square),
        Front,
        |unit| dashes(Initiated)(unit).weight(Weight::Heavy).house("ready_square", "bonus"),
        |unit| unit.marks(marks::EMERGENCY),
    );
    assert_eq!(both(&hasty, 1)[0], 7 - 6);
}

#[test]
fn works_break_a_charge_up_where_it_meets_them() {
    // OTH-MELEE-CAV-M14, COMBAT-9: an obstacle lies between every pair in contact, and works are a linear obstacle. The
    // cuirassiers on (20,30) and (21,30) touch R1, a line on (18,29) to (21,29), by its stands on (20,29) and (21,29).
    let at = |works: &[(i16, i16)]| {
        let charges = |unit| dashes(Initiated)(unit).weight(Weight::Cuirassier);
        let enemy = |unit: Fixture| unit.terrain(Terrain::Works, works);
        both(&met((Kind::Cavalry, Squadrons), (Kind::Cavalry, Line), Front, charges, enemy), 2)[0]
    };
    bites(&["OTH-MELEE-CAV-M14"], || {
        assert_eq!(at(&[]), 7 + 5);
        assert_eq!(at(&[(18, 29), (19, 29)]), 7 + 5, "stands in works that nobody touches");
        assert_eq!(at(&[(20, 29)]), 7 + 5, "one of the stands in contact is in the open");
        assert_eq!(at(&[(20, 29), (21, 29)]), 7, "all stands in contact are in works");
    });
}

#[test]
fn horse_has_no_ground_of_its_own() {
    let hexes: Vec<(i16, i16)> = (10..30).map(|q| (q, 30)).collect();
    let (hill, wood) = (hexes.clone(), hexes);
    assert_eq!(horse(Line, 1, move |unit| unit.cell(|cell| cell.elevation = 1, &hill)), 7);
    assert_eq!(horse(Line, 1, move |unit| unit.terrain(Terrain::LightWoods, &wood)), 7);
    assert_eq!(horse(Line, 1, |unit| unit.above(30, Obstacle::Hedge)), 7);
}

#[test]
fn guns_in_combat() {
    let at = |kind, shape, guns| both(&met((kind, shape), (Kind::FootArtillery, guns), Front, same, same), 1);
    bites(&["OTH-MELEE-ART-S1", "OTH-MELEE-ART-M1"], || assert_eq!(at(Kind::Infantry, Line, Battery)[1], 7 - 4));
    bites(&["OTH-MELEE-ART-S2"], || assert_eq!(at(Kind::Infantry, Line, Limbered)[1], 1 - 4));
    bites(&["OTH-MELEE-ART-M2"], || {
        assert_eq!([at(Kind::Infantry, Line, Battery)[0], at(Kind::Cavalry, Line, Battery)[0]], [11, 11]);
        assert_eq!(at(Kind::Infantry, Line, Limbered)[0], 11);
    });
}
