//! Commands on the battle screen: whose orders are looked at, where they lead, and which of its units a command has lost hold of.

use battle::{Command, LeaderId, Object, Order, Role, Side};
use hexes::Hex;

use super::Battle;
use super::hand::Hand;
use super::seen::Seen;
use crate::map::Purpose;
use crate::ordering::Stage;
use crate::panels::commands;

impl Seen {
    /// The commands of the side whose eyes these are; of both where everything is shown.
    pub(super) fn known_commands(&self) -> Vec<Command> {
        let open = self.eyes.is_none() || self.game.outcome().is_some();
        let sides = Side::ALL.into_iter().filter(|side| open || self.eyes == Some(*side));
        sides.flat_map(|side| self.system().commands(side)).collect()
    }

    /// The command of whoever is under the cursor.
    pub(super) fn command_under_cursor(&self) -> Option<&Command> {
        let of = |leader: LeaderId| self.commands.iter().find(|command| command.leader == Some(leader));
        let field = self.system().field();
        match self.unit_here() {
            Some(unit) => self.commands.iter().find(|command| command.has(unit)),
            None => field
                .roster()
                .leaders()
                .map(|(leader, _)| leader)
                .filter(|leader| field.leader_hex(*leader) == Some(self.cursor))
                .find_map(of),
        }
    }

    /// Where the leader is whose command is given that order.
    pub(super) fn place_of_commander(&self, order: &Order) -> Option<Hex> {
        let leader = order.actor?.leader()?;
        let aimed = self.system().verb(order)?.role == Role::Command && order.pose.is_some();
        let known = self.commands.iter().any(|command| command.leader == Some(leader));
        self.system().field().leader_hex(leader).filter(|_| aimed && known)
    }

    /// The battle's objectives, then the enemy's units.
    fn landmarks(&self) -> Vec<Hex> {
        let field = self.system().field();
        let goals = field.roster().objectives.iter().filter_map(|objective| objective.hexes.first().copied());
        let enemy = self.person().map_or(Side::Red, Side::other);
        let enemies = field.present_of(enemy).map(|unit| field.unit(unit).pose.anchor);
        let mut landmarks: Vec<Hex> = Vec::new();
        for hex in goals.chain(enemies) {
            if !landmarks.contains(&hex) {
                landmarks.push(hex);
            }
        }
        landmarks
    }
}

impl Hand {
    /// The command of the leader who is given an order, or of whoever is under the cursor.
    pub(super) fn command_here<'a>(&self, seen: &'a Seen) -> Option<&'a Command> {
        let ordered = self.ordered_leader();
        let of = |leader: LeaderId| seen.commands.iter().find(|command| command.leader == Some(leader));
        ordered.map_or_else(|| seen.command_under_cursor(), of)
    }

    /// The leader whose order is being prepared.
    fn ordered_leader(&self) -> Option<LeaderId> {
        self.preparation.stage()?.order()?.actor?.leader()
    }

    /// The leader of the unit under the cursor, where he can be given an order now.
    pub(super) fn commander_here(&self, seen: &Seen) -> Option<Object> {
        let unit = seen.unit_here()?;
        let leader = seen.commands.iter().find(|command| command.has(unit))?.leader?;
        self.actors.iter().copied().find(|actor| *actor == Object::Leader(leader))
    }

    /// An order of a command that names a place begins where the command is bound for, else at the cursor; objectives
    /// and enemies can be stepped through.
    pub(super) fn begin_aiming(&mut self, seen: &Seen) {
        let start = self.command_here(seen).and_then(|command| command.objective).unwrap_or(seen.cursor);
        let landmarks = seen.landmarks();
        let role = self.preparation.stage().and_then(Stage::order).and_then(|order| seen.system().verb(&order));
        let aims = role.is_some_and(|verb| verb.role == Role::Command);
        if let Some(Stage::Pose(posing)) = self.preparation.stage_mut()
            && aims
            && posing.stem.unit().is_none()
        {
            posing.start_at(start);
            posing.step_through(landmarks.into_iter());
        }
    }

    /// The place that the order being prepared would name.
    fn aim(&self) -> Option<Hex> {
        match self.preparation.stage() {
            Some(Stage::Pose(posing)) if posing.stem.unit().is_none() && posing.allowed => Some(posing.ghost.anchor),
            _ => None,
        }
    }

    /// The command looked at, for the status line: in full, and what it is to the unit under the cursor.
    pub(super) fn command_words(&self, seen: &Seen) -> Vec<String> {
        let Some(command) = self.command_here(seen) else { return Vec::new() };
        let (field, unit) = (seen.system().field(), seen.unit_here());
        vec![commands::summary(command, field), commands::brief(command, unit, field)]
    }
}

impl Battle {
    /// What the commands are to do, as the map shows it: objectives of all, way and reach of the one looked at.
    pub(super) fn purposes(&self) -> Vec<Purpose> {
        if self.show.playback.is_playing() {
            return Vec::new();
        }
        let field = self.seen.system().field();
        let looked_at = self.hand.command_here(&self.seen).and_then(|command| command.leader);
        let purpose = |command: &Command| {
            let leader = command.leader?;
            let shown = looked_at == Some(leader);
            let info = field.roster().leader(leader);
            Some(Purpose {
                side: info.side,
                label: info.label.clone(),
                from: field.leader_hex(leader).filter(|_| shown),
                to: self.hand.aim().filter(|_| shown).or(command.objective),
                radius: command.radius,
                strays: if shown { command.strays().collect() } else { Vec::new() },
            })
        };
        self.seen.commands.iter().filter_map(purpose).collect()
    }
}
