// Written by scripts/page-types from the description of the interface. Not to be edited by hand.

/** How many decisions a player got right, of those that could go wrong. */
export interface Accuracy {
  /** Decisions in which a mistake was possible. */
  decisions: number;
  /** Decisions that kept the value. */
  kept: number;
  /** Moves of which it is not known whether they were mistakes. */
  not_judged: number;
  /** The share of the decisions that kept the value, in a hundred; `null` if they were fewer than five. */
  percent: number | null;
  /** Who. */
  player: 1 | 2;
  /** All of it in sentences. */
  words: string;
}

/** What to do in a game. */
export type Act = {
  /** Play a move, in either spelling. It replaces the moves that followed. */
  play: string;
} | "undo" | "redo" | "forget" | "resign" | "next";

/** An action to be done. */
export type ActionRequest = {
  /** The kind of action. */
  action: "move";
  /** The move in either spelling. */
  move: string;
  /** The number that it is to have: `ply` of the game as the sender knows it. */
  ply: number;
} | {
  /** The kind of action. */
  action: "resign" | "offer-take-back" | "accept-take-back" | "decline-take-back";
  /** Nothing. */
  move?: null;
  /** The number that it is to have: `ply` of the game as the sender knows it. */
  ply: number;
};

/** The value of a position and that of every move. */
export type Analysis = ValueDocument & {
  /** The beginning of best play, in words; absent if there is no line. If an explanation was asked for. */
  best?: string | null;
  /** The id of the game. */
  game: string;
  /** What the player to move can expect and why, in sentences. If an explanation was asked for. */
  headline?: string | null;
  /**
   * A best move and why it is one, in sentences; where nothing is proved, a move that looks best. If an
   * explanation was asked for.
   */
  hint?: string | null;
  /** The move that the hint names; absent if the game is over. If an explanation was asked for. */
  hinted?: string | null;
  /** What the signs of the values mean. If an explanation was asked for. */
  legend?: string | null;
  /** Best play: the winner hurries and the loser delays. If an explanation was asked for. */
  line?: string[] | null;
  /** Whether more may be found by asking again, and not quickly. If a quick answer was asked for. */
  more?: boolean | null;
  /** Every legal move, best first. Empty if the game is over. */
  moves: MoveValue[];
  /** The values to show on the cells; empty if none is known. If an explanation was asked for. */
  notes?: Notes[] | null;
  /**
   * Said instead of the values of all moves, if none is known; absent if one is. If an explanation was asked
   * for.
   */
  nothing_known?: string | null;
  /** Whether the game is over. */
  over: boolean;
  /** The position as text. */
  position: string;
  /**
   * Why the value is what it is, in up to three sentences spoken to the player to move: `Player 2 (O) threatens
   * to win at once with 3 3. No move prevents that.` If an explanation was asked for.
   */
  reason?: string | null;
  /** The board, such as `4x4`. */
  size: string;
  /** The player to move; in a finished position, the player who would have been next. */
  to_move: 1 | 2;
  /** Who has won, if the game is over. */
  winner: 1 | 2 | null;
  /**
   * The value in words: `wins in 5`, `loses in 4`, `wins`, `endless` or `unsolved`. If an explanation was asked
   * for.
   */
  words?: string | null;
};

/** A position to be analysed. */
export interface Analyze {
  /** Whether best play, the reason in words, a hint and the values on cells are wanted, too. */
  explain?: boolean;
  /** The id of a game. */
  game: string;
  /** Moves to be played first. */
  moves?: Moves | null;
  /** The position as text; the start if it is left out. */
  position?: string | null;
  /**
   * Whether only what is found at once is wanted, to be shown until the whole answer is there. Where all is
   * known, it is the whole answer.
   */
  quick?: boolean;
  /** The board; the rule book's if it is left out. */
  size?: string | null;
}

/** Who begins a new game: `1`, `2`, or `"random"` for one of them by lot. */
export type Beginner = PlayerNumber | Lot;

/** Every game and every kind of player. */
export interface Catalogue {
  /** The games. */
  games: Entry[];
  /** Who can play: `human`, and those that choose by themselves. */
  players: string[];
}

