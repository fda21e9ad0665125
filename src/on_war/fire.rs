//! A volley: who of a unit shoots at which stand, with how many dice and at what number (OW-SHOOT).

use battle::{Listener, Marks, Object, Pool, Pose, Refusal, UnitId, rule};
use hexes::Hex;

use crate::gunnery::{Aim, Gunnery, Hand};
use crate::hits::{Exposure, Toll};
use crate::scene::shape_of;
use crate::tables::{self, Shape};
use crate::war::{OnWar, Throw, Why};
use crate::{Kind, Traits};

/// Stands a template wounds on average in a line: the middle one, and its two neighbours half the time.
const TEMPLATE_WOUNDS: f64 = 2.0;

/// What is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Load {
    /// Ball, shell, musketry.
    Ball,
    /// Grape.
    Grape,
}

/// One way to shoot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shot {
    /// Muskets or ball in the own turn.
    Ball,
    /// Grape in the own turn.
    Grape,
    /// At a charger (OW-ASSAULT-8).
    Defensive(Load),
}

impl Shot {
    /// What is loaded for it.
    pub fn load(self) -> Load {
        match self {
            Shot::Ball => Load::Ball,
            Shot::Grape => Load::Grape,
            Shot::Defensive(load) => load,
        }
    }

    /// Whether it is fired at a charger.
    pub fn is_defensive(self) -> bool {
        matches!(self, Shot::Defensive(_))
    }
}

/// A volley ready to be thrown: everybody who aims, and their dice in pools of like need.
#[derive(Clone, Debug)]
pub(crate) struct Volley {
    /// Who shoots at what; empty where the target is out of range and the shot is wasted (OW-SCALE-2).
    pub aims: Vec<Aim>,
    /// The rolls.
    pub pools: Vec<Pool>,
}

impl OnWar {
    /// Whether a unit may shoot that way at all now, whatever the target.
    pub(crate) fn may_shoot(&self, unit: UnitId, shot: Shot) -> Result<(), Refusal> {
        rule!("OW-SHOOT-3");
        let (kind, name) = (self.kind(unit), self.name(unit));
        let refuse = |clause, why: &str| Err(Refusal::new(clause, format!("{name} {why}")));
        if self.marked(unit, Marks::ROUTING) {
            return refuse("OW-SHOOT-3", "is routing and does not shoot");
        }
        if kind.is_horse() && !self.has(unit, Traits::CARBINE) {
            rule!("OW-SHOOT-6");
            return refuse("OW-SHOOT-6", "has no carbines");
        }
        if shot.load() == Load::Grape && tables::row(kind).grape_range == 0 {
            rule!("OW-UNIT-8");
            return refuse("OW-UNIT-8", "has no grape");
        }
        if shot.is_defensive() {
            rule!("OW-ASSAULT-10");
            let barred = kind == Kind::Howitzers || (kind == Kind::HeavyGuns && !self.rules().heavy_defensive_fire);
            return if barred { refuse("OW-ASSAULT-10", "does not fire at chargers") } else { Ok(()) };
        }
        let own = self.own(unit);
        match () {
            () if own.shot => refuse("OW-SHOOT-1", "has shot already; once a turn"),
            () if self.marked(unit, Marks::CHARGED) => refuse("OW-SHOOT-3", "charges this turn and does not shoot"),
            () if self.marked(unit, Marks::MARCHED) => refuse("OW-SHOOT-3", "moved at the double and may not shoot"),
            () if own.pursues.is_some() => refuse("OW-MORALE-13", "pursues this turn and may not shoot"),
            () if kind.is_heavy_ordnance() && self.marked(unit, Marks::MOVED) => {
                refuse("OW-SHOOT-3", "has moved; heavy guns cannot move and shoot in one turn")
            }
            () => Ok(()),
        }
    }

