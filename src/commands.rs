//! The commands of the program but for `soak`, each a function from its arguments to an answer.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use battle::{HouseRules, Library, OptionInfo, Sheet, SystemInfo, Unusable};
use systems::Shelf;

use crate::args::{Check, Cli, Files, List, Listed, Play, Replay, Rules};
use crate::campaigning;
use crate::drawing;
use crate::piping;
use crate::print::{self, Page};
use crate::talking;

/// What a command found, when it could look.
pub enum Answer {
    /// Done, and all is well.
    Yes,
    /// Done, and the answer is no.
    No,
}

/// Why a command could not do its work.
pub enum Failure {
    /// Wrong usage or unreadable input, as a sentence.
    Unusable(String),
    /// Nobody reads the output any more.
    BrokenPipe,
}

impl From<Unusable> for Failure {
    fn from(unusable: Unusable) -> Failure {
        Failure::Unusable(unusable.0)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match print::is_closed(&error) {
            true => Failure::BrokenPipe,
            false => Failure::Unusable(format!("cannot write the output: {error}")),
        }
    }
}

/// What every command returns.
pub type Done = Result<Answer, Failure>;

/// Reads a text file; the message names the file and the reason.
pub fn read(path: &Path) -> Result<String, Unusable> {
    fs::read_to_string(path).map_err(|error| Unusable(format!("cannot read {}: {error}", print::name(path))))
}

/// The folder for saves: `--data`, else the platform's usual one.
pub fn data_folder(cli: &Cli) -> Result<PathBuf, Unusable> {
    if let Some(folder) = &cli.data {
        return Ok(folder.clone());
    }
    let usual = directories::ProjectDirs::from("", "", "grognard").map(|folders| folders.data_dir().to_owned());
    usual.ok_or_else(|| Unusable("no home folder is known; name a folder for saves with --data DIR".into()))
}

/// House rules out of a file, or none.
pub fn house(library: &dyn Library, system: &str, path: Option<&Path>) -> Result<HouseRules, Unusable> {
    match path {
        None => Ok(HouseRules::default()),
        Some(path) => library.house_rules(system, &print::name(path), &read(path)?),
    }
}

fn screen_options(cli: &Cli, start: tui::Start) -> Result<tui::Options, Unusable> {
    use crate::args::{Colour, Glyphs};
    let mut options = tui::Options::new(data_folder(cli)?);
    options.start = start;
    options.keys.clone_from(&cli.keys);
    options.depth = match cli.look.colour {
        Colour::Auto => None,
        Colour::Truecolor => Some(tui::Depth::True),
        Colour::Indexed => Some(tui::Depth::Indexed),
        Colour::Sixteen => Some(tui::Depth::Sixteen),
        Colour::Mono => Some(tui::Depth::Mono),
    };
    options.glyphs = match cli.look.glyphs {
        Glyphs::Auto => None,
        Glyphs::Unicode => Some(tui::Glyphs::Unicode),
        Glyphs::Ascii => Some(tui::Glyphs::Ascii),
    };
    if cli.look.palette == crate::args::Palette::Safe {
        options.palette = tui::Palette::Safe;
    }
    if cli.look.no_animation {
        options.speed = tui::Speed::Instant;
    }
    Ok(options)
}

/// Runs the screen and says afterwards where the battle is saved.
pub fn screen(cli: &Cli, library: Arc<Shelf>, start: tui::Start) -> Done {
    let reason = tui::run(library, screen_options(cli, start)?)?;
    let words = reason.to_string();
    if !words.is_empty() {
        Page::new().lines(words)?;
    }
    Ok(Answer::Yes)
}

/// The title screen.
pub fn title(cli: &Cli) -> Done {
    if talking::is_wanted(cli) {
        return talking::play(cli, &Play::default());
    }
    screen(cli, Arc::new(Shelf::new()), tui::Start::Title)
}

/// Straight into a battle, on with a saved one, or to the set-up screen when no battle is named.
pub fn play(cli: &Cli, play: &Play) -> Done {
    if piping::is_wanted(play) {
        return piping::play(play);
    }
    if drawing::named(play).is_none() && (play.record.is_some() || play.patience.is_some()) {
        return Err(Unusable(String::from(
            "--record and --patience are for a battle that is named; expected its name",
        ))
        .into());
    }
    if talking::is_wanted(cli) {
        return talking::play(cli, play);
    }
    let library = Arc::new(Shelf::new());
    let start = match (&play.resume, drawing::named(play)) {
        (Some(path), _) => tui::Start::Game(Box::new(resume(cli, &*library, path, play.salvage)?)),
        (None, Some(battle)) => tui::Start::Game(Box::new(begin(cli, &*library, play, battle)?)),
        (None, None) => tui::Start::Setup(wishes(&*library, play)?),
    };
    screen(cli, library, start)
}

