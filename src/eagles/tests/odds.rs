//! Forecasts and dice agree: every kind of roll on every way of its dice, and what forecasts tell by the page.

use battle::rule::bites;
use battle::{Deaf, Dice, Event, LeaderId, Side, System, UnitId};

use super::drawn::{Drawn, drawn, drawn_with};
use super::fixture::Fixture;
use super::words::Play;
use crate::assault::Reply;
use crate::fire::Shot;
use crate::info;
use crate::movement::Gait;
use crate::space::zones::Zone;
use crate::system::Why;
use crate::{Class, Eagles, Options, Traits};
use proving::{falls_as_foreseen, ways};
use rulebook::Throw;

use Class::{Cavalry, Guns, Infantry, Lights};

fn field(class: Class, traits: Traits, rows: i16) -> Drawn {
    let field = Fixture::open(40, 60).unit("B1", class, "10,50", "N").traits(traits);
    let field = field.unit("R1", Infantry, &format!("11,{}", 50 - rows), "S");
    drawn(field.general("BG", Some("B1")).general("RG", Some("R1")), &[]).ordered(&["B1"])
}

fn shot(class: Class, traits: Traits, rows: i16, shot: Shot) {
    let game = field(class, traits, rows);
    let pool = game.eagles.shot_at(UnitId(0), UnitId(1), shot).expect("a shot");
    let throw = game.eagles.by_unit(UnitId(0), Some(UnitId(1)), Why::Fire);
    falls_as_foreseen(&game.eagles, &pool, throw);
}

#[test]
fn orders_and_initiative() {
    let mut game = field(Infantry, Traits::empty(), 20);
    for (dice, able) in
        [(crate::OrdersDice::D6, false), (crate::OrdersDice::TwoD6, true), (crate::OrdersDice::D6Plus4, false)]
    {
        let setting = game.eagles.setting_mut().expect("nobody shares it");
        (setting.leaders[0].post.dice, setting.leaders[0].post.efficient) = (dice, able);
        let pool = game.eagles.orders_pool(Some(LeaderId(0)));
        let throw = game.eagles.by_leader(LeaderId(0), Why::Orders);
        falls_as_foreseen(&game.eagles, &pool, throw);
    }
    let pool = game.eagles.initiative_pool(Side::Blue);
    falls_as_foreseen(&game.eagles, &pool, Throw::by_side(Side::Blue, Why::Initiative));
}

#[test]
fn moves_marches_and_charges() {
    for class in [Infantry, Cavalry] {
        let game = field(class, Traits::empty(), 20);
        let throw = game.eagles.by_unit(UnitId(0), None, Why::Distance);
        for pool in [
            game.eagles.distance_pool(UnitId(0), Gait::Move),
            game.eagles.distance_pool(UnitId(0), Gait::March),
            game.eagles.charge_pool(UnitId(0)),
        ] {
            falls_as_foreseen(&game.eagles, &pool, throw);
        }
    }
}

#[test]
fn fire_and_volleys() {
    shot(Infantry, Traits::empty(), 4, Shot::Fire);
    shot(Infantry, Traits::empty(), 4, Shot::Volley);
    shot(Lights, Traits::LOW_SUPPLIES, 4, Shot::Fire);
}

#[test]
fn skirmish_fire_and_its_second_throw() {
    shot(Cavalry, Traits::empty(), 8, Shot::Skirmish);
    shot(Lights, Traits::LIGHT_RIFLES, 8, Shot::Skirmish);
}

#[test]
fn bombardment_in_every_band() {
    for rows in [4, 8, 16, 32] {
        shot(Guns, Traits::empty(), rows, Shot::Bombard);
    }
    shot(Guns, Traits::MEDIUM_BATTERY, 16, Shot::Barrage);
}

#[test]
fn both_pools_of_an_assault() {
    let game = field(Cavalry, Traits::CUIRASSIERS, 1);
    let (one, two) = (UnitId(0), UnitId(1));
    let bout = game.eagles.bout(one, &game.eagles.pose(one), two, &game.eagles.pose(two), Zone::Right);
    let (attack, defence) = (game.eagles.assault_pool(&bout, 5), game.eagles.defence_pool(&bout, 7, Reply::Stand));
    let throw = game.eagles.by_unit(one, Some(two), Why::Assault);
    falls_as_foreseen(&game.eagles, &attack, throw);
    let throw = game.eagles.by_unit(two, Some(one), Why::Defence);
    falls_as_foreseen(&game.eagles, &defence, throw);
}

