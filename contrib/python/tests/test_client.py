"""The client with programs that only pretend to be the game: what goes wrong is said as what it is."""

from __future__ import annotations

import io
import json
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from conftest import Pretend
from grognard_env import client
from grognard_env.binary import find_binary
from grognard_env.client import (
    BinaryNotFoundError,
    Game,
    GameEndedError,
    GrognardError,
    Player,
    RefusedError,
    UnfitError,
)
from grognard_env.conversation import batches
from grognard_env.messages import Decide
from grognard_env.requests import parts


def test_a_program_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(BinaryNotFoundError, match="argument `binary` is `/no/such`; expected a program"):
        find_binary("/no/such")
    monkeypatch.setenv("GROGNARD", "/no/such/either")
    with pytest.raises(BinaryNotFoundError, match=r"\$GROGNARD is `/no/such/either`; expected a program"):
        find_binary()
    monkeypatch.delenv("GROGNARD")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BinaryNotFoundError, match=r"no `grognard` on the PATH; pass `binary`, set \$GROGNARD"):
        find_binary()


def test_the_argument_goes_before_the_variable(monkeypatch: pytest.MonkeyPatch, pretend: Pretend) -> None:
    script = pretend("")
    monkeypatch.setenv("GROGNARD", "/no/such")
    assert find_binary(script) == script
    monkeypatch.setenv("GROGNARD", str(script))
    assert find_binary() == script


def test_somebody_has_to_have_a_seat(pretend: Pretend) -> None:
    with pytest.raises(GrognardError, match="`steady` and `hold`; expected at least one to be `pipe`"):
        Game("crossroads", blue="steady", red="hold", binary=pretend(""))


def test_messages_come_until_the_battle_is_over(pretend: Pretend) -> None:
    script = pretend("say(**hello); say(**decide); answer = hear(); say(**over, account=answer)")
    with Game("crossroads", rules="eagles", seed=3, binary=script) as game:
        assert game.command[1:] == "play crossroads --blue pipe --red pipe --rules eagles --seed 3".split()
        kinds = []
        for message in game:
            kinds.append(message["type"])
            if message["type"] == "decide":
                game.order("done", say="x" * 1000)
            if message["type"] == "over":
                assert message["account"] == {"order": "done", "say": "x" * 400}  # type: ignore[comparison-overlap]
    assert kinds == ["hello", "decide", "over"]


def test_a_refusal_leaves_the_decision_as_it_is(pretend: Pretend) -> None:
    script = pretend(
        "say(**hello); say(**decide); hear(); say(type='refused', refused='no such verb'); hear();"
        "say(type='refused', refused='no such stem', id=1); assert hear() == {'order': 'done'}; say(**over)"
    )
    with Game("crossroads", binary=script) as game:
        game.receive()
        game.receive()
        with pytest.raises(RefusedError, match="no such verb"):
            game.order("dance")
        with pytest.raises(RefusedError, match="no such stem"):
            game.reach("dance B1")
        game.order("done")
        assert [message["type"] for message in game] == ["over"]


def test_several_requests_are_made_at_once(pretend: Pretend) -> None:
    script = pretend(
        "say(**hello); say(**decide)\n"
        "for some in (16, 4):\n"
        "    asked = [hear() for _ in range(some)]\n"
        "    for one in asked:\n"
        "        if one['stem'] == 'dance':\n"
        "            say(type='refused', refused='no such verb', id=one['id'])\n"
        "        else:\n"
        "            say(type='reply', ask='reach', id=one['id'], reach=[{'pose': one['stem']}])\n"
        "one = hear(); say(type='reply', id=one['id'], sees=True)"
    )
    stems = [f"move B{number}" for number in range(20)]
    with Game("crossroads", binary=script) as game:
        game.receive()
        game.receive()
        stems[3] = "dance"
        with pytest.raises(RefusedError, match="no such verb"):
            game.reaches(stems)
        assert game.sight("1,1", "2,2")
    with Game("crossroads", binary=script) as game:
        game.receive()
        game.receive()
        stems[3] = "move B3"
        assert [reach[0]["pose"] for reach in game.reaches(stems)] == stems


