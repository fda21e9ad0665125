//! One battle under several rule systems, side by side.

use battle::Side;

use crate::causes::Causes;
use crate::comparison;
use crate::reckoning::Reckoning;
use crate::{Comparison, Report, Row};

fn comparisons(rows: &[Row]) -> Vec<Comparison> {
    comparison::comparisons(&Reckoning::of(rows))
}

fn row(battle: &str, rules: &str, winner: &str, reason: &str) -> Row {
    Row {
        battle: String::from(battle),
        rules: String::from(rules),
        winner: String::from(winner),
        reason: String::from(reason),
        turns: 8,
        ..Row::default()
    }
}

fn decided(winner: &str, turn: u16, cause: &str) -> Row {
    Row {
        decisive_turn: Some(turn),
        decisive_cause: String::from(cause),
        blue_infantry: 20,
        blue_infantry_lost: 5,
        red_infantry: 10,
        red_infantry_lost: 9,
        red_cavalry: 4,
        ..row("a", "chess", winner, "broken")
    }
}

#[test]
fn only_battles_under_two_systems_are_compared() {
    let rows = [
        row("a", "chess", "blue", "broken"),
        row("b", "chess", "red", "losses"),
        row("a", "draughts", "draw", "objectives"),
        row("b", "draughts", "", "fault"),
    ];
    let compared = comparisons(&rows);
    assert_eq!(compared.len(), 1, "a fault is no game");
    assert_eq!(compared[0].battle, "a");
    let systems: Vec<&str> = compared[0].entries.iter().map(|entry| entry.rules.as_str()).collect();
    assert_eq!(systems, ["chess", "draughts"]);
    assert!(comparisons(&rows[..2]).is_empty());
}

#[test]
fn a_comparison_tells_results_losses_and_what_decided() {
    let rows = [
        decided("blue", 6, "fire"),
        decided("red", 4, "melee"),
        decided("blue", 8, "fire"),
        row("a", "chess", "draw", "objectives"),
        row("a", "draughts", "red", "losses"),
    ];
    let entry = &comparisons(&rows)[0].entries[0];
    assert_eq!((entry.games, entry.results, entry.at_limit), (4, [2, 1, 1], 1));
    assert_eq!(entry.lost, [[Some(0.25), None, None], [Some(0.9), Some(0.0), None]]);
    assert_eq!(entry.ending, Some((String::from("broken"), 0.75)));
    assert_eq!(entry.cause, Some((String::from("fire"), 2.0 / 3.0)), "drawn games have no loser");
    assert_eq!(entry.decisive_turn, Some(6.0));
    assert!((entry.blue_share().share - 2.0 / 3.0).abs() < 1e-12);
}

#[test]
fn the_comparison_is_one_table() {
    let rows = [decided("blue", 6, "fire"), row("a", "draughts", "red", "losses")];
    let text = Report::of_rows(&proving::DrillLibrary, rows.to_vec()).summary();
    let table: Vec<&str> = text.lines().skip_while(|line| !line.contains("under 2 rule systems")).take(4).collect();
    assert_eq!(
        table,
        [
            "a under 2 rule systems; lost by arm, Blue / Red; the losers' worst turn and what it was",
            "  rules     games  Blue  drawn  Red    limit  turns         foot    horse   guns  ends and turns by",
            "  chess         1     1      0    0    0.0 %    8.0  25 % / 90 %  - / 0 %  - / -  broken 100 %; turn 6.0, fire 100 %",
            "  draughts      1     0      0    1  100.0 %    8.0        - / -    - / -  - / -  losses 100 %",
        ]
    );
}

#[test]
fn the_worst_turn_is_that_of_the_greatest_loss() {
    let mut causes = Causes::default();
    assert_eq!(causes.worst_turn(Side::Blue), None);
    causes.note(Side::Blue, 3, "fire", 4);
    causes.note(Side::Red, 4, "melee", 9);
    causes.note(Side::Blue, 5, "fire", 2);
    causes.note(Side::Blue, 5, "melee", 3);
    causes.note(Side::Blue, 7, "fire", 5);
    assert_eq!(causes.worst_turn(Side::Blue), Some((5, "melee")), "the first of equals");
    assert_eq!(causes.worst_turn(Side::Red), Some((4, "melee")));
}

#[test]
fn rows_tell_what_the_loser_lost_most_to() {
    let games = super::soak(&super::options(12));
    let lost: Vec<&Row> = games.rows().iter().filter(|row| row.decisive_turn.is_some()).collect();
    assert!(!lost.is_empty(), "somebody lost strength and the battle");
    for row in lost {
        assert!(row.decisive_turn.is_some_and(|turn| (1..=row.turns).contains(&turn)), "{row:?}");
        assert!(loses_to(row, &row.decisive_cause) && row.winner != "draw", "{row:?}");
    }
}

/// Whether somebody lost strength to that.
fn loses_to(row: &Row, cause: &str) -> bool {
    [&row.blue_counts, &row.red_counts].iter().any(|counts| counts["losses"].contains_key(cause))
}
