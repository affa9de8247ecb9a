/**
 * The shapes that the server sends, for the type checker and the reader; nothing is exported at run time.
 *
 * @typedef {1 | 2} Player
 *
 * @typedef {{owner: Player | null, text: string}} Token
 *
 * @typedef {object} Scene  a position as data to be drawn
 * @property {number} rows
 * @property {number} columns
 * @property {string[]} row_labels
 * @property {string[]} column_labels
 * @property {{name: string, token: Token | null}[]} cells  row by row
 *
 * @typedef {{move: string, touches: number[]}} Way  a legal move and the cells a person touches to make it
 *
 * @typedef {object} View  a position as a front end needs it
 * @property {string} game
 * @property {string} size
 * @property {string} position
 * @property {Player} to_move
 * @property {boolean} over
 * @property {Player | null} winner
 * @property {[string, string]} names  how the book calls the players
 * @property {string} prompt
 * @property {string} how  what a move looks like here
 * @property {string[]} steps  what to touch for a move, a sentence for each touch
 * @property {[string | null, string | null]} left
 * @property {string | null} ending
 * @property {string} sentence
 * @property {Scene} scene
 * @property {number[]} winning
 * @property {Way[] | null} moves
 *
 * @typedef {object} Played  a move and what it led to
 * @property {string} move
 * @property {Player} [player]
 * @property {number[]} touches
 * @property {string} confirmation
 * @property {string | null} notice
 * @property {View} view
 *
 * @typedef {object} Listing  a game in the catalogue
 * @property {string} id
 * @property {string} name
 * @property {string} summary
 * @property {string[]} sizes
 * @property {Scene} picture
 *
 * @typedef {{games: Listing[], players: string[]}} Catalogue
 *
 * @typedef {object} Example  a drawn example of a rule
 * @property {string} caption
 * @property {View} view
 * @property {string} move
 * @property {number[]} touches
 * @property {"legal" | "refused" | "wins"} outcome
 * @property {string} sentence
 * @property {View | null} after
 *
 * @typedef {"win" | "loss" | "endless" | "unsolved"} ValueName
 * @typedef {{value: ValueName, distance: number | null}} Value
 *
 * @typedef {object} Analysis
 * @property {string} position
 * @property {Player} to_move
 * @property {boolean} over
 * @property {ValueName} value
 * @property {number | null} distance
 * @property {({move: string} & Value)[]} moves  best first
 * @property {string[]} [line]
 * @property {string} [reason]
 *
 * @typedef {object} Replay  a game with all its positions
 * @property {string} game
 * @property {string} size
 * @property {[string, string]} players
 * @property {string} result
 * @property {string | null} termination
 * @property {string} record
 * @property {View} start
 * @property {(Played & {player: Player})[]} steps
 *
 * @typedef {object} Reviewed
 * @property {number} ply
 * @property {Player} player
 * @property {string} move
 * @property {Value} before
 * @property {Value} after
 * @property {boolean} could_err
 * @property {boolean} mistake
 * @property {string | null} better
 * @property {string[]} line
 *
 * @typedef {object} Review
 * @property {Reviewed[]} moves
 * @property {{player: Player, kept: number, decisions: number, percent: number | null}[]} accuracy
 *
 * @typedef {{seed: number, grade: string, distance: number, view: View}} Puzzle
 *
 * @typedef {{taken: boolean, name: string | null}} Seat
 *
 * @typedef {object} LiveState  a game between people
 * @property {string} id
 * @property {string} game
 * @property {string} size
 * @property {string} start
 * @property {number} ply  the number of the next deed
 * @property {string[]} moves
 * @property {string} position
 * @property {Player} to_move
 * @property {boolean} over
 * @property {Player | null} winner
 * @property {string | null} termination
 * @property {[Seat, Seat]} seats
 * @property {Player | null} you
 * @property {Player | null} offer  who has offered to take back
 * @property {string | null} rematch
 *
 * @typedef {object} Problem
 * @property {string} type
 * @property {string} title
 * @property {number} status
 * @property {string} detail
 * @property {string} [reason]
 * @property {LiveState} [current]
 */

export {};
