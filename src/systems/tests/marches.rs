//! Force marches: what the default commander makes of the way that they open.

use std::sync::atomic::AtomicBool;

use battle::{Arrangement, AskRole, Deaf, Library, Order, Role, Side, System, UnitId};

use super::mandates::battle;
use crate::Shelf;

/// A road up the middle of a map of 30 by 60 hexes, Blue's only unit, of that quality, at its lower end and a bridge to be
/// held at its upper one; Red's is far from both. Blue's order lets it stay where it is.
fn road(quality: &str) -> String {
    let row = |odd: bool| {
        format!("{}{} = {}", if odd { " " } else { "" }, ". ".repeat(15).trim_end(), ". ".repeat(14).trim_end())
    };
    let ground: Vec<String> = (0..60).map(|number| row(number % 2 == 1)).collect();
    format!(
        r#"title = "The road"
note = "A road to a bridge."
turn_limit = 6
first_side = "blue"
victory = "points"
ground = '''
{}
'''
[blue]
name = "Blue corps"
facing = "N"
[[blue.brigade]]
name = "Blue brigade"
division = "Blue division"
units = [{{ label = "B1", name = "1st", type = "line infantry", quality = "{quality}", stands = 4, at = "15,54" }}]
[[blue.leader]]
label = "BG"
name = "The general"
rank = "army"
[[blue.leader]]
label = "BD"
name = "The divisioner"
rank = "division"
command = "Blue division"
special = {{ snappy = ["french", "maneuver"] }}
[red]
name = "Red corps"
facing = "S"
[[red.brigade]]
name = "Red brigade"
units = [{{ label = "R1", name = "1st", type = "line infantry", stands = 4, at = "2,2" }}]
[[red.leader]]
label = "RG"
name = "The other general"
rank = "army"
[[objective]]
name = "Bridge"
goal = "hold"
hexes = ["15,12+1"]
"#,
        ground.join("\n")
    )
}

fn role(battle: &dyn System, order: &Order) -> Option<Role> {
    battle.verb(order).map(|verb| verb.role)
}

/// Does as little as may be done, until Blue is to move in that turn.
fn wait(battle: &mut dyn System, turn: u16) {
    loop {
        let decision = battle.pending().decision().expect("the battle goes on");
        if decision.ask.key == "move" && decision.side == Side::Blue && battle.field().turn() == turn {
            return;
        }
        let orders = battle.all_orders();
        let idle = |order: &&Order| matches!(role(battle, order), Some(Role::Done | Role::Keep));
        let order = orders.iter().filter(|order| battle.check(order).is_ok()).find(idle).copied();
        let order = order.or_else(|| orders.into_iter().find(|order| battle.check(order).is_ok())).expect("an order");
        battle.resolve(&order, &mut Deaf).expect("legal");
    }
}

/// The battle with B1 in march column on the road, before its move of the second turn.
fn marching(quality: &str) -> Box<dyn System> {
    let mut battle = battle(&road(quality));
    wait(&mut *battle, 1);
    let unit = UnitId(0);
    let goes = |stem: &Order| stem.unit() == Some(unit) && role(&*battle, stem) == Some(Role::Move);
    let stem = battle.stems().into_iter().find(goes).expect("B1 moves");
    let paved = |pose: &battle::Pose| {
        let ground = battle.field().ground();
        battle.field().footprint_at(unit, pose).hexes().iter().all(|hex| ground.road(*hex))
    };
    let column = |pose: &battle::Pose| pose.formation.arrangement == Arrangement::MarchColumn;
    let reach = battle.reach(&stem);
    let pose = reach.legal().map(|place| place.pose).find(|pose| column(pose) && paved(pose)).expect("a march column");
    battle.resolve(&stem.to(pose), &mut Deaf).expect("legal");
    wait(&mut *battle, 2);
    battle
}

/// The check is due however far the march goes, and the halt where it began costs it too: once it has begun, the way on is a
/// gain, however bad the unit's chances in the check.
#[test]
fn a_force_march_that_has_begun_is_marched_on() {
    for quality in ["raw", "conscript", "trained"] {
        let mut battle = marching(quality);
        let start = battle.field().unit(UnitId(0)).pose.anchor;
        let force = battle.orders().into_iter().find(|order| role(&*battle, order) == Some(Role::March));
        battle
            .resolve(&force.expect("a force march"), &mut Deaf)
            .expect("in column on a road, its whole move before it");
        let decision = battle.pending().decision().expect("where it ends");
        assert_eq!((decision.ask.key, decision.ask.role), ("march", AskRole::Place));
        let halt = battle.orders().into_iter().find(|order| role(&*battle, order) == Some(Role::Keep));
        assert!(halt.is_some_and(|halt| battle.check(&halt).is_ok()), "it might halt where it is");
        let mut player = Shelf::new().commander("steady", 1).expect("a commander");
        let choice = player.decide(&*battle.view(Side::Blue, 1), &AtomicBool::new(false));
        let text = battle.order_text().write(&choice.order);
        assert_eq!(role(&*battle, &choice.order), Some(Role::Place), "{quality}: {text}");
        let end = choice.order.pose.expect("a place").anchor;
        let inches = end.distance(start) * i32::from(battle.field().inches_per_hex());
        assert!(inches > 12, "{quality}: {text} is {inches} inches, no farther than an ordinary march");
        battle.resolve(&choice.order, &mut Deaf).expect("legal");
    }
}
