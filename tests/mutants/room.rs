//! A crate with all its mutants behind switches: what is where, what does not compile, the text of every file.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::constants::Constants;
use crate::forms::{self, Choices, Form};
use crate::listing::{Genre, Mutant};
use crate::source::{Bytes, Kind, Source};
use crate::weave::{Edit, Owner, Part, Woven, weave};

/// The site of edits that belong to no mutant.
pub const NOBODY: usize = usize::MAX;

/// What a site is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Where {
    /// A place of a file.
    Place(usize),
    /// The body of a function.
    Body(usize),
    /// The use of a table's constant.
    Use(usize),
}

/// The mutants of one place, whose numbers follow each other.
#[derive(Clone, Debug)]
pub struct Site {
    /// Of which file.
    pub file: usize,
    /// What it is.
    pub place: Where,
    /// The number of its first mutant.
    pub low: u32,
    /// How many there are.
    pub count: u32,
    /// How they are put.
    pub form: Form,
}

/// What is known of a mutant before it is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It compiles, as far as is known.
    Woven,
    /// It does not compile.
    Unviable,
    /// It is in what the compiler evaluates, where no switch can be.
    Constant,
    /// Where it belongs was not found.
    Lost,
}

/// A fault that the compiler found.
#[derive(Clone, Debug, Default)]
pub struct Fault {
    /// Its code, e.g. `E0308`.
    pub code: String,
    /// What it says.
    pub message: String,
    /// Where, the most important first: path and bytes.
    pub spans: Vec<(String, Bytes)>,
}

/// What was learned by compiling.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Learned {
    unviable: BTreeSet<u32>,
    forms: Vec<Form>,
    needed: BTreeSet<String>,
}

/// A crate and its mutants. The number of a mutant is its place in the list, from 1.
#[derive(Debug, Default)]
pub struct Room {
    /// Its files, tests among them.
    pub sources: Vec<Source>,
    /// What is tried.
    pub mutants: Vec<Mutant>,
    /// What is known of each.
    pub standing: Vec<Standing>,
    /// To which site each belongs.
    pub site_of: Vec<usize>,
    /// The sites.
    pub sites: Vec<Site>,
    /// What happens to constants and constant functions.
    pub constants: Constants,
    woven: Vec<Woven>,
}

impl Room {
    /// Finds the place of each mutant and numbers them by places.
    pub fn new(sources: Vec<Source>, mutants: Vec<Mutant>, constants: Constants) -> Room {
        let mut grouped: BTreeMap<(usize, Option<Where>), Vec<Mutant>> = BTreeMap::new();
        for mut mutant in mutants {
            let place = place_of(&sources[mutant.file], &mutant);
            if let (Genre::StructField, Some(Where::Place(place))) = (mutant.genre, place)
                && let Kind::Literal { fields } = &sources[mutant.file].places[place].kind
            {
                let field = fields.iter().position(|field| field.start == mutant.at.start);
                mutant.replacement = field.unwrap_or(0).to_string();
            }
            grouped.entry((mutant.file, place)).or_default().push(mutant);
        }
        let mut room = Room { sources, constants, ..Room::default() };
        for ((file, place), mut mutants) in grouped {
            mutants.sort_by_key(|mutant| mutant.genre == Genre::MatchArm);
            let low = room.mutants.len() as u32 + 1;
            let standing = room.standing_at(file, place);
            let mark = |mutant: &Mutant| is_of_mark(&room.sources[file], place, mutant);
            mutants.retain(|mutant| !mark(mutant));
            for mutant in mutants {
                room.mutants.push(mutant);
                room.standing.push(standing);
                room.site_of.push(room.sites.len());
            }
            let count = room.mutants.len() as u32 + 1 - low;
            let place = place.unwrap_or(Where::Place(0));
            let form = if standing == Standing::Woven { Form::Tight } else { Form::Off };
            room.sites.push(Site { file, place, low, count, form });
        }
        room.add_uses();
        room
    }

    fn standing_at(&self, file: usize, place: Option<Where>) -> Standing {
        let source = &self.sources[file];
        let constant = match place {
            None => return Standing::Lost,
            Some(Where::Body(function)) => self.constants.stays(source, function),
            Some(Where::Place(place) | Where::Use(place)) => self.constants.evaluates(source, &source.places[place]),
        };
        if constant { Standing::Constant } else { Standing::Woven }
    }

    /// Sites without mutants at every use of a table's constant, so that a wrong one is seen everywhere.
    fn add_uses(&mut self) {
        for (file, source) in self.sources.iter().enumerate() {
            for place in 0..source.places.len() {
                if self.constants.is_used_at(source, &source.places[place]) {
                    let low = self.mutants.len() as u32 + 1;
                    self.sites.push(Site { file, place: Where::Use(place), low, count: 0, form: Form::Tight });
                }
            }
        }
    }