/** One cell of a scene. */
export interface Cell {
  /** How the book names the cell. */
  name: string;
  /** What is on it. */
  token: Token | null;
}

/** What would be on a cell. */
export interface Change {
  /** The cell by index. */
  cell: number;
  /** What would come there; `null` if what is there would go. */
  token: Token | null;
}

/** A choice to be made. */
export interface Choose {
  /** The id of a game. */
  game: string;
  /** Who chooses: any player of the catalogue but `human`. */
  player: "random" | "easy" | "medium" | "hard" | "perfect";
  /** The position as text; the start if it is left out. */
  position?: string | null;
  /** Where there is chance, the same seed chooses the same move; drawn if it is left out. */
  seed?: number | null;
  /** The board; the rule book's if it is left out. */
  size?: string | null;
}

/** A move that has been chosen and played. */
export type Chosen = Played & {
  /** The seed of the choice. */
  seed: number;
};

/** What a client says through a socket, for the description: each message is read as what it must be. */
export type ClientMessage = WatchMessage | NumberedAction;

/** A game in progress, and what to do in it next. */
export interface ContinueSession {
  /** What to do. */
  act?: Act | null;
  /** How many of the moves have been made in the position that is looked at; all if it is left out. */
  at?: number | null;
  /** Who began, if the start is left out; `"random"` begins a game with the player that the seed draws. */
  first?: Beginner | null;
  /** The id of a game. */
  game: string;
  /** What was played. */
  moves?: Moves | null;
  /** Who plays, Player 1 first: `human` or another player of the catalogue; two people if it is left out. */
  players?: ["human" | "random" | "easy" | "medium" | "hard" | "perfect", "human" | "random" | "easy" | "medium" | "hard" | "perfect"] | null;
  /** Whether a player who is not a person then makes the move that is theirs. */
  reply?: boolean;
  /** Who has given up, if anyone. */
  resigned?: 1 | 2 | null;
  /** Games of the match won before this one, Player 1 first. */
  score?: [number, number] | null;
  /** The seed of that move and of who begins by lot; drawn if it is left out. */
  seed?: number | null;
  /** The board; the rule book's if it is left out. */
  size?: string | null;
  /** The position in which it began; the start if it is left out. */
  start?: string | null;
}

/** A short game as it is drawn, without its moves. */
export interface Demo {
  /** What is drawn at its start. */
  start: Scene;
  /** What each move changes. */
  steps: Change[][];
  /** The cells that decided the game, by index. */
  winning: number[];
}

/** An action that has been done. */
export interface Done {
  /** The action. */
  event: Event;
  /** The game after it, as it is now. */
  game: State;
}

/** A game. */
export interface Entry {
  /** A short game to be watched. */
  demo: Demo;
  /** The hue of the colour that the game is known by, in degrees. */
  hue: number;
  /** The name in requests, records and addresses. */
  id: string;
  /** The name for people. */
  name: string;
  /** A position that shows at a glance which game this is. */
  picture: Scene;
  /** The names of its sizes, the rule book's first. */
  sizes: string[];
  /** The game in one line. */
  summary: string;
  /** Those of its sizes at which not every position is known here: levels can err there. */
  unsolved: string[];
}

/** An action of the log. */
export interface Event {
  /** The kind of action. */
  action: "move" | "resign" | "offer-take-back" | "accept-take-back" | "decline-take-back";
  /** When it was done. */
  at: string;
  /** The move, if it is one. */
  move?: string | null;
  /** What everyone must know if play goes on differently from there; absent if there is nothing. */
  notice?: string | null;
  /** Who did it. */
  player: 1 | 2;
  /** Its number. */
  ply: number;
  /** The position after it. */
  position: string;
}

/** Actions of a log. */
export interface Events {
  /** The actions, in order. */
  events: Event[];
}

/** A move that is tried in a position. */
export interface Example {
  /** Where the move leads to, unless it is refused. */
  after: View | null;
  /** What is to be seen. */
  caption: string;
  /** The move. */
  move: string;
  /** What becomes of it. */
  outcome: ExampleOutcome;
  /** What is said: why it is refused, how the game has ended, or a confirmation, which may be empty. */
  sentence: string;
  /** The cells that the move names. */
  touches: number[];
  /** Where the move is tried. */
  view: View;
}