#[test]
fn rally_resupply_and_arrival() {
    let game = field(Infantry, Traits::GUARD, 20);
    let unit = game.eagles.by_unit(UnitId(0), None, Why::Rally);
    for pool in [game.eagles.rally_pool(UnitId(0)), crate::fire::resupply_roll()] {
        falls_as_foreseen(&game.eagles, &pool, unit);
    }
    let pool = <Eagles as rulebook::Enlists>::arrival_roll(&Options::default(), 4);
    falls_as_foreseen(&game.eagles, &pool, Throw::by_group(Side::Blue, 0, Why::Arrival));
}

#[test]
fn the_odds_of_a_fight_are_those_of_the_dice() {
    let game = field(Cavalry, Traits::empty(), 1);
    let (one, two) = (UnitId(0), UnitId(1));
    let bout = game.eagles.bout(one, &game.eagles.pose(one), two, &game.eagles.pose(two), Zone::Front);
    let pools = [game.eagles.assault_pool(&bout, 5), game.eagles.defence_pool(&bout, 7, Reply::Keep)];
    let throws = [game.eagles.by_unit(one, None, Why::Assault), game.eagles.by_unit(two, None, Why::Defence)];
    let fight = |game: &mut Drawn, side: usize| {
        game.eagles.throw(&mut game.heard, &pools[side], throws[side]);
        side == 0
    };
    let hits = |event: &Event| if let Event::Rolled(roll) = event { roll.result } else { 0 };
    let fell = ways(&game, fight, |game| game.heard.events.iter().map(hits).collect::<Vec<_>>());
    let odds = game.eagles.exchange(&bout, [5, 7], Reply::Keep, None);
    fell.are("won", odds.won(), |hits| hits[0] > hits[1]);
    fell.are("tie", odds.tie, |hits| hits[0] == hits[1]);
    fell.are("beaten", odds.repelled - odds.tie, |hits| hits[0] < hits[1]);
    assert!((odds.back.iter().sum::<f64>() - odds.won()).abs() < 1e-9);
}

#[test]
fn forecasts_of_fire_and_rally() {
    bites(&["EA-AI-8"], || {
        let game = field(Infantry, Traits::empty(), 4).at(info::FIRING, Side::Blue);
        let told = |text: &str| {
            let order = (&game.eagles as &dyn System).order_text().read(text).expect("an order");
            let effect = game.eagles.forecast(&order).effect;
            [effect.inflicted * 7.0, effect.succeeds, effect.repels, effect.spends]
        };
        let near = |one: [f64; 4], two: [f64; 4]| one.iter().zip(two).all(|(one, two)| (one - two).abs() < 1e-9);
        assert!(near(told("fire B1 >R1"), [1.5, 7.0 / 8.0, 1.0 / 8.0, 0.0]), "three dice on 4+");
        let volley = told("volley B1 >R1");
        assert!(near([volley[0], volley[1], volley[2], 0.0], [2.0, 15.0 / 16.0, 5.0 / 16.0, 0.0]), "four dice");
        assert!(volley[3] > 0.0, "and an Order");
        assert!(near(told("skirmish B1 >R1"), [0.5, 0.5, 0.0, 0.0]), "one die makes nobody withdraw");
    });
    let proof = || {
        let game = field(Infantry, Traits::empty(), 4).at(info::FIRING, Side::Blue);
        let read = |text: &str| (&game.eagles as &dyn System).order_text().read(text).expect("an order");
        let mut hurt = field(Infantry, Traits::empty(), 20);
        hurt.eagles.hurt(&mut Deaf, UnitId(0), 4, "fire", "");
        let rally = hurt.eagles.forecast(&read("rally B1"));
        assert!((rally.effect.recovers - (2.0 / 6.0 + 2.0 * 2.0 / 6.0) / 7.0).abs() < 1e-9, "with a General");
        let near = game.eagles.forecast(&read("order B1"));
        assert_eq!(near.effect.spends, 1.0, "two Orders where none were rolled are all there are");
        assert!(near.results.is_empty(), "the Initiative has been rolled: who acts first is no chance");
        let orders = field(Infantry, Traits::empty(), 20).at(info::ORDERS, Side::Blue);
        let first = orders.eagles.forecast(&read("order B1")).results.first().map_or(0.0, |result| result.chance);
        assert!((first - 26.0 / 36.0).abs() < 1e-9, "{first}");
        let attach = |game: &Drawn| game.eagles.forecast(&read("attach BG >B1")).effect.succeeds;
        assert_eq!((attach(&game), attach(&orders)), (1.0, 0.5), "two Orders saved near the enemy, one in the rear");
    };
    bites(&["EA-AI-12", "EA-AI-2", "EA-AI-3", "EA-AI-1"], proof);
}

