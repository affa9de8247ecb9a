// The types of the API, some of them renamed, and those of the page itself.

import type { Analysis as PlainAnalysis, ContinueSession, Session, View } from "./api.d.ts";

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
/** A mark of the picture of a claim. */
export interface Mark {
  kind: string;
  player: Player | null;
  cells: number[];
  label: string | null;
}
/** A fact that explains a value. */
export interface Claim {
  sentence: string;
  idea: string | null;
  marks: Mark[];
  alt: string;
}
/** The values of a position, with the claims that explain them. */
export type Analysis = PlainAnalysis & { claims?: Claim[] | null };
/** An idea that explains who wins. */
export interface NamedIdea {
  id: string;
  name: string;
  text: string;
  positions: View[];
}