/** What becomes of a move that is tried. */
export type ExampleOutcome = "legal" | "refused" | "wins";

/** Everything that is kept about a game, but the hashes of the tokens. */
export interface Export {
  /** When it was opened. */
  created: string;
  /** The id of the game that is played. */
  game: string;
  /** Its address. */
  id: string;
  /** What has been done, in order. */
  log: ExportedEvent[];
  /** The address of the game that follows. */
  rematch: string | null;
  /** The address of the game that it follows. */
  rematch_of: string | null;
  /** The seats of Player 1 and Player 2; `null` if nobody has it. */
  seats: [ExportedSeat | null, ExportedSeat | null];
  /** The board, such as `4x4`. */
  size: string;
  /** The position from which it is played. */
  start: string;
}

/** An action of the log. */
export interface ExportedEvent {
  /** `move`, `resign`, `offer-take-back`, `accept-take-back` or `decline-take-back`. */
  action: string;
  /** When it was done. */
  at: string;
  /** The move, if it is one. */
  move?: string | null;
  /** Who did it. */
  player: 1 | 2;
  /** Its number. */
  ply: number;
}

/** A seat that a player has. */
export interface ExportedSeat {
  /** The name of the player. */
  name: string | null;
  /** When its token was given. */
  since: string;
}

/** A game with its rules. */
export type GamePage = Entry & {
  /** What is legal, what is not, and how the game is won. */
  examples: Example[];
  /** The rules with their rulings, as Markdown. */
  rules: string;
};

/** A move of a game. */
export interface GameStep {
  /** What is said to the player who made it; may be empty. */
  confirmation: string;
  /** The move as the rule book spells it. */
  move: string;
  /** What everyone must know if play goes on differently from here. */
  notice: string | null;
  /** Who made it. */
  player: 1 | 2;
  /** Who made it and which it is, in words. */
  sentence: string;
  /** The cells that the move names. */
  touches: number[];
  /** Where it led to. */
  view: View;
}

/**
 * What shows the idea of a game on its board, beside what is on the cells. It follows from the position, and
 * those who know the game may leave it out.
 */
export interface Idea {
  /**
   * Empty cells that no token of Player 1 can come to any more, then those of Player 2, each in ascending
   * order.
   */
  closed?: [number[], number[]];
  /** The cells that Player 1 wants to reach, then those of Player 2, each in ascending order. */
  goals?: [number[], number[]];
  /** Connected cells of one player whose number counts: two or more, in ascending order. */
  groups?: number[][];
  /** What Player 1 has to place, then what Player 2 has; nothing if there is no such thing. */
  stock?: Stock[];
}

/** A player who takes a seat. */
export interface JoinRequest {
  /** The name of the player: one line. */
  name?: string | null;
  /** Whether the answer carries the game with its view; it does unless it is said otherwise. */
  views?: boolean;
}

/** A seat in a game. */
export interface Joined {
  /** The game. */
  game: State;
  /** The player. */
  seat: 1 | 2;
  /** The secret of the seat, shown this once; absent if the request brought one. */
  token?: string | null;
}

/** A move to be judged. */
export interface JudgeMove {
  /** The id of a game. */
  game: string;
  /** The move in either spelling: `2 2` or `2-2`. */
  move: string;
  /** The position as text; the start if it is left out. */
  position?: string | null;
  /** The board; the rule book's if it is left out. */
  size?: string | null;
}

/** What a move did to the value. */
export interface Judgement {
  /** What the move leaves of it, counted from before the move. */
  after: ValueDocument;
  /** What the position was worth to the player. */
  before: ValueDocument;
  /** What the move leads to, spoken to the player: `loses in 4: the answer is 3 3`. */
  consequence: string;
  /** Whether the move keeps the value; `null` if that is not known. */
  keeps: boolean | null;
  /** The move as the rule book spells it. */
  move: string;
  /** Whether the move solves the puzzle that the position is, in words; `null` if it is none. */
  puzzle: string | null;
}

/** A guided first game. The person plays Player 1. */
export interface Lesson {
  /** The id of the game. */
  game: string;
  /** The board, such as `4x4`. */
  size: string;
  /** What is learnt, one idea after the other. */
  steps: LessonStep[];
}

