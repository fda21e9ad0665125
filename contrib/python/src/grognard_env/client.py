"""A thin client of the protocol for outside players: `docs/protocol.md` in Python, with the standard library alone.

`Game` starts the game and commands one side or both; `Player` is the loop for a program that the game starts.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import IO, Any, TypeVar

from .binary import find_binary
from .conversation import Conversation
from .errors import BinaryNotFoundError, GameEndedError, GrognardError, RefusedError, UnfitError
from .messages import Decide, Message, Over
from .requests import Copy, Requests, Until

__all__ = [
    "BinaryNotFoundError",
    "Conversation",
    "Copy",
    "Game",
    "GameEndedError",
    "GrognardError",
    "Player",
    "RefusedError",
    "Requests",
    "UnfitError",
    "Until",
    "find_binary",
    "play",
]

PIPE = "pipe"
"""The seat of whoever has started the game."""

GRACE = 2.0
"""Seconds that the game has to end by itself."""


G = TypeVar("G", bound="Game")


class Game(Conversation):
    """A battle played by this program, on one side or on both.

    ```python
    with Game("crossroads", rules="eagles", red="steady", seed=7) as game:
        for message in game:
            if message["type"] == "decide":
                game.order(message["default"])
    ```

    The program's process ends with the `with`, with `close()`, and at the latest with this one.
    """

    def __init__(
        self,
        battle: str | os.PathLike[str],
        *,
        rules: str | None = None,
        blue: str = PIPE,
        red: str = PIPE,
        seed: int | None = None,
        binary: str | os.PathLike[str] | None = None,
        options: Iterable[str] = (),
    ) -> None:
        if PIPE not in (blue, red):
            raise GrognardError(f"the seats are `{blue}` and `{red}`; expected at least one to be `{PIPE}`")
        command = [str(find_binary(binary)), "play", os.fspath(battle), "--blue", blue, "--red", red]
        command += ["--rules", rules] if rules is not None else []
        command += ["--seed", str(seed)] if seed is not None else []
        self.command = [*command, *options]
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the game
        self._process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
        )
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise GrognardError("the game was started without pipes")
        self.close = weakref.finalize(self, _end, self._process, stdin, stdout, self._errors)
        super().__init__(stdout, stdin)
        self._heard = False

    def receive(self) -> Message | None:
        """Return the next `hello`, `decide` or `over`; `None` when the game has no more to say.

        Raises:
            GameEndedError: the game has ended without having said `over`; the text has what it said instead.

        """
        message = super().receive()
        if message is None and not self._heard:
            raise self._ended("the game has ended before the battle was over")
        self._heard = self._heard or (message is not None and message["type"] == "over")
        return message

    def _ended(self, what: str) -> GameEndedError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        said = last_words(self._errors)
        status = self._process.poll()
        exited = f"; exit status {status}" if status is not None else ""
        return GameEndedError(f"{what}{exited}{f': {said}' if said else ''}")

    def __enter__(self: G) -> G:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()


def last_words(errors: IO[bytes], most: int = 2000) -> str:
    """Return the end of what was written to a file."""
    if errors.closed:
        return ""
    size = errors.seek(0, os.SEEK_END)
    errors.seek(max(0, size - most))
    return errors.read().decode(errors="replace").strip()


def _end(process: subprocess.Popen[bytes], stdin: IO[bytes], stdout: IO[bytes], errors: IO[bytes]) -> None:
    """End the game: its input ends first, so that it can end programs of its own."""
    with contextlib.suppress(OSError):
        stdin.close()
    stdout.close()
    for stronger in (process.terminate, process.kill):
        try:
            process.wait(GRACE)
        except subprocess.TimeoutExpired:
            stronger()
    process.wait()
    errors.close()


Decider = Callable[["Player", Decide], Any]
"""What chooses an order: called with the player and the decision; returns the order, or a pair of order and `say`."""


class Player(Conversation):
    """The loop for a program that the game has started: `--blue 'exec:python3 mine.py'`.

    ```python
    def decide(player, decision):
        return player.choice("steady")["order"]

    Player().play(decide)
    ```
    """

    def __init__(self, reader: IO[bytes] | None = None, writer: IO[bytes] | None = None) -> None:
        super().__init__(reader or sys.stdin.buffer, writer or sys.stdout.buffer)

    def play(self, decide: Decider) -> Over | None:
        """Play a battle to its end and return how it ended; `None` where the game broke off.

        While it plays, `print` writes to the standard error, for the standard output belongs to the game. An order
        that is refused is told there too, and `default` is given in its place.
        """
        with contextlib.redirect_stdout(sys.stderr):
            for message in self:
                if message["type"] == "over":
                    return message
                if message["type"] == "decide":
                    try:
                        self._decide(decide, message)
                    except GameEndedError as ended:
                        print(ended, file=sys.stderr)
        return None

    def _decide(self, decide: Decider, decision: Decide) -> None:
        chosen = decide(self, decision)
        order, say = chosen if isinstance(chosen, tuple) else (chosen, None)
        try:
            self.order(order, say=say)
        except RefusedError as refused:
            print(f"`{order}` was refused: {refused}", file=sys.stderr)
            self.order(decision["default"])


def play(decide: Decider) -> Over | None:
    """Play as a program that the game has started; see `Player.play`."""
    return Player().play(decide)
