// A game between people on different devices. The first person to join takes the free seat; others watch. Opening a
// link takes no seat, because programs that preview links open them as well.

import { ApiError, get, listing, post, request, requestOnce, retryNow } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { button, linkButton, row, setEnabled, setShown } from "../app/controls.js";
import { confirmed, openDialog } from "../app/dialog.js";
import { announce, h } from "../app/dom.js";
import { go } from "../app/router.js";
import { store } from "../app/settings.js";
import { picture } from "../board/board.js";
import { Connection } from "../model/connection.js";
import { finaleOf, GameState, ownFinale } from "../model/game-state.js";
import { boardOf, headToHead, remember } from "../model/games.js";
import { join } from "../model/invitation.js";
import { choices } from "../model/ladder.js";
import { predicted, proceed } from "../model/session.js";
import { Result } from "../parts/result.js";
import { linkField, qrPicture, shareGame } from "../parts/share.js";
import { Table } from "../parts/table.js";

/** @import { Place } from "../app/router.js" */
/** @import { Action, Game, Listing, LiveEvent, LiveState, Player, Problem } from "../../types/page.d.ts" */

/** @param {Place} place */
export async function show({ parts, signal }) {
  const id = parts[0] ?? "";
  const state = await request(get("/games/{id}", { id }), signal);
  return new Live(await listing(state.game), state, signal);
}

/** Returns the game at its last position. @param {LiveState} state @returns {Game} */
function gameOf(state) {
  const { view, plies } = /** @type {Pick<Game, "view" | "plies">} */ (state);
  return { ...state, view, plies, at: plies.length };
}

/** @param {LiveState["seats"][number]} seat */
const isOccupied = (seat) => seat.taken && !seat.reserved;

const SENDING = "Your last action is still being sent.";
const UNREACHABLE = "The server does not respond. Try again.";

class Live {
  #hasDeclined = false;
  /** The card in which an invited person joins. @type {HTMLDialogElement | null} */
  #welcome = null;

