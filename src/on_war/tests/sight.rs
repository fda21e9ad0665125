//! Lines of sight, arcs and cover (OW-LOS, OW-COVER).

use battle::rule::bites;
use battle::{Marks, Obstacle, Pose, Terrain};
use hexes::{Direction, Facing, Hex};

use super::fixture::{Fixture, Game, at};
use crate::Kind;
use crate::fire::gunnery::{Load, Shot};
use crate::fire::volleys;
use crate::ground::going::Cover;
use crate::marks;
use crate::sight::arcs::{self, Arc};
use crate::sight::{cover, lines};

/// Dice of a shot from B1 to R1; 0 where there is none.
fn dice(game: &Game, shot: Shot) -> u8 {
    let volley = volleys::volley(&game.war, game.id("B1"), game.id("R1"), shot);
    volley.map_or(0, |volley| volley.pools.iter().map(|pool| pool.count()).sum())
}

fn face(game: &Game) -> Option<u8> {
    volleys::volley(&game.war, game.id("B1"), game.id("R1"), Shot::Ball)?.pools.first()?.face()
}

/// One stand of each, ten hexes apart.
fn pair(kind: Kind) -> Fixture {
    Fixture::open(30, 40).unit("B1", kind, 1, "10,30/N/line1").unit("R1", Kind::Line, 1, "10,20/S/line1")
}

fn sees(game: &Game, from: &str, to: &str) -> bool {
    lines::sees_hex(&game.war, at(from), at(to))
}

#[test]
fn w_22_the_arc_in_axial_numbers() {
    bites(&["OW-LOS-3"], || {
        let game = Fixture::open(30, 40).unit("B1", Kind::Line, 1, "10,20/N/line1").game(&[]);
        let (war, stand) = (&game.war, at("10,20"));
        let gaze = arcs::gaze(war, &war.pose(game.id("B1")), &war.field().footprint(game.id("B1")), 0);
        let holds = |q, r, arc| gaze.holds(Hex::new(stand.q + q, stand.r + r), stand, arc);
        assert!(holds(4, -3, Arc::Ninety));
        assert!(!holds(3, -2, Arc::Ninety) && holds(3, -2, Arc::HalfRound));
        assert!(!holds(1, 0, Arc::Ninety) && holds(1, 0, Arc::HalfRound));
        assert!(!holds(0, 1, Arc::HalfRound));
    });
}

#[test]
fn the_option_widens_the_arc() {
    bites(&["OW-LOS-2"], || {
        let field = || {
            Fixture::open(30, 40).unit("B1", Kind::Line, 1, "10,30/N/line1").unit("R1", Kind::Line, 1, "16,28/S/line1")
        };
        assert_eq!(dice(&field().game(&[]), Shot::Ball), 0);
        assert_eq!(dice(&field().house("fire_arc", "180").game(&[]), Shot::Ball), 4, "one stand and the officer");
        assert!(lines::sees_unit(&field().game(&[]).war, battle::UnitId(0), battle::UnitId(1)), "to charge it");
    });
}

/// OW-LOS-3, 4: of a house of two hexes each looks away from the other; what lies straight before the wall between them is
/// just behind both, a hex aside is before one.
#[test]
fn half_round_ends_at_the_flank_of_a_house() {
    let houses = ["12,20", "13,20"];
    let inside = Pose::garrison(at("12,20"), Facing::North, &houses.map(at)).expect("side by side").to_string();
    let shoot = |enemy: &str| {
        let field = Fixture::open(30, 40).terrain(Terrain::BrickBuilding, &houses).house("fire_arc", "180");
        let field = field.unit("B1", Kind::Line, 2, &inside).leaderless();
        dice(&field.unit("R1", Kind::Line, 1, enemy).game(&[]), Shot::Ball)
    };
    assert_eq!(["12,10/S/line1", "12,11/S/line1", "13,10/S/line1"].map(shoot), [1, 0, 1]);
}

#[test]
fn stands_shoot_the_way_they_face() {
    bites(&["OW-MOVE-7"], || {
        let shoots = |blue: &str, red: &str| {
            let field = Fixture::open(30, 40).unit("B1", Kind::Line, 3, blue);
            dice(&field.unit("R1", Kind::Line, 1, red).game(&[]), Shot::Ball)
        };
        assert_eq!([shoots("10,20/N/line3", "10,10/S/line1"), shoots("10,20/N/line3", "10,30/N/line1")], [8, 0]);
        assert_eq!([shoots("10,20/S/line3", "10,10/S/line1"), shoots("10,20/S/line3", "10,30/N/line1")], [0, 8]);
    });
}