    /// The mutant of that number.
    pub fn mutant(&self, number: u32) -> &Mutant {
        &self.mutants[number as usize - 1]
    }

    /// What is known of it.
    pub fn standing(&self, number: u32) -> Standing {
        self.standing[number as usize - 1]
    }

    /// The site of a mutant.
    pub fn site(&self, number: u32) -> &Site {
        &self.sites[self.site_of[number as usize - 1]]
    }

    /// Every number.
    pub fn numbers(&self) -> impl Iterator<Item = u32> + use<> {
        1..=self.mutants.len() as u32
    }

    /// The files as they are compiled.
    pub fn weave(&mut self) -> Vec<(String, String)> {
        let mut edits: Vec<Vec<Edit>> = self.sources.iter().map(|source| self.constants.edits(source)).collect();
        for (place, site) in self.sites.iter().enumerate() {
            edits[site.file].extend(self.edit(place, site));
        }
        for (file, close) in self.shortened() {
            edits[file].push(self.last_arm(file, close));
        }
        self.woven = self.sources.iter().zip(edits).map(|(source, edits)| weave(&source.text, edits)).collect();
        let texts = self.woven.iter().map(|woven| woven.text.clone());
        self.sources.iter().map(|source| source.path.clone()).zip(texts).collect()
    }

    fn choices(&self, site: &Site, take: impl Fn(&Mutant) -> bool) -> Choices<'_> {
        let replacement = |number: u32| {
            let kept = self.standing(number) == Standing::Woven && take(self.mutant(number));
            kept.then(|| self.mutant(number).replacement.as_str())
        };
        Choices { low: site.low, replacements: (site.low..site.low + site.count).map(replacement).collect() }
    }

    fn edit(&self, number: usize, site: &Site) -> Option<Edit> {
        let source = &self.sources[site.file];
        let (at, parts) = match site.place {
            _ if site.form == Form::Off => return None,
            Where::Body(function) => forms::body(&source.functions[function], &self.choices(site, |_| true))?,
            Where::Use(place) => {
                let place = &source.places[place];
                (place.at.clone(), self.constants.used(place)?)
            }
            Where::Place(place) => {
                let place = &source.places[place];
                match &place.kind {
                    Kind::Arm { .. } => self.arm(site, &place.kind)?,
                    kind => {
                        (place.at.clone(), forms::parts(&place.at, kind, &self.choices(site, |_| true), site.form)?)
                    }
                }
            }
        };
        Some(Edit { at, parts, site: number })
    }

    /// Every `match` that may lose an arm, by its file and closing brace.
    fn shortened(&self) -> BTreeSet<(usize, usize)> {
        let gone = self.numbers().filter(|number| {
            self.standing(*number) == Standing::Woven && self.mutant(*number).genre == Genre::MatchArm
        });
        let close = |number| {
            let site = self.site(number);
            let Where::Place(place) = site.place else { return None };
            let Kind::Arm { close, .. } = self.sources[site.file].places[place].kind else { return None };
            Some((site.file, close))
        };
        gone.filter_map(close).collect()
    }

    /// An arm for what no other takes when one is gone: without it the compiler would refuse the mutant.
    fn last_arm(&self, file: usize, close: usize) -> Edit {
        let comma = if self.sources[file].text[..close].trim_end().ends_with(',') { "" } else { "," };
        let arm = format!("{comma} _ => {}::refused(),", forms::SWITCH);
        Edit { at: close..close, parts: vec![Part::Text(arm)], site: NOBODY }
    }

    fn arm(&self, site: &Site, kind: &Kind) -> Option<(Bytes, Vec<Part>)> {
        let Kind::Arm { pattern, guard, chained, .. } = kind else { return None };
        let guards = self.choices(site, |mutant| mutant.genre == Genre::MatchArmGuard);
        let gone = (site.low..site.low + site.count)
            .find(|number| self.standing(*number) == Standing::Woven && self.mutant(*number).genre == Genre::MatchArm);
        let at = guard.clone().unwrap_or(pattern.end..pattern.end);
        Some((at, forms::guard(guard.as_ref(), gone, &guards, *chained)?))
    }

    /// What has been learned of what compiles.
    pub fn learned(&self) -> Learned {
        let unviable = self.numbers().filter(|number| self.standing(*number) == Standing::Unviable).collect();
        let forms = self.sites.iter().map(|site| site.form).collect();
        Learned { unviable, forms, needed: self.constants.needed().clone() }
    }

    /// Takes up what was learned of the same sources.
    pub fn recall(&mut self, learned: Learned) {
        for number in learned.unviable {
            self.standing[number as usize - 1] = Standing::Unviable;
        }
        self.sites.iter_mut().zip(learned.forms).for_each(|(site, form)| site.form = form);
        self.constants.need(learned.needed);
    }

    /// Learns from what does not compile; how many sites and mutants it changed its mind about.
    pub fn learn(&mut self, faults: &[Fault]) -> usize {
        let mut blamed = BTreeSet::new();
        let mut learned = 0;
        for fault in faults {
            if fault.code == "E0015" && !self.is_of_switch(fault) {
                learned += usize::from(self.constants.keep(&fault.message));
                continue;
            }
            blamed.extend(self.blame(fault));
        }
        for owner in blamed {
            learned += usize::from(self.give_up(owner));
        }
        learned
    }

    /// Whether a fault is about a call of the switch: its message names the module only where another function has that name.
    fn is_of_switch(&self, fault: &Fault) -> bool {
        let woven = |path: &str| self.file(path).map(|file| &self.woven[file].text);
        let text = fault.spans.first().and_then(|(path, bytes)| woven(path)?.get(bytes.clone()));
        fault.message.contains("mutants__") || text.is_some_and(|text| text.starts_with(forms::SWITCH))
    }

    fn blame(&self, fault: &Fault) -> BTreeSet<(u8, usize)> {
        let here: Vec<(usize, &Bytes)> =
            fault.spans.iter().filter_map(|(path, bytes)| Some((self.file(path)?, bytes))).collect();
        for (file, bytes) in &here {
            match self.woven[*file].owner(bytes) {
                Some(Owner::Change(number)) if self.is_sure(fault, number) => return [(0, number as usize)].into(),
                Some(Owner::Change(number)) => return [(1, self.site_of[number as usize - 1])].into(),
                Some(Owner::Site(site)) if site != NOBODY => return [(1, site)].into(),
                _ => {}
            }
        }
        let touched = here.iter().flat_map(|(file, bytes)| self.woven[*file].owners_in(bytes));
        let site = |owner| match owner {
            Owner::Site(site) => site,
            Owner::Change(number) => self.site_of[number as usize - 1],
        };
        touched.map(site).filter(|site| *site != NOBODY).map(|site| (1, site)).collect()
    }

    /// Whether a fault in a change is the change's own, not that of how it was put.
    fn is_sure(&self, fault: &Fault, number: u32) -> bool {
        let site = self.site(number);
        site.form == Form::Wide
            || matches!(site.place, Where::Body(_))
            || !matches!(fault.code.as_str(), "E0282" | "E0283" | "E0284" | "E0308")
    }

    fn file(&self, path: &str) -> Option<usize> {
        self.sources.iter().position(|source| source.path == path)
    }

    fn give_up(&mut self, (what, place): (u8, usize)) -> bool {
        if what == 0 {
            return std::mem::replace(&mut self.standing[place - 1], Standing::Unviable) != Standing::Unviable;
        }
        let site = &mut self.sites[place];
        let changes = site.form != Form::Off;
        let may_be_wide = matches!(site.place, Where::Place(_));
        site.form = if site.form == Form::Tight && may_be_wide { Form::Wide } else { Form::Off };
        if site.form == Form::Off {
            for number in site.low..site.low + site.count {
                self.standing[number as usize - 1] = Standing::Unviable;
            }
        }
        changes
    }
}

