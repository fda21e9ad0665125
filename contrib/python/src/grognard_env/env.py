"""A battle as a PettingZoo environment in which the agents `blue` and `red` decide one after the other.

```python
from grognard_env.env import env

battle = env(battle="crossroads", rules="eagles")
battle.reset(seed=7)
for agent in battle.agent_iter():
    observation, reward, terminated, truncated, info = battle.last()
    over = terminated or truncated
    battle.step(None if over else battle.action_space(agent).sample(observation["action_mask"]))
battle.close()
```

An action is a place in the list of candidates of the present decision (`grognard_env.candidates`), which
`info["orders"]` names. What an observation holds is told by the tables of `grognard_env.encoding`.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from functools import partial
from typing import Any

import numpy as np
from gymnasium import logger, spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .candidates import Offered, candidates
from .client import PIPE, Game
from .encoding import Encoder, Observation, Seen, Sizes, lead, observation_space, stake
from .errors import GrognardError
from .messages import SIDES, Decide, Hello, Message, Over, Score, Side, State
from .render import picture

OUTCOMES = {"won": 1.0, "drawn": 0.0, "lost": -1.0}
"""What the end is worth."""


def env(**options: Any) -> AECEnv[str, Any, Any]:
    """Return the environment with the usual checks: an action that is masked loses. Options are those of `raw_env`."""
    checked: AECEnv[str, Any, Any] = raw_env(**options)
    checked = wrappers.TerminateIllegalWrapper(checked, illegal_reward=-1)
    checked = wrappers.AssertOutOfBoundsWrapper(checked)
    return wrappers.OrderEnforcingWrapper(checked)


class raw_env(AECEnv[str, Any, Any], EzPickle):
    """The environment without checks.

    Args:
        battle: a battle by name or file.
        rules: the rule system; without it the one that the game takes.
        seed: the seed of the first battle; each reset without a seed draws the next one from it.
        opponent: who commands the other side: a commander of the game, or `exec:COMMAND`. Without it both sides are
            agents.
        side: the agent's side where there is an opponent.
        actions: the number of candidates, and of actions.
        stems: the most stems that are asked for their reach in a decision.
        units: the number of rows for units; more units than that have none.
        max_decisions: after that many decisions a battle is truncated.
        score_weight: what being ahead by all that is at stake is worth beside the victory's 1.
        render_mode: `ansi`, or nothing.
        binary: the game's program; see `grognard_env.binary`.
        options: further options of `grognard play`.

    """

    metadata = {"name": "grognard_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        battle: str | os.PathLike[str] = "crossroads",
        rules: str | None = None,
        *,
        seed: int = 0,
        opponent: str | None = None,
        side: Side = "blue",
        actions: int = 256,
        stems: int = 64,
        units: int = 64,
        max_decisions: int | None = None,
        score_weight: float = 1.0,
        render_mode: str | None = None,
        binary: str | os.PathLike[str] | None = None,
        options: Iterable[str] = (),
    ) -> None:
        EzPickle.__init__(
            self,
            battle,
            rules,
            seed=seed,
            opponent=opponent,
            side=side,
            actions=actions,
            stems=stems,
            units=units,
            max_decisions=max_decisions,
            score_weight=score_weight,
            render_mode=render_mode,
            binary=binary,
            options=options,
        )
        super().__init__()
        if side not in SIDES:
            raise GrognardError(f"the side is `{side}`; expected `blue` or `red`")
        self.render_mode = render_mode
        self.possible_agents = [str(one) for one in SIDES if opponent is None or one == side]
        self.agents: list[str] = []
        self._seats = {one: PIPE if one in self.possible_agents else str(opponent) for one in SIDES}
        self._start = partial(Game, battle, rules=rules, binary=binary, options=tuple(options))
        self._sizes = Sizes(actions, units)
        self._stems = stems
        self._max_decisions = max_decisions
        self._weight = score_weight
        self._seed = seed
        self._seeds = random.Random(seed)
        self._game: Game | None = self._begin(seed)
        self._fresh = True
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: observation_space(self._game.hello, self._sizes) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a battle; the same seed and the same actions bring the same battle."""
        if seed is None:
            seed = self._seed if self._fresh else self._seeds.randrange(2**32)
        if not (self._fresh and seed == self._seed and self._game is not None):
            self.close()
            self._game = self._begin(seed)
        self._fresh = False
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = 0
        self._encoders: dict[str, Encoder] = {}
        self._seen: dict[str, Seen] = {}
        self._stakes: dict[tuple[str, str], float] = {}
        self._leads: dict[str, float] = {}
        self._observed: dict[str, Observation] = {}
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: Any) -> None:
        """Give the order of that place among the candidates."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game, found = self._running(), self._seen[agent].candidates
        if not 0 <= int(action) < len(found):
            raise ValueError(f"the action is {action}; expected a place among {len(found)} candidates, from 0")
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        game.order(found[int(action)].order)
        self._decisions += 1
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return what an agent knew when it decided last, or at the end; only whoever decides has a mask."""
        if agent not in self._observed:
            self._observed[agent] = self._encoded(agent)
        observed = self._observed[agent]
        if agent != self.agent_selection and observed["action_mask"].any():
            return observed | {"action_mask": np.zeros_like(observed["action_mask"])}
        return observed

    def render(self) -> str | None:
        """Return the field as the agent to decide knows it, as text."""
        if self.render_mode is None:
            logger.warn("the environment was made without a render_mode; expected `ansi`")
            return None
        seen = self._seen.get(self.agent_selection)
        return picture(self._running().hello, seen.state) if seen else ""

    def close(self) -> None:
        """End the game."""
        if self._game is not None:
            self._game.close()
            self._game = None

    def _begin(self, seed: int) -> Game:
        """Start a battle and greet it, so that its ground is known."""
        game = self._start(blue=self._seats["blue"], red=self._seats["red"], seed=seed)
        message = game.receive()
        if message is None or message["type"] != "hello":
            raise GrognardError(f"expected `hello`, but the game said {message}")
        return game

    def _running(self) -> Game:
        if self._game is None:
            raise GrognardError("the environment is closed; reset it first")
        return self._game

    def _go_on(self) -> None:
        """Take messages up to the next decision or the end."""
        game = self._running()
        for message in game:
            if message["type"] == "decide":
                self._decide(message)
                break
            if message["type"] == "over":
                self._over(message)
        if game.pending is not None and self._max_decisions is not None and self._decisions >= self._max_decisions:
            self.truncations = dict.fromkeys(self.agents, True)

    def _decide(self, message: Decide) -> None:
        agent = self._seat(message)
        self.agent_selection = agent
        offered = Offered(message["orders"], message["stems"], message["default"])
        found = candidates(self._running(), offered, budget=self._sizes.actions, stems=self._stems)
        self._see(agent, Seen(message["state"], message["decision"], found, message["default"]))
        self.infos[agent] = {
            "orders": [candidate.order for candidate in found],
            "units": self._rows(agent),
            "message": message,
        }

    def _over(self, message: Over) -> None:
        agent = self._seat(message)
        before = self._seen[agent].state if agent in self._seen else self._any_state()
        score: Score = {"points": message["points"], "count": message["count"], "winner": message["winner"]}
        state: State = {**before, "units": message["units"], "score": score, "turn": message["account"]["turns"]}
        self._see(agent, Seen(state))
        self.rewards[agent] += OUTCOMES[message["you"]]
        self.terminations[agent] = True
        told = {key: value for key, value in message.items() if key != "account"}
        self.infos[agent] = {"orders": [], "units": self._rows(agent), "message": told}

    def _any_state(self) -> State:
        """Return the state of a side that was never asked, as far as it can be told: nothing but the ground."""
        return {
            "system": self._running().hello["rules"]["key"],
            "turn": 0,
            "turns": self._running().hello["battle"]["turns"],
            "step": "",
            "score": {"points": [0, 0], "count": "points", "winner": None},
            "units": [],
            "leaders": [],
            "commands": [],
            "objectives": [],
            "damages": [],
            "burning": [],
        }

    def _see(self, agent: str, seen: Seen) -> None:
        """Take up what an agent sees, with the reward for what its lead has become."""
        self._seen[agent] = seen
        self._observed.pop(agent, None)
        now = lead(seen.state["score"], self._side(agent), self._stake(agent))
        self.rewards[agent] += self._weight * (now - self._leads.get(agent, now))
        self._leads[agent] = now

    def _stake(self, agent: str) -> float:
        """Return what is at stake for an agent, as it knew when it first saw scores of that kind."""
        if agent not in self._seen:
            return 1.0
        state = self._seen[agent].state
        key = agent, state["score"]["count"]
        if key not in self._stakes:
            self._stakes[key] = stake(self._hello(agent), state["score"], state["units"])
        return self._stakes[key]

    def _encoded(self, agent: str) -> Observation:
        if agent not in self._encoders:
            self._encoders[agent] = Encoder(self._hello(agent), self._side(agent), self._sizes)
        seen = self._seen.get(agent) or Seen(self._any_state())
        return self._encoders[agent].encode(seen, self._stake(agent))

    def _rows(self, agent: str) -> list[str]:
        return [unit["label"] for unit in self._seen[agent].rows(self._side(agent), self._sizes.units)]

    def _hello(self, agent: str) -> Hello:
        game = self._running()
        return game.hellos.get(self._side(agent), game.hello)

    def _seat(self, message: Message) -> str:
        return message.get("seat") or self.possible_agents[0]

    @staticmethod
    def _side(agent: str) -> Side:
        return "blue" if agent == "blue" else "red"
