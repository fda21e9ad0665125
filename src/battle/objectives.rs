//! Objectives: who has which, and who is ahead by them. The same under every rule system; who has a grip on what is the
//! system's to say.

use hexes::Hex;

use crate::{Battlefield, Count, Departure, Event, Goal, Objective, Outcome, Presence, Reason, Side, UnitId, Victory};

/// What a unit does to an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grip {
    /// Its side has the area, unless an enemy holds or denies it.
    Holds,
    /// The enemy does not have it.
    Denies,
    /// Nothing: it is elsewhere, or does not count.
    Neither,
}

/// What a unit on the map does to an area.
pub type Grips<'a> = &'a dyn Fn(UnitId, &[Hex]) -> Grip;

impl Battlefield {
    /// What a unit does that counts so wherever it stands: that in the area and up to so many hexes from it, nothing
    /// elsewhere.
    #[must_use]
    pub fn grip_within(&self, unit: UnitId, area: &[Hex], margin: u8, there: Grip) -> Grip {
        let print = self.footprint(unit);
        let near = |hex: &Hex| print.distance_to(*hex) <= i32::from(margin);
        if area.iter().any(near) { there } else { Grip::Neither }
    }

    /// The side that has an area: units of its own that hold it, and no enemy that holds or denies it.
    #[must_use]
    pub fn alone_in(&self, objective: &Objective, grips: Grips<'_>) -> Option<Side> {
        let grips = Side::ALL.map(|side| {
            let each = self.present_of(side).map(|unit| grips(unit, &objective.hexes));
            each.min().unwrap_or(Grip::Neither)
        });
        match grips {
            [Grip::Holds, Grip::Neither] => Some(Side::Blue),
            [Grip::Neither, Grip::Holds] => Some(Side::Red),
            _ => None,
        }
    }

    /// At a turn's end: what changes hands.
    #[must_use]
    pub fn objectives_taken(&self, grips: Grips<'_>) -> Vec<Event> {
        let change = |(place, objective): (usize, &Objective)| {
            let was = self.holders()[place];
            let now = match objective.goal {
                Goal::Hold => self.alone_in(objective, grips).or(was),
                Goal::Occupy => self.alone_in(objective, grips),
                Goal::Exit | Goal::Destroy => was,
            };
            (now != was).then_some(Event::ObjectiveTaken { objective: place as u8, holder: now })
        };
        self.roster().objectives.iter().enumerate().filter_map(change).collect()
    }

    /// The result by objectives as they stand; by losses on a map without them.
    #[must_use]
    pub fn count_up(&self, victory: Victory, grips: Grips<'_>) -> Outcome {
        if self.roster().objectives.is_empty() {
            let points = [self.losses(Side::Red), self.losses(Side::Blue)];
            return Outcome { winner: ahead(points), reason: Reason::Losses, points, count: Count::Losses };
        }
        let standing = Side::ALL.map(|side| self.standing(side, grips));
        let points = standing.each_ref().map(|all| all.iter().filter(|(has, _)| *has).map(|(_, value)| value).sum());
        let winner = match victory {
            Victory::Points => ahead(points),
            Victory::All => {
                let all = |open: &Vec<(bool, i16)>| i16::from(!open.is_empty() && open.iter().all(|(has, _)| *has));
                ahead(standing.each_ref().map(all))
            }
        };
        Outcome { winner, reason: Reason::Objectives, points, count: Count::Points }
    }

    /// The result when a side has nothing left on the map or due, unless it left by order; `None` while both have.
    #[must_use]
    pub fn last_one_standing(&self, victory: Victory, grips: Grips<'_>) -> Option<Outcome> {
        let alive = Side::ALL.map(|side| self.is_alive(side));
        let left = |side: Side| {
            self.ids()
                .any(|unit| self.side(unit) == side && self.unit(unit).presence == Presence::Gone(Departure::Exited))
        };
        let winner = match alive {
            [true, true] => return None,
            [false, false] => Some(None),
            [true, false] if !left(Side::Red) => Some(Some(Side::Blue)),
            [false, true] if !left(Side::Blue) => Some(Some(Side::Red)),
            _ => None,
        };
        let counted = self.count_up(victory, grips);
        Some(winner.map_or(counted, |winner| Outcome { winner, reason: Reason::Destruction, ..counted }))
    }