/// The chance that so many dice make so many hits.
fn hits(dice: u32, chance: f64, hits: u32) -> f64 {
    let ways = (0..hits).fold(1.0, |ways, one| ways * f64::from(dice - one) / f64::from(one + 1));
    ways * (0..hits).fold(1.0, |all, _| all * chance) * (hits..dice).fold(1.0, |all, _| all * (1.0 - chance))
}

/// The chance that the first pool, so many dice of that chance each, makes more hits than the second.
fn more_hits(one: (u32, f64), two: (u32, f64)) -> f64 {
    let pairs = (0..=one.0).flat_map(|mine| (0..mine.min(two.0 + 1)).map(move |theirs| (mine, theirs)));
    pairs.map(|(mine, theirs)| hits(one.0, one.1, mine) * hits(two.0, two.1, theirs)).sum()
}

/// The chance that the first pool, of a Unit of that strength, makes no more hits than the second but is not spent by these.
fn thrown_back(one: ((u32, f64), u32), two: (u32, f64)) -> f64 {
    let ((dice, need), strength) = one;
    let pairs = (0..=dice).flat_map(|mine| (mine..=two.0).map(move |theirs| (mine, theirs)));
    let fit = pairs.filter(|(_, theirs)| *theirs < strength);
    fit.map(|(mine, theirs)| hits(dice, need, mine) * hits(two.0, two.1, theirs)).sum()
}

#[track_caller]
fn near(what: &str, told: f64, expected: f64) {
    assert!((told - expected).abs() < 1e-9, "{what}: told {told}, expected {expected}");
}

#[test]
fn forecasts_of_assaults_and_replies() {
    bites(&["EA-AI-4", "EA-AI-5", "EA-AI-6", "EA-AI-14"], || {
        let field = |second: &str| {
            let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Infantry, "15,35", "S");
            drawn(field.unit("R2", Infantry, second, "S"), &[6, 6, 6, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1])
                .ordered(&["B1"])
        };
        let told = |game: &Drawn| {
            let order =
                game.eagles.orders().into_iter().find(|order| order.verb == crate::info::ASSAULT).expect("an assault");
            game.eagles.forecast(&order)
        };
        let (free, blocked) = (told(&field("30,3")), told(&field("15,32")));
        let contact = free.results.first().map(|result| (result.label, result.chance > 1.0 - 1e-9));
        assert_eq!(contact, Some(("makes contact", true)));
        let (horse, foot) = ((6, 2.0 / 3.0), (7, 0.5));
        let effect = free.effect;
        near("inflicted", effect.inflicted, 4.0 / 7.0);
        near("wins", effect.repels, more_hits(horse, foot));
        near("is thrown back and fights on", effect.repelled, thrown_back((horse, 5), foot));
        near("a friend behind costs a Hit", blocked.effect.inflicted, effect.inflicted + effect.repels / 7.0);
        let mut game = field("30,3").ordered(&["R1"]);
        let order = game.listed("assault")[0].clone();
        game.give(&order);
        let value = |text: &str| {
            let order = (&game.eagles as &dyn System).order_text().read(text).expect("an order");
            game.eagles.forecast(&order).effect
        };
        near("kept", value("keep R1").succeeds, 1.0 - more_hits(horse, foot));
        near("kept and throws back", value("keep R1").repels, thrown_back((horse, 5), foot));
        near("one die more", value("stand R1").succeeds, 1.0 - more_hits(horse, (8, 0.5)));
        near("which throws back", value("stand R1").repels, thrown_back((horse, 5), (8, 0.5)));
        let left = |hits: u32| (6 - hits, 2.0 / 3.0);
        let stopped = [(0, 1.0), (1, 3.0), (2, 3.0)].map(|(hits, ways)| ways / 8.0 * more_hits(left(hits), foot));
        near("after three dice of fire", value("fire R1 >B1").succeeds, 1.0 - stopped.iter().sum::<f64>());
        let shot =
            [(0, 1.0), (1, 3.0), (2, 3.0)].map(|(hits, ways)| ways / 8.0 * thrown_back((left(hits), 5 - hits), foot));
        near("which throws back", value("fire R1 >B1").repels, 1.0 / 8.0 + shot.iter().sum::<f64>());
        game.give("keep R1");
        let stem = game.eagles.stems()[0];
        let pose = game.eagles.reach(&stem).legal().next().expect("a place").pose;
        assert_eq!(game.eagles.forecast(&stem.to(pose)).ends, vec![(pose, 1.0)]);
    });
}

