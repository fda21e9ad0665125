//! Under Snappy, what a side has ordered and what its units can still bear is its own: everything that the other seat gets
//! is compared between battles that differ in orders, objectives or hidden statuses alone, in random play.

use battle::{Conditions, Event, Object, Order, Perch, Role, Sense, Side, UnitId};

use crate::knowledge::{Chance, World, common, compare, text};

/// Orders that are tried of each battle.
const STEPS: usize = 25;

/// A side whose secrets differ, and the one that must not see them.
#[derive(Clone, Copy)]
struct Sides {
    secret: Side,
    eyes: Side,
}

/// All that a seat can ask of its view: state, what is pending, cards, commands, lists, reaches, refusals, forecasts.
fn known(world: &World, Sides { secret, eyes }: Sides) -> Vec<String> {
    let view = world.game.view(eyes);
    let mut known = vec![format!("{:?}", view.state()), format!("{:?} {:?}", view.pending(), view.opening())];
    known.extend(view.field().ids().map(|unit| format!("{:?} {:?}", view.card(unit), view.field().unit(unit))));
    known.extend(Side::ALL.map(|side| format!("{:?}", view.commands(side))));
    let leaders = view.field().roster().leaders();
    known.extend(leaders.map(|(leader, _)| format!("{:?}", view.estimates().binding(leader))));
    let (orders, stems) = (view.orders(), view.stems());
    known.push(format!("{orders:?} {stems:?}"));
    known.extend(sample(&orders).map(|order| format!("{:?} {:?}", view.forecast(order), view.check(order))));
    known.extend(sample(&stems).map(|stem| format!("{:?}", view.reach(stem))));
    let of = |side| view.field().present_of(side).next();
    if let (Some(by), Some(on)) = (of(secret), of(eyes)) {
        let poses = [by, on].map(|unit| view.field().unit(unit).pose);
        known.push(format!("{:?}", view.estimates().threat(by, &poses[0], on, &poses[1])));
        known.push(format!("{:?}", view.estimates().threat(on, &poses[1], by, &poses[0])));
    }
    known
}

fn sample(orders: &[Order]) -> impl Iterator<Item = &Order> {
    orders.iter().step_by(orders.len().div_ceil(3).max(1))
}

/// The events that a seat is shown.
fn events(world: &World, eyes: Side) -> Vec<String> {
    let shown = (0..world.game.stage().event_count()).filter(|place| world.game.stage().event_seen_by(*place, eyes));
    shown.map(|place| format!("{:?}", world.game.stage().events_since(place)[0])).collect()
}

#[track_caller]
fn alike(worlds: &mut [World], sides: Sides, what: &str) {
    let got = |world: &World| events(world, sides.eyes).into_iter().chain(known(world, sides)).collect::<Vec<_>>();
    let first = got(&worlds[0]);
    for (number, world) in worlds.iter().enumerate().skip(1) {
        let other = got(world);
        let differs = first.iter().zip(&other).find(|(one, other)| one != other);
        assert!(differs.is_none() && first.len() == other.len(), "{what}, battle {number}: {differs:?}");
    }
    compare(worlds, sides.eyes, what);
}

/// What stands on the map for all to see, and who is asked what: where that differs, a secret has become known.
pub(crate) fn plain(world: &World) -> String {
    let field = world.system().field();
    let unit = |unit: UnitId| {
        let state = field.unit(unit);
        let marks = Conditions::of(state.marks, world.system().info().marks);
        let open: Vec<&str> =
            marks.infos().filter(|info| info.sense != Some(Sense::Ladder)).map(|info| info.key).collect();
        format!("{:?} {:?} {} {open:?}", state.presence, state.pose, state.stands)
    };
    let leaders: Vec<Perch> = field.roster().leaders().map(|(leader, _)| field.leader(leader)).collect();
    let units: Vec<String> = field.ids().map(unit).collect();
    format!("{units:?} {leaders:?} {:?} {:?}", field.holders(), world.system().pending())
}

fn is_plain(worlds: &[World]) -> bool {
    worlds.iter().skip(1).all(|world| plain(world) == plain(&worlds[0]))
}

/// Whether a secret order may be given now.
pub(crate) fn writes(world: &World, side: Side) -> bool {
    let system = world.system();
    system.to_decide() == Some(side) && system.pending().decision().is_some_and(|asked| asked.ask.key == "orders")
}

/// Any orders to commands, other ones in each battle, none of them to rally, whose rolls are seen, or to withdraw. Then the step ends.
pub(crate) fn write_in_secret(world: &mut World, side: Side) {
    if !writes(world, side) {
        return;
    }
    for _ in 0..1 + world.chance.below(4) {
        let mut chance = Chance(world.chance.below(1 << 30) as u64);
        let orders = world.orders(&mut chance, |order| order.number.is_some_and(|number| number > 2));
        if !writes(world, side) || orders.is_empty() {
            break;
        }
        world.give(&orders[chance.below(orders.len())]);
        world.secret_orders += 1;
    }
    if writes(world, side) {
        world.give("done");
    }
}