/** One idea, and one thing to do about it. */
export interface LessonStep {
  /** The idea. */
  idea: string;
  /** Said to a legal move that is not asked for; empty if every legal move is. */
  otherwise: string;
  /** Said when it is done. */
  praise: string;
  /** The cells to touch for the move that is refused, by index; empty if none is asked for. */
  refused: number[];
  /** What Player 2 replies; the next step goes on from there. `null` if that begins anew. */
  reply: string | null;
  /** What is asked for. */
  task: TaskName;
  /** What to do. */
  todo: string;
  /** Where it is done. */
  view: View;
  /** The moves that are asked for; empty if any legal move is, or one that is refused. */
  wanted: string[];
}

/** The word for a choice by lot. */
export type Lot = "random";

/** A legal move and how it is made by hand. */
export interface Move {
  /** The move as the rule book spells it. */
  move: string;
  /** The cells that a person touches, in the usual order. */
  touches: number[];
}

/** A move and what it is worth to the player who makes it. */
export type MoveValue = ValueDocument & {
  /** The move as the rule book spells it. */
  move: string;
};

/** Moves in a row, in either spelling. */
export type Moves = string | string[];

/** What a message of the server is about. */
export type News = {
  /** The game as it is now. */
  state: State;
} | {
  /** The seats of Player 1 and Player 2. */
  seats: [Seat, Seat];
} | {
  /** Its address. */
  rematch: string;
} | {
  /** The action. */
  event: Event;
} | {
  /** The action. */
  done: Event;
  /** The number of the client's message. */
  id: number;
} | {
  /** The number of the client's message. */
  id: number;
  /** Why. */
  problem: Problem;
};

/** An object without fields. */
export type NoFields = object;

/** The value to show on a cell. */
export type NotedCell = ValueDocument & {
  /** The cell by index. */
  cell: number;
  /** As a sign: `+5`, `-4`, `+`, `-`, `=` or `?`. */
  sign: string;
  /** In words: `wins in 5`, `loses in 4`, `endless` or `unsolved`. */
  words: string;
};

/** The values to show once these cells have been touched. */
export interface Notes {
  /** The best value behind each cell that can be touched next. */
  cells: NotedCell[];
  /** The cells, in the order in which they were touched. */
  touched: number[];
}

/** An action, with a number by which the client knows the answer. */
export type NumberedAction = {
  /** The kind of action. */
  action: "move";
  /** The number that the answer will have. */
  id: number;
  /** The move in either spelling. */
  move: string;
  /** The number that it is to have: `ply` of the game as the sender knows it. */
  ply: number;
} | {
  /** The kind of action. */
  action: "resign" | "offer-take-back" | "accept-take-back" | "decline-take-back";
  /** The number that the answer will have. */
  id: number;
  /** Nothing. */
  move?: null;
  /** The number that it is to have: `ply` of the game as the sender knows it. */
  ply: number;
};

/** A new game. */
export interface OpenRequest {
  /** Who begins, if the position is left out; Player 1 if this is left out, too. */
  first?: Beginner | null;
  /** The id of a game. */
  game: string;
  /** The name of the player: one line. */
  name?: string | null;
  /** The position to play from; the start if it is left out. */
  position?: string | null;
  /** The seat of the player who opens the game. */
  seat: 1 | 2;
  /** The board; the rule book's if it is left out. */
  size?: string | null;
  /** Whether the answer carries the game with its view; it does unless it is said otherwise. */
  views?: boolean;
}

/** A move to be played. */
export interface PlayMove {
  /** The id of a game. */
  game: string;
  /** The move in either spelling: `2 2` or `2-2`. */
  move: string;
  /** The position as text; the start if it is left out. */
  position?: string | null;
  /** The board; the rule book's if it is left out. */
  size?: string | null;
}

/** A move that has been played. */
export interface Played {
  /** What is said to the player who made it; may be empty. */
  confirmation: string;
  /** The move as the rule book spells it. */
  move: string;
  /** What everyone must know if play goes on differently from here. */
  notice: string | null;
  /** The cells that the move names. */
  touches: number[];
  /** Where it leads to. */
  view: View;
}

/** A player by number. */
export type PlayerNumber = 1 | 2;