#[test]
fn a_charged_unit_is_foretold_to_fire_to_its_front_and_to_stand_on_its_flank() {
    bites(&["EA-AI-7"], || {
        let rolls = |place: &str, facing: &str, ordered: &[&str]| {
            let field = Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").unit("R1", Infantry, place, facing);
            let game = drawn(field, &[]).ordered(&["B1"]).ordered(ordered);
            let order = game.eagles.orders().into_iter().find(|order| order.verb == crate::info::ASSAULT);
            let told = game.eagles.forecast(&order.expect("an assault")).rolls;
            told.iter().map(|roll| (roll.label, roll.dice())).collect::<Vec<_>>()
        };
        let plain = |flank: u8| vec![("charge", 1), ("assault", 7 + flank), ("defence", 7)];
        assert_eq!(rolls("15,35", "S", &[]), plain(0));
        assert_eq!(rolls("15,35", "S", &["R1"]), [("charge", 1), ("fire", 3), ("assault", 7), ("defence", 7)]);
        assert_eq!(rolls("14,34", "ENE", &[]), plain(1));
        assert_eq!(rolls("14,34", "ENE", &["R1"]), [("charge", 1), ("assault", 8), ("defence", 8)]);
    });
}

#[test]
fn moves_tell_where_they_end() {
    bites(&["EA-AI-9"], || {
        let game = field(Infantry, Traits::empty(), 30);
        let stem = game.eagles.stems()[0];
        let ends = game.eagles.forecast(&stem.to(game.eagles.pose(UnitId(0)))).ends;
        assert!((ends.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-9);
        let rows: Vec<i16> = ends.iter().map(|(pose, _)| 50 - pose.anchor.offset().row).collect();
        assert!((5..=10).all(|row| rows.contains(&row)), "{rows:?}");
    });
}

#[test]
fn threats_know_range_front_and_flank() {
    bites(&["EA-AI-10", "EA-AI-11", "EA-AI-13"], || {
        let game = field(Infantry, Traits::empty(), 4);
        let (one, two) = (UnitId(0), UnitId(1));
        let (from, at) = (game.eagles.pose(one), game.eagles.pose(two));
        let near = game.eagles.estimates().threat(one, &from, two, &at);
        assert!((near.fire - 1.5 / 7.0).abs() < 1e-9 && (near.charge - 3.5 / 7.0).abs() < 1e-9, "{near:?}");
        let far = game.eagles.estimates().threat(one, &from.at(from.anchor + hexes::Vector::new(-10, 20)), two, &at);
        assert_eq!(far, battle::Threat::default());
        let flank = game.eagles.estimates().threat(one, &from, two, &at.facing(hexes::Facing::WestNorthWest));
        assert!(flank.fire > near.fire);
        assert!((flank.charge - (4.0 - 1.0 / 256.0) / 7.0).abs() < 1e-9, "eight dice at seven Points: {flank:?}");
        for (rows, dice) in [(8, 3.0), (16, 2.0), (32, 1.0), (33, 0.0)] {
            let game = field(Guns, Traits::empty(), rows);
            let threat = game.eagles.estimates().threat(one, &game.eagles.pose(one), two, &game.eagles.pose(two));
            assert!((threat.fire - dice * 2.0 / 3.0 / 7.0).abs() < 1e-9, "{rows} inches: {threat:?}");
        }
    });
}

#[test]
fn the_spent_hold_no_ground() {
    bites(&["EA-AI-15"], || {
        let mut game = field(Infantry, Traits::empty(), 20);
        game.eagles.hurt(&mut Deaf, UnitId(0), 6, "fire", "");
        assert!([0, 1].iter().all(|unit| game.eagles.holds_ground(UnitId(*unit))), "one Point is enough");
        game.eagles.hurt(&mut Deaf, UnitId(0), 1, "fire", "");
        assert!(game.eagles.present(UnitId(0)) && !game.eagles.holds_ground(UnitId(0)));
    });
}

#[test]
fn a_view_knows_no_dice() {
    let field = Fixture::open(40, 60).unit("B1", Infantry, "10,50", "N").unit("R1", Infantry, "11,46", "S");
    let mut game = drawn_with(field, &[], |_| {}).at(info::FIRING, Side::Blue);
    game.eagles.set_dice(Dice::new(99));
    let view = |seed| game.eagles.view(Side::Blue, seed).digest();
    assert_eq!(view(1), view(2), "the digest leaves the seed out");
    let order = game.eagles.orders()[0];
    let mut hits = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut view = game.eagles.view(Side::Blue, seed);
        view.resolve(&order, &mut Deaf).expect("legal");
        hits.insert(view.field().unit(UnitId(1)).strength);
    }
    assert!(hits.len() > 1, "other seeds, other dice");
}

