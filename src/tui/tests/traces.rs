//! What combat leaves on the map: smoke, sparks, tracks and the fallen, as events tell of them, and as they are shown.

use std::time::Duration;

use battle::{
    Arm, Arrangement, Battlefield, Conditions, Departure, Event, Faces, Manner, Object, Order, Pool, Pose, Reading,
    RollKey, RollKind, Side, Terrain, Thrower, UnitId, Verb,
};
use hexes::{Facing, Grid, Hex};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Play, game};
use crate::animate::{Playback, Tempo};
use crate::canvas::{Canvas, Notes};
use crate::glyphs::Density;
use crate::map::projection::{Projection, Zoom};
use crate::map::traces::Traces;
use crate::map::{Painter, Scene};
use crate::theme::{Palette, Theme};
use crate::{Depth, Glyphs, Options, Speed, Start};

const BLOWS: &[&str] = &["melee"];

/// A field with B1 and R1 alone, hexes apart, in each other's front.
pub(super) fn duel(gap: i16) -> (Battlefield, [UnitId; 2]) {
    let field = game("small-field", ["human", "first"]).system().field().clone();
    let [blue, red] = Side::ALL.map(|side| field.present_of(side).next().expect("a unit"));
    let others: Vec<UnitId> = field.present().filter(|unit| ![blue, red].contains(unit)).collect();
    let mut field = field.without(&others);
    let at = |hex: Hex, unit: UnitId| Pose { anchor: hex, ..field.unit(unit).pose };
    let (below, above) = (Hex::new(8, 16), Hex::new(8 + gap / 2, 16 - gap));
    let poses = [at(below, blue), at(above, red)];
    for (unit, pose) in [blue, red].into_iter().zip(poses) {
        field.apply(&Event::Placed { unit, pose });
    }
    (field, [blue, red])
}

fn roll([who, against]: [UnitId; 2], field: &Battlefield, label: &'static str, kind: RollKind) -> Event {
    let (side, who, against) = (field.side(who), Some(Object::Unit(who)), Some(Object::Unit(against)));
    let pool = Pool::new(label, "X-1", 2, Reading::Successes(4)).as_kind(kind);
    let thrower = Thrower { side, who, against, key: RollKey::default() };
    Event::Rolled(Box::new(pool.rolled(thrower, Faces::of(&[4, 1]))))
}

fn volley(units: [UnitId; 2], field: &Battlefield) -> Event {
    roll(units, field, "fire", RollKind::Hits)
}

fn ordered() -> Event {
    Event::Ordered { side: Side::Blue, order: Order::new(Verb(0)) }
}

fn lost(field: &Battlefield, unit: UnitId, points: i16) -> Event {
    let from = field.unit(unit).strength;
    Event::Strength { unit, from, to: from - points, cause: "fire", clause: "X-1" }
}

/// The map as painted with those traces, as text, and its hexes' cells.
struct Picture {
    buffer: Buffer,
    projection: Projection,
}

impl Picture {
    fn of(field: &Battlefield, traces: &Traces, depth: Depth, glyphs: Glyphs) -> Picture {
        let window = Rect::new(0, 0, 120, 60);
        let (mut buffer, mut notes) = (Buffer::empty(window), Notes::default());
        let projection = Projection::following(Zoom::Field, field.ground().grid(), window, (0, 0), Hex::default());
        let mut canvas = Canvas::new(&mut buffer, window, &mut notes);
        let scene = Scene { traces: Some(traces), ..Scene::of(field) };
        Painter::default().paint(&scene, &projection, &Theme::new(depth, Palette::Classic), glyphs, &mut canvas);
        assert_eq!(notes.astray, None);
        Picture { buffer, projection }
    }

    /// The hexes of the map whose cells differ from those of another picture.
    fn differs(&self, other: &Picture, grid: Grid) -> Vec<Hex> {
        let differ =
            |hex: &Hex| self.projection.cells(*hex).any(|(x, y, _)| self.buffer[(x, y)] != other.buffer[(x, y)]);
        grid.iter().filter(differ).collect()
    }
}

