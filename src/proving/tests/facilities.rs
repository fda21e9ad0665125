//! Every facility of dice, frames and phases in a position of the drill with its dice, worked out by hand.

use battle::{
    Battlefield, Dice, Event, HouseRules, Marks, Object, Pending, Pose, Recorder, Roll, RollKind, Side, System, UnitId,
};
use rulebook::{PhaseId, Umpire};

use crate::Plan;
use crate::drill::{self, War, info, marks};

const B1: UnitId = UnitId(0);
const B2: UnitId = UnitId(1);
const B3: UnitId = UnitId(2);
const R1: UnitId = UnitId(4);
const R2: UnitId = UnitId(5);
const R3: UnitId = UnitId(6);
const R4: UnitId = UnitId(7);

/// A battle by the whole book, in which dice fall as written: foot B1 and R1 (8 stands, 16 SP, trained and steady, each
/// with a leader), horse B2 and R2 (4 stands, 8 SP, veterans), guns B3 and R3 (2 stands), foot R4 still to come.
struct Parade {
    war: War,
    heard: Recorder,
}

impl Parade {
    fn new() -> Parade {
        let plan = Plan { key: String::from("parade"), size: 40, units: 3, turns: 3, deployment: false };
        let mut house = HouseRules::default();
        house.set(info::INFO.options, "book", "whole").expect("an option");
        let options = info::Options::of(&house);
        let war = rulebook::enlist(&plan.scenario(), &house, options, 1).expect("room for all");
        Parade { war, heard: Recorder::default() }
    }

    /// The same with everybody far from everybody.
    fn apart() -> Parade {
        let parade = Parade::new().put(B1, "3,36/N/line4").put(B2, "20,36/N/line4").put(B3, "30,36/N/battery2");
        parade.put(R1, "3,3/S/line4").put(R2, "20,3/S/line4").put(R3, "30,3/S/battery2")
    }

    /// Horse B2 before the front of foot R1, open ground between them, and everybody else far away.
    fn charge() -> Parade {
        Parade::apart().put(R1, "13,10/S/line4").put(B2, "13,12/N/line4").marked(B2, marks::ORDERED)
    }

    fn put(mut self, unit: UnitId, pose: &str) -> Parade {
        let pose: Pose = pose.parse().expect("a pose");
        self.umpire().emit(Event::Placed { unit, pose });
        self
    }

    fn marked(mut self, unit: UnitId, marks: Marks) -> Parade {
        self.umpire().emit(Event::Marked { unit, marks, on: true, cause: "" });
        self
    }

    fn umpire(&mut self) -> Umpire<'_, drill::Drill> {
        Umpire::new(&mut self.war, &mut self.heard)
    }

    /// The dice fall so from now on.
    fn dice(mut self, faces: &[u8]) -> Parade {
        self.war.set_dice(Dice::scripted(faces));
        self.heard.events.clear();
        self
    }

    /// Enters a phase of that side.
    fn phase(mut self, phase: PhaseId, side: Side) -> Parade {
        rulebook::begin_phase(&mut self.umpire(), phase, side);
        self
    }

    fn order(&mut self, text: &str) -> &mut Parade {
        let order = (&self.war as &dyn System).order_text().read(text).expect("an order");
        self.war.resolve(&order, &mut self.heard).unwrap_or_else(|no| panic!("`{text}` is refused: {no}"));
        self
    }

    /// B2 charges R1 by the first way there is.
    fn charges(mut self) -> Parade {
        let stem = battle::Order::new(info::CHARGE).by(B2).on(R1);
        let to = self.war.reach(&stem).legal().next().expect("a way").pose;
        self.war.resolve(&stem.to(to), &mut self.heard).expect("a charge");
        self
    }

    fn strength(&self, unit: UnitId) -> i16 {
        self.war.strength(unit)
    }

    fn has(&self, unit: UnitId, marks: Marks) -> bool {
        self.war.marked(unit, marks)
    }

    fn rolls(&self) -> Vec<&Roll> {
        let events = self.heard.events.iter();
        let roll = events.filter_map(|event| if let Event::Rolled(roll) = event { Some(&**roll) } else { None });
        roll.collect()
    }

    /// Who rolled what with which dice, in order.
    fn rolled(&self) -> Vec<String> {
        let field: &Battlefield = self.war.field();
        let who = |who: Option<Object>, side: Side| who.map_or(String::from(side.name()), |who| field.label(who));
        let dice = |roll: &Roll| match roll.kind {
            RollKind::Card => String::new(),
            _ => format!(" {}{}", roll.terms.dice, roll.terms.die.name()),
        };
        let line = |roll: &&Roll| format!("{} {}{}", who(roll.who, roll.side), roll.label, dice(roll));
        self.rolls().iter().map(line).collect()
    }

    /// What is asked of whom, and the orders that answer it.
    fn asked(&self) -> (Side, &'static str, Vec<String>) {
        let Pending::Decide(decision) = self.war.pending() else { panic!("the battle is over") };
        let system: &dyn System = &self.war;
        (
            decision.side,
            decision.ask.key,
            system.orders().iter().map(|order| system.order_text().write(order)).collect(),
        )
    }

    /// Every face that was written has been used.
    fn all_fell(&self) {
        assert_eq!(self.war.dice().unread(), 0, "faces are left after {:?}", self.rolled());
    }
}

