"""A battle against a commander as a Gymnasium environment, for whoever trains one side alone."""

from __future__ import annotations

from typing import Any, cast

import gymnasium
import numpy as np
from numpy.typing import NDArray

from .encoding import Observation
from .env import raw_env
from .messages import Side


class SideEnv(gymnasium.Env[Any, Any]):
    """One side of a battle; the other one is a commander's. Further options are those of `raw_env`."""

    metadata = raw_env.metadata

    def __init__(self, opponent: str = "steady", side: Side = "blue", **options: Any) -> None:
        self._battle = raw_env(opponent=opponent, side=side, **options)
        self.render_mode = self._battle.render_mode
        self.observation_space = self._battle.observation_space(side)
        self.action_space = self._battle.action_space(side)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Any]:
        """Begin a battle."""
        super().reset(seed=seed)
        self._battle.reset(seed=seed, options=options)
        observation, _, _, _, info = self._battle.last()
        return cast(Observation, observation), info

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Give the order of that place among the candidates; the opponent decides as often as it has to."""
        self._battle.step(action)
        observation, reward, terminated, truncated, info = self._battle.last()
        return cast(Observation, observation), float(reward), terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are candidates, as MaskablePPO of sb3-contrib asks for it."""
        mask: NDArray[np.bool_] = self._battle.observe(self._battle.agent_selection)["action_mask"].astype(bool)
        return mask

    def render(self) -> str | None:
        """Return the field as text."""
        return self._battle.render()

    def close(self) -> None:
        """End the game."""
        self._battle.close()
