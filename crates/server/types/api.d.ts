// Written by scripts/page-types from the description of the interface. Not to be edited by hand.

/** How many decisions a player got right, of those that could go wrong. */
export interface AccuracyDocument {
  /** Decisions in which a mistake was possible. */
  decisions: number;
  /** Decisions that kept the value. */
  kept: number;
  /** The share of those kept, in a hundred; `null` if nothing could go wrong. */
  percent: number | null;
  /** Who. */
  player: 1 | 2;
}

/** The value of a position and that of every move. */
export type AnalysisDocument = Worth & {
  /** The id of the game. */
  game: string;
  /** Every legal move, best first. Empty if the game is over. */
  moves: MoveDocument[];
  /** Whether the game is over. */
  over: boolean;
  /** The position as text. */
  position: string;
  /** The board, such as `4x4`. */
  size: string;
  /** The player to move; in a finished position, the player who would have been next. */
  to_move: 1 | 2;
  /** Who has won, if the game is over. */
  winner: 1 | 2 | null;
};

/** A position to be analysed. */
export interface Analyze {
  /** Whether best play and the reason in words are wanted, too. */
  explain?: boolean;
  /** The id of a game. */
  game: string;
  /** Moves to be played first. */
  moves?: Moves | null;
  /** The position as text; the start if it is left out. */
  position?: string | null;
  /** The board; the rule book's if it is left out. */
  size?: string | null;
}

/** Cells that have been touched. */
export interface AskWhy {
  /** The id of a game. */
  game: string;
  /** The position as text; the start if it is left out. */
  position?: string | null;
  /** The board; the rule book's if it is left out. */
  size?: string | null;
  /** The cells by index, in the order in which they were touched. */
  touched: number[];
}

/** Every game and every kind of player. */
export interface Catalogue {
  /** The games. */
  games: Entry[];
  /** Who can play: `human`, and those that the server plays. */
  players: string[];
}

/** One cell of a scene. */
export interface Cell {
  /** How the book names the cell. */
  name: string;
  /** What is on it. */
  token: Token | null;
}

/** A choice to be made. */
export interface Choose {
  /** The id of a game. */
  game: string;
  /** Who chooses: any player of the catalogue but `human`. */
  player: string;
  /** The position as text; the start if it is left out. */
  position?: string | null;
  /** Where there is chance, the same seed chooses the same move; drawn if it is left out. */
  seed?: number | null;
  /** The board; the rule book's if it is left out. */
  size?: string | null;
}

/** A move that has been chosen. */
export interface Chosen {
  /** The move as the rule book spells it. */
  move: string;
  /** The seed of the choice. */
  seed: number;
}

/** Something to be done. */
export interface DeedRequest {
  /** `move`, `resign`, `offer-take-back`, `accept-take-back` or `decline-take-back`. */
  deed: string;
  /** The move, if it is one. */
  move?: string | null;
  /** The number that it is to have: `ply` of the game as the sender knows it. */
  ply: number;
}

/** What has been done. */
export interface Done {
  /** The deed. */
  event: EventState;
  /** The game after it, as it is now. */
  game: State;
}

/** A game. */
export interface Entry {
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
}

/** Something that has been done. */
export interface EventState {
  /** When it was done. */
  at: string;
  /** `move`, `resign`, `offer-take-back`, `accept-take-back` or `decline-take-back`. */
  deed: string;
  /** The move, if it is one. */
  move?: string | null;
  /** Who did it. */
  player: 1 | 2;
  /** Its number. */
  ply: number;
  /** The position after it. */
  position: string;
}

/** Several deeds. */
export interface Events {
  /** In order. */
  events: EventState[];
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
  outcome: Outcome;
  /** What is said: why it is refused, how the game has ended, or a confirmation, which may be empty. */
  sentence: string;
  /** The cells that the move names. */
  touches: number[];
  /** Where the move is tried. */
  view: View;
}

/** An analysis, explained if that was asked for. */
export type Explained = AnalysisDocument & {
  /** The moves of best play: the winner hurries and the loser delays. */
  line?: string[] | null;
  /** What it comes to, spoken to the player to move: `loses in 4: after 3 3 you have no cell left`. */
  reason?: string | null;
};

/** Somebody who joins. */
export interface JoinRequest {
  /** How they want to be called. */
  name?: string | null;
}