/** A move of a game. */
export interface Ply {
  /** The move as the rule book spells it. */
  move: string;
  /** Who made it. */
  player: 1 | 2;
  /** Who made it and which it is, in words. */
  sentence: string;
  /** The cells that the move names. */
  touches: number[];
}

/** An error as a document. */
export type Problem = Refusal & {
  /** The game as it is now, where the request was late. */
  current?: State | null;
};

/** A position to be solved. */
export interface Puzzle {
  /** The day of the puzzle, in universal time; `null` if it is not that of a day. */
  day: string | null;
  /** Plies to the win. */
  distance: number;
  /** How far the win is and how many other moves there are, in words. */
  facts: string;
  /** How hard it is: `easy`, `medium` or `hard`. */
  grade: string;
  /** What is asked. */
  question: string;
  /** The seed of the puzzle. */
  seed: number;
  /** The player to move wins, with one move alone. */
  view: View;
}

/** Why a question is not answered, in the shape of a problem document (RFC 9457). */
export interface Refusal {
  /** What was found, what was wanted, and what to do. */
  detail: string;
  /** The rule that a move breaks, a stable name such as `beside-opponent`. */
  reason?: string | null;
  /** The HTTP status. */
  status: number;
  /** The kind in a few words. */
  title: string;
  /** The kind of problem, a stable path such as `/problems/illegal-move`. */
  type: string;
}

/** A game played again. */
export interface Replay {
  /** The day, as `2026-11-15`; `?` where that is not known. */
  date: string;
  /** How the game ended, in words; `null` if it did not. */
  ending: string | null;
  /** The id of the game. */
  game: string;
  /** Who played, Player 1 first; `?` where that is not known. */
  players: [string, string];
  /** The game as a record. */
  record: string;
  /** Who has given up, if anyone. */
  resigned: 1 | 2 | null;
  /** `1-0`, `0-1` or `*`. */
  result: string;
  /** The board, such as `4x4`. */
  size: string;
  /** Where it began. */
  start: View;
  /** Every move. The views have no moves, but for the last. */
  steps: GameStep[];
  /** How it came to the result: `normal`, `resigned`, `ply limit` or `abandoned`. */
  termination: string | null;
  /** Who has won, if anyone. */
  winner: 1 | 2 | null;
}

/** A game, move by move, against the truth. */
export interface Review {
  /** How well each player decided, Player 1 first. */
  accuracy: [Accuracy, Accuracy];
  /** The id of the game. */
  game: string;
  /** Every move that was played. */
  moves: ReviewedMove[];
  /** `1-0`, `0-1` or `*`. */
  result: string;
  /** The board, such as `4x4`. */
  size: string;
}

/** A game to be looked at: where did the result change hands? */
export type ReviewGame = Told;

/** A move and what it did to the value. */
export interface ReviewedMove {
  /** What the move left of it, counted from before the move. */
  after: ValueDocument;
  /** What the position was worth to the player. */
  before: ValueDocument;
  /** For a mistake: the best move instead. */
  better: string | null;
  /** Whether a person made it, not a level: a mistake of one's own can be tried again. */
  by_person: boolean;
  /** Whether some legal move is known to give the value away. */
  could_err: boolean;
  /** Whether it is known if the move was a mistake. */
  judged: boolean;
  /** For a mistake: best play that begins with the better move, to the end if it is known. */
  line: string[];
  /** Whether this one did. */
  mistake: boolean;
  /** The move as the rule book spells it. */
  move: string;
  /** Who made it. */
  player: 1 | 2;
  /** Its number, counted from 1. */
  ply: number;
  /**
   * The usual sign behind the move: `??` for a win that became a loss, `?` for another mistake, `!` for the
   * only good move; `null` for all others.
   */
  sign: string | null;
  /** What the move did to the value, in words. */
  words: string;
}

/** A grid of cells with what is on them. */
export interface Scene {
  /**
   * Cells whose tokens are one body, such as the two of a domino, by index in ascending order. A cell that is
   * in no body stands for itself.
   */
  bodies: number[][];
  /** The cells, row by row. */
  cells: Cell[];
  /** What stands above each column; empty if the columns have no names. */
  column_labels: string[];
  /** Columns of the grid. */
  columns: number;
  /** What shows the idea of the game; empty if the game has no such thing here. */
  idea: Idea;
  /** What stands before each row; empty if the rows have no names. */
  row_labels: string[];
  /** Rows of the grid. */
  rows: number;
}

