//! What decides where goals leave it even is told before the battle and while it is so.

use battle::{HouseRules, Library, Side};
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
        assert!(briefing.ends_with(battle.info().breaks), "{key}: {briefing}");
        let decides = battle.score();
        assert_eq!(decides.count == battle::Count::Losses, battle.info().even.is_some(), "{key}");
    }
}