#[test]
fn cards_are_drawn_one_by_one_and_stores_are_a_row_of_a_d3() {
    // The cards left are Blue, Red, stores: the third, stores of 3 and 1, the second of two, Red's two d3; later the
    // last card, Blue's two d3.
    let mut parade = Parade::new().dice(&[3, 3, 1, 2, 3, 2, 1, 1, 1]);
    rulebook::begin(&mut parade.umpire());
    assert_eq!(parade.rolled(), ["Blue card", "Blue stores 1d3", "Red stores 1d3", "Blue card", "Red orders 2d3"]);
    let results: Vec<i16> = parade.rolls().iter().map(|roll| roll.result).collect();
    assert_eq!(results, [3, 2, 0, 2, 5], "of 3 cards, plenty, empty carts, of 2 cards, 3 + 2");
    assert_eq!((parade.asked().0, parade.war.state.own.pool), (Side::Red, [0, 6]), "5 and 1 by the house");
    parade.order("done");
    assert_eq!(parade.asked().0, Side::Blue);
    assert_eq!(parade.war.state.own.pool[0], 5, "1 + 1, 2 from stores, 1 by the house");
    assert_eq!(parade.rolled()[5..], ["Blue card", "Blue orders 2d3"]);
    parade.all_fell();
}

#[test]
fn each_card_is_a_beat_and_keys_of_rolls_have_it() {
    let mut parade = Parade::new().dice(&[3, 3, 1, 2, 3, 2, 1, 1, 1]);
    rulebook::begin(&mut parade.umpire());
    parade.order("done");
    let beats: Vec<u8> = parade.rolls().iter().map(|roll| roll.key.beat).collect();
    assert_eq!(beats, [0, 1, 1, 1, 2, 2, 3], "a card is drawn in the beat before it");
    assert_eq!(parade.war.state.beat, 3);
}

#[test]
fn the_other_side_decides_in_its_phase_and_low_faces_hit() {
    let parade = Parade::apart().put(B1, "13,14/N/line4").put(R1, "10,9/S/line4").put(R2, "16,9/S/line4");
    let mut parade = parade.dice(&[3, 4, 1, 8, 2, 3, 1, 1]).phase(info::HARASSING, Side::Red);
    let (side, ask, orders) = parade.asked();
    assert_eq!((side, ask), (Side::Blue, "harass"), "in Red's half");
    assert_eq!(orders, ["done", "harass B1 >R1", "harass B1 >R2"]);
    // Four d8, 3 or less at horse: 3 and 1. Two or less at foot: 2, 1, 1.
    parade.order("harass B1 >R2").order("harass B1 >R1");
    assert_eq!(parade.rolled()[..2], ["B1 shots 4d8", "B1 shots 4d8"]);
    assert_eq!((parade.strength(R2), parade.strength(R1)), (8 - 2, 16 - 3));
    assert_ne!(parade.war.phase(), info::HARASSING, "two shots are all, so that it is over");
    parade.all_fell();
}

