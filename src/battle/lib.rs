//! The common model: one battlefield that every rule system, front end and commander shares.

mod army;
mod audit;
mod binding;
mod command;
mod decision;
mod dice;
mod estimates;
mod event;
mod expanse;
mod field;
pub mod fixture;
mod forecast;
mod formation;
mod ground;
mod house;
mod ledger;
mod length;
mod library;
mod map_edge;
mod marks;
mod objectives;
mod order;
mod part;
mod player;
mod reach;
mod reasons;
mod roster;
pub mod rule;
mod setup;
mod shock;
mod side;
mod sight;
mod strength;
mod system;
mod tallies;
mod teaching;
mod waters;

pub use army::{Arm, Army, BrigadeSpec, LeaderSpec, Quality, Rank, Rating, Start, Trait, Troop, UnitSpec, Weapon};
pub use binding::{Band, Binding, Bound, Origin};
pub use command::{Command, Member};
pub use decision::{Ask, AskRole, Count, Decision, Outcome, Pending, Reason, Refusal};
pub use dice::{
    Chain, Chances, Changes, Chart, Charts, Clash, Contest, Deck, Dice, Die, Distribution, Drawn, End, Faces, Fork,
    Link, Look, MAX_DICE, MOST_CHANCES, Mishap, Modifier, Opposed, Pool, Reading, Roll, RollForecast, RollKey,
    RollKind, Row, Run, Rung, Stakes, Terms, Thrower, Ties, Turn, mean_of,
};
pub use estimates::{Estimates, Threat};
pub use event::{Deaf, Event, Listener, Manner, Recorder, Told, emit};
pub use field::{Battlefield, Departure, Muster, Perch, Presence, Unit};
pub use forecast::{Chance, Effect, Forecast};
pub use formation::{Arrangement, Footprint, Formation, GARRISON_SPREAD, MAX_STANDS, MAX_TRAIL, Pose, Trail};
pub use ground::{Cell, Crossing, Edge, Ground, Obstacle, Patch, Terrain};
pub use house::{HouseRules, OptionInfo, Values};
pub use ledger::{Charges, Ledger, Page};
pub use length::Hundredths;
pub use library::{BattleFile, CommanderEntry, Commanders, Library, RANDOM, Unusable, Wish, random_name};
pub use map_edge::MapEdge;
pub use marks::{Conditions, Kind, Looks, MarkInfo, Marks, Sense, Sign, marks_of};
pub use objectives::{Grip, Grips, with_article};
pub use order::{LeaderId, NumberInfo, Object, Order, OrderText, PoseOf, Role, UnitId, Verb, VerbInfo, ascending};
pub use part::{Damage, Part, PartKind};
pub use player::{Choice, Consideration, Player, Prospect, Weighed, Why};
pub use reach::{MOST_PLACES, Mover, Passage, Place, PoseReach, PoseStep, Stride, full_trail, is_cut_off, swept};
pub use reasons::{Beside, Words, weighted};
pub use roster::{BrigadeInfo, LeaderInfo, Roster, UnitInfo};
pub use setup::{Arrival, Goal, Objective, Reinforcement, Scenario, Victory, Weather};
pub use side::Side;
pub use sight::Corridor;
pub use strength::{Counts, StrengthInfo};
pub use system::{Card, Destination, FireArc, LeaderFate, Paces, Reach, Secrecy, Sheet, StepInfo, System, SystemInfo};
pub use tallies::{CHARGES, COMBATS_WON, CountInfo, Heading, Lasts, ShockInfo, Strikes, Sums, TallyInfo, UNITS_LOST};
pub use teaching::{Lesson, LessonKind, LessonStep, Task, Teaching};
pub use waters::Waters;

#[cfg(test)]
mod tests;
