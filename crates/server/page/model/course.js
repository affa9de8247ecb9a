// The course of a game at this screen. All of it stands in the address, so a reload loses nothing and a link shares
// everything:
//
//     /play/{game}/{size}?p1=human&p2=hard&first=2&moves=2-2+3-3&at=1&resigned=1&score=1-0

/** @import { Player } from "../app/types.js" */

/**
 * @typedef {object} Course
 * @property {string} game
 * @property {string} size
 * @property {[string, string]} players  "human" or the name of a level
 * @property {Player} first  who begins, unless a start is given
 * @property {string | null} start  the position in which the game begins; the usual one if `null`
 * @property {string[]} moves
 * @property {number} at  how many of the moves have been made in the position that is shown
 * @property {Player | null} resigned
 * @property {[number, number]} score  games won before this one
 */

/** @param {string} text @returns {Player | null} */
const player = (text) => (text === "1" ? 1 : text === "2" ? 2 : null);

/**
 * @param {string} game
 * @param {string} size
 * @returns {Course}
 */
export function fresh(game, size) {
  const players = /** @type {Course["players"]} */ (["human", "human"]);
  return { game, size, players, first: 1, start: null, moves: [], at: 0, resigned: null, score: [0, 0] };
}

/**
 * The course that an address tells.
 * @param {string} game
 * @param {string} size
 * @param {URLSearchParams} query
 * @returns {Course}
 */
export function read(game, size, query) {
  const words = (query.get("moves") ?? "").split(/[\s,]+/);
  const moves = words.filter(Boolean).map(spoken);
  const at = Number(query.get("at") ?? moves.length);
  const [one, two] = (query.get("score") ?? "").split("-").map(Number);
  return {
    game,
    size,
    players: [query.get("p1") ?? "human", query.get("p2") ?? "human"],
    first: player(query.get("first") ?? "") ?? 1,
    start: query.get("start"),
    moves,
    at: Number.isInteger(at) ? Math.min(Math.max(at, 0), moves.length) : moves.length,
    resigned: player(query.get("resigned") ?? ""),
    score: [one || 0, two || 0],
  };
}

/**
 * The part of an address that tells a course.
 * @param {Course} course
 */
export function query(course) {
  const parts = new URLSearchParams();
  const [one, two] = course.players;
  if (one !== "human") parts.set("p1", one);
  if (two !== "human") parts.set("p2", two);
  if (course.start) parts.set("start", course.start);
  else if (course.first === 2) parts.set("first", "2");
  if (course.moves.length) parts.set("moves", course.moves.map(word).join(" "));
  if (course.at !== course.moves.length) parts.set("at", String(course.at));
  if (course.resigned) parts.set("resigned", String(course.resigned));
  if (course.score[0] + course.score[1]) parts.set("score", course.score.join("-"));
  const text = parts.toString();
  return text && `?${text}`;
}

/**
 * The address of a course at one of the screens that show games.
 * @param {Course} course
 * @param {"play" | "review"} [screen]
 */
export function address(course, screen = "play") {
  return `/${screen}/${course.game}/${course.size}${query(course)}`;
}

/** A move as one word. @param {string} move */
export function word(move) {
  return move.trim().replace(/\s+/g, "-");
}

/** A move as the book spells it, from one word. @param {string} text */
function spoken(text) {
  return text.replaceAll("-", " ");
}