#[test]
fn a_forecast_lists_what_can_happen_and_nothing_certain() {
    let mut listed = 0;
    for seed in 0..3 {
        let mut game = super::war::battle("traits=auto defend=on", seed);
        let mut lot = super::war::Lot(seed);
        for _ in 0..400 {
            if (&game as &dyn System).outcome().is_some() {
                break;
            }
            for order in game.orders() {
                let forecast = game.forecast(&order);
                let open = |chance: f64| chance > 0.0 && (chance < 1.0 || !forecast.rolls.is_empty());
                let text = (&game as &dyn System).order_text().write(&order);
                assert!(forecast.results.iter().all(|result| open(result.chance)), "{text}: {:?}", forecast.results);
                listed += forecast.results.len();
            }
            let order = super::war::any_order(&game, &mut lot);
            game.resolve(&order, &mut Deaf).expect("a listed order");
        }
    }
    assert!(listed > 1000, "{listed} results");
}

#[test]
fn what_cannot_be_is_not_foretold() {
    let proof = || {
        let labels = |game: &Drawn, text: &str| {
            let order = (&game.eagles as &dyn System).order_text().read(text).expect("an order");
            game.eagles.forecast(&order).results.iter().map(|result| result.label).collect::<Vec<_>>()
        };
        let skirmish = field(Infantry, Traits::empty(), 8).at(info::FIRING, Side::Blue);
        assert_eq!(labels(&skirmish, "skirmish B1 >R1"), ["at least one Hit"], "one die makes nobody withdraw");
        let general = field(Infantry, Traits::empty(), 20).at(info::ORDERS, Side::Blue);
        assert_eq!(labels(&general, "attach BG >B1"), Vec::<&str>::new(), "a free Order is no chance");
        let charge = |target: Class| {
            let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", target, "15,35", "S");
            let game = drawn(field, &[]).ordered(&["B1"]);
            let order = game.listed("assault")[0].clone();
            labels(&game, &order)
        };
        assert!(!charge(Infantry).contains(&"attacker stopped by fire"), "nobody there can fire");
        let guns = charge(Guns);
        assert!(guns.contains(&"attacker wins") && guns.contains(&"target spent or removed"));
        assert!(!guns.iter().any(|label| label.contains("tie") || label.contains("beaten")), "{guns:?}");
    };
    bites(&["EA-AI-6", "EA-AI-8"], proof);
}

#[test]
fn a_move_out_of_a_wood_is_foretold() {
    bites(&["EA-AI-9"], || {
        let field = Fixture::open(40, 60).unit("B1", Infantry, "10,50", "N").block(5..=15, 50..=50, 'w');
        let game = drawn(field.unit("R1", Infantry, "11,10", "S"), &[]).ordered(&["B1"]);
        let stem = game.eagles.stems()[0];
        let ends = game.eagles.forecast(&stem.to(game.eagles.pose(UnitId(0)))).ends;
        let rows: Vec<i16> = ends.iter().map(|(pose, _)| 50 - pose.anchor.offset().row).collect();
        assert!((5..=10).all(|row| rows.contains(&row)), "it has not turned, so it moves: {rows:?}");
    });
}