#[test]
fn squares_shoot_outward() {
    bites(&["OW-LOS-4"], || {
        let shoot = |stands, enemy: &str| {
            let field = Fixture::open(30, 40).unit("B1", Kind::Line, stands, "10,30/N/square1");
            dice(&field.unit("R1", Kind::Line, 1, enemy).game(&[]), Shot::Ball)
        };
        let round = |stands| ["10,20/S/line1", "10,38/N/line1", "20,30/WSW/line1"].map(|enemy| shoot(stands, enemy));
        assert_eq!(round(6), [2, 2, 1], "ahead, behind, to the side");
        assert_eq!(round(7), [2, 2, 1], "the one in the middle never shoots");
        assert_eq!(round(8), [1, 1, 1], "of a side of three only the middle one looks straight ahead");
    });
}

#[test]
fn centres_count_and_hidden_ones_do_not_shoot() {
    bites(&["OW-LOS-1"], || {
        let field = pair(Kind::Line).terrain(Terrain::StoneBuilding, &["10,25"]);
        assert_eq!(dice(&field.game(&[]), Shot::Ball), 4, "the line runs along the edge of 9,25 and 10,25");
        let field = pair(Kind::Line).terrain(Terrain::StoneBuilding, &["10,26"]);
        assert_eq!(dice(&field.game(&[]), Shot::Ball), 0);
        let wide = Fixture::open(30, 40).unit("B1", Kind::Line, 7, "10,30/N/line7");
        let wide = wide.unit("R1", Kind::Line, 1, "10,20/S/line1").terrain(Terrain::StoneBuilding, &["10,28"]);
        assert_eq!(
            dice(&wide.game(&[]), Shot::Ball),
            12,
            "the middle stand and the officer with it have the house before them"
        );
    });
}

#[test]
fn friends_are_seen_through_and_not_shot_through() {
    bites(&["OW-LOS-5"], || {
        let game = pair(Kind::Line).unit("B2", Kind::Line, 3, "10,26/N/line3").game(&[]);
        assert_eq!(dice(&game, Shot::Ball), 0);
        let war = &game.war;
        assert!(lines::can_see(war, game.id("B1"), at("10,30"), game.id("R1"), at("10,20")));
        assert!(lines::sees_unit(war, game.id("B1"), game.id("R1")));
        let block = Fixture::open(30, 40).unit("B1", Kind::Line, 8, "10,30/N/line4").leaderless();
        let block = block.unit("R1", Kind::Line, 7, "10,20/S/line7").game(&[]);
        assert_eq!(dice(&block, Shot::Ball), 8, "of a block four wide and two deep only the front four shoot");
    });
}

#[test]
fn guns_shoot_over_heads_from_four_inches() {
    bites(&["OW-LOS-7a", "OW-LOS-7b"], || {
        let with = |friend: &str| {
            let field = pair(Kind::HeavyGuns).unit("B2", Kind::Line, 3, friend);
            dice(&field.game(&[]), Shot::Ball)
        };
        assert_eq!((with("10,26/N/line3"), with("10,27/N/line3")), (4, 0));
        let grape = |label: &str| {
            let field = pair(Kind::LightGuns).unit(label, Kind::Line, 3, "10,24/N/line3");
            dice(&field.game(&[]), Shot::Grape)
        };
        assert_eq!((grape("B2"), grape("R2")), (0, 6), "never through friends");
    });
}

#[test]
fn skirmishers_screen_and_others_block() {
    bites(&["OW-LOS-8a", "OW-LOS-8b"], || {
        let with = |place: &str| {
            let field = pair(Kind::Line).unit("R2", Kind::Light, 3, place);
            face(&field.game(&[]))
        };
        assert_eq!(with("20,35/S/skirmish1"), Some(4));
        assert_eq!(with("10,26/S/line3"), None, "a closed enemy unit between");
        assert_eq!(with("10,26/S/skirmish1"), Some(5), "-1 through a skirmish line");
    });
}