    /// Whether a unit in contact with an enemy is safe from that shot (OW-SHOOT-3).
    pub(crate) fn is_shielded(&self, target: UnitId, shot: Shot) -> bool {
        let (scene, side) = (self.scene(), self.field.side(target));
        let enemy = |hex: Hex| self.field.unit_at(hex).is_some_and(|there| self.field.side(there) != side);
        let held = |stand: &Hex| stand.neighbors().iter().any(|near| enemy(*near) && scene.meets(*stand, *near));
        !shot.is_defensive() && self.field.footprint(target).hexes().iter().any(held)
    }

    /// The shooter's side of a volley as things stand.
    pub(crate) fn gunnery(&self, shooter: UnitId, shot: Shot) -> Gunnery<'_> {
        let moved = self.marked(shooter, Marks::MOVED);
        Gunnery { scene: self.scene(), shooter, from: self.pose(shooter), shot, moved }
    }

    /// The volley of a unit at another; none where it may not shoot or nobody has the target in sight and arc. Out of
    /// range it is empty (OW-SCALE-2).
    pub(crate) fn volley(&self, shooter: UnitId, target: UnitId, shot: Shot) -> Option<Volley> {
        self.may_shoot(shooter, shot).ok()?;
        if self.is_shielded(target, shot) {
            return None;
        }
        let gunnery = self.gunnery(shooter, shot);
        let aims = self.aims(&gunnery, target);
        if aims.is_empty() && (self.rules().premeasure || !gunnery.is_beyond(target)) {
            return None;
        }
        let at = self.pose(target);
        let pools = gunnery.pools(&aims, Some((target, &at)), |face| self.fire_pool(&gunnery, face));
        Some(Volley { aims, pools })
    }

    /// An empty roll of such fire.
    pub(crate) fn fire_pool(&self, gunnery: &Gunnery<'_>, face: u8) -> Pool {
        let label = match (gunnery.shot, gunnery.kind().is_guns(), gunnery.shot.load()) {
            (Shot::Defensive(_), ..) => "defensive fire",
            (_, _, Load::Grape) => "grape",
            (_, true, _) => "bombardment",
            _ => "fire",
        };
        self.pool(label, "OW-SHOOT-2", 0, face)
    }

    /// Everybody of the shooter who has a stand of the target in sight, arc and range, the officer last.
    pub(crate) fn aims(&self, gunnery: &Gunnery<'_>, target: UnitId) -> Vec<Aim> {
        self.with_officer(gunnery, gunnery.aims_at(target, &self.field.footprint(target)))
    }

    /// The same aims, and that of the commanding officer, who aims as the stand beside him.
    pub(crate) fn with_officer(&self, gunnery: &Gunnery<'_>, mut aims: Vec<Aim>) -> Vec<Aim> {
        let place = self.officer_place(gunnery);
        let beside = |aim: &&Aim| Some(aim.from) == place && aim.hand == Hand::Front;
        if let Some(aim) = aims.iter().find(beside).copied() {
            rule!("OW-UNIT-11");
            aims.push(Aim { hand: Hand::Officer, ..aim });
        }
        aims
    }

    /// The stand beside which the commanding officer of a battalion shoots: the middle of its front. In a square he is
    /// inside.
    fn officer_place(&self, gunnery: &Gunnery<'_>) -> Option<Hex> {
        let unit = gunnery.shooter;
        let shoots = self.rules().officer_fires && gunnery.kind().is_foot() && shape_of(&gunnery.from) != Shape::Square;
        let officer = self.setting.officer(unit).filter(|_| shoots)?;
        let with = self.field.leader(officer) == battle::Perch::With(unit);
        let print = gunnery.scene.footprint(unit, &gunnery.from);
        let near = || print.front().iter().copied().min_by_key(|hex| hex.distance(gunnery.from.anchor));
        if with { near() } else { None }
    }

    /// Expected hits of a shot from suppositions about where both stand, with the line of sight between their middles
    /// only: cheap, for judging places. Howitzers count what a template wounds.
    pub(crate) fn volley_at(
        &self,
        shooter: UnitId,
        pose: &Pose,
        target: UnitId,
        at: &Pose,
        shot: Shot,
        moved: bool,
    ) -> f64 {
        let kind = self.kind(shooter);
        let armed = !kind.is_horse() || self.has(shooter, Traits::CARBINE);
        let gunnery = Gunnery { scene: self.scene(), shooter, from: *pose, shot, moved };
        if !armed || gunnery.range() == 0 || (moved && kind.is_heavy_ordnance() && !shot.is_defensive()) {
            return 0.0;
        }
        let aims = gunnery.rough_aims(target, at);
        let pools = gunnery.pools(&aims, Some((target, at)), |face| self.fire_pool(&gunnery, face));
        let hits = pools.iter().map(Pool::mean).sum::<f64>();
        if kind == Kind::Howitzers { hits * TEMPLATE_WOUNDS } else { hits }
    }

    /// Who takes the hits of a volley (OW-HIT-2).
    pub(crate) fn exposure_to(&self, shooter: UnitId, target: UnitId, shot: Shot, aims: &[Aim]) -> Exposure {
        let mut from: Vec<Hex> = aims.iter().map(|aim| aim.from).collect();
        from.sort_unstable();
        from.dedup();
        self.exposure(target, shooter, &from, self.gunnery(shooter, shot).purpose())
    }

    /// Carries out a shot: the volley as the shooter's side knows things, hits, saves, losses; and what it gives away.
    pub(crate) fn shoot(&mut self, listener: &mut dyn Listener, shooter: UnitId, target: UnitId, shot: Shot) -> Toll {
        let sprung = self.spring(listener, shooter);
        let Some((volley, exposure)) = self.known_volley(shooter, target, shot) else { return Toll::default() };
        self.note_shot(listener, shooter, shot);
        if volley.aims.is_empty() {
            self.say(listener, "{a} shoots at {t} out of range", "OW-SCALE-2", shooter, Some(target));
        }
        let hits = self.throw_hits(listener, &volley.pools, shooter, Some(target.into()));
        let toll = self.take_hits(listener, target, shooter, hits, &exposure);
        self.test_sudden_loss(listener, target);
        if sprung {
            self.surprise(listener, target, shooter);
        }
        toll
    }

    /// A volley and who takes its hits, as the shooter's side knows things: the odds it was shown.
    fn known_volley(&self, shooter: UnitId, target: UnitId, shot: Shot) -> Option<(Volley, Exposure)> {
        let seen = self.seen_by(self.field.side(shooter));
        let volley = seen.volley(shooter, target, shot)?;
        let exposure = seen.exposure_to(shooter, target, shot, &volley.aims);
        Some((volley, exposure))
    }

    /// A hidden unit that shoots is seen from then on (OW-HIDDEN-4). Whether it was hidden.
    pub(crate) fn spring(&mut self, listener: &mut dyn Listener, shooter: UnitId) -> bool {
        let sprung = self.marked(shooter, Marks::HIDDEN);
        self.reveal(listener, shooter, false);
        sprung
    }

    /// Throws the rolls of a volley; their hits together.
    pub(crate) fn throw_hits(
        &mut self,
        listener: &mut dyn Listener,
        pools: &[Pool],
        shooter: UnitId,
        against: Option<Object>,
    ) -> u8 {
        let throw = Throw { against, ..self.by_unit(shooter, None, Why::Hit) };
        let hits: i16 = pools.iter().map(|pool| self.throw(listener, pool, throw)).sum();
        hits.clamp(0, i16::from(u8::MAX)) as u8
    }

    /// What a shot uses up and gives away (OW-SHOOT-1).
    pub(crate) fn note_shot(&mut self, listener: &mut dyn Listener, shooter: UnitId, shot: Shot) {
        rule!("OW-SHOOT-1");
        let own = self.own_mut(shooter);
        own.loud = true;
        if shot.is_defensive() {
            own.replied = true;
        } else {
            own.shot = true;
            self.mark(listener, shooter, Marks::FIRED, true);
        }
        let print = self.field.footprint(shooter);
        if print.hexes().iter().any(|hex| self.field.ground().terrain(*hex).is_woods()) {
            self.mark(listener, shooter, Marks::DISCLOSED, true);
        }
    }
}
