"""The examples, played."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from characters import CHARACTERS
from conftest import EXAMPLES, SKIRMISH, SYSTEMS
from grognard_env.client import Game


def ran(*command: str | Path) -> str:
    """Run a program and return what it printed."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


PLAYED = [("look_ahead.py", "eagles")]
PLAYED += [(example, rules) for example in ("random_player.py", "greedy.py") for rules in SYSTEMS]
PLAYED += [(f"characters.py {name}", SYSTEMS[place % len(SYSTEMS)]) for place, name in enumerate(CHARACTERS)]


@pytest.mark.parametrize(("example", "rules"), PLAYED)
def test_a_player_plays_a_battle(
    binary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: str, rules: str
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    name, *words = example.split()
    player = f"exec:{shlex.join([sys.executable, str(EXAMPLES / name), *words])}"
    over = None
    with Game(SKIRMISH, rules=rules, red=player, seed=3, binary=binary) as game:
        for message in game:
            if message["type"] == "decide":
                game.order(message["default"])
            elif message["type"] == "over":
                over = message
    assert over is not None
    assert over["why"] is None
    assert over["account"]["turns"] >= 1
    assert [file.read_text() for file in tmp_path.iterdir()] == []


def test_a_character_that_there_is_none_of_is_refused() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "characters.py"), "bold"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("unknown character `bold`; expected one of together, standoff, near")


def test_what_is_collected_can_be_read(binary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setenv("GROGNARD", str(binary))
    out = tmp_path / "turns.parquet"
    said = ran(sys.executable, EXAMPLES / "collect.py", "--battle", SKIRMISH, "--turns", "2", "--out", out)
    rows = parquet.read_table(out).to_pylist()
    assert said == f"{len(rows)} decisions of 2 turns in {out}\n"
    assert {row["side"] for row in rows} == {"blue", "red"}
    assert all(row["chosen"] and row["units"][0]["label"] == "B1" for row in rows)
    assert max(row["turn"] for row in rows) == 2


def test_steps_are_counted(binary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD", str(binary))
    steps = EXAMPLES / "steps.py"
    said = ran(sys.executable, steps, "--battle", SKIRMISH, "--rules", "mcnally", "--seconds", "0.5", "--actions", "32")
    assert said.splitlines()[0].endswith("steps a second")
    assert said.splitlines()[2].split()[0] == "mcnally"


def test_copies_are_measured(binary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD", str(binary))
    said = ran(sys.executable, EXAMPLES / "copies.py", "--battle", SKIRMISH, "--rules", "eagles", "--turns", "2")
    assert said.splitlines()[0].endswith("medians over the turns")
    rules, copy, play_on, orders = said.splitlines()[2].split()
    assert rules == "eagles"
    assert 0 < float(copy) < float(play_on)
    assert float(orders) >= 2


def test_a_soak_takes_a_player(binary: Path, tmp_path: Path) -> None:
    player = f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'random_player.py'))}"
    out = tmp_path / "games.jsonl"
    ran(
        *(binary, "soak", "--battles", SKIRMISH, "--rules", "eagles", "--games", "2", "--jobs", "2"),
        *("--blue", player, "--red", "hold", "--seed", "5", "--out", out),
    )
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row for row in rows if "resigned" in json.dumps(row)] == []
    assert len(rows) >= 2
