// A game between people, each at their own screen. The first who sits down has the free seat; others watch. Opening a
// link takes no seat: programs that show previews of links open them, too.

import { ask, get, listing, once, post, Refused, tryNow } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { able, button, linkButton, shown } from "../app/controls.js";
import { confirmed } from "../app/dialog.js";
import { announce, h } from "../app/dom.js";
import { arrive, go } from "../app/router.js";
import { keep, kept } from "../app/settings.js";
import { Connection } from "../model/connection.js";
import { remember } from "../model/games.js";
import { join } from "../model/invitation.js";
import { foreseen, proceed } from "../model/session.js";
import { linkField, shareGame } from "../parts/share.js";
import { BoardScreen } from "./board-screen.js";

/** @import { Place } from "../app/router.js" */
/** @import { Action, Game, Listing, LiveEvent, LiveState, Player, Problem } from "../../types/page.d.ts" */
/** @import { Seating } from "../parts/players.js" */
/** @import { Finale } from "./board-screen.js" */

/** @param {Place} place */
export async function show({ parts, signal }) {
  const id = parts[0] ?? "";
  const state = await ask(get("/games/{id}", { id }), signal);
  return new Live(await listing(state.game), state, signal);
}

/** The game at its last position. @param {LiveState} state @returns {Game} */
function gameOf(state) {
  const { view, plies } = /** @type {Pick<Game, "view" | "plies">} */ (state);
  return { ...state, view, plies, at: plies.length };
}

/** Whether a player has a seat, and it is not only reserved. @param {LiveState["seats"][number]} seat */
const isThere = (seat) => seat.taken && !seat.reserved;

/** Said when something is done before the last action is acknowledged. */
const WAITS = "What you did before is still being sent.";

/** @extends {BoardScreen<Game>} */
class Live extends BoardScreen {
  /** Whether a rematch has not been declined. */
  #mayDecline = true;

  offer = button("Ask to take back", () => this.#do("offer-take-back"), { icon: "undo" });
  accept = button("Accept the take-back", () => this.#do("accept-take-back"), { icon: "check", kind: "main" });
  decline = button("Decline", () => this.#do("decline-take-back"), { icon: "close" });
  resign = button("Resign", () => void this.#resign(), { icon: "flag" });
  share = button("Share", () => this.#share(), { icon: "share" });
  role = h("p", { class: "badge" }, "You are watching");
  line = h("p", { role: "status" });
  /** Why no seat could be taken. */
  why = h("p", { class: "said wrong", role: "status" });

  /**
   * @param {Listing} entry
   * @param {LiveState} state
   * @param {AbortSignal} signal
   */
  constructor(entry, state, signal) {
    super(entry, `${entry.name} ${state.size}`, gameOf(state), signal);
    this.state = state;
    this.connection = new Connection(this);
    this.invitation = h(
      "section",
      { class: "panel invitation", "aria-label": "Invitation" },
      h("h2", {}, "Waiting for your friend"),
      h("p", {}, "Send this link. The first who sits down plays against you; everyone after that watches."),
      linkField("Invitation link", new URL(hrefOf(`/game/${state.id}`), location.href).href),
    );
    this.welcome = this.#welcome();
    this.element = this.arrange({
      name: "Game",
      controls: [this.accept, this.decline, this.putBack, this.offer, this.resign, this.share],
      links: [this.role, this.line, this.rulesLink],
      news: [this.invitation, this.welcome, this.why],
      rest: [this.moves.element, this.typing.element],
    });
    this.draw();
    this.#remember();
    const role = state.you ? `You are ${this.game.view.names[state.you - 1]}.` : "You are watching.";
    this.say(`${role} ${this.next}`);
    signal.addEventListener("abort", () => (document.title = document.title.replace(/^● /, "")));
  }

  /** The panel in which an invited person sits down. */
  #welcome() {
    const { name } = kept("choices", { name: "" });
    const host = this.state.seats.find((seat) => seat.taken)?.name;
    const field = h("input", { type: "text", maxlength: 40, autocomplete: "nickname", value: name });
    const sit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      keep("choices", { ...kept("choices", {}), name: field.value });
      try {
        const { state, why } = await join(this.state, field.value, this.signal);
        if (why) this.why.textContent = why;
        // The connection is made anew, by the person who has the seat now.
        else if (state.you) await arrive();
        else this.adopt(state);
      } catch (fault) {
        if (fault instanceof Refused) this.why.textContent = fault.message;
        else if (!this.signal.aborted) throw fault;
      }
    };
    return h(
      "section",
      { class: "panel invitation", "aria-label": "Invitation" },
      h("h2", {}, `${host ?? "A friend"} invites you to a game`),
      h(
        "form",
        { class: "row bottom", onsubmit: sit },
        h("label", { class: "field" }, h("span", {}, "Your name, if you like"), field),
        h("button", { type: "submit", class: "button main" }, "Sit down and play"),
      ),
      h("p", { class: "quiet" }, "Or stay and watch."),
    );
  }

  /** The games of a player are listed in this browser. */
  #remember() {
    const { id, you, seats, moves, ending } = this.state;
    if (!you) return;
    const who = `you and ${seats[you === 1 ? 1 : 0].name ?? "a friend"}`;
    const { title, entry } = this;
    const address = `/game/${id}`;
    remember({ key: id, address, game: entry.id, title, who, moves: moves.length, ending: ending ?? "" });
  }

  /** How a player is called here. @param {Player} player */
  #name(player) {
    const { name } = this.state.seats[player - 1];
    const book = this.game.view.names[player - 1];
    return name ? `${name}, ${book},` : book;
  }

  get #hasOpponent() {
    return this.state.seats.every((seat) => seat.taken);
  }

