//! A run for programs.

use serde_json::{Value, json};

use crate::calibration;
use crate::comparison::Comparison;
use crate::fault::Fault;
use crate::report::Report;
use crate::statistics::{Interval, elo};
use crate::summary::{Group, Summary, Thinking, Toll};
use crate::themes;
use crate::worth;

/// The summary as one JSON object. Infinite Elo values are null.
pub(crate) fn summary(report: &Report, summary: &Summary) -> String {
    let faults: Vec<Value> = report.faults().iter().map(fault_json).collect();
    let mut told = json!({
        "players": summary.players,
        "seed": report.seed(),
        "planned": report.planned(),
        "all": group_json(&summary.all),
        "groups": summary.groups.iter().map(group_json).collect::<Vec<_>>(),
        "comparisons": summary.comparisons.iter().map(Comparison::json).collect::<Vec<_>>(),
        "clauses": themes::clauses_json(report.reckoning()),
        "thinking": summary.thinking.iter().map(thinking_json).collect::<Vec<_>>(),
        "think_microseconds": { "p50": summary.think.p50, "p95": summary.think.p95, "max": summary.think.max },
        "left_out": report.left_out(),
        "foreseen": calibration::json(report.reckoning()),
        "house_rules": worth::json(report.reckoning()),
        "faults": faults,
    });
    if let Some(programs) = report.programs().json() {
        told["programs"] = programs;
    }
    told.to_string()
}

fn fault_json(fault: &Fault) -> Value {
    json!({ "index": fault.index, "what": fault.what, "command": fault.command, "record": fault.record })
}

fn thinking_json(of: &Thinking) -> Value {
    let times = of.times;
    json!({ "rules": of.rules, "player": of.player, "turns": of.turns, "p50": times.p50, "p95": times.p95, "max": times.max })
}

fn group_json(group: &Group) -> Value {
    let interval = |interval: Interval| json!([interval.share, interval.low, interval.high]);
    let first = group.first_share();
    json!({
        "battle": group.battle,
        "rules": group.rules,
        "games": group.games,
        "first_wins": group.first_wins,
        "draws": group.draws,
        "second_wins": group.second_wins,
        "blue_wins": group.blue_wins,
        "red_wins": group.red_wins,
        "turn_limit": group.turn_limit,
        "faults": group.faults,
        "first_share": interval(first),
        "first_elo": [elo(first.share), elo(first.low), elo(first.high)],
        "blue_share": interval(group.blue_share()),
        "turns": group.turns,
        "contact_turn": group.contact_turn,
        "no_contact": group.no_contact,
        "idle_share": group.idle_share,
        "first_lost": group.first_lost,
        "second_lost": group.second_lost,
        "orders": group.orders,
        "toll": toll_json(&group.toll),
    })
}

fn toll_json(toll: &Toll) -> Value {
    json!({
        "infantry_lost": toll.lost[0],
        "cavalry_lost": toll.lost[1],
        "artillery_lost": toll.lost[2],
        "retreats": toll.retreats,
        "squares": toll.squares,
        "routs": toll.routs,
        "brigades_broken": toll.brigades_broken,
        "sprung": toll.sprung,
        "charges": toll.charges,
        "charges_shown": toll.charges_shown,
        "charges_foreseen": toll.charges_foreseen,
        "charges_succeeded": toll.charges_succeeded,
        "counts": toll.counts,
    })
}
