//! Results as one page of HTML that needs no network: figures with plots, for a screen in light or dark and for paper.

mod courses;
mod figures;
mod html;
mod plots;

use std::collections::BTreeSet;

use battle::Library;

use crate::beside::figures as tabled;
use crate::courses::Courses;
use crate::report::Report;
use courses::of_turns;
use figures::{Figure, Run, of_battles, of_system};
use html::{escaped, table};

const STYLE: &str = include_str!("page/style.css");

/// The page of runs, each with its name: one by itself, or several side by side; and of the turns of their battles, where they
/// are known, each battle on its own map.
#[must_use]
pub fn page(library: &dyn Library, runs: &[(String, Report)], turns: &Courses) -> String {
    let systems = systems(runs);
    let mut body = head(runs);
    if systems.len() > 1 {
        let all = of_battles(runs, &systems);
        body += &section("all", "All rule systems", &all);
    }
    for (key, title) in &systems {
        let own: Vec<Run<'_>> = runs.iter().map(|(name, report)| of(name, report, key)).collect();
        let mut figures = of_system(&own);
        figures.extend(of_turns(library, turns, key));
        body += &section(key, title, &figures);
    }
    let title = format!("Soak: {}", names(runs));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width\"/>\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n{}{body}</body>\n</html>\n",
        escaped(&title),
        contents(&systems)
    )
}

/// The rule systems of all runs with their titles, in the order of the runs.
fn systems(runs: &[(String, Report)]) -> Vec<(&'static str, &'static str)> {
    let mut known = BTreeSet::new();
    let all = runs.iter().flat_map(|(_, report)| report.systems());
    all.filter(|info| known.insert(info.key)).map(|info| (info.key, info.title)).collect()
}

fn of<'a>(name: &'a str, report: &'a Report, rules: &'a str) -> Run<'a> {
    let reckoning = report.reckoning();
    let ruled = reckoning.systems().iter().find(|ruled| ruled.rules == rules);
    let ledger = ruled.map(|ruled| &ruled.ledger);
    Run { name, rules, played: reckoning.under(rules).collect(), ledger, clocks: report.clocks() }
}

fn names(runs: &[(String, Report)]) -> String {
    runs.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
}

fn contents(systems: &[(&str, &str)]) -> String {
    if systems.len() < 2 {
        return String::new();
    }
    let links = systems.iter().map(|(key, title)| format!("<a href=\"#{key}\">{}</a>", escaped(title)));
    format!("<nav><a href=\"#all\">All</a> {}</nav>\n", links.collect::<Vec<_>>().join(" "))
}

/// What was played, and the figures of all of it: a column a run, or a rule system where there is one run.
fn head(runs: &[(String, Report)]) -> String {
    let told = runs.iter().map(|(name, report)| {
        let [first, second] = report.players();
        let (games, faults) = (report.games(), report.faults().len());
        let faults = match faults {
            0 => String::new(),
            1 => String::from(", <strong>one fault</strong>"),
            many => format!(", <strong>{many} faults</strong>"),
        };
        let players = format!("{} against {}", escaped(first), escaped(second));
        format!("<li>{}: {games} battles, {players}, seed {}{faults}</li>\n", escaped(name), report.seed())
    });
    let (heads, lines) = tabled(runs);
    format!(
        "<header><h1>What {} tell</h1>\n<ul>\n{}</ul>\n{}</header>\n",
        if runs.len() == 1 { "these battles" } else { "these runs" },
        told.collect::<String>(),
        table(&heads, &lines)
    )
}

fn section(key: &str, title: &str, figures: &[Figure]) -> String {
    let figures: String = figures.iter().map(Figure::html).collect();
    format!(
        "<section id=\"{key}\">\n<h2>{}</h2>\n<div class=\"figures\">\n{figures}</div>\n</section>\n",
        escaped(title)
    )
}