/// The hexes on which traces show.
fn shown(field: &Battlefield, traces: &Traces) -> Vec<Hex> {
    let both = [Traces::default(), traces.clone()];
    let mut all: Vec<Vec<Hex>> = Vec::new();
    for (depth, glyphs) in
        [(Depth::True, Glyphs::Unicode), (Depth::Indexed, Glyphs::Unicode), (Depth::Sixteen, Glyphs::Ascii)]
    {
        let [without, with] = both.each_ref().map(|traces| Picture::of(field, traces, depth, glyphs));
        all.push(with.differs(&without, field.ground().grid()));
    }
    assert_eq!(all[0], all[1], "in all colours alike");
    all.swap_remove(0)
}

/// The free hexes beside the front of B1 that lie nearer to R1.
fn before_blue(field: &Battlefield, [blue, red]: [UnitId; 2]) -> Vec<Hex> {
    let (stands, target) = (field.footprint(blue), field.footprint(red));
    let mut hexes: Vec<Hex> = field
        .ground()
        .grid()
        .iter()
        .filter(|hex| field.unit_at(*hex).is_none())
        .filter(|hex| {
            hex.neighbors()
                .iter()
                .any(|next| stands.contains(*next) && target.distance_to(*hex) < target.distance_to(*next))
        })
        .collect();
    hexes.sort_unstable();
    hexes
}

#[test]
fn a_volley_leaves_smoke_before_the_muzzles_that_thins_with_each_order() {
    let (field, units) = duel(6);
    let mut traces = Traces::default();
    assert!(traces.hear(&field, &volley(units, &field), BLOWS));
    traces.cease();
    let mut smoke = shown(&field, &traces);
    smoke.sort_unstable();
    assert_eq!(smoke, before_blue(&field, units));
    let files = field.unit(units[0]).pose.formation.files;
    assert!(smoke.len() > usize::from(files), "all along the line: {smoke:?}");
    for left in [true, true, false] {
        traces.hear(&field, &ordered(), BLOWS);
        assert_eq!(!shown(&field, &traces).is_empty(), left);
    }
}

#[test]
fn a_new_turn_clears_the_smoke_and_forgets_the_fallen_in_time() {
    let (mut field, units) = duel(6);
    let mut traces = Traces::default();
    traces.hear(&field, &Event::TurnBegan { turn: 3 }, BLOWS);
    traces.hear(&field, &volley(units, &field), BLOWS);
    let loss = lost(&field, units[1], 2);
    traces.hear(&field, &loss, BLOWS);
    let fell = field.footprint(units[1]);
    let gone = Pose {
        anchor: field.unit(units[1]).pose.anchor + hexes::Direction::NorthEast.vector() * 4,
        ..field.unit(units[1]).pose
    };
    field.apply(&Event::Placed { unit: units[1], pose: gone });
    for (turn, seen) in [(4, 2), (5, 2), (6, 2), (7, 0)] {
        traces.hear(&field, &Event::TurnBegan { turn }, BLOWS);
        let marks = shown(&field, &traces);
        assert_eq!(marks.len(), seen, "turn {turn}: {marks:?}");
        assert!(marks.iter().all(|hex| fell.contains(*hex)), "where they stood: {marks:?}");
    }
}

#[test]
fn what_is_no_shot_leaves_no_smoke_and_no_fallen() {
    let (field, units) = duel(1);
    let mut traces = Traces::default();
    let others = [
        roll(units, &field, "save", RollKind::Saves),
        roll([units[0], units[0]], &field, "fire", RollKind::Hits),
        lost(&field, units[1], 2),
    ];
    for event in others {
        assert!(!traces.hear(&field, &event, BLOWS));
        assert_eq!(shown(&field, &traces), []);
    }
    assert!(!traces.hear(&field, &roll(units, &field, "melee", RollKind::Hits), BLOWS));
    let sparks = shown(&field, &traces);
    let (on, by) = (field.footprint(units[1]), field.footprint(units[0]));
    assert!(
        !sparks.is_empty() && sparks.iter().all(|hex| on.contains(*hex) && by.distance_to(*hex) <= 1),
        "{sparks:?}"
    );
    traces.cease();
    assert_eq!(shown(&field, &traces), [], "sparks last for a moment");
}