#[test]
fn keys_of_rolls_name_at_whom() {
    let parade = Parade::apart().put(B1, "13,14/N/line4").put(R1, "10,9/S/line4").put(R2, "16,9/S/line4");
    let mut parade = parade.dice(&[8; 8]).phase(info::HARASSING, Side::Red);
    parade.order("harass B1 >R2").order("harass B1 >R1");
    let keys: Vec<(u16, u16)> = parade.rolls()[..2].iter().map(|roll| (roll.key.who, roll.key.against)).collect();
    assert_eq!(keys, [(0, 6), (0, 5)], "numbers of units, those shot at from 1");
}

#[test]
fn guns_read_a_d10_in_the_chart_of_their_score() {
    for (face, hits) in [(5, 0), (6, 1), (9, 1), (10, 3)] {
        let parade = Parade::apart().put(B3, "13,14/N/battery2").put(R1, "13,9/S/line4");
        let mut parade = parade.dice(&[face]).phase(info::HARASSING, Side::Red);
        parade.order("harass B3 >R1");
        assert_eq!(parade.rolled(), ["B3 rounds 1d10"]);
        assert_eq!(parade.strength(R1), 16 - hits, "a {face} with two stands");
    }
    let parade = Parade::apart().put(B3, "13,14/N/battery2").put(R1, "13,9/S/line4");
    let mut parade = parade.dice(&[8]);
    let pose = parade.war.pose(B3);
    parade.umpire().emit(Event::Reshaped { unit: B3, stands: 1, pose, fell: Vec::new() });
    let mut parade = parade.phase(info::HARASSING, Side::Red);
    parade.order("harass B3 >R1");
    assert_eq!(parade.strength(R1), 16, "an 8 misses with a single stand");
    parade.all_fell();
}

#[test]
fn bracing_adds_two_dice_up_and_should_not_pass_a_number() {
    for (faces, margin) in [([4, 4], 0), ([6, 4], -2), ([1, 2], 5)] {
        let mut parade = Parade::charge().dice(&faces).phase(info::MOVEMENT, Side::Blue).charges();
        assert_eq!(
            parade.asked(),
            (Side::Red, "react", ["volley R1 >B2", "stand R1", "brace R1"].map(String::from).to_vec())
        );
        parade.order("brace R1");
        assert_eq!(parade.rolls()[0].result, margin, "7, 1 for the leader, less {faces:?}");
        assert_eq!(parade.asked().2, ["volley R1 >B2", "stand R1"], "it is asked again, but it has braced itself");
    }
}

#[test]
fn who_fails_to_brace_checks_before_it_answers_and_a_natural_1_may_cost_the_leader() {
    // 6 + 5 is 3 more than 8: it checks. A 1 fails; 5 for the leader: he falls. In disorder, without him, 6 passes.
    let mut parade = Parade::charge().dice(&[6, 5, 1, 5, 6]).phase(info::MOVEMENT, Side::Blue).charges();
    parade.order("brace R1");
    assert_eq!(parade.rolled(), ["R1 brace 2d6", "R1 nerve 1d10", "R1 leader falls 1d6", "R1 nerve 1d10"]);
    assert!(parade.has(R1, marks::DISORDERED) && !parade.war.has_leader(R1));
    assert_eq!(parade.asked(), (Side::Red, "react", vec![String::from("stand R1")]), "the charge still waits");
    parade.all_fell();
}

#[test]
fn a_leader_who_does_not_fall_steadies_the_next_check() {
    // 3 for the leader: he stays, and with him 5 is enough in disorder.
    let mut parade = Parade::charge().dice(&[6, 5, 1, 3, 5]).phase(info::MOVEMENT, Side::Blue).charges();
    parade.order("brace R1");
    assert!(parade.has(R1, marks::DISORDERED) && parade.war.has_leader(R1));
    parade.all_fell();
}

#[test]
fn a_charge_whose_target_has_run_comes_home_without_a_fight() {
    // As above, but without the leader a 5 is too little in disorder: it runs.
    let mut parade = Parade::charge().dice(&[6, 5, 1, 5, 5]).phase(info::MOVEMENT, Side::Blue).charges();
    let from = parade.war.pose(B2);
    parade.order("brace R1");
    assert!(!parade.war.present(R1));
    assert!(parade.war.pose(B2) != from && parade.war.state.stack.is_empty());
    assert!(!parade.rolled().iter().any(|line| line.starts_with("B2 fight")));
    parade.all_fell();
}

