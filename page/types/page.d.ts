// The types of the API, some of them renamed, and those of the page itself.

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

/** A game as a request. The players may be unknown names from an address, which the server rejects. */
export type SessionRequest = Omit<ContinueSession, "players"> & { players?: [string, string] | null };
/** A game on a board screen. */
export type Game = Pick<Session, "view" | "plies" | "at" | "over" | "winner" | "ending">;
export type Player = View["to_move"];
/** The tone of a sentence. */
export type Tone = "wrong" | "good" | "plain";
