"""What can go wrong between a program and the game."""

from __future__ import annotations


class GrognardError(Exception):
    """Any error of this package."""


class BinaryNotFoundError(GrognardError):
    """The game's program is not where it was looked for."""


class GameEndedError(GrognardError):
    """The game has ended before it should have, or says what is no message; the text has what it last said."""


class RefusedError(GrognardError):
    """The game refuses an order or a request; the text says why. The decision is still to be made."""


class UnfitError(GrognardError):
    """A request does not fit into the limits that the game has set."""
