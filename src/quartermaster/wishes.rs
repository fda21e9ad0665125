//! What may be wished for of a battle, and how a battle is named by its wishes and its seed.

use std::fmt;

use battle::{RANDOM, Wish};
use document::{expected_one_of, nearest};

use crate::lists::{self, List};

/// The years that there are lists for.
pub const YEARS: std::ops::RangeInclusive<u16> = 1776..=1815;

/// How long a battle may take, in minutes.
pub const MINUTES: std::ops::RangeInclusive<u16> = 20..=240;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal, $told:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            /// Every one, in a fixed order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];
            /// The words for them in names of battles, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word,)*];

            /// Its word in names of battles.
            #[must_use]
            pub const fn word(self) -> &'static str {
                $name::WORDS[self as usize]
            }

            /// What it is, in a few words.
            #[must_use]
            pub const fn told(self) -> &'static str {
                [$($told,)*][self as usize]
            }
        }
    };
}

words! {
    /// What kind of battle it is: who is where, and who wants what.
    Kind {
        /// Two vans meet; both main bodies follow.
        Meeting = "meeting", "a meeting of two armies on the march";
        /// One side holds a position.
        Attack = "attack", "an attack on a position";
        /// One side wants to get away, the other not to let it.
        Rearguard = "rearguard", "a rearguard action";
        /// A river with few crossings between both.
        River = "river", "a river crossing";
        /// One side holds a town.
        Town = "town", "the defence of a town";
        /// One side marches, the other waits for it in the woods.
        Ambush = "ambush", "an ambush";
        /// One side has half of its army on the field when the other attacks.
        Late = "late", "a battle with reinforcements that come late";
    }
}

words! {
    /// What the country is like.
    Country {
        /// Few woods, low hills.
        Open = "open", "open country";
        /// Small fields between hedges.
        Hedges = "hedges", "a country of hedges";
        /// A good deal of woods.
        Wooded = "wooded", "wooded country";
        /// High ground.
        Hills = "hills", "hill country";
        /// Several villages.
        Village = "village", "a country of villages and farms";
    }
}

/// Who fights whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nations {
    /// Both sides are of one list.
    Alike,
    /// One side is of that nation.
    One(String),
    /// Blue's and Red's nation.
    Two(String, String),
}

impl fmt::Display for Nations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Nations::Alike => f.write_str("alike"),
            Nations::One(nation) => f.write_str(nation),
            Nations::Two(blue, red) => write!(f, "{blue}-{red}"),
        }
    }
}

/// What is wished for; what is not is left to the seed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// The year, one of [`YEARS`].
    pub year: Option<u16>,
    /// Who fights whom.
    pub nations: Option<Nations>,
    /// What kind of battle.
    pub kind: Option<Kind>,
    /// What country.
    pub country: Option<Country>,
    /// How long it should take, in minutes, one of [`MINUTES`].
    pub minutes: Option<u16>,
    /// One unit more for Blue than both armies have, by quality and type: to measure what such a unit is worth.
    pub more: Option<(Option<String>, String)>,
    /// The seed; without one a name stands for a battle that is still to be drawn.
    pub seed: Option<u64>,
}

impl Wishes {
    /// The wishes of a name such as `random:river:1809:4711`; nothing of a name that is of no random battle.
    ///
    /// # Errors
    /// One sentence with the word that is no wish, or that says again what another has said, and what would do.
    pub fn of_name(name: &str) -> Option<Result<Wishes, String>> {
        let rest = name.strip_prefix(RANDOM)?;
        let words = match rest.strip_prefix(':') {
            Some(words) => words,
            None if rest.is_empty() => "",
            None => return None,
        };
        Some(Wishes::of_words(words.split(':')))
    }

    /// The wishes that words say, in any order; `any` and empty words say nothing.
    ///
    /// # Errors
    /// As for [`Wishes::of_name`].
    pub fn of_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Wishes, String> {
        let mut wishes = Wishes::default();
        for word in words.into_iter().map(str::trim).filter(|word| !word.is_empty() && *word != "any") {
            wishes.add(word)?;
        }
        Ok(wishes)
    }

    fn add(&mut self, word: &str) -> Result<(), String> {
        let kind = Kind::WORDS.iter().position(|one| *one == word);
        let country = Country::WORDS.iter().position(|one| *one == word);
        if let Some(kind) = kind {
            return once(&mut self.kind, Kind::ALL[kind], word, "kind of battle");
        }
        if let Some(country) = country {
            return once(&mut self.country, Country::ALL[country], word, "country");
        }
        if let Some(minutes) = word.strip_suffix("min") {
            let (low, high) = (MINUTES.start(), MINUTES.end());
            let minutes = minutes.parse().ok().filter(|minutes| MINUTES.contains(minutes));
            let minutes = minutes.ok_or_else(|| format!("size `{word}` is none; expected {low}min to {high}min"))?;
            return once(&mut self.minutes, minutes, word, "size");
        }
        if let Some(unit) = word.strip_prefix("more-") {
            return once(&mut self.more, lists::kind_of_unit(unit)?, word, "unit more");
        }
        let digits = word.strip_prefix("seed").unwrap_or(word);
        if !digits.is_empty() && digits.chars().all(|letter| letter.is_ascii_digit()) {
            return self.add_number(word, digits);
        }
        once(&mut self.nations, nations(word)?, word, "pair of nations")
    }

