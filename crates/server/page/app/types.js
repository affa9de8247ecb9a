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
 * @typedef {import("../../types/api.d.ts").Way} Way
 * @typedef {import("../../types/api.d.ts").Played} Played
 * @typedef {import("../../types/api.d.ts").Worth} Value
 * @typedef {import("../../types/api.d.ts").Explained} Analysis
 * @typedef {import("../../types/api.d.ts").ReviewDocument} Review
 * @typedef {import("../../types/api.d.ts").ReviewedMoveDocument} Reviewed
 * @typedef {import("../../types/api.d.ts").Puzzle} Puzzle
 * @typedef {import("../../types/api.d.ts").SeatState} Seat
 * @typedef {import("../../types/api.d.ts").State} LiveState
 * @typedef {import("../../types/api.d.ts").EventState} LiveEvent
 * @typedef {import("../../types/api.d.ts").DeedRequest} Deed
 * @typedef {import("../../types/api.d.ts").Problem} Problem
 *
 * @typedef {View["to_move"]} Player
 * @typedef {"wrong" | "good" | "plain"} Tone  how a sentence is meant
 */

export {};