  offer = button("Request a takeback", () => this.#do("offer-take-back"), { icon: "undo" });
  accept = button("Accept the takeback", () => this.#do("accept-take-back"), { icon: "check", kind: "main" });
  decline = button("Decline", () => this.#do("decline-take-back"), { icon: "close" });
  resign = button("Resign", () => void this.#resign(), { icon: "flag" });
  share = button("Share", () => this.#share(), { icon: "share" });
  error = h("p", { class: "said wrong", role: "status" });
  role = h("p", { class: "badge" }, "You are watching");
  status = h("p", { role: "status" });
  join = button("Join the game", () => this.#openWelcome(), { icon: "play", kind: "main" });

  /** @param {Listing} entry @param {LiveState} state @param {AbortSignal} signal */
  constructor(entry, state, signal) {
    this.entry = entry;
    this.title = `${entry.name} ${state.size}`;
    this.signal = signal;
    this.live = state;
    this.state = new GameState(gameOf(state), signal);
    this.table = new Table(entry, this.title, signal, {
      play: (move) => this.#play(move),
      goTo: (at) => this.#goTo(at),
      prompt: () => this.#prompt,
    });
    this.connection = new Connection(state.id, signal, {
      state: () => this.live,
      adopt: (next, event) => this.#adopt(next, event),
      refused: (problem) => this.#refused(problem),
      connected: (isOpen) => this.#connected(isOpen),
      gone: (problem) => this.#gone(problem),
    });
    this.invitation = this.#invitation();
    this.result = new Result(signal, () => this.#draw());
    this.element = this.table.arrange({
      name: "Game",
      controls: [this.join, this.accept, this.decline, this.offer, this.resign],
      view: [this.share],
      links: [this.table.rulesLink],
      news: [this.role, this.status, this.invitation],
      rest: [this.table.moves.element, this.table.typing.element],
    });
    this.#draw();
    if (this.#canJoin) this.#openWelcome();
    this.#start();
    signal.addEventListener("abort", () => (document.title = document.title.replace(/^● /, "")));
  }

  /** Names the person's role. */
  #start() {
    this.#remember();
    const { you } = this.live;
    const role = you ? `You are ${this.#names[you - 1]}.` : "You are watching.";
    this.table.say(`${role} ${this.#prompt}`);
  }

  /** Opens the card in which an invited person joins. */
  #openWelcome() {
    const { entry, live, signal } = this;
    const host = live.seats.find((seat) => seat.taken)?.name;
    const field = h("input", { type: "text", maxlength: 40, autocomplete: "nickname", value: choices().name });
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      store("choices", { ...choices(), name: field.value });
      try {
        const { state, error: reason } = await join(this.live, field.value, signal);
        // The board stays, so that no touch is lost.
        if (state.you) this.connection.reopen();
        this.#adopt(state);
        // Last, so that the news of the taken seat does not replace it.
        if (reason) this.#fail(reason);
        if (state.you) this.#start();
      } catch (reason) {
        if (reason instanceof ApiError) this.#fail(reason.message);
        else if (!signal.aborted) throw reason;
      }
    };
    const crest = h("div", { class: "card-board" }, picture(entry.picture));
    crest.style.setProperty("--hue", String(entry.hue));
    const lesson = `/learn/${entry.id}?then=${encodeURIComponent(`/game/${live.id}`)}`;
    const dialog = openDialog(`${host ?? "A friend"} invites you to a game`, [
      crest,
      h("h3", {}, this.title),
      h("p", { class: "lead" }, entry.summary),
      h(
        "form",
        { class: "row bottom", onsubmit: submit },
        h("label", { class: "field" }, h("span", {}, "Your name (optional)"), field),
        h("button", { type: "submit", class: "button main wide" }, "Join"),
      ),
      this.error,
      row(
        linkButton("Learn in a minute", lesson, { icon: "learn" }),
        button("Just watch", () => dialog.close(), { kind: "plain" }),
      ),
    ]);
    dialog.classList.add("cover");
    signal.addEventListener("abort", () => dialog.close());
    this.#welcome = dialog;
  }

  /** Explains why the person cannot join, also after the card is closed. @param {string} reason */
  #fail(reason) {
    this.error.textContent = reason;
    this.table.say(reason, "wrong");
  }

  /** The panel with the link to invite a friend. */
  #invitation() {
    const link = new URL(hrefOf(`/game/${this.live.id}`), location.href).href;
    return h(
      "section",
      { class: "panel invitation", "aria-label": "Invitation" },
      h("h2", {}, "Waiting for your friend"),
      h("p", {}, "Send this link, or let your friend scan the code. The first person to join plays against you."),
      linkField("Invitation link", link),
      qrPicture(link),
      row(this.table.learnLink),
    );
  }

  /** Adds the game to the person's own games. */
  #remember() {
    const { id, you, seats, moves, ending, winner } = this.live;
    if (!you) return;
    const { name } = seats[you === 1 ? 1 : 0];
    const who = `you and ${name ?? "a friend"}`;
    const { title, entry } = this;
    const result = !winner ? "" : winner === you ? "won" : "lost";
    remember({
      ...{ key: id, address: `/game/${id}`, game: entry.id, title, who, opponent: name ?? "", result },
      ...{ moves: moves.length, ending: ending ?? "", ...boardOf(gameOf(this.live).view.scene) },
    });
  }

  get #names() {
    return this.state.game.view.names;
  }

  /** @param {Player} player */
  #name(player) {
    const { name } = this.live.seats[player - 1];
    const role = this.#names[player - 1];
    return name ? `${name}, ${role},` : role;
  }