/// The site of a mutant.
fn place_of(source: &Source, mutant: &Mutant) -> Option<Where> {
    if mutant.genre == Genre::FnValue {
        return source.function_at(mutant.at.start).map(Where::Body);
    }
    let at = &mutant.at;
    let is_it = |kind: &Kind, place: &Bytes| match (mutant.genre, kind) {
        (Genre::BinaryOperator, Kind::Binary { op, .. } | Kind::Assign { op, .. }) => op == at,
        (Genre::UnaryOperator, Kind::Unary { op, .. }) => op == at,
        (Genre::MatchArm, Kind::Arm { pattern, .. }) => pattern.start == at.start,
        (Genre::MatchArmGuard, Kind::Arm { guard, .. }) => guard.as_ref() == Some(at),
        (Genre::StructField, Kind::Literal { fields }) => fields.iter().any(|field| field.start == at.start),
        (Genre::Number, Kind::Number { .. }) => place == at,
        _ => false,
    };
    source.places.iter().position(|place| is_it(&place.kind, &place.at)).map(Where::Place)
}

/// Whether only the mark of a clause is changed, which its proofs hold.
fn is_of_mark(source: &Source, place: Option<Where>, mutant: &Mutant) -> bool {
    let Some(Where::Place(place)) = place else { return false };
    mutant.genre == Genre::UnaryOperator && matches!(source.places[place].kind, Kind::Unary { mark: true, .. })
}
