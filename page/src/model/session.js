// A game on this device. Its address contains the whole game, so a reload loses nothing and a link shares everything.
// Each request sends the whole game as well, and the response is its new state:
//
//     /play/{game}/{size}?p1=human&p2=hard&first=2&moves=2-2+3-3&at=1&resigned=1&score=1-0

import { catalogue, post, request } from "../app/api.js";

/** @import { ContinueSession, Game, Replay, Session, SessionRequest } from "../../types/page.d.ts" */

/** @typedef {Omit<SessionRequest, "first"> & {moves: string[], first?: 1 | 2 | null}} GameSpec  a game as a request */

/**
 * Reads a game from an address. Parameters that make no sense are ignored.
 * @param {string} game
 * @param {string} size
 * @param {URLSearchParams} query
 * @returns {GameSpec}
 */
export function specFrom(game, size, query) {
  const number = (/** @type {string} */ name, least = 0, most = Infinity) => {
    const found = Number(query.get(name) || NaN);
    return Number.isInteger(found) && found >= least && found <= most ? found : undefined;
  };
  const moves = (query.get("moves") ?? "").split(/[\s,]+/).filter(Boolean);
  const score = query.get("score")?.split("-").map(Number);
  return /** @type {GameSpec} */ ({
    game,
    size,
    players: [query.get("p1") ?? "human", query.get("p2") ?? "human"],
    first: query.get("first") === "random" ? "random" : number("first", 1, 2),
    start: query.get("start") ?? undefined,
    moves,
    at: number("at", 0, moves.length),
    resigned: number("resigned", 1, 2),
    score: score?.length === 2 && score.every((wins) => Number.isInteger(wins) && wins >= 0) ? score : undefined,
  });
}

/** @param {Session} session @returns {GameSpec} */
export function specOf({ game, size, players, first, start, plies, at, resigned, score_before }) {
  const moves = plies.map((ply) => ply.move);
  return { game, size, players, first, start, moves, at, resigned, score: score_before };
}

/** @param {Replay} replay @returns {Promise<GameSpec>} */
export async function specOfReplay({ game, size, start, steps, players, resigned }) {
  const moves = steps.map((step) => step.move);
  return {
    game,
    size,
    players: await validPlayers(players),
    start: start.position,
    moves,
    at: moves.length,
    resigned,
  };
}

/**
 * Returns the address of a game on one of the screens that show games.
 * @param {SessionRequest & {moves?: string[]}} spec
 * @param {"play" | "review" | "explore"} [screen]
 */
export function address(spec, screen = "play") {
  const { game, size, players, first, start, moves = [], at, resigned, score } = spec;
  const [one, two] = players ?? [];
  const parts = {
    p1: one !== "human" && one,
    p2: two !== "human" && two,
    start,
    first: !start && first !== 1 && first,
    moves: moves.map(oneWord).join(" "),
    at: at !== moves.length && at?.toString(),
    resigned,
    score: score?.some(Boolean) && score.join("-"),
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value) query.set(name, String(value));
  return `/${screen}/${game}/${size}${query.size ? `?${query}` : ""}`;
}

/** Normalizes the spelling of a move to a single word. @param {string} move */
export function oneWord(move) {
  return move
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "-");
}

/** Requests the next state of a game. @param {SessionRequest} body @param {AbortSignal} signal */
export function proceed(body, signal) {
  return request(post("/session", /** @type {ContinueSession} */ (body), {}), signal);
}

/**
 * Predicts a game after a move that the server has not answered yet, or returns null if the move is not legal.
 * @template {Game} G
 * @param {G} game
 * @param {string} entry
 * @returns {G | null}
 */
export function predicted(game, entry) {
  const { view, plies, at } = game;
  const touch = view.touch?.find(({ move }) => move && oneWord(move) === oneWord(entry));
  if (!touch) return null;
  const cells = [...view.scene.cells];
  for (const { cell, token } of touch.preview ?? []) cells[cell] = { ...cells[cell], token };
  const ply = { move: touch.move ?? entry, player: view.to_move, touches: touch.touched, sentence: "" };
  return {
    ...game,
    plies: [...plies.slice(0, at), ply],
    at: at + 1,
    view: { ...view, scene: { ...view.scene, cells }, moves: null, touch: null },
  };
}

/** Replaces unknown players by people. @param {readonly string[]} names @returns {Promise<[string, string]>} */
export async function validPlayers(names) {
  const { players } = await catalogue();
  const [one = "human", two = "human"] = names.map((name) => (players.includes(name) ? name : "human"));
  return [one, two];
}