def test_what_is_long_is_asked_alone() -> None:
    short: dict[str, Any] = {"ask": "reach", "stem": "move B1"}
    long = {"ask": "forecast", "orders": ["move B1"] * 1000}
    asked = [short] * 20 + [long, long, short]
    divided = list(batches(asked))
    assert [len(some) for some in divided] == [16, 4, 1, 1, 1]
    assert [one for some in divided for one in some] == asked


def test_nothing_is_asked_where_nothing_is_to_be_decided(pretend: Pretend) -> None:
    with Game("crossroads", binary=pretend("say(**hello); say(**over)")) as game:
        with pytest.raises(GrognardError, match="there has been no `hello` yet"):
            _ = game.hello
        game.receive()
        with pytest.raises(GrognardError, match="`state` can be asked only while there is a decision"):
            game.state()
        with pytest.raises(GrognardError, match="no decision to be made"):
            game.order("done")


def test_a_game_that_breaks_off_says_why(pretend: Pretend) -> None:
    script = pretend("say(**hello); print('the battle has no such thing', file=sys.stderr); sys.exit(2)")
    with (
        Game("crossroads", binary=script) as game,
        pytest.raises(GameEndedError, match="before the battle was over; exit status 2: the battle has no such thing"),
    ):
        list(game)


def test_a_game_that_ends_instead_of_answering_says_why(pretend: Pretend) -> None:
    with Game("crossroads", binary=pretend("say(**hello); say(**decide); hear(); sys.exit('gone')")) as game:
        game.receive()
        game.receive()
        with pytest.raises(GameEndedError, match="instead of answering `reach`; exit status 1: gone"):
            game.reach("move B1")


def test_what_is_no_message_is_shown(pretend: Pretend) -> None:
    with (
        Game("crossroads", binary=pretend("print('Welcome!', flush=True)")) as game,
        pytest.raises(GameEndedError, match=r"expected a line of JSON, but the game said `b.Welcome!"),
    ):
        game.receive()


def test_another_protocol_is_refused(pretend: Pretend) -> None:
    with (
        Game("crossroads", binary=pretend("say(**(hello | {'protocol': 3}))")) as game,
        pytest.raises(GrognardError, match="speaks protocol 3; this package speaks 2"),
    ):
        game.receive()


def test_a_line_that_is_too_long_is_not_sent(pretend: Pretend) -> None:
    with Game("crossroads", binary=pretend("say(**hello); say(**decide); hear()")) as game:
        game.receive()
        game.receive()
        with pytest.raises(UnfitError, match="is too long; expected at most 1000"):
            game.order("x" * 1000)


def test_no_process_is_left_behind(pretend: Pretend) -> None:
    game = Game("crossroads", binary=pretend("say(**hello); hear()"))
    game.receive()
    process: subprocess.Popen[bytes] = game._process
    assert process.poll() is None
    del game
    assert process.poll() is not None


def test_a_game_that_will_not_end_is_ended(pretend: Pretend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "GRACE", 0.05)
    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); say(**hello); time.sleep(60)"
    with Game("crossroads", binary=pretend(deaf)) as game:
        game.receive()
        process = game._process
    assert process.poll() == -signal.SIGKILL


def test_a_copy_names_itself_and_is_dropped(pretend: Pretend) -> None:
    script = pretend(
        "say(**hello); say(**decide); heard = []\n"
        "for number in range(5):\n"
        "    asked = hear(); heard.append(asked)\n"
        "    say(type='reply', id=asked['id'], copy=number + 3, reach=[], score=heard)\n"
    )
    with Game("crossroads", binary=script) as game:
        game.receive()
        game.receive()
        with game.copy(seed=9) as copy:
            assert copy.reach("move B1") == []
            second = copy.copy()
            played = second.play_on("mine", by={"red": "hold", "blue": "bold"}, turns=2)
        with pytest.raises(GrognardError, match="copy 3 has been dropped"):
            copy.state()
    assert played["score"] == [  # type: ignore[comparison-overlap]
        {"ask": "copy", "seed": 9, "id": 1},
        {"ask": "reach", "stem": "move B1", "copy": 3, "id": 2},
        {"ask": "copy", "copy": 3, "id": 3},
        {"ask": "play_on", "until": "mine", "blue": "bold", "red": "hold", "turns": 2, "copy": 5, "id": 4},
    ]


