//! A player or a spectator of one game after another, which records every event. Each is a task, not a thread.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use quintet_arena::Dice;
use quintet_games::{AnyPosition, Variant};
use quintet_rules::{Player, Random};
use quintet_testkit::http::{HttpRequest, post};
use quintet_testkit::socket::{AsyncSocket, exchange, upgrade};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::checker::{Event, History, SentAction};

/// The time limit for a connection or the response to a request.
const WAIT: Duration = Duration::from_secs(3);

/// The status and the document of the response to a request.
pub(crate) async fn ask(
    address: SocketAddr,
    request: &HttpRequest,
    wait: Duration,
) -> io::Result<(u16, Value)> {
    let (answer, ..) = timeout(wait, exchange(address, request)).await??;
    let document = match &answer.body[..] {
        [] => Value::Null,
        body => serde_json::from_slice(body)?,
    };
    Ok((answer.status, document))
}

/// The phases of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Play,
    /// The clients finish pending requests and send no new ones.
    Settle,
    End,
}

/// Data that all clients share.
pub(crate) struct Common {
    pub(crate) addresses: Vec<SocketAddr>,
    pub(crate) phase: watch::Receiver<Phase>,
    /// The longest time for which a player waits before a move, in milliseconds.
    pub(crate) thought: u32,
    /// Actions that were acknowledged.
    pub(crate) acknowledged: AtomicUsize,
    /// Responses of a node that was behind the client.
    pub(crate) behind: AtomicUsize,
    /// Responses with status 503.
    pub(crate) busy: AtomicUsize,
}

/// The record of one client.
#[derive(Default)]
pub(crate) struct Record {
    /// Its games that were not compared yet, the current one last.
    pub(crate) games: Vec<ClientGame>,
    /// The number of the current game, counted from the first.
    pub(crate) generation: usize,
    /// True if no request has been pending since the phase changed to settling.
    pub(crate) is_settled: bool,
    /// Responses that violate the protocol.
    pub(crate) complaints: Vec<String>,
}

/// A client's view of a game.
#[derive(Clone)]
pub(crate) struct ClientGame {
    pub(crate) id: String,
    pub(crate) variant: &'static dyn Variant,
    pub(crate) first: Player,
    pub(crate) history: History,
}

/// A place at a table: a seat with its token, or that of a spectator.
pub(crate) struct Place {
    pub(crate) client: String,
    pub(crate) seat: Option<(Player, String)>,
    /// The preferred node.
    pub(crate) node: usize,
    /// True if it never uses another node.
    pub(crate) stays: bool,
    /// True if it acts by requests and not on its socket.
    pub(crate) requests: bool,
}

/// A running client.
pub(crate) struct Client {
    place: Place,
    common: Arc<Common>,
    record: Arc<Mutex<Record>>,
    dice: Dice,
    node: usize,
    /// The requested action, while its outcome is unknown.
    pending: Option<SentAction>,
    /// The outcomes of all actions before this number have been received, in any order.
    settled: usize,
    /// The rematch, once the client was notified of it.
    next: Option<String>,
}

/// A wait for an event on a connection.
struct Attention {
    socket: AsyncSocket,
    /// The number of actions at the time of the connection.
    goal: Option<usize>,
    /// The deadline of the response.
    answer: Option<Instant>,
    /// The time of the next action.
    look: Option<Instant>,
}

/// The time before a retry.
const AGAIN: Duration = Duration::from_millis(100);

/// Complaints that each client records.
const COMPLAINTS: usize = 10;

impl Client {
    pub(crate) fn new(place: Place, game: ClientGame, common: Arc<Common>, dice: Dice) -> Self {
        let record = Record {
            games: vec![game],
            ..Record::default()
        };
        Client {
            node: place.node,
            place,
            common,
            record: Arc::new(Mutex::new(record)),
            dice,
            pending: None,
            settled: 0,
            next: None,
        }
    }

    pub(crate) fn record(&self) -> Arc<Mutex<Record>> {
        Arc::clone(&self.record)
    }

