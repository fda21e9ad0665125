"""The hex wargame grognard from Python.

`grognard_env.client` speaks with the game and needs the standard library alone. `grognard_env.env` is a PettingZoo
environment and needs the extra `env`.
"""

from .client import Copy, Game, Player, play
from .errors import BinaryNotFoundError, GameEndedError, GrognardError, RefusedError, UnfitError

__all__ = [
    "BinaryNotFoundError",
    "Copy",
    "Game",
    "GameEndedError",
    "GrognardError",
    "Player",
    "RefusedError",
    "UnfitError",
    "play",
]