#[test]
fn who_charges_or_runs_leaves_tracks_until_the_next_order() {
    let (field, [blue, _]) = duel(8);
    let from = field.unit(blue).pose;
    let path = (1..5).map(|step| Pose { anchor: from.anchor + hexes::Direction::NorthEast.vector() * step, ..from });
    let path: Vec<Pose> = path.collect();
    let went = |manner: Manner| {
        let to = path[3];
        let event = Event::Moved { unit: blue, to, path: path[..3].to_vec(), manner, clause: "X-1" };
        let mut playback = Playback::default();
        playback.begin(field.clone(), [event], BLOWS, Tempo::even(Speed::Normal));
        playback.stop();
        let mut after = field.clone();
        after.apply(&Event::Placed { unit: blue, pose: to });
        (shown(&after, playback.traces()).len(), playback, after)
    };
    assert_eq!(went(Manner::Moved).0, 0);
    for manner in [Manner::Charged, Manner::Fled] {
        let (tracks, mut playback, after) = went(manner);
        assert!(tracks > 1, "{manner:?}: {tracks}");
        playback.begin(after.clone(), [ordered()], BLOWS, Tempo::even(Speed::Normal));
        playback.stop();
        assert_eq!(shown(&after, playback.traces()), []);
    }
}

#[test]
fn a_volley_that_is_skipped_leaves_what_one_that_is_watched_does() {
    let (field, units) = duel(6);
    let events = || {
        [
            volley(units, &field),
            lost(&field, units[1], 1),
            Event::Left { unit: units[1], why: Departure::Destroyed, clause: "X-1" },
        ]
    };
    let [mut watched, mut skipped] = [Playback::default(), Playback::default()];
    watched.begin(field.clone(), events(), BLOWS, Tempo::even(Speed::Normal));
    skipped.begin(field.clone(), events(), BLOWS, Tempo::even(Speed::Normal));
    skipped.stop();
    let (mut now, mut pictures) = (Duration::ZERO, 0);
    while watched.is_playing() {
        pictures += usize::from(watched.advance(now, Speed::Normal));
        now += watched.wait(now).max(Duration::from_millis(1));
    }
    assert!(pictures > 4, "flashes, smoke and losses are pictures of their own: {pictures}");
    assert_eq!(watched.traces(), skipped.traces());
    assert!(!shown(&field.without(&[units[1]]), watched.traces()).is_empty());
    watched.forget();
    assert_eq!(watched.traces(), &Traces::default());
}

#[test]
fn smoke_is_seen_on_the_screen_after_a_shot() {
    let mut play = Play::with(120, 40, |options| Options {
        start: Start::Game(Box::new(game("small-field", ["random", "random"]))),
        speed: Speed::Fast,
        glyphs: Some(Glyphs::Ascii),
        ..options
    });
    let seen = play.watch(6000, |screen| screen.contains("&&"));
    assert!(seen, "no smoke in a battle");
}

#[test]
fn smoke_looks_like_no_ground_and_no_stand_where_colours_do_not_mix() {
    smoke_is_like_nothing_else(Glyphs::Ascii);
    smoke_is_like_nothing_else(Glyphs::Unicode);
}

fn smoke_is_like_nothing_else(glyphs: Glyphs) {
    let mut other = vec![glyphs.road()];
    for terrain in Terrain::ALL {
        other.extend((0..40).flat_map(|noise| glyphs.texture(terrain, noise, Density::Full)));
    }
    for arm in [Arm::Infantry, Arm::Cavalry, Arm::Artillery] {
        for arrangement in [Arrangement::Line, Arrangement::Square, Arrangement::Limbered] {
            other.extend(glyphs.stand(arm, Facing::North, arrangement, Conditions::default()));
        }
    }
    let smoke = (0..3).flat_map(|level| (0..3).map(move |grain| glyphs.smoke(level, grain, false)));
    let alike: Vec<char> = smoke.filter(|sign| *sign != ' ' && other.contains(sign)).collect();
    assert!(alike.is_empty(), "{alike:?}");
}

#[test]
fn the_fallen_are_seen_only_as_long_as_that_is_wanted() {
    let mut play = Play::with(120, 40, |options| Options {
        start: Start::Game(Box::new(game("small-field", ["random", "random"]))),
        speed: Speed::Fast,
        ..options
    });
    assert!(play.watch(6000, |screen| screen.contains('×')), "nobody falls in a battle");
    play.keys("p S Down Down Down Down Down Down Enter Esc").hides("×");
    play.keys("S Down Down Down Down Down Down Enter Esc").shows("×");
}