#[test]
fn a_check_interrupts_the_charge_that_goes_on_after_it() {
    // Four d6 of the volley: 5 and 6 hit. The nerve of the horse: 3 fails, in disorder 6 passes. It does not come home.
    let mut parade = Parade::charge().dice(&[5, 6, 1, 1, 3, 6]).phase(info::MOVEMENT, Side::Blue).charges();
    let from = parade.war.pose(B2);
    parade.order("volley R1 >B2");
    assert_eq!(parade.rolled(), ["R1 fire 4d6", "B2 nerve 1d10", "B2 nerve 1d10"]);
    assert_eq!((parade.strength(B2), parade.war.pose(B2)), (8 - 2, from));
    assert!(parade.war.state.stack.is_empty());
    parade.all_fell();
}

#[test]
fn a_charge_goes_on_when_the_check_is_passed() {
    // 4 passes. Two stands are left of three SP... the fight: 3 stands, 2 for horse that charges, 1 for veterans: six 1s;
    // 8 stands, 1 led, 1 steady: ten 1s. A tie throws the charger back.
    let mut faces = vec![5, 6, 1, 1, 4];
    faces.extend([1; 16]);
    let mut parade = Parade::charge().dice(&faces).phase(info::MOVEMENT, Side::Blue).charges();
    parade.order("volley R1 >B2");
    assert_eq!(parade.rolled(), ["R1 fire 4d6", "B2 nerve 1d10", "B2 fight 6d6", "R1 fight 10d6"]);
    assert!(parade.has(B2, marks::DISORDERED) && !parade.has(R1, marks::DISORDERED));
    parade.all_fell();
}

/// R1 braces and stands; it misses with all ten dice, and again but for two. B2 hits with four of seven.
fn braced(pursuit: [u8; 2]) -> Parade {
    let mut faces = vec![4, 4, 4, 4, 4, 4, 1, 1, 1];
    faces.extend([1; 10]);
    faces.extend([4, 4, 1, 1, 1, 1, 1, 1, 1, 1]);
    faces.extend(pursuit);
    let mut parade = Parade::charge().dice(&faces).phase(info::MOVEMENT, Side::Blue).charges();
    parade.order("brace R1").order("stand R1");
    parade
}

#[test]
fn misses_of_a_braced_unit_are_thrown_again() {
    let parade = braced([1, 1]);
    assert_eq!((parade.strength(R1), parade.strength(B2)), (16 - 4, 8 - 2));
    assert_eq!(parade.rolls()[2].faces.as_slice().len(), 20);
}

#[test]
fn a_pursuit_is_a_contest_by_margin() {
    // A d8 and 2 for horse against a d8: +3 cuts two down, +2 nothing, -1 and less throws the pursuer into disorder.
    for (faces, margin, lost, checked) in
        [([6, 5], 3, 2, false), ([6, 6], 2, 0, false), ([5, 8], -1, 0, true), ([1, 8], -5, 0, true)]
    {
        let mut parade = braced(faces);
        let stem = battle::Order::new(info::FOLLOW).by(B2);
        let to = parade.war.reach(&stem).legal().next().expect("ground that was won").pose;
        parade.war.resolve(&stem.to(to), &mut parade.heard).expect("it follows up");
        assert_eq!(parade.rolls().last().expect("a contest").result, margin);
        assert_eq!(parade.rolled().last().map(String::as_str), Some("B2 pursuit 1d8"));
        assert_eq!(parade.strength(R1), 12 - lost);
        assert_eq!(parade.has(B2, marks::DISORDERED), checked, "{faces:?}");
        parade.all_fell();
    }
}

