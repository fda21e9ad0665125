//! What decides where goals leave it even is told before the battle and while it is so.

use battle::{Deaf, HouseRules, Library, Paces, Side, System};
use systems::Shelf;

#[test]
fn losses_that_would_decide_are_called_losses_and_points_points() {
    let shelf = Shelf::new();
    let scenario = shelf.battle("first-light").expect("a battle").scenario;
    for (key, even, score) in [
        ("eagles", "If both have as many, it is a draw.", "Points: you 0, enemy 0"),
        ("on_war", "If both have as many, it is a draw.", "Points: you 0, enemy 0"),
        ("mcnally", "If both have as many, it is a draw.", "Points: you 0, enemy 0"),
        (
            "snappy",
            "If both have as many, whoever has destroyed more of the enemy wins, stands counted by their quality.",
            "Goals even, losses caused: you 0, enemy 0",
        ),
        (
            "over_the_hills",
            "If both have as many, whoever has lost the smaller share of its army wins.",
            "Goals even, losses caused: you 0, enemy 0",
        ),
    ] {
        let battle = shelf.deploy(key, &scenario, &HouseRules::default(), 1).expect("it can be deployed");
        assert_eq!(table::score(&*battle, Some(Side::Red)), score, "{key}");
        let briefing = table::briefing(&*battle, &scenario, Side::Blue).join("\n");
        assert!(
            briefing.contains(&format!("Whoever has more points when time is up wins. {even} ")),
            "{key}: {briefing}"
        );
        assert!(briefing.ends_with(battle.breaks()), "{key}: {briefing}");
        let decides = battle.score();
        assert_eq!(decides.count == battle::Count::Losses, battle.info().even.is_some(), "{key}");
    }
}

#[test]
fn what_breaks_an_army_is_told_by_the_house_rules_of_the_battle() {
    let shelf = Shelf::new();
    let told = |system: &str, battle: &str, house: &str| {
        let scenario = shelf.battle(battle).expect("a battle").scenario;
        let house = shelf.house_rules(system, "house.toml", &format!("[{system}]\n{house}\n")).expect("house rules");
        let deployed = shelf.deploy(system, &scenario, &house, 1).expect("it can be deployed");
        table::briefing(&*deployed, &scenario, Side::Blue).join("\n")
    };
    for (system, house, part) in [
        ("snappy", "army_break = \"routed\"", "half of the units have been routed by a turn's end"),
        ("snappy", "army_break = \"routed_and_panic\"", "have been routed, or are in a panic, at a turn's end"),
        ("on_war", "army_break = \"first_brigade\"", "the first that quits loses the battle"),
        ("on_war", "army_break = \"half_of_brigades\"", "of whose brigades half have quit"),
        ("over_the_hills", "army_break_at = \"1/2\"", "has lost half of its Fatigue Scores"),
        ("over_the_hills", "army_break_at = \"3/4\"", "has lost three quarters of its Fatigue Scores"),
    ] {
        let briefing = told(system, "first-light", house);
        assert!(briefing.contains(part), "{system} with {house}: {briefing}");
    }
    // Cowpens sets both of its own accord.
    assert!(told("snappy", "cowpens", "").contains("or are in a panic"));
    assert!(told("on_war", "cowpens", "").contains("half have quit"));
}

#[test]
fn the_cost_of_a_way_is_told_as_the_card_counts_it() {
    let shelf = Shelf::new();
    let scenario = shelf.battle("first-light").expect("a battle").scenario;
    for info in shelf.systems() {
        let counts = if info.key == "snappy" { Paces::Points } else { Paces::Inches };
        assert_eq!(info.paces, counts, "{}", info.key);
    }
    assert_eq!((Paces::Points.told(90), Paces::Inches.told(450)), (String::from("90 points"), String::from("4.5\"")));
    let mut battle = shelf.deploy("snappy", &scenario, &HouseRules::default(), 1).expect("it can be deployed");
    let moves = |battle: &dyn System| {
        let stems = battle.stems().into_iter().filter(|stem| stem.unit().is_some());
        stems.flat_map(|stem| battle.reach(&stem).places).filter(|place| place.legal).map(|place| place.cost).max()
    };
    for _ in 0..20 {
        if let Some(most) = moves(&*battle).filter(|most| *most > 0) {
            assert!((100..=180).contains(&most), "a full move is 180 points, and the farthest place costs {most}");
            return;
        }
        let order = battle.orders()[0];
        battle.resolve(&order, &mut Deaf).expect("it is legal");
    }
    panic!("nobody ever moves");
}