  get #isMyTurn() {
    return this.state.can.includes("move");
  }

  /** @override */
  get mayMove() {
    return this.#isMyTurn && this.isAtEnd && !this.connection.isPending;
  }

  /** @override */
  get idle() {
    return this.connection.isPending ? WAITS : this.state.you ? super.idle : "You are watching.";
  }

  /** @override */
  get next() {
    return this.state.ending ?? (this.#isMyTurn ? "Your move." : (this.state.view?.next ?? ""));
  }

  /** @override */
  get outcome() {
    const outcome = super.outcome;
    const { you, winner } = this.state;
    if (!outcome || !you || !winner) return outcome;
    return /** @type {Finale} */ (
      winner === you ? { text: "You won", tone: "won" } : { text: "You lost", tone: "lost" }
    );
  }

  /** @override @returns {Seating} */
  get seating() {
    const { seats, you } = this.state;
    const [one, two] = seats.map((seat, n) => {
      if (you === n + 1) return seat.name ? `${seat.name} (you)` : "you";
      if (seat.reserved) return `${seat.name ?? (you ? "your friend" : "a person")} (invited)`;
      if (!seat.taken) return "nobody yet";
      return `${seat.name ?? (you ? "your friend" : "a person")} · ${seat.here ? "here" : "away"}`;
    });
    return { ...super.seating, who: [one, two], doing: this.shown === this.foreseen ? "sending" : undefined };
  }

  /** @override */
  draw() {
    super.draw();
    const isMine = this.#isMyTurn && !this.foreseen;
    document.title = document.title.replace(/^● /, "").replace(/^/, isMine && document.hidden ? "● " : "");
    const { you, over } = this.state;
    this.role.hidden = you !== null;
    this.invitation.hidden = you === null || over || this.#hasOpponent;
    this.welcome.hidden = you !== null || over || this.#hasOpponent;
  }

  /** @override */
  showControls() {
    super.showControls();
    const { id, you, can, over, rematch } = this.state;
    const { plies } = this.game;
    /** @type {[string, HTMLButtonElement][]} */
    const actions = [
      ["accept-take-back", this.accept],
      ["decline-take-back", this.decline],
      ["offer-take-back", this.offer],
      ["resign", this.resign],
    ];
    for (const [action, made] of actions) {
      shown(made, can.includes(action));
      able(made, !this.connection.isPending);
    }
    const again = rematch ? "Join the rematch" : "Rematch";
    this.showResult(
      over,
      you && button(again, () => void this.#rematch(), { kind: "main", icon: "again" }),
      you && rematch && this.#mayDecline && button("Decline the rematch", () => void this.#declineRematch()),
      !you && rematch && linkButton("Watch the rematch", `/game/${rematch}`, { kind: "main", icon: "again" }),
      plies.length > 0 && linkButton("Review the game", `/review?live=${id}`, { icon: "graph" }),
    );
  }

  get #isLost() {
    return this.line.textContent !== "";
  }

  /** @param {boolean} isOpen */
  lined(isOpen) {
    if (isOpen && this.#isLost) announce("Connected again.");
    // Questions that wait for the server are asked again at once.
    if (isOpen) tryNow();
    this.line.textContent = isOpen ? "" : "Connection lost. Trying again.";
    this.line.className = isOpen ? "" : "badge loss";
  }

  /** The game is not there any more. @param {Problem} problem */
  gone(problem) {
    this.line.textContent = problem.status === 404 ? "This game was deleted." : problem.detail;
    this.line.className = "badge loss";
    announce(this.line.textContent);
  }

  /** Takes over a state of the game. @param {LiveState} next @param {LiveEvent} [event] what was done last */
  adopt(next, event) {
    const before = this.state;
    // An answer may be older than what has been told meanwhile.
    if (next.ply >= before.ply) this.state = { ...next, you: next.you ?? before.you };
    if (next.ply > before.ply) {
      // A person who looks at an earlier position goes on doing so until there is another move.
      if (this.isAtEnd || next.moves.length !== before.moves.length) this.take(gameOf(next));
      this.foreseen = null;
      this.typing.clear();
      this.#remember();
      const said = event?.ply === next.ply - 1 ? this.#told(event) : this.told;
      this.draw();
      this.say([said, this.next].filter(Boolean).join(" "), next.over ? "good" : "plain");
    } else {
      this.draw();
    }
    this.#greet(before);
  }

  /** What was done, in words. @param {LiveEvent} event */
  #told({ player, action, notice }) {
    const isMine = player === this.state.you;
    const name = this.#name(player);
    /** @type {Record<string, string>} */
    const said = {
      move: this.told,
      "offer-take-back": isMine ? "You ask to take back your last move." : `${name} asks to take back their last move.`,
      "decline-take-back": isMine ? "You decline." : `${name} declines the take-back.`,
      "accept-take-back": "The move is taken back.",
    };
    return [said[action], notice].filter(Boolean).join(" ");
  }

  /** Says who has come, and that there is a rematch. @param {LiveState} before */
  #greet(before) {
    const { seats, you, rematch } = this.state;
    const come = seats.findIndex((seat, n) => isThere(seat) && !isThere(before.seats[n]));
    const who = you ? "Your friend" : this.#name(come === 0 ? 1 : 2);
    if (come >= 0 && this.#hasOpponent) this.say(`${who} is here. ${this.next}`);
    if (rematch === before.rematch) return;
    const [one, two] = seats.map((seat, n) => seat.name ?? this.game.view.names[n]);
    this.say(you ? "Your friend would like a rematch." : `${one} and ${two} have a rematch.`, "good");
  }

  /** @param {Problem} problem */
  refused(problem) {
    if (problem.current) this.adopt(problem.current);
    this.refuse(problem.detail);
  }

  /** Plays a move, or says why not; it is shown at once and sent until it is kept. @override @param {string} move */
  async play(move) {
    if (!this.mayMove) return;
    this.foreseen = foreseen(this.game, move);
    const waits = "Your move is kept, and sent as soon as the connection is back.";
    this.#send({ ply: this.state.ply, action: "move", move }, this.#isLost ? waits : "Sending your move.");
  }

  /** @override @param {number} at */
  async goTo(at) {
    const { game, size, start, moves, resigned } = this.state;
    const shown = await this.answer(proceed({ game, size, start, moves, at, resigned }, this.signal));
    if (!shown) return;
    this.game = shown;
    this.draw();
  }

  /** @param {"resign" | "offer-take-back" | "accept-take-back" | "decline-take-back"} action */
  #do(action) {
    const waits = "That is kept, and done as soon as the connection is back.";
    if (this.connection.isPending) this.say(WAITS, "wrong");
    else this.#send({ ply: this.state.ply, action }, this.#isLost ? waits : "Sending.");
  }

  /** Until the server has answered, nothing else is done. @param {Action} action @param {string} said */
  #send(action, said) {
    this.connection.send(action);
    this.draw();
    this.say(said);
  }

  async #resign() {
    if (this.connection.isPending || (await confirmed("Resign this game?", "Resign"))) this.#do("resign");
  }

  async #rematch() {
    try {
      const { game } = await once(post("/games/{id}/rematch", {}, { id: this.state.id }));
      go(`/game/${game.id}`);
    } catch (fault) {
      this.say(fault instanceof Refused ? fault.message : "The server does not answer. Try again.", "wrong");
    }
  }

  async #declineRematch() {
    try {
      await once(post("/games/{id}/rematch/decline", {}, { id: this.state.id }));
      this.#mayDecline = false;
      this.showControls();
      this.say("You have declined the rematch.", "plain");
    } catch (fault) {
      this.say(fault instanceof Refused ? fault.message : "The server does not answer. Try again.", "wrong");
    }
  }

  #share() {
    const { id } = this.state;
    const record = ask(get("/games/{id}/record", { id }));
    shareGame(this.title, this.hand.board, this.game.view, { link: `/game/${id}`, record });
  }
}
