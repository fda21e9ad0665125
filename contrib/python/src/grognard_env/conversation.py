"""The conversation of a program with the game: lines of JSON both ways, whoever has started whom."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any, cast

from .errors import GameEndedError, GrognardError, RefusedError, UnfitError
from .messages import PROTOCOL, Decide, Hello, Message, Side
from .requests import Requests

LINE_BYTES = 65536
"""How long a line may be where `hello` has not said it yet."""

AHEAD = 16
"""Requests that are made before the first of them is answered."""

AHEAD_LETTERS = 4096
"""How long they may be together: no pipe is filled by them, so that nobody waits for somebody who waits for him."""

SAY = 400
"""Characters of `say` that are shown."""


class _Overtaken(Exception):  # noqa: N818 - nobody sees it
    """Another decision has come before the answer to a request: an order was taken back."""


class Conversation(Requests):
    """Yields `hello`, `decide` and `over`, takes orders and makes requests.

    `hellos` has the `hello` of each seat as it comes; `pending` is the decision that waits for an order, or `None`.
    """

    def __init__(self, reader: IO[bytes], writer: IO[bytes]) -> None:
        self._reader = reader
        self._writer = writer
        self._waiting: deque[Message] = deque()
        self._asked = 0
        self.hellos: dict[Side, Hello] = {}
        self.pending: Decide | None = None

    @property
    def hello(self) -> Hello:
        """The first `hello`; where there is one seat, its own."""
        for hello in self.hellos.values():
            return hello
        raise GrognardError("there has been no `hello` yet; receive a message first")

    def receive(self) -> Message | None:
        """Return the next `hello`, `decide` or `over`; `None` when the game has no more to say."""
        message = self._waiting.popleft() if self._waiting else self._message()
        if message is None:
            return None
        if message["type"] == "hello":
            self._greet(message)
        self.pending = message if message["type"] == "decide" else None
        return message

    def __iter__(self) -> Iterator[Message]:
        return self

    def __next__(self) -> Message:
        message = self.receive()
        if message is None:
            raise StopIteration
        return message

    def order(self, order: str, *, say: str | None = None) -> None:
        """Answer the decision. What follows is received next.

        Raises:
            RefusedError: the order will not do; the decision is still to be made. The third time loses.

        """
        if self.pending is None:
            raise GrognardError("there is no decision to be made; receive a message first")
        answer: dict[str, Any] = {"order": order}
        if say:
            answer["say"] = say[:SAY]
        self._send(answer)
        self._after_answer()

    def resign(self, reason: str) -> None:
        """Give up."""
        self._send({"resign": reason})
        self._after_answer()

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Make a request, an object with `ask`, and return its reply."""
        return self.ask_all([request])[0]

    def ask_all(self, requests: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Make several requests, some before others are answered, and return their replies in the same order.

        Raises:
            RefusedError: one of them is refused; the others have been made as well.

        """
        if self.pending is None and requests:
            raise GrognardError(f"`{requests[0].get('ask')}` can be asked only while there is a decision to be made")
        replies: list[dict[str, Any]] = []
        refused: RefusedError | None = None
        for some in batches(requests):
            for reply in self._replies(some):
                if isinstance(reply, RefusedError):
                    refused = refused or reply
                else:
                    replies.append(reply)
        if refused is not None:
            raise refused
        return replies

    def _replies(self, requests: Sequence[Mapping[str, Any]]) -> list[dict[str, Any] | RefusedError]:
        """Ask, and ask again where another decision came between: what was asked before it may never be answered."""
        while True:
            first = self._asked + 1
            self._asked += len(requests)
            self._send(*({**request, "id": first + place} for place, request in enumerate(requests)))
            try:
                return [self._reply(first + place, str(one.get("ask"))) for place, one in enumerate(requests)]
            except _Overtaken:
                continue

    def _reply(self, number: int, asked: str) -> dict[str, Any] | RefusedError:
        while (line := self._line()) is not None:
            match line.get("type"):
                case "reply" | "refused" if line.get("id", number) < number:
                    continue
                case "reply" if line.get("id", number) == number:
                    return {key: value for key, value in line.items() if key not in ("type", "ask", "id")}
                case "refused":
                    return RefusedError(_why(line))
                case "decide":
                    self._waiting.append(cast(Message, line))
                    raise _Overtaken
                case "over":
                    self._waiting.append(cast(Message, line))
                    self.pending = None
                    raise GameEndedError(f"the battle was over before `{asked}` was answered")
                case other:
                    raise self._ended(f"expected the reply to request {number}, but the game said `{other}`")
        raise self._ended(f"the game has ended instead of answering `{asked}`")

    def line_bytes(self) -> int:
        """Return how long a line may be."""
        for hello in self.hellos.values():
            return hello["limits"]["line_bytes"]
        return LINE_BYTES

    def _greet(self, hello: Hello) -> None:
        if hello["protocol"] != PROTOCOL:
            raise GrognardError(f"the game speaks protocol {hello['protocol']}; this package speaks {PROTOCOL}")
        self.hellos[hello.get("seat", "blue")] = hello

    def _after_answer(self) -> None:
        """Look at the line that follows an answer: it is refused, or what comes next.

        Where another decision has come already, the game drops this answer and waits for the one to that.
        """
        line = self._line() if not self._waiting else None
        if line is not None and line.get("type") == "refused":
            raise RefusedError(_why(line))
        self.pending = None
        if line is not None:
            self._waiting.append(cast(Message, line))

    def _message(self) -> Message | None:
        while (line := self._line()) is not None:
            if line.get("type") in ("hello", "decide", "over"):
                return cast(Message, line)
        return None

    def _line(self) -> dict[str, Any] | None:
        text = self._reader.readline()
        if not text:
            return None
        try:
            line = json.loads(text)
        except ValueError:
            line = None
        if not isinstance(line, dict):
            raise self._ended(f"expected a line of JSON, but the game said `{text[:200]!r}`")
        return line

    def _send(self, *answers: Mapping[str, Any]) -> None:
        lines = [json.dumps(one, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for one in answers]
        for line in lines:
            if len(line) > self.line_bytes():
                raise UnfitError(f"a line of {len(line)} bytes is too long; expected at most {self.line_bytes()}")
        try:
            self._writer.write(b"".join(lines))
            self._writer.flush()
        except (OSError, ValueError) as error:
            raise self._ended(f"the game does not listen any more ({error})") from error

    def _ended(self, what: str) -> GameEndedError:
        """Return the error for a game that has ended too early; whoever knows more of why says it here."""
        return GameEndedError(what)


def batches(requests: Sequence[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    """Divide requests into what is asked at once; whatever is long is asked alone."""
    some: list[Mapping[str, Any]] = []
    letters = 0
    for request in requests:
        length = len(str(request))
        if some and (len(some) == AHEAD or letters + length > AHEAD_LETTERS):
            yield some
            some, letters = [], 0
        some.append(request)
        letters += length
    if some:
        yield some


def _why(line: Mapping[str, Any]) -> str:
    return str(line.get("refused") or line.get("why") or line)
