"""What the tests share: the program, small battles, and programs that only pretend to be the game."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard_env.binary import PROGRAM, VARIABLE, find_binary
from grognard_env.errors import BinaryNotFoundError

SYSTEMS = ("eagles", "on_war", "snappy", "over_the_hills", "mcnally")
SKIRMISH = Path(__file__).parent / "skirmish.toml"
EXAMPLES = Path(__file__).parent.parent / "examples"
ROOT = Path(__file__).parents[3]

Pretend = Callable[[str], Path]
"""Makes a program of the body of a script that has `say` and `hear`."""


@pytest.fixture(scope="session")
def binary() -> Path:
    """Return the game's program; a test is skipped where there is none, and fails where `$GROGNARD` is wrong."""
    try:
        return find_binary()
    except BinaryNotFoundError as error:
        if os.environ.get(VARIABLE):
            pytest.fail(str(error))
        pytest.skip(f"no {PROGRAM}: {error}")


@pytest.fixture
def pretend(tmp_path: Path) -> Pretend:
    """Return a maker of programs that pretend to be the game."""

    def make(body: str) -> Path:
        script = tmp_path / "pretender"
        script.write_text(f"#!{sys.executable}\n{PRETENDER}\n{body}\n")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        return script

    return make


PRETENDER = """
import json, sys

def say(**message):
    print(json.dumps(message), flush=True)

def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit(1)

hello = {"type": "hello", "protocol": 2, "seat": "blue", "limits": {"line_bytes": 1000, "seconds": None}}
decide = {"type": "decide", "seat": "blue", "orders": ["done"], "stems": ["move B1"], "default": "done"}
over = {"type": "over", "seat": "blue", "winner": "blue", "you": "won"}
"""
