"""Quintet's games as environments of TextArena. Tried with textarena 0.7.4.

    import textarena, textarena_env
    env = textarena.make("Quintet-gridlock-v0")

Player 0 moves first. A move is the last line of an answer that starts with `MOVE:`.
"""

from __future__ import annotations

from typing import Any

import quintet
import textarena as ta
from textarena.envs.registration import register


class QuintetEnv(ta.Env):  # type: ignore[misc]
    """A game for two players, with the prompt of `quintet evaluate`."""

    def __init__(self, game: str, size: str | None = None, max_turns: int = 200) -> None:
        self.start, self.max_turns = quintet.Position(game, size), max_turns

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Start a game."""
        self.state = ta.TwoPlayerState(num_players=num_players, seed=seed, max_turns=self.max_turns)
        self.moves: list[str] = []
        self.position = self.start
        self.state.reset(game_state={"board": self.start.text}, player_prompt_function=self._rules)
        self._show_board()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play the move in an answer. A second illegal move in a row loses."""
        state, mover = self.state, self.state.current_player_id
        state.add_observation(from_id=mover, message=action, observation_type=ta.ObservationType.PLAYER_ACTION)
        move = quintet.read_answer(action, self._question())
        try:
            self.position = self.position.play(move or "")
        except ValueError as error:
            state.set_invalid_move(reason=str(error))
        else:
            self.moves.append(move or "")
            state.game_state["board"] = self.position.text
            if self.position.winner is not None:
                state.set_winner(player_id=self.position.winner - 1, reason=f"Player {self.position.winner - 1} has won.")
            elif len(self.moves) >= self.max_turns:
                state.set_draw(reason="The limit of turns was reached.")
            else:
                self._show_board()
        done, info = state.step()
        return bool(done), info

    def _question(self) -> quintet.Question:
        return quintet.Question(self.start.game, self.start.size, self.start.text, tuple(self.moves), 0)

    def _rules(self, player_id: int, game_state: dict[str, Any]) -> str:
        start = quintet.Question(self.start.game, self.start.size, self.start.text, (), 0)
        return f"You are Player {player_id}. {quintet.prompt(start, retries=1)[0]['content']}"

    def _show_board(self) -> None:
        message = quintet.prompt(self._question(), retries=1, forfeits=True)[1]["content"]
        self.state.add_observation(message=message, observation_type=ta.ObservationType.GAME_BOARD)


for name in quintet.games():
    register(id=f"Quintet-{name}-v0", entry_point=f"{__name__}:QuintetEnv", game=name)
