//! What happened while the person could do nothing, in a line.

use battle::{Battlefield, Object, Side, System, UnitId};
use table::{Dispatch, DispatchKind};

use super::Battle;
use super::keys::Action;
use super::seen::Seen;
use super::show::Show;
use crate::theme::Ink;

/// The most orders and rolls that are told one by one where nobody was hurt, and the most units that are named.
const FEW: usize = 2;
const NAMED: usize = 4;

impl Show {
    /// What was done where nobody was hurt: a few deeds one by one, many by their number and by who came nearer.
    fn deeds(&self, seen: &Seen, news: &[&Dispatch]) -> String {
        use DispatchKind as K;
        let count = |kind: K| news.iter().filter(|dispatch| dispatch.kind == kind).count();
        match (count(K::Order), count(K::Roll)) {
            (0, 0) => String::new(),
            (orders, rolls) if orders + rolls <= FEW => {
                let told = news.iter().filter(|dispatch| matches!(dispatch.kind, K::Order | K::Roll));
                told.map(|dispatch| plain(dispatch)).collect::<Vec<_>>().join("; ")
            }
            (orders, rolls) => {
                let said =
                    [(orders, "order", "orders"), (rolls, "roll", "rolls")].into_iter().filter(|part| part.0 > 0);
                let said = said.map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }));
                let began = self.others_began.as_ref().zip(seen.eyes);
                let nearer = began.map(|((before, _), side)| nearer(before, seen.system().field(), side));
                let nearer = nearer.unwrap_or_default();
                format!("{}, nobody lost anything{nearer}", said.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl Battle {
    /// What happened since the person could last act, in a line.
    pub(super) fn digest(&mut self) {
        self.digest_since(if self.milestones.has_ordered { "Since your last order" } else { "So far" });
    }

    /// The same with another beginning.
    pub(super) fn digest_since(&mut self, since: &str) {
        let readable = self.seen.readable();
        let (news, now) = (readable.get(self.news.read..).unwrap_or_default(), readable.len());
        let losses = losses(self.seen.system(), news);
        let what = if losses.is_empty() { self.show.deeds(&self.seen, news) } else { losses.join("; ") };
        if !what.is_empty() {
            let [log, see] = [Action::Log, Action::SeeAgain].map(|action| self.key_of(action));
            let again =
                if self.show.others_began.is_some() { format!(", {see} shows it again") } else { String::new() };
            // The keys come first, for a long list of losses is cut at its end.
            self.say(Ink::Notice, format!("{since} ({log} reads all{again}): {what}."));
            self.news.first = Some(self.news.read);
        }
        self.news.read = now;
    }
}

/// Which units of a side's enemies that it has seen before and sees now have come nearer to its own, as the second half of a
/// sentence; nothing where none has.
pub(crate) fn nearer(before: &Battlefield, now: &Battlefield, side: Side) -> String {
    let gap = |field: &Battlefield, unit: UnitId| field.present_of(side).map(|own| field.distance(unit, own)).min();
    let was_seen = |unit: &UnitId| before.present_of(side.other()).any(|other| other == *unit);
    let moved = |unit: &UnitId| now.unit(*unit).pose.anchor != before.unit(*unit).pose.anchor;
    let came = now.present_of(side.other()).filter(was_seen).filter(moved);
    let came = came.filter(|unit| gap(now, *unit) < gap(before, *unit));
    let came: Vec<String> = came.map(|unit| now.label(Object::Unit(unit))).collect();
    match came.as_slice() {
        [] => String::new(),
        [one] => format!("; {one} came nearer"),
        [some @ .., last] if came.len() <= NAMED => format!("; {} and {last} came nearer", some.join(", ")),
        _ => format!("; {} of the enemy's units came nearer", came.len()),
    }
}

/// The sentence of a dispatch without its stop.
fn plain(dispatch: &Dispatch) -> String {
    dispatch.text.trim_end_matches('.').to_owned()
}

/// Who lost what: what befell one unit several times is told once, in sum.
pub(crate) fn losses(system: &dyn System, news: &[&Dispatch]) -> Vec<String> {
    let losses = || news.iter().filter(|dispatch| dispatch.kind == DispatchKind::Loss);
    let changes = |unit: UnitId| losses().filter(move |one| one.unit == Some(unit)).filter_map(|one| one.change);
    let mut summed: Vec<UnitId> = Vec::new();
    let mut told = Vec::new();
    for dispatch in losses() {
        let unit = dispatch.unit.filter(|_| dispatch.change.is_some());
        match unit.filter(|unit| changes(*unit).count() > 1) {
            None => told.push(plain(dispatch)),
            Some(unit) if summed.contains(&unit) => {}
            Some(unit) => {
                summed.push(unit);
                told.extend(sum(system, unit, changes(unit)));
            }
        }
    }
    told
}

/// What several changes of a unit's strength come to; nothing where it is as strong as before.
fn sum(system: &dyn System, unit: UnitId, mut changes: impl Iterator<Item = [i16; 2]>) -> Option<String> {
    let [from, first] = changes.next()?;
    let to = changes.last().map_or(first, |[_, to]| to);
    let (field, strength) = (system.field(), system.info().strength);
    let label = field.label(Object::Unit(unit));
    (from != to).then(|| format!("{label} {}", strength.sum([from, to], field.unit(unit).full)))
}