#[test]
fn heights_decide_who_sees_over_what() {
    bites(&["OW-LOS-9"], || {
        let field = || Fixture::open(30, 40);
        assert!(sees(&field().game(&[]), "10,30", "10,20"));
        assert!(!sees(&field().height(1, &["10,26"]).game(&[]), "10,30", "10,20"), "a knoll between");
        assert!(sees(&field().height(1, &["10,30", "10,26"]).game(&[]), "10,30", "10,26"));
        let top = field().height(2, &["10,30"]).terrain(Terrain::Woods, &["10,26"]).game(&[]);
        assert!(sees(&top, "10,30", "10,20") && sees(&top, "10,20", "10,30"), "over a wood, both ways");
        let level = field().height(1, &["10,30"]).terrain(Terrain::Woods, &["10,26"]).game(&[]);
        assert!(!sees(&level, "10,30", "10,20"), "the trees are as high");
        let plateau = field().height(1, &["10,30", "10,26"]).game(&[]);
        assert!(!sees(&plateau, "10,30", "10,20"), "the plateau's edge hides the foot of the hill");
        assert!(!sees(&plateau, "10,20", "10,30"), "and from there who stands back on the plateau");
        let ridge = field().height(1, &["10,30", "10,26", "10,20"]).game(&[]);
        assert!(sees(&ridge, "10,30", "10,20"), "along a ridge");
        let over = pair(Kind::Line).height(1, &["10,30"]).unit("B2", Kind::Line, 1, "10,26/N/line1");
        assert_eq!(dice(&over.game(&[]), Shot::Ball), 4, "over friends below");
    });
}

#[test]
fn only_the_front_rank_shoots_uphill() {
    bites(&["OW-LOS-9"], || {
        let field = |level| {
            let field = Fixture::open(30, 40).unit("B1", Kind::Line, 4, "10,30/N/line2").leaderless();
            let field = field.traits(crate::Traits::SECOND_RANK).unit("R1", Kind::Line, 1, "10,20/S/line1");
            dice(&field.height(level, &["10,20"]).game(&[]), Shot::Ball)
        };
        assert_eq!((field(0), field(1)), (6, 4));
    });
}

#[test]
fn woods_hide_and_limit() {
    bites(&["OW-LOS-10", "OW-HIDDEN-2", "OW-HIDDEN-3"], || {
        let edge = |marks| {
            let field = pair(Kind::Line).marks(marks).block(8..=12, 18..=20, Terrain::Woods);
            dice(&field.game(&[]), Shot::Ball)
        };
        assert_eq!(edge(Marks::empty()), 0, "nobody is seen in a wood from outside");
        assert_eq!(edge(marks::DISCLOSED), 4, "unless it has shot from it");
        let deep = pair(Kind::Line).marks(marks::DISCLOSED).block(8..=12, 18..=21, Terrain::Woods);
        assert_eq!(dice(&deep.game(&[]), Shot::Ball), 0, "deeper in the wood");
        let out = pair(Kind::Line).block(8..=12, 30..=32, Terrain::Woods);
        assert_eq!(dice(&out.game(&[]), Shot::Ball), 4, "from the edge as in the open");
        let out = pair(Kind::Line).block(8..=12, 29..=32, Terrain::Woods);
        assert_eq!(dice(&out.game(&[]), Shot::Ball), 0, "not from within");
        let near = |rows: i16, marks| {
            let field = Fixture::open(30, 40).block(0..=29, 0..=39, Terrain::Woods);
            let field = field.unit("B1", Kind::Line, 1, "10,30/N/line1");
            let field = field.unit("R1", Kind::Line, 1, &format!("10,{}/S/line1", 30 - rows)).marks(marks);
            dice(&field.game(&[]), Shot::Ball)
        };
        assert_eq!((near(2, Marks::empty()), near(3, Marks::empty())), (4, 0));
        let found = |rows: i16, marks| {
            let field = Fixture::open(30, 40).block(0..=29, 0..=27, Terrain::Woods);
            let field = field.unit("B1", Kind::Line, 1, &format!("10,{}/N/line1", 24 + rows));
            dice(&field.unit("R1", Kind::Line, 1, "10,24/S/line1").marks(marks).game(&[]), Shot::Ball)
        };
        assert_eq!((found(4, marks::FOUND), found(4, Marks::empty())), (0, 0));
        let wood = |marks| {
            let field = Fixture::open(30, 40).block(0..=29, 0..=26, Terrain::Woods);
            let field = field.unit("B1", Kind::Line, 1, "10,28/N/line1");
            dice(&field.unit("R1", Kind::Line, 1, "10,25/S/line1").marks(marks).game(&[]), Shot::Ball)
        };
        assert_eq!((wood(marks::FOUND), wood(Marks::empty())), (4, 0), "three inches to a unit found by a search");
    });
}

#[test]
fn hedges_and_walls_stop_no_eye() {
    bites(&["OW-LOS-11"], || {
        for row in [30, 26, 21] {
            let field = pair(Kind::Line).above_row(row, Obstacle::Wall);
            assert_eq!(dice(&field.game(&[]), Shot::Ball), 4);
        }
    });
}