    /// Plays until the phase ends.
    pub(crate) async fn run(mut self) {
        while *self.common.phase.borrow() != Phase::End {
            if self.attend().await.is_err() {
                if !self.place.stays {
                    self.node = (self.node + 1) % self.common.addresses.len();
                }
                sleep(AGAIN).await;
            }
        }
    }

    /// Plays or watches one game on one connection, until either ends.
    async fn attend(&mut self) -> io::Result<()> {
        let (id, since) = {
            let record = self.record.lock().expect("no panic");
            let known = record.games.last().expect("a game");
            (known.id.clone(), known.history.seen.len())
        };
        let request = upgrade(&id);
        let opening = AsyncSocket::open(self.address(), &request);
        let mut socket = timeout(WAIT, opening).await??;
        let token = self.place.seat.as_ref().map(|(_, token)| token);
        let watch = json!({"watch": {"since": since, "token": token, "views": false}});
        timeout(WAIT, socket.say(&watch)).await??;
        let mut attention = Attention {
            socket,
            goal: None,
            answer: Some(Instant::now() + WAIT),
            look: None,
        };
        let mut phase = self.common.phase.clone();
        let mut before = None;
        loop {
            let now = *phase.borrow_and_update();
            if before.replace(now) != Some(now) {
                attention.look = Some(Instant::now());
            }
            self.record.lock().expect("no panic").is_settled =
                now == Phase::Settle && self.pending.is_none();
            if now == Phase::End || self.follows() || self.game(|known| known.id != id) {
                return Ok(());
            }
            let never = Instant::now() + Duration::from_hours(1);
            tokio::select! {
                heard = attention.socket.hear() => self.hears(&heard?, &mut attention),
                changed = phase.changed() => changed.map_err(io::Error::other)?,
                () = sleep_until(attention.look.unwrap_or(never)) => {
                    attention.look = None;
                    self.acts(now, &mut attention).await?;
                }
                () = sleep_until(attention.answer.unwrap_or(never)) => {
                    return Err(io::ErrorKind::TimedOut.into());
                }
            }
        }
    }

    fn address(&self) -> SocketAddr {
        self.common.addresses[self.node]
    }

    fn thinks(&mut self) -> Instant {
        let thought = self.dice.below(self.common.thought.max(1));
        Instant::now() + Duration::from_millis(thought.into())
    }

    /// Accesses the view of the current game.
    fn game<T>(&self, with: impl FnOnce(&mut ClientGame) -> T) -> T {
        let mut record = self.record.lock().expect("no panic");
        with(record.games.last_mut().expect("a game"))
    }

    fn complain(&self, complaint: &str) {
        let mut record = self.record.lock().expect("no panic");
        if record.complaints.len() < COMPLAINTS {
            let client = &self.place.client;
            record.complaints.push(format!("{client}: {complaint}"));
        }
    }

    /// Moves a spectator to the rematch of a finished game.
    fn follows(&mut self) -> bool {
        let is_spectator = self.place.seat.is_none();
        if !is_spectator || self.next.is_none() || !self.game(|known| known.is_over()) {
            return false;
        }
        let next = self.next.take().expect("just looked");
        self.begin(next);
        true
    }

    /// Moves to another game.
    fn begin(&mut self, id: String) {
        let (variant, first) = self.game(|known| (known.variant, known.first.other()));
        let known = ClientGame::new(id, variant, first, &self.place);
        let mut record = self.record.lock().expect("no panic");
        record.games.push(known);
        record.generation += 1;
        (self.pending, self.settled, self.next) = (None, 0, None);
    }