    /// Whether a side has units on the map or due.
    fn is_alive(&self, side: Side) -> bool {
        let there = |unit: UnitId| matches!(self.unit(unit).presence, Presence::Due | Presence::OnMap);
        self.ids().any(|unit| self.side(unit) == side && there(unit))
    }

    /// Units of a side that left the map through an objective.
    fn exited(&self, side: Side, objective: &Objective) -> usize {
        let through = |unit: &UnitId| {
            let state = self.unit(*unit);
            let print = self.footprint_at(*unit, &state.pose);
            state.presence == Presence::Gone(Departure::Exited)
                && objective.hexes.iter().any(|hex| print.contains(*hex))
        };
        self.ids().filter(|unit| self.side(*unit) == side).filter(through).count()
    }

    /// Units of a side that were destroyed.
    fn destroyed(&self, side: Side) -> usize {
        let lost = |unit: &UnitId| {
            let presence = self.unit(*unit).presence;
            self.side(*unit) == side && matches!(presence, Presence::Gone(Departure::Destroyed | Departure::Routed))
        };
        self.ids().filter(lost).count()
    }

    /// How many units a side has towards an objective that counts units: those that left through it, or enemies
    /// destroyed. 0 for the others.
    #[must_use]
    pub fn counted(&self, side: Side, objective: &Objective) -> usize {
        match objective.goal {
            Goal::Hold | Goal::Occupy => 0,
            Goal::Exit => self.exited(side, objective),
            Goal::Destroy => self.destroyed(side.other()),
        }
    }

    /// Whether a side has an objective that is open to it.
    fn achieved(&self, side: Side, place: usize, objective: &Objective, grips: Grips<'_>) -> bool {
        match objective.goal {
            Goal::Hold => self.holders()[place] == Some(side),
            Goal::Occupy => self.alone_in(objective, grips) == Some(side),
            Goal::Exit | Goal::Destroy => self.counted(side, objective) >= usize::from(objective.count.max(1)),
        }
    }

    /// The objectives open to a side, each with whether it has it and its value.
    fn standing(&self, side: Side, grips: Grips<'_>) -> Vec<(bool, i16)> {
        let objectives = self.roster().objectives.iter().enumerate();
        let open = objectives.filter(|(_, objective)| objective.side.is_none_or(|own| own == side));
        open.map(|(place, objective)| (self.achieved(side, place, objective, grips), objective.value)).collect()
    }

    /// Strength a side has lost; what a unit has risen above its start makes good no other's loss.
    #[must_use]
    pub fn losses(&self, side: Side) -> i16 {
        let lost = |unit: UnitId| {
            let state = self.unit(unit);
            match state.presence {
                Presence::Gone(Departure::Destroyed | Departure::Routed) => state.full,
                Presence::Gone(Departure::Exited) | Presence::Due | Presence::OnMap | Presence::Unknown => {
                    (state.full - state.strength).max(0)
                }
            }
        };
        self.ids().filter(|unit| self.side(*unit) == side).map(lost).sum()
    }
}

/// The side with more of something.
fn ahead(points: [i16; 2]) -> Option<Side> {
    match points[0].cmp(&points[1]) {
        std::cmp::Ordering::Greater => Some(Side::Blue),
        std::cmp::Ordering::Less => Some(Side::Red),
        std::cmp::Ordering::Equal => None,
    }
}

/// A name as it stands in a sentence: places called by a common word get an article, those that are somebody's do not. What is a
/// name of its own in it nobody can tell, so that its first letter stays.
#[must_use]
pub fn with_article(name: &str) -> String {
    let first = name.split_whitespace().next().unwrap_or_default();
    let own = first.ends_with("'s") || first.ends_with(',');
    let common = name.split_whitespace().skip(1).all(|word| word.chars().all(char::is_lowercase));
    match name.split_at_checked("The ".len()) {
        Some((article, rest)) if article.eq_ignore_ascii_case("the ") => format!("the {rest}"),
        _ if common && name.contains(' ') && !own => format!("the {name}"),
        _ => name.to_owned(),
    }
}