/// Goes on with a saved battle, or with as much of it as this version plays as it was.
pub fn resume(cli: &Cli, library: &dyn Library, path: &Path, salvage: bool) -> Result<table::Game, Unusable> {
    if salvage {
        return table::Game::salvage(library, path, &data_folder(cli)?.join("saves"));
    }
    table::Game::resume(library, path).map_err(|why| match table::turns_alike(library, path) {
        Ok(1..) => Unusable(format!("{why}; --salvage goes on from the last turn that is the same, in a new record")),
        _ => why,
    })
}

/// Sets the named battle up; its record begins only when there is a terminal, or a line, to play it in, and the file of keys is in order.
pub fn begin(cli: &Cli, library: &dyn Library, play: &Play, battle: &str) -> Result<table::Game, Unusable> {
    if battle == drawing::INPUT && talking::is_wanted(cli) {
        return Err(Unusable(String::from(
            "with --lines orders come from standard input, and no battle can; name its file",
        )));
    }
    let setup = set_up(library, play, battle)?;
    if !talking::is_wanted(cli) {
        tui::check(&screen_options(cli, tui::Start::Title)?)?;
        if battle == drawing::INPUT {
            tui::type_at_terminal()?;
        }
        tui::terminal()?;
    }
    let record = match &play.record {
        Some(path) => table::RecordFile::create_at(path)?,
        None => table::RecordFile::create(&data_folder(cli)?.join("saves"), &setup)?,
    };
    table::Game::start_outside(library, &setup, Some(record), &table::Outside::patient(play.patience))
}

/// What the named battle begins with.
pub fn set_up(library: &dyn Library, play: &Play, battle: &str) -> Result<table::Setup, Unusable> {
    let wishes = wishes(library, play)?;
    let none = || Unusable(String::from("there is no rule system or no commander to play with"));
    let default = library.commanders().into_iter().next().map(|entry| table::SeatSpec::Commander(entry.key));
    let [blue, red] = wishes.seats;
    let seed = play.seed.unwrap_or_else(fresh_seed);
    Ok(table::Setup {
        battle: drawing::battle(library, battle, seed)?,
        system: rules_of(library, play)?.ok_or_else(none)?,
        house: wishes.house.unwrap_or_default(),
        seats: [blue.unwrap_or(table::SeatSpec::Human), red.or(default).ok_or_else(none)?],
        seed,
    })
}

/// A seed nobody chose.
pub fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64);
    now % 1_000_000_000
}

/// The rule system asked for, else the first.
fn rules_of(library: &dyn Library, play: &Play) -> Result<Option<&'static SystemInfo>, Unusable> {
    match &play.rules {
        Some(key) => library.system(key).map(Some),
        None => Ok(library.systems().first().copied()),
    }
}

fn wishes(library: &dyn Library, play: &Play) -> Result<tui::Wishes, Unusable> {
    let rules = rules_of(library, play)?;
    let mut house = match (&play.house, rules) {
        (Some(path), Some(rules)) => Some(house(library, rules.key, Some(path))?),
        _ => None,
    };
    if let (true, Some(rules)) = (play.random_forces, rules) {
        roll_forces(rules, house.get_or_insert_default())?;
    }
    let checked = |who: &str| match who.parse() {
        Ok(seat @ table::SeatSpec::Pipe) => Ok(seat),
        _ => checked_seat(library, who),
    };
    let seat = |who: &Option<String>| who.as_deref().map(checked).transpose();
    Ok(tui::Wishes {
        battle: None,
        system: rules.map(|info| info.key.to_owned()),
        seats: [seat(&play.blue)?, seat(&play.red)?],
        house,
        seed: play.seed,
    })
}

/// Turns the rolling for forces on, where the rules have a table for it.
fn roll_forces(rules: &SystemInfo, house: &mut HouseRules) -> Result<(), Unusable> {
    let none = |_| Unusable(format!("{} has no table of random forces; leave --random-forces out", rules.title));
    house.set(rules.options, "random_forces", "on").map_err(none)
}

/// A seat whose commander exists, for whoever has no pipe.
pub fn checked_seat(library: &dyn Library, who: &str) -> Result<table::SeatSpec, Unusable> {
    let seat: table::SeatSpec = who.parse().map_err(|error: String| Unusable(error))?;
    match &seat {
        table::SeatSpec::Commander(name) => drop(library.commander(name, 0)?),
        table::SeatSpec::Pipe => {
            return Err(Unusable(String::from(
                "seat `pipe` is for `grognard play`; expected a commander or exec:COMMAND",
            )));
        }
        table::SeatSpec::Human | table::SeatSpec::Exec(_) => {}
    }
    Ok(seat)
}

/// A recorded battle on the screen, or told in sentences, from its beginning.
pub fn replay(cli: &Cli, replay: &Replay) -> Done {
    let library = Arc::new(Shelf::new());
    let record = table::Replay::open(library.clone(), &replay.file)?;
    if replay.json {
        return retell(table::Retelling::new(record, replay.side));
    }
    if talking::is_wanted(cli) {
        return talking::replay(record);
    }
    screen(cli, library, tui::Start::Replay(replay.file.clone()))
}