/** A seat in a game. */
export interface Joined {
  /** The game. */
  game: State;
  /** The player. */
  seat: number;
  /** The secret of the seat, shown this once; absent if the request brought one. */
  token?: string | null;
}

/** A move and what it is worth to the player who makes it. */
export type MoveDocument = Worth & {
  /** The move as the rule book spells it. */
  move: string;
};

/** Moves in a row, in either spelling. */
export type Moves = string | string[];

/** An object without fields. */
export type NoFields = object;

/** A new game. */
export interface OpenRequest {
  /** Who begins, 1 or 2; player 1 unless said otherwise. */
  first?: number | null;
  /** Which of the games. */
  game: string;
  /** How they want to be called. */
  name?: string | null;
  /** The position to play from; the start unless said otherwise. */
  position?: string | null;
  /** The seat of whoever opens the game, 1 or 2. */
  seat: number;
  /** The size; the rule book's unless said otherwise. */
  size?: string | null;
}

/** What becomes of a move. */
export type Outcome = "legal" | "refused" | "wins";

/** A game with its rules. */
export type Page = Entry & {
  /** What is legal, what is not, and how the game is won. */
  examples: Example[];
  /** The rules with their rulings, as Markdown. */
  rules: string;
};

/** A move to be played. */
export interface Play {
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
  /** The cells that the move names, in the order in which a person touches them. */
  touches: number[];
  /** Where it leads to. */
  view: View;
}

