// The types of the page: those of the server's documents, some of them under other names, and its own.

import type { ContinueSession, Session, View } from "./api.d.ts";

export type * from "./api.d.ts";
export type {
  ActionRequest as Action,
  Entry as Listing,
  Event as LiveEvent,
  NotedCell as Note,
  ReviewedMove as Reviewed,
  ServerMessage as Message,
  State as LiveState,
} from "./api.d.ts";

/** A session as it is told. Names of players come from the catalogue or an address, and the server judges them. */
export type Question = Omit<ContinueSession, "players"> & { players?: [string, string] | null };
/** What a board screen shows. */
export type Game = Pick<Session, "view" | "plies" | "at" | "over" | "winner" | "ending">;
export type Player = View["to_move"];
/** How a sentence is meant. */
export type Tone = "wrong" | "good" | "plain";
