//! Armies under these rules: Units, Generals, statistics, reinforcements (EA-STAT, EA-UNIT, EA-SCEN-3).

use battle::rule::bites;
use battle::{Arrival, Deaf, LeaderId, Quality, Rating, Reinforcement, Side, Start, System, Trait, UnitId, Weapon};

use super::drawn::drawn;
use super::fixture::Fixture;
use super::war::{battle, house, scenario, unit, usual};
use super::words::Play;
use crate::assault::Reply;
use crate::fire::Shot;
use crate::info;
use crate::marks;
use crate::movement::Gait;
use crate::space::zones::Zone;
use crate::{Class, Options, Traits, War, deploy, muster};

use Class::{Cavalry, Guns, Infantry, Lights};

#[test]
fn brigades_may_be_units() {
    bites(&["EA-RES-33", "EA-STAT-1"], || {
        let units = |words: &str| {
            let war = deploy(&usual(), &house(words), 1).expect("a battle");
            war.field().present_of(Side::Red).count()
        };
        assert_eq!(units(""), 6);
        assert_eq!(units("unit=brigade"), 4, "foot, horse, lights, guns");
    });
}

#[test]
fn batteries_are_massed_by_ten_to_fifteen_guns() {
    bites(&["EA-STAT-1"], || {
        let massed = |guns: &[u8]| {
            let mut scenario = usual();
            let battery = |(at, guns): (usize, &u8)| {
                let mut unit = unit(&format!("B{at} heavy battery {},30 N", 6 * at));
                unit.guns = Some(*guns);
                unit
            };
            scenario.armies[0].units = guns.iter().enumerate().map(battery).collect();
            let war = deploy(&scenario, &house("unit=brigade"), 1).expect("a battle");
            let blue = war.field().present_of(Side::Blue);
            blue.map(|unit| war.name(unit).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(massed(&[8, 8]), ["B0", "B1"], "sixteen guns are too many for one Unit");
        assert_eq!(massed(&[6, 6, 6]), ["B0", "B2"], "twelve and six");
        assert_eq!(massed(&[8, 8, 6]), ["B0", "B1"], "fourteen and eight");
        assert_eq!(massed(&[5, 5, 5]), ["B0", "B2"], "ten are enough");
    });
}

#[test]
fn classes_and_traits_follow_from_the_order_of_battle() {
    bites(&["EA-STAT-2", "EA-RES-37", "EA-OPT-26"], || {
        let mut rifles = unit("B1 jaegers 5,5 N");
        (rifles.weapon, rifles.quality) = (Weapon::Rifle, Quality::Elite);
        assert_eq!(
            (muster::class_of(&rifles), muster::auto_traits(&rifles)),
            (Lights, Traits::LIGHT_RIFLES | Traits::VETERANS)
        );
        let horse = muster::auto_traits(&unit("B2 horse battery 5,5 N"));
        assert_eq!(horse, Traits::HORSE_GUNS | Traits::MEDIUM_BATTERY);
        let mut light = unit("B3 light infantry 5,5 N");
        assert_eq!(muster::class_of(&light), Infantry, "in close order");
        light.traits.push(Trait::Dispersed);
        assert_eq!(muster::class_of(&light), Lights);
        let mut army = usual().armies[0].clone();
        light.special.insert("eagles".into(), vec!["steady".into()]);
        army.units = vec![light, unit("B4 line infantry 9,9 N")];
        let mut faults = Vec::new();
        let all = muster::recruits(&army, &Options::of(&house("linear_infantry=on"), 1), &mut faults);
        assert_eq!([all[0].profile.traits, all[1].profile.traits], [Traits::RESOLUTE, Traits::SLUGGISH]);
        let linear = battle("linear_infantry=on", 1);
        let starts = |unit: u8| linear.reach(&battle::Order::new(info::MOVE).by(UnitId(unit))).legal().count();
        assert_eq!((starts(0), starts(3) > 5), (1, true), "Infantry does not turn at the start; Lights do");
        army.units[1].special.insert("eagles".into(), vec!["brave".into()]);
        muster::recruits(&army, &Options::default(), &mut faults);
        assert!(faults[0].contains("unknown trait `brave`"));
    });
}

#[test]
fn every_row_of_the_order_of_battle_has_its_class_and_traits() {
    use battle::Troop;
    let none = Traits::empty();
    let troops = [
        (Troop::LineInfantry, Infantry, none),
        (Troop::Grenadiers, Infantry, none),
        (Troop::GuardInfantry, Infantry, none),
        (Troop::Militia, Infantry, Traits::MILITIA),
        (Troop::LightInfantry, Infantry, none),
        (Troop::Jaegers, Lights, none),
        (Troop::Irregulars, Lights, none),
        (Troop::LightCavalry, Cavalry, none),
        (Troop::MediumCavalry, Cavalry, none),
        (Troop::HeavyCavalry, Cavalry, none),
        (Troop::Cuirassiers, Cavalry, Traits::CUIRASSIERS),
        (Troop::HeavyBattery, Guns, none),
        (Troop::MediumBattery, Guns, Traits::MEDIUM_BATTERY),
        (Troop::LightBattery, Guns, Traits::MEDIUM_BATTERY),
        (Troop::HorseBattery, Guns, Traits::HORSE_GUNS | Traits::MEDIUM_BATTERY),
    ];
    let qualities = [
        (Quality::Raw, Traits::SLUGGISH),
        (Quality::Conscript, Traits::SLUGGISH),
        (Quality::Trained, none),
        (Quality::Veteran, Traits::VETERANS),
        (Quality::Elite, Traits::VETERANS),
        (Quality::Guard, Traits::GUARD),
    ];
    let neutral = [
        (Trait::Steady, Traits::RESOLUTE),
        (Trait::Stubborn, Traits::STUBBORN),
        (Trait::Impetuous, Traits::IMPETUOUS),
        (Trait::SlowDrill, Traits::SLUGGISH),
        (Trait::PoorSkirmishers, Traits::LIMITED_SKIRMISHERS),
        (Trait::LowAmmunition, Traits::LOW_SUPPLIES),
        (Trait::Massed, none),
    ];
    bites(&["EA-STAT-2"], || {
        let profile = |change: &dyn Fn(&mut battle::UnitSpec), words: &str| {
            let mut scenario = usual();
            scenario.armies[0].units.truncate(1);
            change(&mut scenario.armies[0].units[0]);
            *deploy(&scenario, &house(words), 1).expect("a battle").profile(UnitId(0))
        };
        let auto = |change: &dyn Fn(&mut battle::UnitSpec)| profile(change, "traits=auto");
        for (troop, class, traits) in troops {
            let of_type = auto(&|unit| unit.troop = troop);
            assert_eq!((of_type.class, of_type.traits), (class, traits), "{troop:?}");
            assert_eq!(profile(&|unit| unit.troop = troop, "").traits, none, "only with traits=auto");
        }
        for (quality, traits) in qualities {
            assert_eq!(auto(&|unit| unit.quality = quality).traits, traits, "{quality:?}");
        }
        for (one, traits) in neutral {
            assert_eq!(auto(&|unit| unit.traits.push(one)).traits, traits, "{one:?}");
        }
        let massed =
            |unit: &mut battle::UnitSpec| (unit.troop, unit.traits) = (Troop::MediumBattery, vec![Trait::Massed]);
        assert_eq!(auto(&massed).traits, none, "massed medium guns count as heavy");
        let named = |unit: &mut battle::UnitSpec| {
            unit.quality = Quality::Guard;
            unit.special.insert("eagles".into(), vec!["militia".into()]);
        };
        assert_eq!(auto(&named).traits, Traits::MILITIA, "explicit traits win");
    });
}

#[test]
fn leaders_are_rated_with_automatic_traits() {
    bites(&["EA-STAT-5"], || {
        let mut army = usual().armies[0].clone();
        let led = |army: &battle::Army, words: &str| {
            let mut scenario = usual();
            scenario.armies[0] = army.clone();
            deploy(&scenario, &house(words), 1).expect("a battle").post(LeaderId(0)).clone()
        };
        let rated = |army: &battle::Army, words: &str| {
            let general = led(army, words);
            (general.dice.parts(), general.efficient, general.staff)
        };
        army.leaders[0].rating = Rating::Excellent;
        assert_eq!(rated(&army, "traits=auto"), ((1, 0), false, true));
        assert_eq!(rated(&army, ""), ((1, 0), false, false), "only with automatic traits");
        army.leaders[0].rating = Rating::Good;
        assert_eq!(rated(&army, "traits=auto"), ((1, 0), true, false));
        army.leaders[0].rating = Rating::Average;
        assert_eq!(rated(&army, "traits=auto commander_dice=on"), ((1, 0), false, false));
        army.leaders[0].rating = Rating::Poor;
        assert_eq!(rated(&army, "traits=auto commander_dice=on"), ((2, 0), false, false));
        assert_eq!(rated(&army, "traits=auto"), ((1, 0), false, false), "2d6 only where commander dice are on");
        let rated_for = |rank: battle::Rank, rating: Rating, words: &str| {
            let mut army = army.clone();
            (army.leaders[0].rank, army.leaders[0].rating) = (rank, rating);
            let general = led(&army, words);
            (general.pip, general.army)
        };
        use battle::Rank::{Army, Division};
        let pips = |rank, rating| rated_for(rank, rating, "initiative_pip=on").0;
        let able = [Rating::Poor, Rating::Average, Rating::Good, Rating::Excellent].map(|rating| pips(Army, rating));
        assert_eq!((able, pips(Division, Rating::Good)), ([false, false, true, true], false));
        let hands = |rank| rated_for(rank, Rating::Average, "army_commander=on");
        assert_eq!([hands(Army), hands(Division)], [(false, true), (false, false)]);
        assert_eq!(rated_for(Army, Rating::Excellent, ""), (false, false), "both are options");
        army.leaders[0].special.insert("eagles".into(), vec!["d6+4".into()]);
        assert_eq!(rated(&army, "traits=auto commander_dice=on"), ((1, 4), false, false), "his own option wins");
    });
}

#[test]
fn forces_may_be_larger_and_commands_two() {
    bites(&["EA-OPT-27", "EA-OPT-28"], || {
        let classes = |words: &str| {
            let game = battle(words, 1);
            let own: Vec<Class> = game.field().present_of(Side::Blue).map(|unit| game.profile(unit).class).collect();
            [Infantry, Guns, Lights, Cavalry].map(|class| own.iter().filter(|one| **one == class).count())
        };
        assert_eq!((classes(""), classes("larger_forces=on")), ([3, 1, 1, 1], [5, 1, 1, 1]), "two more Infantry");
        let game = battle("larger_forces=on", 1);
        let labels: Vec<&str> = game.field().roster().units().map(|(_, unit)| unit.label.as_str()).collect();
        let distinct: std::collections::BTreeSet<&str> = labels.iter().copied().collect();
        assert_eq!(distinct.len(), labels.len(), "every label once: {labels:?}");
        assert!(labels.iter().all(|label| label.starts_with(['B', 'R']) && label.len() <= 3), "{labels:?}");
        let rolls = |words: &str| {
            let (mut game, mut heard) = (battle(words, 1), battle::Recorder::default());
            while game.field().turn() < 2 || game.phase() != info::ACTIONS {
                game.resolve(&battle::Order::new(info::DONE), &mut heard).expect("done");
            }
            let turn = heard.events.iter().skip_while(|event| !matches!(event, battle::Event::TurnBegan { .. }));
            let labels = turn.filter_map(|event| match event {
                battle::Event::Rolled(roll) => Some(roll.label),
                _ => None,
            });
            labels.collect::<Vec<_>>()
        };
        assert_eq!(rolls(""), ["orders", "orders", "initiative", "initiative"]);
        let four = ["orders", "orders", "orders", "orders", "initiative", "initiative"];
        assert_eq!(rolls("two_commands=on"), four, "a die for each General, one Initiative roll a side");
    });
}

#[test]
fn footprints_find_the_nearest_room() {
    bites(&["EA-STAT-3"], || {
        let ground = battle::Ground::plain(30, 30);
        let game = deploy(
            &scenario(ground, &["B1 line infantry 10,20 N", "B2 line infantry 12,20 N"], &["R1 line infantry 10,5 S"]),
            &house(""),
            1,
        );
        let written = ["10,20", "12,20", "10,5"].map(super::fixture::hex);
        let shifts = |game: War| [0, 1, 2].map(|at| game.pose(UnitId(at)).anchor.distance(written[usize::from(at)]));
        assert_eq!(game.map(shifts), Ok([0, 1, 0]), "a row beside B1's hexes there is room");
        let tiny = battle::Ground::plain(2, 2);
        let faults = deploy(&scenario(tiny, &["B1 line infantry 0,0 N"], &["R1 line infantry 1,1 S"]), &house(""), 1);
        assert!(faults.err().is_some_and(|faults| faults[0].starts_with("unit B1")));
    });
}

#[test]
fn quality_is_no_grade_of_a_unit() {
    bites(&["EA-STAT-6"], || {
        let mut plan = usual();
        for (at, quality) in [Quality::Raw, Quality::Guard, Quality::Veteran].into_iter().enumerate() {
            plan.armies[0].units[at].quality = quality;
            plan.armies[0].units[at].stands = Some(2 + 3 * at as u8);
        }
        let game = deploy(&plan, &house(""), 1).expect("a battle");
        let rated = [0, 1, 2].map(UnitId).map(|unit| (*game.profile(unit), game.strength(unit)));
        let line = (crate::Profile { class: Infantry, traits: Traits::empty(), points: 7 }, 7);
        assert_eq!(rated, [line; 3], "class and traits are all there is");
    });
}

#[test]
fn losses_take_neither_stands_nor_fire_but_the_last_point_takes_the_unit() {
    bites(&["EA-BASE-8"], || {
        let field = Fixture::open(40, 40).unit("B1", Infantry, "10,20", "N").unit("R1", Infantry, "11,16", "S");
        let game = drawn(field.strength(1).unit("R2", Infantry, "30,5", "S"), &[1, 1, 1, 4]);
        let mut game = game.at(info::FIRING, Side::Red);
        let stands = |game: &super::drawn::Drawn| game.eagles.field().footprint(game.id("R1")).hexes().len();
        assert_eq!(stands(&game), 4);
        assert_eq!(game.give("fire R1 >B1").first_roll(), "fire 3d6 4+: 1 1 1 = 0", "three dice with one point left");
        let mut lost = game.at(info::FIRING, Side::Blue);
        lost.eagles.hurt(&mut Deaf, UnitId(1), 1, "fire", "");
        assert_eq!((stands(&lost), lost.there("R1")), (4, true));
        let turn = lost.eagles.field().turn();
        while lost.eagles.field().turn() == turn {
            lost.give("done");
        }
        assert!(!lost.there("R1"), "routed with none left");
    });
}

#[test]
fn reinforcements_come_before_orders_with_their_general() {
    bites(&["EA-SCEN-3", "EA-RES-48"], || {
        let mut plan = usual();
        plan.reinforcements.push(Reinforcement {
            name: "column".into(),
            side: Side::Blue,
            arrival: Arrival::Turn(2),
            entry: ["3,35", "9,35", "15,35", "21,35", "27,35", "32,35"].map(super::fixture::hex).to_vec(),
            facing: hexes::Facing::North,
        });
        plan.armies[0].units.iter_mut().for_each(|unit| unit.start = Start::Arrives(0));
        let arrived = |plan: &battle::Scenario, words: &str| {
            let mut game = deploy(plan, &house(words), 4).expect("a battle");
            assert_eq!(game.field().present_of(Side::Blue).count(), 0);
            assert_eq!(game.field().leader(battle::LeaderId(0)), battle::Perch::Away);
            while game.field().turn() < 2 {
                game.resolve(&battle::Order::new(info::DONE), &mut Deaf).expect("done");
            }
            game
        };
        let mut game = arrived(&plan, "reinforce_move=on");
        assert!(game.present(UnitId(0)));
        assert_eq!(game.pose(UnitId(0)).anchor, super::fixture::hex("3,35"), "on its entry hex");
        assert_eq!(game.field().leader(battle::LeaderId(0)), battle::Perch::With(UnitId(0)), "with the first Unit");
        assert_eq!(game.phase(), info::ARRIVALS);
        let order = battle::Order::new(info::MOVE).by(UnitId(0));
        let from = game.pose(UnitId(0));
        assert_eq!((game.uses(UnitId(0)), game.check(&order.to(from)).is_ok()), (0, true), "a free Move");
        game.resolve(&order.to(from), &mut Deaf).expect("legal");
        let halt = game.stems()[0];
        let end = game.reach(&halt).legal().max_by_key(|place| place.cost).map(|place| place.pose).expect("a place");
        game.resolve(&halt.to(end), &mut Deaf).expect("legal");
        assert!(game.pose(UnitId(0)).anchor.distance(from.anchor) >= 5, "BW and a die");
        assert!(game.stems().iter().all(|stem| stem.unit() != Some(UnitId(0))), "once");
        plan.reinforcements.push(Reinforcement {
            name: "vanguard".into(),
            side: Side::Red,
            arrival: Arrival::Turn(3),
            entry: vec![super::fixture::hex("18,1")],
            facing: hexes::Facing::South,
        });
        plan.armies[1].units.iter_mut().for_each(|unit| unit.start = Start::Arrives(1));
        let due = deploy(&plan, &house(""), 4).map(|mut game| {
            while game.field().turn() < 2 {
                game.resolve(&battle::Order::new(info::DONE), &mut Deaf).expect("done");
            }
            [0, 1].map(|leader| game.field().leader(battle::LeaderId(leader)))
        });
        let with = battle::Perch::With(UnitId(0));
        assert_eq!(due, Ok([with, battle::Perch::Away]), "nobody enters with the other side");
        plan.armies[1].units = usual().armies[1].units.clone();
        let plain = arrived(&plan, "");
        assert_eq!((plain.phase(), plain.uses(UnitId(0))), (info::ORDERS, 0), "placed, then ordered like anyone else");
    });
}

/// Strength of a Unit of that troop when a battle is set up.
fn enlisted(troop: &str) -> i16 {
    let ground = battle::Ground::plain(30, 30);
    let plan = scenario(ground, &[&format!("B1 {troop} 10,20 N")], &["R1 line infantry 10,5 S"]);
    deploy(&plan, &house(""), 1).expect("room").strength(UnitId(0))
}

/// What the chart says of a class in a battle: dice and mean of its Move and March, its Fire at one base width, and the face
/// that hits when it is charged.
fn charted(class: Class) -> String {
    let field = Fixture::open(40, 40).unit("B1", class, "10,20", "N").unit("R1", Infantry, "11,16", "S");
    let (game, own, enemy) = (drawn(field, &[]), UnitId(0), UnitId(1));
    let rolls = [Gait::Move, Gait::March].map(|gait| game.eagles.distance_pool(own, gait));
    let [pace, march] = rolls.map(|roll| format!("{}d6 {}", roll.count(), roll.mean()));
    let shot = game.eagles.shot_at(own, enemy, Shot::Fire);
    let shot = shot.map_or("none".into(), |pool| format!("{}d6 {}+", pool.count(), pool.face().unwrap_or(0)));
    let poses = [own, enemy].map(|unit| game.eagles.pose(unit));
    let fight = game.eagles.bout(enemy, &poses[1], own, &poses[0], Zone::Front);
    let face = game.eagles.defence_pool(&fight, 5, Reply::Keep).face().unwrap_or(0);
    format!("move {pace}, march {march}, fire {shot}, charged {face}+")
}

#[test]
fn the_unit_chart_is_the_pages() {
    bites(&["EA-UNIT-1", "EA-UNIT-2", "EA-UNIT-3", "EA-UNIT-4"], || {
        let troops = ["line infantry", "jaegers", "light cavalry", "heavy battery"];
        assert_eq!(troops.map(enlisted), [7, 5, 5, 5]);
        assert_eq!(charted(Infantry), "move 1d6 7.5, march 2d6 11, fire 3d6 4+, charged 4+");
        assert_eq!(charted(Lights), "move 1d6 7.5, march 2d6 11, fire 3d6 5+, charged 5+");
        assert_eq!(charted(Cavalry), "move 2d6 11, march 3d6 14.5, fire none, charged 3+");
        assert!(charted(Guns).starts_with("move 1d6 7.5, march 2d6 11, fire 3d6 3+"), "and never roll when charged");
    });
}

#[test]
fn cards_show_orders_and_what_was_done() {
    bites(&["EA-UNIT-9"], || {
        let field = Fixture::open(40, 40)
            .unit("B1", Infantry, "10,20", "N")
            .traits(Traits::GUARD)
            .unit("R1", Infantry, "11,10", "S");
        let game = drawn(field, &[]).ordered(&["B1"]).marked("B1", marks::MOVED);
        let card = game.eagles.card(UnitId(0));
        let row = |name: &str| card.rows.iter().find(|(key, _)| *key == name).map(|(_, text)| text.clone());
        assert_eq!(row("order"), Some("cost 1, unused".into()));
        assert_eq!(row("fire"), Some("3d6 to 4\", 4+; skirmish 1d6 to 8\", 4+".into()));
        assert_eq!((row("traits"), row("this turn")), (Some("guard".into()), Some("moved".into())));
    });
}

#[test]
fn of_the_nearest_places_one_not_next_to_an_enemy_is_taken() {
    let red = ["R1 line infantry 10,10 S", "R2 line infantry 10,10 S"];
    for (row, expected) in [(12, 9), (8, 11)] {
        let blue = format!("B1 line infantry 11,{row} N");
        let game = deploy(&scenario(battle::Ground::plain(30, 30), &[&blue], &red), &house(""), 1).expect("room");
        assert_eq!(game.pose(UnitId(1)).anchor.offset().row, 10, "as written");
        assert_eq!(game.pose(UnitId(2)).anchor.offset().row, expected, "a row off, away from B1 in row {row}");
    }
}

#[test]
fn a_file_says_what_a_general_is() {
    let general = |word: &str| {
        let mut plan = usual();
        plan.armies[0].leaders[0].special.insert("eagles".into(), vec![word.into()]);
        let game = deploy(&plan, &house(""), 1).expect("a battle");
        let post = game.setting().leaders[0].post.clone();
        [post.efficient, post.staff, post.pip, post.army, post.division]
    };
    let words = ["efficient", "excellent staff", "initiative pip", "army commander", "division general"];
    for (place, word) in words.into_iter().enumerate() {
        let mut expected = [false; 5];
        expected[place] = true;
        assert_eq!(general(word), expected, "{word}");
    }
}

#[test]
fn a_brigade_is_one_unit_of_those_that_come_together() {
    let units = |starts: [Start; 3]| {
        let mut army = usual().armies[0].clone();
        army.units.truncate(3);
        army.units.iter_mut().zip(starts).for_each(|(unit, start)| (unit.brigade, unit.start) = (0, start));
        let all = muster::recruits(&army, &Options::of(&house("unit=brigade"), 1), &mut Vec::new());
        all.len()
    };
    let comes = Start::Arrives;
    assert_eq!([units([comes(0), comes(0), comes(0)]), units([comes(0), comes(1), comes(0)])], [1, 2]);
}