/** Why a request was not answered as wished. */
export interface Problem {
  /** The game as it is now, where the request was late. */
  current?: State | null;
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

/** A position to be solved. */
export interface Puzzle {
  /** Plies to the win. */
  distance: number;
  /** How hard it is: `easy`, `medium` or `hard`. */
  grade: string;
  /** The seed of the puzzle. */
  seed: number;
  /** The player to move wins, with one move alone. */
  view: View;
}

/** A game played again. */
export interface Replay {
  /** The day, as `2026-11-15`; `?` where that is not known. */
  date: string;
  /** The id of the game. */
  game: string;
  /** Who played, Player 1 first; `?` where that is not known. */
  players: string[];
  /** The game as a record. */
  record: string;
  /** `1-0`, `0-1` or `*`. */
  result: string;
  /** The board, such as `4x4`. */
  size: string;
  /** Where it began. */
  start: View;
  /** Every move. The views have no moves, but for the last. */
  steps: Step[];
  /** How it came to the result: `normal`, `resigned`, `ply limit` or `abandoned`. */
  termination: string | null;
}

/** A game, move by move, against the truth. */
export interface ReviewDocument {
  /** How well each player decided, Player 1 first. */
  accuracy: AccuracyDocument[];
  /** The id of the game. */
  game: string;
  /** Every move that was played. */
  moves: ReviewedMoveDocument[];
  /** `1-0`, `0-1` or `*`. */
  result: string;
  /** The board, such as `4x4`. */
  size: string;
}

/** A move and what it did to the value. */
export interface ReviewedMoveDocument {
  /** What the move left of it, counted from before the move. */
  after: Worth;
  /** What the position was worth to the player. */
  before: Worth;
  /** For a mistake: the best move instead. */
  better: string | null;
  /** Whether some legal move would have given the value away. */
  could_err: boolean;
  /** For a mistake: the line that begins with the better move. */
  line: string[];
  /** Whether this one did. */
  mistake: boolean;
  /** The move as the rule book spells it. */
  move: string;
  /** Who made it. */
  player: 1 | 2;
  /** Its number, counted from 1. */
  ply: number;
}

/** A grid of cells with what is on them. */
export interface Scene {
  /** The cells, row by row. */
  cells: Cell[];
  /** What stands above each column; empty if the columns have no names. */
  column_labels: string[];
  /** Columns of the grid. */
  columns: number;
  /** What stands before each row; empty if the rows have no names. */
  row_labels: string[];
  /** Rows of the grid. */
  rows: number;
}

/** A seat. */
export interface SeatState {
  /** How they want to be called. */
  name: string | null;
  /** Whether somebody has it. */
  taken: boolean;
}

/** A game as it stands. */
export interface State {
  /** When it was opened. */
  created: string;
  /** Which of the games is played. */
  game: string;
  /** Its address. */
  id: string;
  /** The moves that stand. */
  moves: string[];
  /** Who has offered to take back a move and waits for the answer. */
  offer: 1 | 2 | null;
  /** Whether the game is over. */
  over: boolean;
  /** The number of the next deed. */
  ply: number;
  /** The position. */
  position: string;
  /** The address of the game that follows. */
  rematch: string | null;
  /** The seats of player 1 and player 2. */
  seats: SeatState[];
  /** The size of its board. */
  size: string;
  /** The position from which it is played. */
  start: string;
  /** How it came to an end: `normal` or `resigned`. */
  termination: string | null;
  /** The player whose turn it is. */
  to_move: 1 | 2;
  /** Who has won. */
  winner: 1 | 2 | null;
  /** The seat of whoever asks. */
  you: 1 | 2 | null;
}

/** A move of a game. */
export interface Step {
  /** What is said to the player who made it; may be empty. */
  confirmation: string;
  /** The move as the rule book spells it. */
  move: string;
  /** What everyone must know if play goes on differently from here. */
  notice: string | null;
  /** Who made it. */
  player: 1 | 2;
  /** The cells that the move names, in the order in which a person touches them. */
  touches: number[];
  /** Where it led to. */
  view: View;
}

/** Something on a cell. */
export interface Token {
  /** Whose it is; nobody's if it is an obstacle. */
  owner: 1 | 2 | null;
  /** How the book writes it. */
  text: string;
}

/** A game that is told: as a record, or as its moves. */
export interface Told {
  /** The id of a game. */
  game?: string | null;
  /** What was played. */
  moves?: Moves | null;
  /** The text of a record. Nothing else is needed then. */
  record?: string | null;
  /** The board; the rule book's if it is left out. */
  size?: string | null;
  /** The position in which the game began; the start if it is left out. */
  start?: string | null;
}

/** What best play leads to, for the player who is to move. */
export type ValueName = "win" | "loss" | "endless" | "unsolved";

/** A position, ready to be shown. */
export interface View {
  /** How the game has ended, if it has. */
  ending: string | null;
  /** The id of the game. */
  game: string;
  /** What a move looks like here. */
  how: string;
  /** What each player has left to use, such as `3 barriers`; `null` if the game knows no such thing. */
  left: (string | null)[];
  /** Every legal move; `null` in the middle of a replay. */
  moves: Way[] | null;
  /** How the book calls the players, Player 1 first. */
  names: string[];
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
  /** Who has won, if the game is over. */
  winner: 1 | 2 | null;
  /** The cells that decided the game, by index; empty unless it is over. */
  winning: number[];
}

/** A legal move and how it is made by hand. */
export interface Way {
  /** The move as the rule book spells it. */
  move: string;
  /** The cells that a person touches, in order. */
  touches: number[];
}

/** Why a move can not begin so. */
export interface Why {
  /** In the voice of the rule book; `null` if nothing can be said about these cells. */
  sentence: string | null;
}

/** A value by name, and the plies to the end if it has one. */
export interface Worth {
  /** Plies to the end with best play; `null` for `endless` and `unsolved`. */
  distance: number | null;
  /** What best play leads to. */
  value: ValueName;
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
    answer: Page;
  };
  /** Shows a game as it stands */
  "/games/{id}": {
    parameters: { id: string };
    answer: State;
  };
  /** Lists what has been done in a game */
  "/games/{id}/events": {
    parameters: { id: string; since?: number };
    answer: Events;
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
  /** A puzzle: exactly one move keeps the win. */
  "/puzzles/{game}/{size}": {
    parameters: { game: string; size: string; seed?: number };
    answer: Puzzle;
  };
}

/** What is asked with POST, by the path below the version of the interface. */
export interface Posts {
  /** The exact value of a position and of each of its moves. */
  "/analyze": {
    parameters: {};
    body: Analyze;
    answer: Explained;
  };
  /** Gives a browser its cookie */
  "/browser": {
    parameters: {};
    body: NoFields;
    answer: null;
  };
  /** The move that a level plays in a position. */
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
  "/games/{id}/deeds": {
    parameters: { id: string };
    body: DeedRequest;
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
    body: {};
    answer: Joined;
  };
  /** Plays a move on a position. */
  "/play": {
    parameters: {};
    body: Play;
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
    body: Told;
    answer: ReviewDocument;
  };
  /** Why no legal move begins with the touched cells. */
  "/why": {
    parameters: {};
    body: AskWhy;
    answer: Why;
  };
}