/// A battle with Blue's units some rows further on, so that the two are at each other soon.
pub(crate) fn nearer(battle: &str, rows: u16) -> String {
    let mut lines: Vec<String> = text(battle).lines().map(String::from).collect();
    for line in lines.iter_mut().filter(|line| line.contains("label = \"B") && line.contains("at = \"")) {
        let (head, place) = line.split_once("at = \"").expect("a place");
        let (hex, rest) = place.split_once('"').expect("its end");
        let (column, row) = hex.split_once(',').expect("a column and a row");
        let row: u16 = row.parse().expect("a row");
        *line = format!("{head}at = \"{column},{}\"{rest}", row - rows);
    }
    lines.join("\n")
}

/// The same with each unit of a side beginning with one of those statuses, by turns.
fn with_statuses(text: &str, side: Side, statuses: &[&str]) -> String {
    let label = format!("label = \"{}", &side.name()[..1]);
    let mut statuses = statuses.iter().cycle();
    let word =
        |line: &str, status: &str| line.replace("at = ", &format!("special = {{ snappy = [\"{status}\"] }}, at = "));
    let own = |line: &str| line.contains(&label) && line.contains("at = ") && !line.contains("special");
    let lines = text.lines().map(|line| match statuses.next().filter(|_| own(line)) {
        Some(status) => word(line, status),
        None => String::from(line),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// An order that is legal in all battles: shots, charges and melees first, then mostly the end of the step.
fn next(worlds: &[World], chance: &mut Chance) -> Option<String> {
    let info = worlds[0].system().info();
    let role = |order: &Order| info.verbs[usize::from(order.verb.0)].role;
    let fights = |order: &Order| matches!(role(order), Role::Fire | Role::Assault | Role::Place);
    let legal = |order: &String| worlds.iter().all(|world| world.is_legal(order));
    let fights: Vec<String> = worlds[0].orders(chance, fights).into_iter().filter(legal).collect();
    match () {
        () if !fights.is_empty() => Some(fights[chance.below(fights.len())].clone()),
        () if legal(&String::from("done")) && chance.below(4) > 0 => Some(String::from("done")),
        () => common(worlds, chance, ""),
    }
}

/// Plays the same orders in all battles, what differs in secret apart, for as long as nothing of it has become known; how
/// many orders that were.
fn play(
    worlds: &mut [World],
    sides: Sides,
    seed: u64,
    secretly: impl Fn(&mut World),
    known: impl Fn(&[World]) -> bool,
) -> usize {
    let mut chance = Chance(seed + 90);
    for step in 0..STEPS {
        worlds.iter_mut().for_each(&secretly);
        if known(worlds) {
            return step;
        }
        alike(worlds, sides, &format!("seed {seed}, step {step}"));
        let Some(order) = next(worlds, &mut chance) else { return step };
        worlds.iter_mut().for_each(|world| world.give(&order));
    }
    STEPS
}

#[test]
fn no_byte_to_the_other_seat_depends_on_orders_of_commands() {
    let (mut steps, mut secret) = (0, 0);
    let battles = [text("maida"), nearer("brigade-drill", 13), nearer("the-slope", 5), text("crossroads")];
    for (seed, text) in (0..).zip(battles) {
        let [secret_side, eyes] = if seed % 2 == 0 { Side::ALL } else { [Side::Red, Side::Blue] };
        let sides = Sides { secret: secret_side, eyes };
        let mut worlds: Vec<World> = (0..3).map(|number| World::new("snappy", &text, "", seed, number)).collect();
        steps +=
            play(&mut worlds, sides, seed, |world| write_in_secret(world, secret_side), |worlds| !is_plain(worlds));
        secret += worlds.iter().map(|world| world.secret_orders).sum::<usize>();
    }
    assert!(steps > 30 && secret > 10, "{steps} steps, {secret} secret orders");
}

/// What a side has rolled for its own units: it knows that.
fn own_rolls(world: &World, side: Side) -> Vec<String> {
    let field = world.system().field();
    let own = |event: &Event| match event {
        Event::Rolled(roll) if roll.opposed.is_none() => {
            roll.who.and_then(Object::unit).is_some_and(|unit| field.side(unit) == side)
        }
        _ => false,
    };
    world.game.stage().events_since(0).iter().filter(|event| own(event)).map(|event| format!("{event:?}")).collect()
}

#[test]
fn no_byte_to_the_other_seat_depends_on_a_hidden_status() {
    let mut steps = 0;
    for (seed, (battle, rows)) in
        (0..6).zip([("brigade-drill", 22), ("the-slope", 10), ("brigade-drill", 20)].into_iter().cycle())
    {
        let [secret, eyes] = if seed % 2 == 0 { Side::ALL } else { [Side::Red, Side::Blue] };
        let text = nearer(battle, rows);
        let texts = [vec!["firm"], vec!["nervous", "bold"], vec!["disrupted", "nervous", "firm"]];
        let new = |(number, words): (u64, Vec<&str>)| {
            World::new(
                "snappy",
                &with_statuses(&text, secret, &words),
                "[snappy]\nhidden_status = true\n",
                seed,
                number,
            )
        };
        let mut worlds: Vec<World> = (0..).zip(texts).map(new).collect();
        let told = |worlds: &[World]| {
            let rolls = |world: &World| own_rolls(world, eyes);
            !is_plain(worlds) || worlds.iter().any(|world| rolls(world) != rolls(&worlds[0]))
        };
        steps += play(&mut worlds, Sides { secret, eyes }, seed, |_| {}, told);
    }
    assert!(steps > 40, "{steps} steps");
}
