/**
 * The types of the page. Those of documents that the server sends are generated (`scripts/page-types`) and have their
 * names here; nothing is exported at run time.
 *
 * @typedef {import("../../types/api.d.ts").Gets} Gets
 * @typedef {import("../../types/api.d.ts").Posts} Posts
 *
 * @typedef {import("../../types/api.d.ts").Catalogue} Catalogue
 * @typedef {import("../../types/api.d.ts").Entry} Listing
 * @typedef {import("../../types/api.d.ts").Example} Example
 * @typedef {import("../../types/api.d.ts").Scene} Scene
 * @typedef {import("../../types/api.d.ts").Token} Token
 * @typedef {import("../../types/api.d.ts").View} View
 * @typedef {import("../../types/api.d.ts").Touch} Touch
 * @typedef {import("../../types/api.d.ts").ContinueSession} Question
 * @typedef {import("../../types/api.d.ts").Act} Act
 * @typedef {import("../../types/api.d.ts").Session} Session
 * @typedef {import("../../types/api.d.ts").GameStep} GameStep
 * @typedef {import("../../types/api.d.ts").Replay} Replay
 * @typedef {import("../../types/api.d.ts").Analysis} Analysis
 * @typedef {import("../../types/api.d.ts").NotedCell} Note
 * @typedef {import("../../types/api.d.ts").Review} Review
 * @typedef {import("../../types/api.d.ts").ReviewedMove} Reviewed
 * @typedef {import("../../types/api.d.ts").Puzzle} Puzzle
 * @typedef {import("../../types/api.d.ts").State} LiveState
 * @typedef {import("../../types/api.d.ts").Event} LiveEvent
 * @typedef {import("../../types/api.d.ts").ActionRequest} Action
 * @typedef {import("../../types/api.d.ts").ServerMessage} Message
 * @typedef {import("../../types/api.d.ts").Problem} Problem
 *
 * @typedef {Pick<Session, "view" | "plies" | "at" | "over" | "winner" | "ending">} Game  what a board screen shows
 * @typedef {View["to_move"]} Player
 * @typedef {"wrong" | "good" | "plain"} Tone  how a sentence is meant
 */

export {};