    /// Records a message of a node.
    fn hears(&mut self, heard: &Value, attention: &mut Attention) {
        if let Some(state) = heard.get("state") {
            let (ply, seen) = (ply_of(state), self.game(|known| known.history.seen.len()));
            attention.goal = ply;
            attention.answer = None;
            if ply < Some(seen) {
                count(&self.common.behind);
            }
            let seat = self.place.seat.as_ref().map(|(player, _)| player.number());
            if state["you"] != json!(seat) {
                self.complain(&format!("its seat is {}", state["you"]));
            }
            let start = self.game(|known| known.variant.start(known.first).text());
            if state["start"] != start {
                self.complain(&format!("its game began with {}", state["start"]));
            }
            self.next = state["rematch"].as_str().map(str::to_owned);
            attention.look = Some(self.thinks());
        } else if let Some(event) = heard.get("event") {
            self.sees(event);
            attention.look = Some(self.thinks());
        } else if let Some(done) = heard.get("done") {
            attention.answer = None;
            attention.look = Some(self.thinks());
            self.is_acknowledged(done);
        } else if let Some(problem) = heard.get("problem") {
            attention.answer = None;
            attention.look = Some(Instant::now() + AGAIN);
            self.is_refused(problem);
        } else if let Some(next) = heard.get("rematch") {
            self.next = next.as_str().map(str::to_owned);
            attention.look = Some(self.thinks());
        } else if heard.get("seats").is_none() {
            self.complain(&format!("it received {heard}"));
        }
    }

    /// Reads an event, or records a complaint.
    fn event(&self, event: &Value) -> Option<Event> {
        let read = serde_json::from_value(event.clone());
        let read = read.map_err(|error| self.complain(&format!("{error} in {event}")));
        read.ok()
    }

    fn sees(&mut self, event: &Value) {
        let Some(event) = self.event(event) else {
            return;
        };
        let ply = event.ply;
        let wanted = self.game(|known| known.history.seen.len());
        if ply != wanted {
            return self.complain(&format!("it received {event:?} instead of {wanted}"));
        }
        self.game(|known| known.history.seen.push(event));
        self.settle(ply);
    }

    fn settle(&mut self, ply: usize) {
        self.settled = self.settled.max(ply + 1);
        let settled = self.settled;
        self.pending.take_if(|pending| pending.ply < settled);
    }

    fn is_acknowledged(&mut self, event: &Value) {
        if let Some(event) = self.event(event) {
            self.settle(event.ply);
            self.game(|known| known.history.acknowledged.push(event));
            count(&self.common.acknowledged);
        }
    }

    fn is_refused(&mut self, problem: &Value) {
        let Some(asked) = self.pending.clone() else {
            // The socket has delivered the action before it, or the action itself.
            let last = self.game(|known| known.history.asked.last().cloned());
            if problem["status"] == 409
                && let Some(asked) = last
            {
                self.game(|known| known.history.refused.push(asked));
            }
            return;
        };
        let current = ply_of(&problem["current"]);
        match problem["status"].as_u64() {
            Some(409) if current > Some(asked.ply) => {
                self.settle(asked.ply);
                self.game(|known| known.history.refused.push(asked));
            }
            Some(409) if current < Some(asked.ply) => count(&self.common.behind),
            Some(503) => count(&self.common.busy),
            _ => self.complain(&format!("{asked:?} was answered {problem}")),
        }
    }

    /// Repeats a request with an unknown outcome, or sends a new one.
    async fn acts(&mut self, phase: Phase, attention: &mut Attention) -> io::Result<()> {
        let Some((player, token)) = self.place.seat.clone() else {
            return Ok(());
        };
        let seen = self.game(|known| known.history.seen.len());
        if attention.answer.is_some() || attention.goal.is_none_or(|goal| seen < goal) {
            return Ok(());
        }
        let is_free = self.pending.is_none() && seen >= self.settled;
        // The opponent may have moved already.
        let goes_on = phase == Phase::Play || self.next.is_some();
        if is_free && goes_on && self.game(|known| known.is_over()) {
            return self.asks_for_rematch(player, &token, attention).await;
        }
        if is_free && phase == Phase::Play {
            let dice = &mut self.dice;
            let mut record = self.record.lock().expect("no panic");
            let known = record.games.last_mut().expect("a game");
            self.pending = known.choose(player, dice);
            known.history.asked.extend(self.pending.clone());
            record.is_settled = false;
        }
        let Some(asked) = self.pending.clone() else {
            return Ok(());
        };
        let mut message = json!({"ply": asked.ply, "action": asked.action});
        if let Some(mv) = &asked.mv {
            message["move"] = json!(mv);
        }
        if !self.place.requests {
            message["id"] = json!(asked.ply);
            attention.answer = Some(Instant::now() + WAIT);
            return timeout(WAIT, attention.socket.say(&message)).await?;
        }
        let (status, answer) = self.post("actions", &message, &token).await?;
        if status == 200 {
            self.is_acknowledged(&answer["event"]);
        } else {
            attention.look = Some(Instant::now() + AGAIN);
            self.is_refused(&answer);
        }
        Ok(())
    }