  get #isFull() {
    return this.live.seats.every((seat) => seat.taken);
  }

  get #canJoin() {
    return this.live.you === null && !this.live.over && !this.#isFull;
  }

  get #isMyTurn() {
    return this.live.can.includes("move");
  }

  get #mayMove() {
    return this.#isMyTurn && this.state.isAtEnd && !this.connection.isPending;
  }

  get #prompt() {
    return this.live.ending ?? (this.#isMyTurn ? "Your turn." : (this.live.view?.next ?? ""));
  }

  get #finale() {
    const finale = finaleOf(this.state.shown);
    const { you, winner } = this.live;
    return !finale || !you || !winner ? finale : ownFinale(winner === you);
  }

  /** @returns {[string, string]} */
  get #who() {
    const { seats, you } = this.live;
    const [one, two] = seats.map((seat, n) => {
      if (you === n + 1) return seat.name ? `${seat.name} (you)` : "you";
      const name = seat.name ?? (you ? "your friend" : "a player");
      if (seat.reserved) return `${name} (invited)`;
      return seat.taken ? `${name} ${seat.here ? "●" : "○"}` : "open seat";
    });
    return [one, two];
  }

  #draw() {
    const { state, live, connection } = this;
    const { view, plies, at, over, winner } = state.shown;
    const last = plies[at - 1];
    const { you, can } = live;
    this.table.show({
      game: state.game,
      position: {
        view,
        mayMove: this.#mayMove,
        idle: connection.isPending ? SENDING : you ? "It is not your turn." : "You are watching.",
        marks: { last: last?.touches, lastBy: last?.player },
      },
      seating: {
        who: this.#who,
        isOver: state.isAtEnd && over,
        winner: state.isAtEnd ? winner : null,
        doing: state.shown === state.predicted ? "sending" : undefined,
      },
      finale: this.#finale,
      results: this.#results,
      facts: this.#facts,
    });
    const isMine = this.#isMyTurn && !state.predicted;
    document.title = document.title.replace(/^● /, "").replace(/^/, isMine && document.hidden ? "● " : "");
    setShown(this.role, you === null);
    setShown(this.invitation, you !== null && !live.over && !this.#isFull);
    setShown(this.join, this.#canJoin);
    if (!this.#canJoin) this.#welcome?.close();
    /** @type {[string, HTMLButtonElement][]} */
    const actions = [
      ["accept-take-back", this.accept],
      ["decline-take-back", this.decline],
      ["offer-take-back", this.offer],
      ["resign", this.resign],
    ];
    for (const [action, control] of actions) {
      setShown(control, can.includes(action));
      setEnabled(control, !connection.isPending);
    }
  }

  get #results() {
    const { id, you, over, rematch, moves } = this.live;
    if (!over) return [];
    const again = rematch ? "Join the rematch" : "Rematch";
    const canDecline = you && rematch && !this.#hasDeclined;
    return [
      you && button(again, () => void this.#rematch(), { kind: "main", icon: "again" }),
      canDecline && button("Decline the rematch", () => void this.#declineRematch()),
      !you && rematch && linkButton("Watch the rematch", `/game/${rematch}`, { kind: "main", icon: "again" }),
      this.result.hasMistakes &&
        linkButton("Learn from your mistakes", `/review?live=${id}&learn=0`, { icon: "learn" }),
      moves.length > 0 && linkButton("Review the game", `/review?live=${id}`, { icon: "graph" }),
    ];
  }

  /** The facts about a finished game, and the score against this friend. */
  get #facts() {
    const { game, size, start, moves, resigned, you, winner, over, id, seats } = this.live;
    if (!over) return null;
    const spec = { game, size, start, moves, resigned };
    void this.result.show({ spec, viewer: you, winner, names: this.#names, review: () => `/review?live=${id}` });
    const friend = you && seats[you === 1 ? 1 : 0].name;
    const { won, lost } = headToHead(friend || "");
    const score = friend && won + lost > 1 && h("p", {}, `You and ${friend}: ${won} to ${lost}.`);
    return h("div", { class: "lines" }, this.result.element, score);
  }

  get #isDisconnected() {
    return this.status.textContent !== "";
  }

  /** @param {boolean} isOpen */
  #connected(isOpen) {
    if (isOpen && this.#isDisconnected) announce("Connected again.");
    if (isOpen) retryNow();
    this.status.textContent = isOpen ? "" : "Connection lost. Reconnecting.";
    this.status.className = isOpen ? "" : "badge loss";
  }

  /** @param {Problem} problem */
  #gone(problem) {
    this.status.textContent = problem.status === 404 ? "This game was deleted." : problem.detail;
    this.status.className = "badge loss";
    announce(this.status.textContent);
  }

  /** Takes over a state of the game. @param {LiveState} next @param {LiveEvent} [event] the last event of that state */
  #adopt(next, event) {
    const before = this.live;
    const { state, table } = this;
    // A response may be older than a message that arrived before it.
    if (next.ply >= before.ply) this.live = { ...next, you: next.you ?? before.you };
    if (next.ply > before.ply) {
      // An earlier position stays on the screen until the next move.
      if (state.isAtEnd || next.moves.length !== before.moves.length) state.set(gameOf(next));
      state.predicted = null;
      table.typing.clear();
      this.#remember();
      const sentence =
        event?.ply === next.ply - 1
          ? this.#describe(event, before.moves.length - next.moves.length)
          : state.lastSentence;
      this.#draw();
      table.say([sentence, this.#prompt].filter(Boolean).join(" "), next.over ? "good" : "plain");
    } else {
      this.#draw();
    }
    this.#greet(before);
  }

  /** @param {LiveEvent} event @param {number} undone the number of moves taken back */
  #describe({ player, action, notice }, undone) {
    const isMine = player === this.live.you;
    const name = this.#name(player);
    // The player whose turn it is takes back two moves.
    const hasReply = this.live.to_move === player;
    /** @type {Record<string, string>} */
    const sentences = {
      move: this.state.lastSentence,
      "offer-take-back": isMine
        ? `You asked to take back your last move${hasReply ? " and the reply to it" : ""}.`
        : `${name} asks to take back their last move${hasReply ? " and your reply: both moves are undone" : ""}.`,
      "decline-take-back": isMine ? "You declined the takeback." : `${name} declined the takeback.`,
      "accept-take-back": undone > 1 ? "Both moves were taken back." : "The move was taken back.",
    };
    return [sentences[action], notice].filter(Boolean).join(" ");
  }

  /** Announces that a player has joined, or a rematch. @param {LiveState} before */
  #greet(before) {
    const { seats, you, rematch } = this.live;
    const joined = seats.findIndex((seat, n) => isOccupied(seat) && !isOccupied(before.seats[n]));
    const who = you ? "Your friend" : this.#name(joined === 0 ? 1 : 2);
    if (joined >= 0 && this.#isFull) this.table.say(`${who} has joined. ${this.#prompt}`);
    if (rematch === before.rematch) return;
    const [one, two] = seats.map((seat, n) => seat.name ?? this.#names[n]);
    this.table.say(you ? "Your friend would like a rematch." : `${one} and ${two} are playing a rematch.`, "good");
  }

  /** @param {Problem} problem */
  #refused(problem) {
    if (problem.current) this.#adopt(problem.current);
    this.#refuse(problem.detail);
  }

  /** @param {string} reason */
  #refuse(reason) {
    this.state.predicted = null;
    this.#draw();
    this.table.say(reason, "wrong");
  }

  /** Shows a move at once, and sends it until the server has stored it. @param {string} move */
  #play(move) {
    if (!this.#mayMove) return;
    this.state.predicted = predicted(this.state.game, move);
    const waiting = "Your move is saved. It will be sent once you are back online.";
    this.#send({ ply: this.live.ply, action: "move", move }, this.#isDisconnected ? waiting : "Sending your move.");
  }

  /** @param {number} at */
  async #goTo(at) {
    const { game, size, start, moves, resigned } = this.live;
    const response = proceed({ game, size, start, moves, at, resigned }, this.signal);
    const session = await this.state.latest(response, (reason) => this.#refuse(reason));
    if (!session) return;
    this.state.game = session;
    this.#draw();
  }

  /** @param {"resign" | "offer-take-back" | "accept-take-back" | "decline-take-back"} action */
  #do(action) {
    const waiting = "Saved. It will be sent once you are back online.";
    if (this.connection.isPending) this.table.say(SENDING, "wrong");
    else this.#send({ ply: this.live.ply, action }, this.#isDisconnected ? waiting : "Sending.");
  }

  /** @param {Action} action @param {string} sentence */
  #send(action, sentence) {
    this.connection.send(action);
    this.#draw();
    this.table.say(sentence);
  }

  async #resign() {
    if (this.connection.isPending || (await confirmed("Resign this game?", "Resign"))) this.#do("resign");
  }

  async #rematch() {
    try {
      const { game } = await requestOnce(post("/games/{id}/rematch", {}, { id: this.live.id }));
      go(`/game/${game.id}`);
    } catch (error) {
      this.table.say(error instanceof ApiError ? error.message : UNREACHABLE, "wrong");
    }
  }

  async #declineRematch() {
    try {
      await requestOnce(post("/games/{id}/rematch/decline", {}, { id: this.live.id }));
      this.#hasDeclined = true;
      this.#draw();
      this.table.say("You declined the rematch.");
    } catch (error) {
      this.table.say(error instanceof ApiError ? error.message : UNREACHABLE, "wrong");
    }
  }

  #share() {
    const { id } = this.live;
    const record = request(get("/games/{id}/record", { id }));
    shareGame(this.title, this.table.input.board, this.state.game.view, { link: `/game/${id}`, record });
  }
}
