//! What players from outside say: orders, and requests.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A line that somebody has said.
#[derive(Debug)]
pub(super) enum Said {
    /// An order, and what is said of it.
    Order(String, Option<String>),
    /// It gives up, and why.
    Resign(String),
    /// The stem of an old program's question.
    Stem(String),
    /// A request.
    Request(Map<String, Value>),
    /// Nothing of these: what was expected, and the line where it can be shown.
    Unclear(String, Option<String>),
}

/// An order as an object.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ordered {
    order: String,
    say: Option<String>,
}

/// A resignation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resigned {
    resign: String,
}

impl Said {
    /// Reads a line.
    pub(super) fn read(line: &str) -> Said {
        if let Some(stem) = line.strip_prefix('?') {
            return Said::Stem(String::from(stem));
        }
        if !line.starts_with('{') {
            return Said::Order(String::from(line), None);
        }
        let unclear = |why: String| Said::Unclear(why, Some(String::from(line)));
        let object: Map<String, Value> = match serde_json::from_str(line) {
            Ok(object) => object,
            Err(error) => return unclear(format!("no JSON ({error}); expected an order, or an object in one line")),
        };
        if object.contains_key("ask") {
            return Said::Request(object);
        }
        let read = if object.contains_key("resign") {
            Resigned::deserialize(Value::Object(object)).map(|read| Said::Resign(read.resign))
        } else {
            Ordered::deserialize(Value::Object(object)).map(|read| Said::Order(read.order, read.say))
        };
        read.unwrap_or_else(|error| {
            unclear(format!("{error}; expected an object with `order` and perhaps `say`, with `ask`, or with `resign`"))
        })
    }

    /// Whether a line answers a question, in whatever way, and is none itself.
    pub(super) fn answers(line: &str) -> bool {
        !line.is_empty() && !matches!(Said::read(line), Said::Stem(_) | Said::Request(_))
    }
}

/// What is asked, of the battle itself or of a copy.
pub(super) enum Ask {
    Reach(StemOf),
    Forecast(ForecastOf),
    Threat(ThreatOf),
    Sight { from: String, to: String },
    FieldOfFire(FireOf),
    Orders,
    State,
    Prospects { unit: String },
    Choice { by: String },
    Copy { seed: Option<u64> },
    Play(PlayOf),
    PlayOn(PlayOnOf),
    Standing,
    Drop,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ForecastOf {
    pub(super) order: Option<String>,
    pub(super) orders: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ThreatOf {
    pub(super) by: String,
    pub(super) on: String,
    pub(super) from: Option<String>,
    pub(super) at: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FireOf {
    pub(super) unit: String,
    pub(super) at: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayOf {
    pub(super) orders: Vec<String>,
    #[serde(default)]
    pub(super) events: bool,
}

/// What stops a copy that is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Until {
    /// A decision of the side that asks.
    Mine,
    /// The end of a turn.
    Turn,
    /// The end of the battle.
    Over,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayOnOf {
    pub(super) until: Until,
    pub(super) turns: Option<u16>,
    pub(super) by: Option<String>,
    pub(super) blue: Option<String>,
    pub(super) red: Option<String>,
    #[serde(default)]
    pub(super) events: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StemOf {
    pub(super) stem: String,
    /// How many poses are wanted at most.
    pub(super) most: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SightOf {
    from: String,
    to: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitOf {
    unit: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChoiceOf {
    by: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CopyOf {
    seed: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// A request as read.
pub(super) struct Request {
    /// Its name.
    pub(super) ask: String,
    /// What comes back with its answer.
    pub(super) id: Option<Value>,
    /// The copy that it is about.
    pub(super) copy: Option<u32>,
    /// What is asked, or what was expected.
    pub(super) read: Result<Ask, String>,
}

/// The names of requests, as a refusal lists them.
const ASKS: &str = "reach, forecast, threat, sight, field_of_fire, orders, state, prospects, choice, copy, play, play_on, \
                    standing or drop";

impl Request {
    /// Reads a request: an object with `ask`.
    pub(super) fn of(mut object: Map<String, Value>) -> Request {
        let id = object.shift_remove("id");
        let ask = object.shift_remove("ask").unwrap_or_default();
        let copy = object.shift_remove("copy").filter(|copy| !copy.is_null());
        let number = copy.as_ref().map(|copy| copy.as_u64().and_then(|copy| u32::try_from(copy).ok()));
        let Some(name) = ask.as_str().map(String::from) else {
            let why = format!("unknown request {ask}; expected {ASKS}");
            return Request { ask: String::new(), id, copy: None, read: Err(why) };
        };
        let read = match number {
            Some(None) => Err(format!("copy {} is no number of a copy", copy.unwrap_or_default())),
            _ => read(&name, Value::Object(object)),
        };
        Request { ask: name, id, copy: number.flatten(), read }
    }
}

fn read(ask: &str, rest: Value) -> Result<Ask, String> {
    Ok(match ask {
        "reach" => Ask::Reach(with(ask, rest)?),
        "forecast" => Ask::Forecast(with(ask, rest)?),
        "threat" => Ask::Threat(with(ask, rest)?),
        "sight" => {
            let SightOf { from, to } = with(ask, rest)?;
            Ask::Sight { from, to }
        }
        "field_of_fire" => Ask::FieldOfFire(with(ask, rest)?),
        "orders" => with(ask, rest).map(|Nothing {}| Ask::Orders)?,
        "state" => with(ask, rest).map(|Nothing {}| Ask::State)?,
        "prospects" => Ask::Prospects { unit: with::<UnitOf>(ask, rest)?.unit },
        "choice" => Ask::Choice { by: with::<ChoiceOf>(ask, rest)?.by },
        "copy" => Ask::Copy { seed: with::<CopyOf>(ask, rest)?.seed },
        "play" => Ask::Play(with(ask, rest)?),
        "play_on" => Ask::PlayOn(with(ask, rest)?),
        "standing" => with(ask, rest).map(|Nothing {}| Ask::Standing)?,
        "drop" => with(ask, rest).map(|Nothing {}| Ask::Drop)?,
        unknown => return Err(format!("unknown request `{unknown}`; expected {ASKS}")),
    })
}

fn with<T: DeserializeOwned>(ask: &str, rest: Value) -> Result<T, String> {
    let said = |error: serde_json::Error| error.to_string().replace("expected u64", "expected a whole number from 0");
    serde_json::from_value(rest).map_err(|error| format!("`{ask}`: {}", said(error)))
}