/** A seat. */
export interface Seat {
  /** Whether the player is connected, through at least one socket. */
  here: boolean;
  /** The name of the player. */
  name: string | null;
  /** Whether it is reserved for a player of the game before, who has not come yet. */
  reserved: boolean;
  /** Whether a player has it, or it is reserved for one. */
  taken: boolean;
}

/** What the server says through a socket. */
export type ServerMessage = News & {
  /** The game as it is now: with an answer and with the last of several news, if the client wants views. */
  game?: State | null;
};

/** A game in progress. */
export interface Session {
  /** How many of them have been made in the position that is looked at. */
  at: number;
  /** Whether there is something to play again. */
  can_redo: boolean;
  /** The person who can give up, if anyone. */
  can_resign: 1 | 2 | null;
  /** Whether there is something to take back. */
  can_undo: boolean;
  /** That a level who plays can err, in words; `null` if the size is solved or no level plays. */
  caution: string | null;
  /** Who chooses the next move in the position that is looked at; `null` if there is none. */
  chooses: string | null;
  /** How the game has ended, in words. */
  ending: string | null;
  /** Who began. */
  first: 1 | 2;
  /** The id of the game. */
  game: string;
  /** Whether the game has ended, whatever position is looked at. */
  over: boolean;
  /** The moves that were played just now: the person's, and the reply to it. Their views have no moves. */
  played: GameStep[];
  /** Who plays, Player 1 first. */
  players: [string, string];
  /** Every move. */
  plies: Ply[];
  /** The moves that gave way to another one just now, from the first that differs. */
  replaced: string[];
  /** Who has given up, if anyone. */
  resigned: 1 | 2 | null;
  /** What was done just now, in words; empty if nothing was. */
  said: string[];
  /** Games of the match won, with this one if it has ended. */
  score: [number, number];
  /** Games of the match won before this one, Player 1 first. */
  score_before: [number, number];
  /** The board, such as `4x4`. */
  size: string;
  /** The position in which it began; `null` if it is the usual start of the player who began. */
  start: string | null;
  /** The position that is looked at. */
  view: View;
  /** Who has won, if anyone. */
  winner: 1 | 2 | null;
}

/** A game as it is now. */
export interface State {
  /**
   * What the client that asks can do next, of `move`, `resign`, `offer-take-back`, `accept-take-back` and
   * `decline-take-back`; empty if it has no seat.
   */
  can: string[];
  /** When it was opened. */
  created: string;
  /** How it ended, in words; `null` if it goes on. */
  ending: string | null;
  /** The id of the game that is played. */
  game: string;
  /** Its address. */
  id: string;
  /** The moves that stand. */
  moves: string[];
  /** Who has offered to take back a move and waits for the answer. */
  offer: 1 | 2 | null;
  /** Whether the game is over. */
  over: boolean;
  /** The moves that stand, with the cells that each names; absent if the client wants no views. */
  plies?: Ply[] | null;
  /** The number of the next action. */
  ply: number;
  /** The position. */
  position: string;
  /** The address of the game that follows. */
  rematch: string | null;
  /** Who has given up, if anyone. */
  resigned: 1 | 2 | null;
  /** The seats of Player 1 and Player 2. */
  seats: [Seat, Seat];
  /** The board, such as `4x4`. */
  size: string;
  /** The position from which it is played. */
  start: string;
  /** How it ended: `normal` or `resigned`; `null` if it goes on. */
  termination: string | null;
  /** The player whose turn it is. */
  to_move: 1 | 2;
  /** The position, ready to be shown and to take a move; absent if the client wants no views. */
  view?: View | null;
  /** Who has won, if anyone. */
  winner: 1 | 2 | null;
  /** The seat of the client that asks; `null` if it has none. */
  you: 1 | 2 | null;
}

/** Tokens that a player has in hand. */
export interface Stock {
  /** How many are left. */
  left: number;
  /** How many there were. */
  of: number;
  /** What each of them looks like on the board. */
  token: Token;
}