    /// A year, or a seed.
    fn add_number(&mut self, word: &str, digits: &str) -> Result<(), String> {
        let number: u64 = digits
            .parse()
            .map_err(|_| format!("seed `{digits}` is too large; expected a whole number from 0 to {}", u64::MAX))?;
        match u16::try_from(number).ok().filter(|year| word == digits && YEARS.contains(year)) {
            Some(year) => once(&mut self.year, year, word, "year"),
            None => once(&mut self.seed, number, word, "seed"),
        }
    }

    /// The same wishes with that seed where they have none.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Wishes {
        Wishes { seed: self.seed.or(Some(seed)), ..self.clone() }
    }
}

/// The name of the battle, its words in a fixed order.
impl fmt::Display for Wishes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(RANDOM)?;
        let mut say = |word: Option<String>| word.map_or(Ok(()), |word| write!(f, ":{word}"));
        say(self.year.map(|year| year.to_string()))?;
        say(self.nations.as_ref().map(Nations::to_string))?;
        say(self.kind.map(|kind| String::from(kind.word())))?;
        say(self.country.map(|country| String::from(country.word())))?;
        say(self.minutes.map(|minutes| format!("{minutes}min")))?;
        say(self.more.as_ref().map(|(quality, troop)| {
            let quality = quality.as_ref().map_or_else(String::new, |quality| format!("{quality}-"));
            format!("more-{quality}{}", troop.replace(' ', "-"))
        }))?;
        let like_a_year = |seed: &u64| u16::try_from(*seed).is_ok_and(|number| YEARS.contains(&number));
        say(self.seed.map(|seed| if like_a_year(&seed) { format!("seed{seed}") } else { seed.to_string() }))
    }
}

/// What may be wished for, with all choices of words; pairs of nations and odd sizes can be typed only.
#[must_use]
pub fn choices() -> Vec<Wish> {
    let told = |(word, told): (&'static str, &str)| (String::from(word), String::from(told));
    let wish = |name, choices| Wish { name, choices };
    let same = |word: String| (word.clone(), word);
    let years = YEARS.filter(|year| lists::all().iter().any(|list| list.years.contains(year)));
    let nations = lists::nations().into_iter().map(same);
    let alike = (String::from("alike"), String::from("two armies of one list"));
    vec![
        wish("Kind", Kind::ALL.iter().map(|kind| told((kind.word(), kind.told()))).collect()),
        wish("Country", Country::ALL.iter().map(|country| told((country.word(), country.told()))).collect()),
        wish("Size", SIZES.iter().map(|minutes| (format!("{minutes}min"), format!("{minutes} minutes"))).collect()),
        wish("Nations", std::iter::once(alike).chain(nations).collect()),
        wish("Year", years.map(|year| same(year.to_string())).collect()),
    ]
}

/// Sizes to choose from, in minutes.
const SIZES: [u16; 6] = [30, 45, 60, 90, 120, 180];

/// Sets what was not set before.
fn once<T>(place: &mut Option<T>, value: T, word: &str, what: &str) -> Result<(), String> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("`{word}` names a second {what}; expected one at most")),
    }
}

/// The nations that a word names.
fn nations(word: &str) -> Result<Nations, String> {
    if word == "alike" {
        return Ok(Nations::Alike);
    }
    let known = lists::nations();
    let is_known = |nation: &str| known.iter().any(|one| one == nation);
    match word.split_once('-') {
        Some((blue, red)) if is_known(blue) && is_known(red) => Ok(Nations::Two(blue.to_owned(), red.to_owned())),
        None if is_known(word) => Ok(Nations::One(word.to_owned())),
        pair => Err(unknown(word, pair.map(|(blue, red)| if is_known(blue) { red } else { blue }), &known)),
    }
}

/// That a word is no wish, and which would be.
fn unknown(word: &str, nation: Option<&str>, nations: &[String]) -> String {
    if let Some(nation) = nation {
        let near = nearest(nation, nations.iter().map(String::as_str)).map(|near| format!("`{near}`"));
        let expected = near.unwrap_or_else(|| expected_one_of(nations));
        return format!("unknown nation `{nation}` in `{word}`; expected {expected}");
    }
    let words = || Kind::WORDS.iter().chain(Country::WORDS).copied().chain(nations.iter().map(String::as_str));
    match nearest(word, words().chain(["alike", "random"])) {
        Some(near) => format!("unknown wish `{word}`; expected `{near}`"),
        None => {
            let all = words().collect::<Vec<_>>().join(", ");
            format!("unknown wish `{word}`; expected a year, a size such as 60min, a seed, alike, or one of {all}")
        }
    }
}

/// The lists of a nation that are of a year, or of any.
pub(crate) fn lists_of<'a>(nation: &'a str, year: Option<u16>) -> impl Iterator<Item = &'static List> + 'a {
    let of_year = move |list: &&List| year.is_none_or(|year| list.years.contains(&year));
    lists::all().iter().filter(move |list| list.nation == nation).filter(of_year)
}
