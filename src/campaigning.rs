//! The `campaign` command: a campaign on the screen or in sentences, how it stands, and what there is.

use std::path::Path;
use std::sync::Arc;

use battle::{Library, Side, Unusable};
use systems::Shelf;
use table::campaign::tell;
use table::campaign::{self, Position, Run, Standing};
use table::{SeatSpec, TakenUp, Terms};

use crate::args::{Campaign, Cli};
use crate::commands::{self, Answer, Done, checked_seat, data_folder, fresh_seed, read};
use crate::drawing;
use crate::print::Page;
use crate::talking;

/// A campaign by its name or file.
///
/// # Errors
/// An unknown name, an unreadable file, or every fault of the file.
pub fn loaded(name: &str) -> Result<campaign::Campaign, Unusable> {
    if name == drawing::INPUT {
        let text = drawing::input()?;
        return campaign::load_text("standard-input.toml", &text).map_err(|faults| Unusable(faults.to_string()));
    }
    campaign::load(name).map_err(|fault| Unusable(fault.to_string()))
}

/// The campaigns that come with the program, for a list.
///
/// # Errors
/// A campaign that has faults.
pub fn rows() -> Result<Vec<[String; 3]>, Unusable> {
    let row = |listed: &campaign::Listed| {
        let campaign = loaded(listed.key)?;
        let sides = Side::ALL.map(|side| campaign.units.iter().filter(|unit| unit.side == side).count());
        let size =
            format!("{}, up to {} battles, {} and {} units", campaign.date, campaign.longest(), sides[0], sides[1]);
        Ok([campaign.key.clone(), campaign.title.clone(), size])
    };
    campaign::builtin().iter().map(row).collect()
}

/// Begins a campaign, goes on with one, or tells how it stands.
pub fn campaign(cli: &Cli, asked: &Campaign) -> Done {
    let saves = data_folder(cli)?.join("saves");
    let Some(name) = &asked.name else { return overview(&saves) };
    let library = Arc::new(Shelf::new());
    if name == drawing::INPUT && !asked.pack && !asked.status && talking::is_wanted(cli) {
        let told = "with --lines orders come from standard input, and no campaign can; name its file";
        return Err(Unusable(String::from(told)).into());
    }
    let campaign = loaded(name)?;
    if asked.pack {
        Page::new().whole(campaign.packed().as_bytes())?;
        return Ok(Answer::Yes);
    }
    let going = table::going(&saves).into_iter().find(|one| one.part.is_called(&campaign.key, &campaign.hash()));
    let going = going.filter(|_| !asked.anew).map(|one| table::take_up(library.as_ref(), &one.path)).transpose()?;
    let taken = match going {
        // One that is over is shown as long as somebody asks how it stands, and else begun anew.
        Some(taken) if asked.status || !is_over(&taken) => go_on(library.as_ref(), taken, asked)?,
        _ => begin(library.as_ref(), campaign, asked)?,
    };
    if asked.status {
        return status(&taken);
    }
    if talking::is_wanted(cli) {
        return talking::campaign(&library, taken, &saves);
    }
    if name == drawing::INPUT {
        tui::type_at_terminal()?;
    }
    commands::screen(cli, library, tui::Start::Campaign(Box::new(taken)))
}

fn is_over(taken: &TakenUp) -> bool {
    let position = taken.run.position();
    position.is_ok_and(|position| matches!(position.standing, Standing::Over { .. }))
}

/// Takes up the campaign that goes on; other terms count from its next battle on.
fn go_on(library: &dyn Library, mut taken: TakenUp, asked: &Campaign) -> Result<TakenUp, Unusable> {
    if asked.seed.is_some() {
        return Err(Unusable(String::from("this campaign goes on with its own seed; --anew begins another")));
    }
    if taken.fighting.is_some()
        && (asked.rules.is_some() || asked.side.is_some() || asked.enemy.is_some() || asked.house.is_some())
    {
        return Err(Unusable(String::from(
            "a battle of this campaign goes on by the terms it began with; finish it first, or begin another campaign with --anew",
        )));
    }
    if asked.rules.is_some() || asked.side.is_some() || asked.enemy.is_some() || asked.house.is_some() {
        let side = taken.terms.seats.iter().position(SeatSpec::is_human).map(|place| Side::ALL[place]);
        taken.terms = terms(library, asked, side.unwrap_or(taken.run.campaign.side), Some(&taken.terms))?;
    }
    Ok(taken)
}