/** What is asked for in a step of a lesson. */
export type TaskName = "any" | "one" | "refused" | "win" | "end";

/** Something on a cell. */
export interface Token {
  /** What it is. */
  kind: TokenKind;
  /** Whose it is; nobody's if it is an obstacle. */
  owner: 1 | 2 | null;
  /** How the book writes it. */
  text: string;
}

/** What a token is: it says how the token looks and whether it can move. */
export type TokenKind = "marker" | "piece" | "obstacle";

/** A game that is told: as a record, or as its moves. */
export type Told = ToldRecord | ToldMoves;

/** A game that is told as its moves. */
export interface ToldMoves {
  /** The day, as `2026-11-15`, or `today` in universal time, for the record. */
  date?: string | null;
  /** Who began, if the start is left out. */
  first?: 1 | 2 | null;
  /** The id of a game. */
  game: string;
  /** What was played. */
  moves: Moves;
  /** Who played, Player 1 first, for the record. */
  players?: [string, string] | null;
  /** Who has given up, if anyone. */
  resigned?: 1 | 2 | null;
  /** The board; the rule book's if it is left out. */
  size?: string | null;
  /** The position in which the game began; the start if it is left out. */
  start?: string | null;
}

/** A game that is told as a record. */
export interface ToldRecord {
  /** The text of the record. */
  record: string;
}

/** What the cells touched so far lead to. */
export interface Touch {
  /** What to touch next, in words; absent if they make a move. */
  instruction?: string | null;
  /** The move that they make, if they make one. */
  move?: string | null;
  /** What certainly changes by them. */
  preview?: Change[];
  /** Whether the move uses up something of which the player has few, such as a barrier. */
  spends?: boolean;
  /** The cells that can be touched next; empty if they make a move. */
  targets?: number[];
  /** The cells, in the order in which they were touched. */
  touched: number[];
}

/** A value by name, and the plies to the end if it has one. */
export interface ValueDocument {
  /**
   * Plies to the end with best play; `null` for `endless` and `unsolved`, and for a win or loss whose distance
   * is not known.
   */
  distance: number | null;
  /** What best play leads to. */
  value: ValueName;
}

/** What best play leads to, for the player who is to move. */
export type ValueName = "win" | "loss" | "endless" | "unsolved";

/** A position, ready to be shown and to take a move. */
export interface View {
  /** How the game has ended, if it has. */
  ending: string | null;
  /** The id of the game. */
  game: string;
  /** What a move looks like here. */
  how: string;
  /** What each player has left to use, such as `3 barriers`; `null` if the game knows no such thing. */
  left: [string | null, string | null];
  /** Every legal move; `null` in the middle of a replay. */
  moves: Move[] | null;
  /** How the book calls the players, Player 1 first. */
  names: [string, string];
  /** Whose turn it is, in words; `null` if the game is over. */
  next: string | null;
  /** Whether the game is over. */
  over: boolean;
  /** The position as text. */
  position: string;
  /** The question to the player to move. */
  prompt: string;
  /** What is drawn. */
  scene: Scene;
  /** The whole board in words, for those who do not see it. */
  sentence: string;
  /** The board, such as `4x4`. */
  size: string;
  /** What to touch for a move here: a sentence for each touch, in order. */
  steps: string[];
  /** The player to move; in a finished position, the player who would have been next. */
  to_move: 1 | 2;
  /** What every touch leads to that begins or makes a legal move; `null` in the middle of a replay. */
  touch: Touch[] | null;
  /** Who has won, if the game is over. */
  winner: 1 | 2 | null;
  /** The cells that decided the game, by index; empty unless it is over. */
  winning: number[];
}

/** What a client wants to be told. */
export interface Watch {
  /** The number of the first action that the client does not know. */
  since?: number;
  /** The token of a seat, if the client is a program that plays. */
  token?: string | null;
  /** Whether messages carry the game with its view; they do unless it is said otherwise. */
  views?: boolean;
}

/** The first message of a client. */
export interface WatchMessage {
  /** What the client wants to be told. */
  watch: Watch;
}