def test_many_orders_are_divided_among_lines() -> None:
    orders = [f"move B{number}" for number in range(100)]
    divided = list(parts(orders, 30, 65536))
    assert [len(some) for some in divided] == [30, 30, 30, 10]
    assert [order for some in divided for order in some] == orders
    by_bytes = list(parts(orders, 1000, 512))
    assert max(len(json.dumps(some)) for some in by_bytes) <= 512
    assert [order for some in by_bytes for order in some] == orders
    with pytest.raises(UnfitError, match="does not fit into a line of 300"):
        list(parts(["x" * 100], 10, 300))


def spoken(*messages: Mapping[str, object]) -> tuple[io.BytesIO, io.BytesIO]:
    return io.BytesIO(b"".join(json.dumps(message).encode() + b"\n" for message in messages)), io.BytesIO()


def test_a_player_answers_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    hello = {"type": "hello", "protocol": 2, "limits": {"line_bytes": 1000}}
    decide = {"type": "decide", "default": "done"}
    refused = {"type": "refused", "refused": "no such verb"}
    reader, writer = spoken(hello, decide, decide, refused, {"type": "over", "you": "won"})
    orders = iter([("fire", "why not"), ("dance", None)])

    def chosen(_player: Player, _decision: Decide) -> tuple[str, str | None]:
        print("thinking")
        return next(orders)

    over = Player(reader, writer).play(chosen)
    assert over is not None
    assert over["you"] == "won"
    said = [json.loads(line) for line in writer.getvalue().splitlines()]
    assert said == [{"order": "fire", "say": "why not"}, {"order": "dance"}, {"order": "done"}]
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "thinking\nthinking\n`dance` was refused: no such verb\n"


def test_a_decision_that_is_taken_back_is_answered_all_the_same() -> None:
    hello = {"type": "hello", "protocol": 2, "limits": {"line_bytes": 1000}}
    stale: dict[str, Any] = {"type": "reply", "ask": "reach", "id": 2, "reach": ["stale"]}
    reader, writer = spoken(
        hello,
        {"type": "decide", "default": "first"},
        {"type": "reply", "ask": "reach", "id": 1, "reach": []},
        {"type": "decide", "default": "second"},
        stale,
        stale | {"id": 4, "reach": ["new"]},
        stale | {"id": 5, "reach": ["newer"]},
        stale | {"id": 6, "reach": ["newest"]},
        {"type": "over", "you": "won"},
    )
    heard: list[Any] = []

    def chosen(player: Player, decision: Decide) -> str:
        if decision["default"] == "first":
            player.reach("move B1")
            heard.append(player.reaches(["move B2", "move B3"]))
        else:
            heard.append(player.reach("move B4"))
        return decision["default"]

    over = Player(reader, writer).play(chosen)
    assert over is not None
    assert heard == [[["new"], ["newer"]], ["newest"]]
    said = [json.loads(line) for line in writer.getvalue().splitlines()]
    asked = [{"ask": "reach", "stem": f"move B{unit}", "id": number} for unit, number in enumerate((1, 2, 3), 1)]
    again = [{"ask": "reach", "stem": f"move B{unit}", "id": number} for unit, number in ((2, 4), (3, 5))]
    assert said[:5] == asked + again
    assert said[5:] == [{"order": "first"}, {"ask": "reach", "stem": "move B4", "id": 6}, {"order": "second"}]


def test_a_player_is_told_of_the_end_while_it_asks(capsys: pytest.CaptureFixture[str]) -> None:
    hello = {"type": "hello", "protocol": 2, "limits": {"line_bytes": 1000}}
    reader, _ = spoken(hello, {"type": "decide", "default": "done"}, {"type": "over", "you": "lost"})
    over = Player(reader, io.BytesIO()).play(lambda player, _decision: player.choice("steady")["order"])
    assert over is not None
    assert over["you"] == "lost"
    assert capsys.readouterr().err == "the battle was over before `choice` was answered\n"


def test_a_player_ends_with_the_game() -> None:
    reader, writer = spoken()
    assert Player(reader, writer).play(lambda _player, decision: decision["default"]) is None