fn begin(library: &dyn Library, campaign: campaign::Campaign, asked: &Campaign) -> Result<TakenUp, Unusable> {
    let terms = terms(library, asked, campaign.side, None)?;
    let run = Run::new(Arc::new(campaign), asked.seed.unwrap_or_else(fresh_seed));
    Ok(TakenUp { run, terms, fighting: None })
}

/// The terms that were asked for; what was not as before, else as usual.
fn terms(library: &dyn Library, asked: &Campaign, usual: Side, before: Option<&Terms>) -> Result<Terms, Unusable> {
    let none = || Unusable(String::from("there is no rule system or no commander to play with"));
    let first = || library.systems().first().copied().ok_or_else(none);
    let system = match (&asked.rules, before) {
        (Some(key), _) => library.system(key)?,
        (None, Some(before)) => before.system,
        (None, None) => first()?,
    };
    let house = match (&asked.house, before) {
        (Some(path), _) => library.house_rules(system.key, &path.display().to_string(), &read(path)?)?,
        (None, Some(before)) if before.system.key == system.key => before.house.clone(),
        _ => battle::HouseRules::default(),
    };
    let side = match &asked.side {
        Some(side) => side.parse().map_err(Unusable)?,
        None => usual,
    };
    let old = before.map(|before| &before.seats[side.other().index()]).filter(|seat| !seat.is_human());
    let enemy = match (&asked.enemy, old) {
        (Some(who), _) => checked_seat(library, who)?,
        (None, Some(old)) => old.clone(),
        (None, None) => {
            let first = library.commanders().into_iter().next();
            SeatSpec::Commander(first.ok_or_else(none)?.key)
        }
    };
    let seat = |one: Side| if one == side { SeatSpec::Human } else { enemy.clone() };
    Ok(Terms { system, house, seats: Side::ALL.map(seat) })
}

/// What there is, and what goes on.
fn overview(saves: &Path) -> Done {
    let mut page = Page::new();
    let going = table::going(saves);
    for one in &going {
        let stands = match one.glance.end {
            None => format!("turn {}", one.glance.turn),
            Some(_) => String::from("between battles"),
        };
        page.line(format!("going on: {}, {stands} ({})", one.part.told(), one.part.key))?;
    }
    for [key, title, size] in rows()? {
        page.line(format!("{key}  {title}: {size}"))?;
    }
    page.line("`grognard campaign NAME` begins one or goes on with it.")?;
    Ok(Answer::Yes)
}

/// Prints how a campaign stands.
fn status(taken: &TakenUp) -> Done {
    let position = taken.run.position().map_err(Unusable)?;
    let mut page = Page::new();
    for line in tell::map(&taken.run, &position) {
        page.line(line)?;
    }
    page.line(format!("{}  {}", tell::SIGNS, tell::LETTERS))?;
    page.line("")?;
    for line in standing(&taken.run, &position) {
        page.line(line)?;
    }
    page.line("")?;
    for chapter in tell::story(&taken.run, &position) {
        page.line(chapter.heading)?;
        for text in chapter.text {
            page.line(format!("  {text}"))?;
        }
    }
    if let Some(path) = &taken.fighting {
        page.line(format!("The battle goes on in {}", path.display()))?;
    }
    Ok(Answer::Yes)
}

/// Points, and everybody as he is: a line each.
pub fn standing(run: &Run, position: &Position) -> Vec<String> {
    let campaign = run.campaign.as_ref();
    let units = tell::units(campaign, &position.ledger);
    let mut lines = Vec::new();
    for side in Side::ALL {
        let points = position.ledger.points[side.index()];
        let left = position.ledger.left(campaign, side);
        lines.push(format!("{side}: {points} points, {left} per cent of its strength left"));
        for unit in units.iter().filter(|unit| unit.side == side) {
            let quality = unit.quality.map_or("", battle::Quality::name);
            let told = if unit.told.is_empty() { String::new() } else { format!("; {}", unit.told) };
            lines.push(format!("  {}: {} per cent, {quality}{told}", unit.name, unit.strength));
        }
    }
    lines.extend(tell::leaders(campaign, &position.ledger));
    lines
}

/// What comes next, as sentences.
pub fn next(run: &Run, position: &Position, fighting: bool) -> Vec<String> {
    match &position.standing {
        Standing::Battle { stage, .. } => {
            let what = if fighting { "The battle goes on" } else { "Next" };
            vec![format!("{what}: {}.", tell::heading(&run.campaign, *stage))]
        }
        Standing::Choice { .. } | Standing::Over { .. } => Vec::new(),
    }
}
