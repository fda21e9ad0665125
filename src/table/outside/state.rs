//! How a battle stands, as a side knows it.

use battle::{Battlefield, Command, LeaderFate, LeaderId, Outcome, Presence, Side, System, UnitId};
use serde_json::{Map, Value, json};

use super::words::{fraction, hex, hexes, is_named, object, perch, presence, step, word};

/// What stays the same for a program from its first message on: its side, and the places of the brigades that it was told of.
#[derive(Clone, Debug)]
pub(crate) struct Outlook {
    pub(super) side: Side,
    /// By the places of the roster.
    brigades: Vec<Option<usize>>,
}

impl Outlook {
    /// Of a side that is shown that view as its first.
    pub(super) fn new(side: Side, view: &dyn System) -> Outlook {
        let mut next = 0;
        let known = view.field().roster().brigades.iter().map(|brigade| {
            let place = (!brigade.name.is_empty()).then_some(next);
            next += usize::from(place.is_some());
            place
        });
        Outlook { side, brigades: known.collect() }
    }

    /// How things stand in a battle that this side may know.
    pub(super) fn state(&self, view: &dyn System) -> Value {
        let field = view.field();
        let units = field.ids().filter(|id| is_known(field, *id)).map(|id| self.unit(view, id));
        let leaders = field.roster().leaders().map(|(id, _)| id).filter(|id| is_named(field, *id));
        let commands = Side::ALL.into_iter().flat_map(|side| view.commands(side));
        let damages = field.damages().iter();
        json!({
            "system": view.info().key,
            "turn": field.turn(),
            "turns": last_turn(field),
            "step": step(view),
            "score": score(&view.score()),
            "units": units.collect::<Vec<_>>(),
            "leaders": leaders.map(|id| leader(view, id)).collect::<Vec<_>>(),
            "commands": commands.map(|one| command(field, &one)).collect::<Vec<_>>(),
            "objectives": objectives(view),
            "damages": damages.map(|one| json!({
                "part": one.part.to_string(), "wounds": one.wounds, "destroyed": one.destroyed,
            })).collect::<Vec<_>>(),
            "burning": field.ground().grid().iter().filter(|one| field.is_burning(*one)).map(hex).collect::<Vec<_>>(),
        })
    }

    fn unit(&self, view: &dyn System, id: UnitId) -> Value {
        let field = view.field();
        let (info, unit) = (field.roster().unit(id), field.unit(id));
        let there = unit.presence == Presence::OnMap;
        let fights = matches!(unit.presence, Presence::OnMap | Presence::Due);
        let (estimates, card) = (view.estimates(), view.card(id));
        let rows: Vec<Value> = card.rows.iter().map(|(name, value)| json!([name, value])).collect();
        json!({
            "label": info.label,
            "name": info.name,
            "side": info.side,
            "arm": info.arm.name(),
            "class": info.class,
            "brigade": self.brigades.get(usize::from(info.brigade)).copied().flatten(),
            "at": there.then(|| unit.pose.to_string()),
            "presence": presence(unit.presence),
            "hexes": if there { hexes(field.footprint(id).hexes()) } else { Vec::new() },
            "stands": unit.stands,
            "strength": unit.strength,
            "full": unit.full,
            "worth": if fights { fraction(estimates.worth(id)) } else { 0.0 },
            "pace": if fights { estimates.pace(id).0 } else { 0 },
            "fire_range": if fights { estimates.fire_range(id).0 } else { 0 },
            "holds_ground": there && view.holds_ground(id),
            "marks": field.conditions(id).in_order().iter().map(|info| info.key).collect::<Vec<_>>(),
            "figures": figures(&card.rows),
            "card": rows,
        })
    }
}

/// Units that hide are not counted either.
pub(super) fn is_known(field: &Battlefield, unit: UnitId) -> bool {
    field.unit(unit).presence != Presence::Unknown
}

/// The last turn, where there is one.
pub(super) fn last_turn(field: &Battlefield) -> Option<u16> {
    Some(field.turn_limit()).filter(|limit| *limit > 0)
}

/// The rows of a card that are numbers.
fn figures(rows: &[(&'static str, String)]) -> Map<String, Value> {
    let number = |text: &str| match text.parse::<i64>() {
        Ok(whole) => Some(json!(whole)),
        Err(_) => text.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| json!(number)),
    };
    rows.iter().filter_map(|(name, text)| Some((String::from(*name), number(text.trim())?))).collect()
}

/// How a battle would be counted.
pub(super) fn score(outcome: &Outcome) -> Value {
    json!({ "points": outcome.points, "count": word(outcome.count), "winner": outcome.winner })
}

fn leader(view: &dyn System, id: LeaderId) -> Value {
    let field = view.field();
    let info = field.roster().leader(id);
    let fate = match view.leader_fate(id) {
        LeaderFate::Fit => "fit",
        LeaderFate::Wounded => "wounded",
        LeaderFate::Lost => "lost",
    };
    let at = perch(field, field.leader(id));
    json!({ "label": info.label, "name": info.name, "side": info.side, "class": info.class, "at": at, "fate": fate })
}

fn command(field: &Battlefield, command: &Command) -> Value {
    let members = command.members.iter().map(|member| {
        json!({ "unit": object(field, Some(member.unit.into())), "hears": member.hears, "short": member.short })
    });
    json!({
        "leader": object(field, command.leader.map(Into::into)),
        "order": command.order,
        "demand": command.demand,
        "objective": command.objective.map(hex),
        "radius": command.radius,
        "members": members.collect::<Vec<_>>(),
    })
}

fn objectives(view: &dyn System) -> Vec<Value> {
    let field = view.field();
    let listed = field.roster().objectives.iter().zip(field.holders()).zip(view.holders());
    listed
        .map(|((objective, holder), now)| {
            json!({
                "name": objective.name,
                "value": objective.value,
                "holder": holder,
                "now": now,
                "hexes": hexes(&objective.hexes),
            })
        })
        .collect()
}