/** Why a move cannot begin so. */
export interface Why {
  /** The cells that are in the way, by index; empty if nothing can be said about these cells. */
  cells: number[];
  /** In the voice of the rule book; `null` if nothing can be said about these cells. */
  sentence: string | null;
}

/** Cells that have been touched. */
export interface WhyNot {
  /** The id of a game. */
  game: string;
  /** The position as text; the start if it is left out. */
  position?: string | null;
  /** The board; the rule book's if it is left out. */
  size?: string | null;
  /** The cells by index, in the order in which they were touched. */
  touched: number[];
}

/** What is asked with GET, by the path below the version of the interface. */
export interface Gets {
  /** Every game, and who can play. */
  "/catalogue": {
    parameters: {};
    answer: Catalogue;
  };
  /** A game with its rules and examples. */
  "/catalogue/{game}": {
    parameters: { game: string };
    answer: GamePage;
  };
  /** A guided first game. */
  "/catalogue/{game}/lesson": {
    parameters: { game: string };
    answer: Lesson;
  };
  /** Shows a game as it is now */
  "/games/{id}": {
    parameters: { id: string };
    answer: State;
  };
  /** Lists what has been done in a game */
  "/games/{id}/events": {
    parameters: { id: string; since?: number };
    answer: Events;
  };
  /** Shows everything that is kept about a game, to its players */
  "/games/{id}/export": {
    parameters: { id: string };
    answer: Export;
  };
  /** Writes a game as a record */
  "/games/{id}/record": {
    parameters: { id: string };
    answer: string;
  };
  /** A position, or the start of a game. */
  "/positions/{game}/{size}": {
    parameters: { game: string; size: string; position?: string; first?: 1 | 2 };
    answer: View;
  };
  /** The puzzle of a day. The games take turns. */
  "/puzzles": {
    parameters: { day?: string };
    answer: Puzzle;
  };
  /** A puzzle: exactly one move keeps the win. */
  "/puzzles/{game}/{size}": {
    parameters: { game: string; size: string; seed?: number; day?: string };
    answer: Puzzle;
  };
}

/** What is asked with POST, by the path below the version of the interface. */
export interface Posts {
  /** The exact value of a position and of each of its moves. */
  "/analyze": {
    parameters: {};
    body: Analyze;
    answer: Analysis;
  };
  /** Gives a browser its cookie */
  "/browser": {
    parameters: {};
    body: NoFields;
    answer: null;
  };
  /** The move that a level plays in a position, and where it leads to. */
  "/choose": {
    parameters: {};
    body: Choose;
    answer: Chosen;
  };
  /** Opens a game and takes a seat in it */
  "/games": {
    parameters: {};
    body: OpenRequest;
    answer: Joined;
  };
  /** Does something in a game: moves, resigns, offers or answers a take-back */
  "/games/{id}/actions": {
    parameters: { id: string };
    body: ActionRequest;
    answer: Done;
  };
  /** Takes the free seat of a game */
  "/games/{id}/join": {
    parameters: { id: string };
    body: JoinRequest;
    answer: Joined;
  };
  /** Opens the game that follows a finished one, or takes a seat in it; the other player begins */
  "/games/{id}/rematch": {
    parameters: { id: string };
    body: NoFields;
    answer: Joined;
  };
  /** Lets anybody have the seat that is reserved for this player in the game that follows */
  "/games/{id}/rematch/decline": {
    parameters: { id: string };
    body: NoFields;
    answer: null;
  };
  /** What a move does to the value of a position. */
  "/judge": {
    parameters: {};
    body: JudgeMove;
    answer: Judgement;
  };
  /** Plays a move on a position. */
  "/play": {
    parameters: {};
    body: PlayMove;
    answer: Played;
  };
  /** Plays a game again, step by step. */
  "/replay": {
    parameters: {};
    body: Told;
    answer: Replay;
  };
  /** Looks at a game afterwards: where the result changed hands. */
  "/review": {
    parameters: {};
    body: ReviewGame;
    answer: Review;
  };
  /** A game at one screen: does something in it, and lets a level reply. */
  "/session": {
    parameters: {};
    body: ContinueSession;
    answer: Session;
  };
  /** Why no legal move begins with the touched cells. */
  "/why": {
    parameters: {};
    body: WhyNot;
    answer: Why;
  };
}