#[test]
fn cover_lies_on_the_targets_own_hex() {
    bites(&["OW-COVER-1", "OW-COVER-2", "OW-COVER-3a"], || {
        let behind = |row: i16, obstacle| face(&pair(Kind::Line).above_row(row, obstacle).game(&[]));
        assert_eq!(behind(21, Obstacle::Hedge), Some(5));
        assert_eq!(behind(21, Obstacle::Wall), Some(6));
        assert_eq!(behind(22, Obstacle::Wall), Some(4), "a wall two rows before it");
        assert_eq!(behind(20, Obstacle::Wall), Some(4), "a wall behind it");
        let half = pair(Kind::Line).edge(Obstacle::Wall, Direction::SouthEast, &["10,20"]);
        assert_eq!(face(&half.game(&[])), Some(4), "the line comes in at a corner, where the weaker edge counts");
        let soft = pair(Kind::Line).house("hard_cover", "-1").above_row(21, Obstacle::Wall);
        assert_eq!(face(&soft.game(&[])), Some(5));
        let works = pair(Kind::Line).terrain(Terrain::Works, &["10,20"]);
        assert_eq!(face(&works.game(&[])), Some(6));
    });
}

/// OW-COVER-3: only what the line crosses lies between; walls beside and behind a stand do not.
#[test]
fn a_wall_on_the_flank_that_the_shot_does_not_cross_does_not_shelter() {
    use Direction::{East, NorthEast, NorthWest, SouthEast, SouthWest, West};
    let walled = |sides: &[Direction]| {
        let field = pair(Kind::Line);
        sides.iter().fold(field, |field, side| field.edge(Obstacle::Wall, *side, &["10,20"])).game(&[])
    };
    bites(&["OW-COVER-3b"], || {
        assert_eq!(face(&walled(&[East, West])), Some(4), "walls on both flanks of who is shot at from the front");
        assert_eq!(face(&walled(&[NorthEast, NorthWest])), Some(4), "behind him");
        assert_eq!(face(&walled(&[SouthEast, SouthWest])), Some(6), "before him");
        let from_the_flank = |side| cover::cover(&walled(&[side]).war, at("20,20"), at("10,20"));
        let sides = [SouthEast, NorthEast, West, East].map(from_the_flank);
        assert_eq!(sides, [None, None, None, Some(Cover::Hard)], "a shot along the front meets the wall on the flank");
    });
}

#[test]
fn w_11_cover_is_cancelled_for_those_on_the_same_wall() {
    bites(&["OW-COVER-4"], || {
        let field = |obstacle| {
            let wall = [Direction::West, Direction::NorthWest];
            let field = Fixture::open(30, 40).unit("B1", Kind::Line, 1, "10,30/N/line1");
            let field = field.unit("R1", Kind::Line, 1, "10,28/S/line1");
            let field = wall.into_iter().fold(field, |field, side| field.edge(obstacle, side, &["10,30", "10,29"]));
            field.edge(obstacle, Direction::SouthWest, &["10,28"])
        };
        assert_eq!(face(&field(Obstacle::Wall).game(&[])), Some(5), "hard becomes soft");
        assert_eq!(face(&field(Obstacle::Hedge).game(&[])), Some(4), "soft is ignored");
        let game = field(Obstacle::Wall).game(&[]);
        assert_eq!(cover::cover(&game.war, at("10,34"), at("10,28")), Some(Cover::Hard), "off the wall");
    });
}

#[test]
fn chargers_in_contact_are_shot_at_by_their_target_only() {
    bites(&["OW-SHOOT-3e"], || {
        let field = pair(Kind::Line).unit("B2", Kind::LightHorse, 2, "10,21/N/line2");
        let game = field.game(&[]);
        assert_eq!(dice(&game, Shot::Ball), 0);
        let volley = volleys::volley(&game.war, game.id("R1"), game.id("B2"), Shot::Defensive(Load::Ball));
        assert!(volley.is_some_and(|volley| !volley.pools.is_empty()));
    });
}

#[test]
fn a_house_between_the_middles_does_not_hide_a_line_from_the_judge_of_threats() {
    let field = Fixture::open(30, 40)
        .unit("B1", Kind::Line, 6, "12,30/N/line6")
        .unit("R1", Kind::Line, 6, "12,22/S/line6")
        .terrain(Terrain::BrickBuilding, &["12,26", "11,26"]);
    let game = field.game(&[]);
    let (by, on) = (game.id("B1"), game.id("R1"));
    let [from, to] = [by, on].map(|unit| game.war.field().unit(unit).pose);
    assert!(!sees(&game, "12,30", "12,22"), "the middles");
    assert!(dice(&game, Shot::Ball) > 0, "the wings");
    assert!(battle::Estimates::threat(&game.war, by, &from, on, &to).fire > 0.0);
}
