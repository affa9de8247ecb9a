"""Speed next to Pgx, PettingZoo and OpenSpiel in one run, in million steps a second of processor time on one core.

Needs pgx, pettingzoo, pygame and open_spiel. A measurement, not a test.
"""

import os
import time
from collections.abc import Callable
from typing import Any

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import numpy as np

import quintet

GAMES, SECONDS = 1024, 1.0
LEVELS = ("random", "hard", "perfect")


def rate(call: Callable[[], object], steps: int) -> float:
    """Million steps a second of a call that makes `steps`; the first call only compiles."""
    call()
    began, calls = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        call()
        calls += 1
    return calls * steps / (time.process_time() - began) / 1e6


def batch(game: str) -> str:
    games, against = quintet.Batch(game, GAMES), quintet.Batch(game, GAMES)
    figures = {"step": rate(lambda: games.step(games.sample()), GAMES)}
    for name in ("values", "best_actions", "action_values"):
        figures[name] = rate(lambda name=name: (getattr(games, name)(), games.step(games.sample())), GAMES)
    for level in LEVELS:
        against.reset(seed=1)
        figures[level] = rate(lambda level=level: against.step_against(against.sample(), level), GAMES)
    return ", ".join(f"{name} {figure:.3f}" for name, figure in figures.items())


def pgx(name: str) -> float:
    import jax
    import pgx as library
    from pgx.experimental.wrappers import auto_reset

    env = library.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def body(carry: Any, _: None) -> Any:
        state, key = carry
        key, choice, reset = jax.random.split(key, 3)
        action = jax.random.categorical(choice, jax.numpy.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
        return (step(state, action, jax.random.split(reset, GAMES)), key), None

    run = jax.jit(lambda state, key: jax.lax.scan(body, (state, key), None, length=50)[0])
    now = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), GAMES)), jax.random.PRNGKey(1)]

    def call() -> None:
        now[:] = run(*now)
        jax.block_until_ready(now[0].rewards)

    return rate(call, 50 * GAMES)


def alone(play: Callable[[np.random.Generator], int]) -> float:
    """Million steps a second of single games, given a function that plays one and returns its length."""
    rng, steps, began = np.random.default_rng(0), 0, time.process_time()
    while time.process_time() - began < SECONDS:
        steps += play(rng)
    return steps / (time.process_time() - began) / 1e6


def pettingzoo(env: Any) -> float:
    def play(rng: np.random.Generator) -> int:
        env.reset(seed=int(rng.integers(1 << 30)))
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else int(rng.choice(observation["action_mask"].nonzero()[0])))
            steps += not over
        return steps

    return alone(play)


def openspiel(game: Any) -> float:
    def play(rng: np.random.Generator) -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[rng.integers(len(legal))])
        return len(state.history())

    return alone(play)


if __name__ == "__main__":
    for game in quintet.games():
        print(f"Batch {game}: {batch(game)}", flush=True)
    for name in ("tic_tac_toe", "connect_four", "othello"):
        print(f"Pgx {name}: {pgx(name):.2f}", flush=True)

    import pyspiel
    from pettingzoo.classic import connect_four_v3

    import quintet.openspiel
    import quintet.pettingzoo

    quintet.openspiel.register()
    for name in ("quintet_gridlock", "connect_four"):
        print(f"OpenSpiel {name}: {openspiel(pyspiel.load_game(name)):.2f}")
    print(f"PettingZoo gridlock: {pettingzoo(quintet.pettingzoo.env('gridlock')):.2f}")
    print(f"PettingZoo connect four: {pettingzoo(connect_four_v3.env()):.2f}")