/// A recorded battle as lines of JSON.
fn retell(lines: table::Retelling) -> Done {
    let mut page = Page::new();
    for line in lines {
        page.json(line?)?;
    }
    Ok(Answer::Yes)
}

/// Plays records again; the answer is no when one differs.
pub fn verify(files: &Files) -> Done {
    let library = Shelf::new();
    let mut page = Page::new();
    let mut answer = Answer::Yes;
    for path in &files.files {
        let verdict = table::verify(&library, path)?;
        page.line(format!("{}: {verdict}", path.display()))?;
        if !verdict.agrees() {
            answer = Answer::No;
        }
    }
    Ok(answer)
}

/// What there is, one line each.
pub fn list(cli: &Cli, list: &List) -> Done {
    let library = Shelf::new();
    let rows = match list.what {
        Listed::Battles => battles(cli, &library),
        Listed::Rules => {
            library.systems().iter().map(|info| [info.key, info.title, info.source].map(String::from)).collect()
        }
        Listed::Commanders => {
            library.commanders().into_iter().map(|entry| [entry.key, entry.temper, String::new()]).collect()
        }
        Listed::Campaigns => campaigning::rows()?,
    };
    let mut page = Page::new();
    if list.json {
        let json: Vec<_> = rows
            .iter()
            .map(|[key, title, more]| serde_json::json!({"key": key, "title": title, "more": more}))
            .collect();
        page.json(serde_json::Value::from(json))?;
        return Ok(Answer::Yes);
    }
    let wide = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (first, second) = (wide(0), wide(1));
    for [key, title, more] in &rows {
        page.line(format!("{key:first$}  {title:second$}  {more}"))?;
    }
    Ok(Answer::Yes)
}

fn battles(cli: &Cli, library: &dyn Library) -> Vec<[String; 3]> {
    let describe = |key: Option<String>, file: battle::BattleFile| {
        let scenario = file.scenario;
        let grid = scenario.ground.grid();
        let [blue, red] = &scenario.armies;
        let size = format!(
            "{}x{}, {} against {} units, {} turns",
            grid.width(),
            grid.height(),
            blue.units.len(),
            red.units.len(),
            scenario.turn_limit
        );
        [key.unwrap_or_else(|| scenario.key.clone()), scenario.title.clone(), size]
    };
    let own = data_folder(cli).map(|data| tui::own_battles(&data)).unwrap_or_default();
    let own = own.into_iter().filter_map(|path| {
        let path = path.to_string_lossy().into_owned();
        library.battle(&path).ok().map(|file| (Some(path), file))
    });
    let shipped = library.battles().into_iter().map(|file| (None, file));
    shipped.chain(own).map(|(key, file)| describe(key, file)).collect()
}

/// A system's tables, or its house-rule options.
pub fn rules(rules: &Rules) -> Done {
    let library = Shelf::new();
    let info = library.system(&rules.system)?;
    let house = house(&library, info.key, rules.house.as_deref())?;
    let mut page = Page::new();
    for line in [info.title, info.source, ""] {
        page.line(line)?;
    }
    if rules.options {
        for option in info.options {
            print_option(&mut page, option, &house)?;
        }
        return Ok(Answer::Yes);
    }
    let short = info.in_short();
    page.line(short.title)?;
    for note in &short.notes {
        page.line(format!("  - {note}"))?;
    }
    page.line("")?;
    for sheet in library.reference(info.key, &house)? {
        print_sheet(&mut page, &sheet)?;
    }
    Ok(Answer::Yes)
}

fn print_option(page: &mut Page, option: &OptionInfo, house: &HouseRules) -> io::Result<()> {
    let set = house.get(option);
    let expected = option.values.expected();
    page.line(format!("{} = {set}   ({expected}; default {}; {})", option.key, option.default, option.clause))?;
    page.line(format!("    {}", option.help))
}

fn print_sheet(page: &mut Page, sheet: &Sheet) -> io::Result<()> {
    page.line(format!("{}  [{}]", sheet.title, sheet.clauses.join(" ")))?;
    let rows = || std::iter::once(&sheet.columns).chain(&sheet.rows);
    let wide =
        |column: usize| rows().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..sheet.columns.len()).map(wide).collect();
    for row in rows() {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        page.line(format!("  {}", cells.join("  ")))?;
    }
    for note in &sheet.notes {
        page.line(format!("  - {note}"))?;
    }
    page.line("")
}

/// Checks files of every kind; the answer is no when one has a fault.
pub fn check(check: &Check) -> Done {
    let library = Shelf::new();
    let rules: Vec<&'static SystemInfo> = match &check.rules {
        Some(key) => vec![library.system(key)?],
        None => library.systems(),
    };
    let mut page = Page::new();
    let mut answer = Answer::Yes;
    for path in &check.files {
        let (name, text) = drawing::file(&library, path)?;
        match systems::check(&library, &name, &text, &rules) {
            Ok(what) => page.line(format!("{}: {what}", path.display()))?,
            Err(faults) => {
                page.lines(faults)?;
                answer = Answer::No;
            }
        }
    }
    Ok(answer)
}