#[test]
fn friends_of_who_is_lost_check_after_what_goes_on_the_first_first() {
    let parade = Parade::charge().put(R2, "13,7/S/line4").put(R3, "10,8/S/battery2");
    // Seven dice of B2, one hits; ten of R1, none does: R1's last SP is gone. Then the nerves: both pass.
    let mut faces = vec![4, 1, 1, 1, 1, 1, 1];
    faces.extend([1; 10]);
    faces.extend([4, 4]);
    let mut parade = parade.dice(&faces);
    parade.umpire().emit(Event::Strength { unit: R1, from: 16, to: 1, cause: "fire", clause: "DR-HITS" });
    let mut parade = parade.phase(info::MOVEMENT, Side::Blue).charges();
    parade.order("stand R1");
    assert!(!parade.war.present(R1));
    assert_eq!(parade.asked().1, "follow", "the charge is finished before anybody checks");
    assert_eq!(parade.rolled(), ["B2 fight 7d6", "R1 fight 10d6"]);
    parade.order("halt B2");
    assert_eq!(parade.rolled(), ["B2 fight 7d6", "R1 fight 10d6", "R2 nerve 1d10", "R3 nerve 1d10"]);
    parade.all_fell();
}

#[test]
fn who_checks_because_of_a_check_does_so_before_those_who_waited() {
    // R1 is lost: R2 and R3, near it, are to check. R2 fails twice and runs: R4, near R2 alone, comes before R3.
    let parade = Parade::charge().put(R2, "13,7/S/line4").put(R3, "17,11/S/battery2").put(R4, "14,4/S/line2");
    let mut faces = vec![4, 1, 1, 1, 1, 1, 1];
    faces.extend([1; 10]);
    faces.extend([3, 5, 4, 4]);
    let mut parade = parade.dice(&faces);
    parade.umpire().emit(Event::Strength { unit: R1, from: 16, to: 1, cause: "fire", clause: "DR-HITS" });
    let mut parade = parade.phase(info::MOVEMENT, Side::Blue).charges();
    parade.order("stand R1").order("halt B2");
    assert_eq!(parade.rolled()[2..], ["R2 nerve 1d10", "R2 nerve 1d10", "R4 nerve 1d10", "R3 nerve 1d10"]);
    parade.all_fell();
}

#[test]
fn friends_of_who_runs_before_a_charge_check_before_it_comes_home() {
    let parade = Parade::charge().put(R2, "13,7/S/line4").dice(&[6, 5, 1, 5, 5, 4]);
    let mut parade = parade.phase(info::MOVEMENT, Side::Blue).charges();
    parade.order("brace R1");
    let place = |wanted: fn(&Event) -> bool| parade.heard.events.iter().rposition(wanted);
    let check = place(|event| matches!(event, Event::Rolled(roll) if roll.who == Some(R2.into())));
    let home = place(|event| matches!(event, Event::Moved { unit, .. } if *unit == B2));
    assert!(check.is_some() && check < home, "{:?}", parade.rolled());
    parade.all_fell();
}

#[test]
fn a_led_unit_that_fails_to_rally_throws_again() {
    let parade = Parade::new().marked(R1, marks::DISORDERED).dice(&[2, 3]);
    let mut parade = parade.phase(info::RALLYING, Side::Red);
    parade.order("rally R1");
    assert!(!parade.has(R1, marks::DISORDERED), "4 or more, 1 less with a leader: 2 fails, 3 does it");
    parade.all_fell();
}

#[test]
fn a_value_is_worked_out_once_for_a_battle_and_all_its_copies() {
    let parade = Parade::apart();
    let asked = std::cell::Cell::new(0);
    let double = |war: &War, key: u16| {
        war.kept(key, |key| {
            asked.set(asked.get() + 1);
            u32::from(*key) * 2
        })
    };
    assert_eq!(double(&parade.war, 7), 14);
    assert_eq!(double(&parade.war.clone(), 7), 14);
    assert_eq!(asked.get(), 1);
    // Values of another kind with an equal key are their own.
    assert_eq!(parade.war.kept(7_u16, |_| "seven"), "seven");
    // More than are kept: each is still its own.
    assert!((0..5_000).all(|key| double(&parade.war, key) == u32::from(key) * 2));
    // A proof that notes which clauses are reached works everything out.
    asked.set(0);
    battle::rule::proves(&[], || (double(&parade.war, 4_999), double(&parade.war, 4_999)));
    assert_eq!(asked.get(), 2);
}
