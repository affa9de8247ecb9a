// A game at this screen. All of it stands in the address, so a reload loses nothing and a link shares everything. All
// of it is told with every question, too, and the answer is the game as it is then:
//
//     /play/{game}/{size}?p1=human&p2=hard&first=2&moves=2-2+3-3&at=1&resigned=1&score=1-0

import { ask, catalogue, post } from "../app/api.js";
import { kept } from "../app/settings.js";

/** @import { ContinueSession, Game, Question, Session, Replay } from "../../types/page.d.ts" */

/** @typedef {Omit<Question, "first"> & {moves: string[], first?: 1 | 2 | null}} Course  a game as it is told */

/**
 * The game that an address tells.
 * @param {string} game
 * @param {string} size
 * @param {URLSearchParams} query
 * @returns {Course}
 */
export function read(game, size, query) {
  // What makes no sense in an address that was typed or cut off is left out.
  const number = (/** @type {string} */ name, least = 0, most = Infinity) => {
    const found = Number(query.get(name) || NaN);
    return Number.isInteger(found) && found >= least && found <= most ? found : undefined;
  };
  const moves = (query.get("moves") ?? "").split(/[\s,]+/).filter(Boolean);
  const score = query.get("score")?.split("-").map(Number);
  return /** @type {Course} */ ({
    game,
    size,
    players: [query.get("p1") ?? "human", query.get("p2") ?? "human"],
    first: query.get("first") === "random" ? "random" : number("first", 1, 2),
    start: query.get("start") ?? undefined,
    moves,
    at: number("at", 0, moves.length),
    resigned: number("resigned", 1, 2),
    score: score?.length === 2 && score.every((won) => Number.isInteger(won) && won >= 0) ? score : undefined,
  });
}

/** A game as it is told. @param {Session} session @returns {Course} */
export function told({ game, size, players, first, start, plies, at, resigned, score_before }) {
  const moves = plies.map((ply) => ply.move);
  return { game, size, players, first, start, moves, at, resigned, score: score_before };
}

/**
 * The address of a game at one of the screens that show games.
 * @param {Question & {moves?: string[]}} course
 * @param {"play" | "review" | "explore"} [screen]
 */
export function address(course, screen = "play") {
  const { game, size, players, first, start, moves = [], at, resigned, score } = course;
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

/** The address of a new game against the opponent that was chosen last. @param {string} game @param {string} size */
export function usualGame(game, size) {
  const { opponent, side, first } = kept("choices", { opponent: "medium", side: "1", first: "1" });
  const other = opponent === "friend" ? "medium" : opponent;
  /** @type {[string, string]} */
  const players = side === "2" ? [other, "human"] : ["human", other];
  return address({ game, size, players, first: first === "random" ? "random" : first === "2" ? 2 : 1 });
}

/** A move as one word, the same for all ways to write it. @param {string} move */
export function oneWord(move) {
  return move.trim().toLowerCase().replace(/[\s-]+/g, "-");
}

/** The game after what is asked for. @param {Question} question @param {AbortSignal} signal */
export function proceed(question, signal) {
  return ask(post("/session", /** @type {ContinueSession} */ (question), {}), signal);
}

/**
 * A game with a move that the server has not answered yet: what it changes on the board is known.
 * @template {Game} G
 * @param {G} game
 * @param {string} entry the move
 * @returns {G | null} nothing if the move is not spelled like a legal one
 */
export function foreseen(game, entry) {
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

/**
 * The players of a game, of whom those that are no level are people.
 * @param {readonly string[]} names
 * @returns {Promise<[string, string]>}
 */
export async function knownPlayers(names) {
  const known = (await catalogue()).players;
  const [one = "human", two = "human"] = names.map((name) => (known.includes(name) ? name : "human"));
  return [one, two];
}

/** The game that a record tells. @param {Replay} replay @returns {Promise<Course>} */
export async function courseOf({ game, size, start, steps, players, resigned }) {
  const moves = steps.map((step) => step.move);
  return {
    game,
    size,
    players: await knownPlayers(players),
    start: start.position,
    moves,
    at: moves.length,
    resigned,
  };
}