    /// Posts to the current game.
    async fn post(&self, what: &str, body: &Value, token: &str) -> io::Result<(u16, Value)> {
        let path = self.game(|known| format!("/api/v1/games/{}/{what}", known.id));
        ask(self.address(), &post(&path, body).bearer(token), WAIT).await
    }

    /// Opens the rematch, or takes the seat in it.
    async fn asks_for_rematch(
        &mut self,
        player: Player,
        token: &str,
        attention: &mut Attention,
    ) -> io::Result<()> {
        let (status, answer) = self.post("rematch", &json!({}), token).await?;
        attention.look = Some(Instant::now() + AGAIN);
        match status {
            200 | 201 => {
                let (id, token) = (answer["game"]["id"].as_str(), answer["token"].as_str());
                let (Some(id), Some(token)) = (id, token) else {
                    self.complain(&format!("a rematch was answered {answer}"));
                    return Ok(());
                };
                if self.next.as_deref().is_some_and(|next| next != id) {
                    self.complain(&format!("{:?} was to follow, not {id}", self.next));
                }
                self.place.seat = Some((player, token.to_owned()));
                self.begin(id.to_owned());
            }
            409 if answer["type"] == "/problems/not-over" => count(&self.common.behind),
            503 => count(&self.common.busy),
            _ => self.complain(&format!("a rematch was answered {answer}")),
        }
        Ok(())
    }
}

impl ClientGame {
    pub(crate) fn new(
        id: String,
        variant: &'static dyn Variant,
        first: Player,
        place: &Place,
    ) -> Self {
        ClientGame {
            id,
            variant,
            first,
            history: History {
                client: place.client.clone(),
                seat: place.seat.as_ref().map(|(player, _)| *player),
                ..History::default()
            },
        }
    }

    fn position(&self) -> Box<dyn AnyPosition> {
        match self.history.seen.last() {
            None => self.variant.start(self.first),
            Some(event) => {
                let position = self.variant.position(&event.position);
                position.expect("a node sends positions")
            }
        }
    }

    fn is_over(&self) -> bool {
        let last = self.history.seen.last();
        last.is_some_and(|event| event.action == "resign") || self.position().outcome().is_some()
    }

    /// Returns a legal action, or `None`. Some actions are legal for both players at a time.
    fn choose(&self, player: Player, dice: &mut Dice) -> Option<SentAction> {
        let ply = self.history.seen.len();
        let ask = |action, mv| Some(SentAction { ply, action, mv });
        let act = |action| ask(action, None);
        let position = self.position();
        let last = self.history.seen.last();
        let is_offered = last.is_some_and(|event| event.action == "offer-take-back");
        let chance = dice.below(100);
        if position.to_move() != player {
            let has_moved = last.is_some_and(|event| event.action == "move");
            return match chance {
                0 => act("resign"),
                1..15 if has_moved => act("offer-take-back"),
                _ => None,
            };
        }
        match chance {
            0 => act("resign"),
            1..40 if is_offered => act("accept-take-back"),
            40..80 if is_offered => act("decline-take-back"),
            _ => ask("move", position.random_move(dice)),
        }
    }
}

fn count(counter: &AtomicUsize) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// Returns the number of the next action in a game.
fn ply_of(game: &Value) -> Option<usize> {
    game["ply"].as_u64().map(|ply| ply as usize)
}
