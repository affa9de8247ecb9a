//! A client that plays both sides of one game after the other, and remembers what the server has told.

use std::io;
use std::net::SocketAddr;

use quintet_arena::Dice;
use quintet_catalogue::catalogue;
use quintet_games::AnyPosition;
use quintet_rules::{Player, Random};
use quintet_testkit::Socket;
use quintet_testkit::http::{Connection, get};
use serde_json::{Value, json};

use crate::table::{Table, action, mv, text, variant};

/// A player of games.
pub(crate) struct Witness {
    dice: Dice,
    is_on_sockets: bool,
    /// The game under way.
    pub(crate) game: Option<Witnessed>,
    /// Those before it.
    pub(crate) finished: Vec<Witnessed>,
}

/// What is known about a game.
pub(crate) struct Witnessed {
    table: Table,
    game: &'static str,
    /// Events that the server has acknowledged, or told anyone about.
    told: Vec<Value>,
    /// What has been asked for and not been answered.
    doubtful: Option<(Player, Value)>,
}

/// How the witness talks to the server.
enum Link {
    Requests(Connection),
    Sockets(Box<[Socket; 2]>),
}

impl Witness {
    pub(crate) fn new(seed: u64, number: u64) -> Self {
        Witness {
            dice: Dice::new(seed, number),
            is_on_sockets: number.is_multiple_of(2),
            game: None,
            finished: Vec::new(),
        }
    }

    /// All its games.
    pub(crate) fn games(&mut self) -> impl Iterator<Item = &mut Witnessed> {
        self.finished.iter_mut().chain(self.game.as_mut())
    }

    /// Plays until `actions` are acknowledged, or the server is gone.
    pub(crate) fn play(&mut self, address: SocketAddr, mut actions: usize) -> io::Result<()> {
        while actions > 0 {
            if self.game.is_none() {
                let which = self.dice.below(catalogue().count() as u32) as usize;
                let game = catalogue().nth(which).expect("counted").id;
                let table = Table::try_open(&mut Connection::open(address)?, game)?;
                self.game = Some(Witnessed::new(table, game));
            }
            let game = self.game.as_mut().expect("just opened");
            let mut link = game.link(address, self.is_on_sockets)?;
            while actions > 0 && !game.is_over() {
                if game.doubtful.is_none() {
                    game.doubtful = Some(game.choose(&mut self.dice));
                }
                game.settle(&mut link)?;
                actions -= 1;
            }
            if game.is_over() {
                self.finished.extend(self.game.take());
            }
        }
        Ok(())
    }
}

impl Witnessed {
    fn new(table: Table, game: &'static str) -> Self {
        Witnessed {
            table,
            game,
            told: Vec::new(),
            doubtful: None,
        }
    }

    fn link(&self, address: SocketAddr, is_on_sockets: bool) -> io::Result<Link> {
        if !is_on_sockets {
            return Connection::open(address).map(Link::Requests);
        }
        let open = |player| {
            let token = Some(self.table.tokens[player].as_str());
            Socket::try_watch(address, &self.table.id, self.told.len(), token)
        };
        let [one, two] = Player::BOTH.map(open);
        Ok(Link::Sockets(Box::new([one?, two?])))
    }

    fn position(&self) -> Box<dyn AnyPosition> {
        let variant = variant(self.game);
        match self.told.last() {
            None => variant.start(Player::One),
            Some(event) => {
                let position = variant.position(&text(&event["position"]));
                position.expect("the server tells positions")
            }
        }
    }

    fn is_over(&self) -> bool {
        let last = self.told.last();
        last.is_some_and(|event| event["action"] == "resign") || self.position().outcome().is_some()
    }

    /// Something that fits.
    fn choose(&self, dice: &mut Dice) -> (Player, Value) {
        let ply = self.told.len();
        let position = self.position();
        let player = position.to_move();
        let last = self.told.last();
        if let Some(offer) = last.filter(|event| event["action"] == "offer-take-back") {
            let answer = ["accept-take-back", "decline-take-back"][dice.below(2) as usize];
            let offered = offer["player"] == 1;
            let player = if offered { Player::Two } else { Player::One };
            return (player, action(ply, answer));
        }
        let has_moved = last.is_some_and(|event| event["action"] == "move");
        match dice.below(40) {
            0 => (player, action(ply, "resign")),
            1..5 if has_moved => (player.other(), action(ply, "offer-take-back")),
            _ => {
                let chosen = position.random_move(dice).expect("the game is not over");
                (player, mv(ply, &chosen))
            }
        }
    }

    /// Asks for what is in doubt until it is acknowledged.
    fn settle(&mut self, link: &mut Link) -> io::Result<()> {
        let (player, asked) = self.doubtful.clone().expect("something to ask for");
        let event = match link {
            Link::Requests(connection) => {
                let answer = connection.ask(&self.table.action(player, &asked))?;
                answer.expect(200)["event"].clone()
            }
            Link::Sockets(sockets) => self.say(sockets, player, &asked)?,
        };
        self.is_told(event);
        Ok(())
    }

    /// Asks on the socket of the player. If that breaks, the other may still have been told.
    fn say(
        &self,
        [one, two]: &mut [Socket; 2],
        player: Player,
        asked: &Value,
    ) -> io::Result<Value> {
        let (own, other) = match player {
            Player::One => (one, two),
            Player::Two => (two, one),
        };
        let ply = self.told.len();
        let mut message = asked.clone();
        message["id"] = json!(ply);
        let answer = own.say(&message).and_then(|()| {
            loop {
                let heard = own.hear()?;
                assert!(heard["problem"].is_null(), "{message} is answered {heard}");
                if heard["id"] == ply {
                    return Ok(heard["done"].clone());
                }
            }
        });
        loop {
            match other.hear() {
                Ok(heard) if heard["event"]["ply"] == ply => return Ok(heard["event"].clone()),
                Ok(_) => {}
                Err(error) => return answer.map_err(|_| error),
            }
        }
    }

    fn is_told(&mut self, event: Value) {
        let doubtful = self.doubtful.take();
        let (player, asked) = doubtful.expect("only what is asked for happens");
        assert_eq!(event["player"], player.number(), "{event}");
        for field in ["ply", "action", "move"] {
            assert_eq!(event[field], asked[field], "{event}");
        }
        self.told.push(event);
    }

    /// Compares what is known with a server that has been started again: it has every acknowledged action, in order, and
    /// after them at most the one that was asked for last. Returns how many were acknowledged.
    pub(crate) fn compare(&mut self, connection: &mut Connection) -> usize {
        let answer = connection.ask(&get(&self.table.path("/events")));
        let answer = answer.expect("an answer").expect(200);
        let stored = answer["events"].as_array().expect("a list");
        let (known, more) = stored.split_at_checked(self.told.len()).unwrap_or_else(|| {
            let (found, told, id) = (stored.len(), self.told.len(), &self.table.id);
            panic!("{found} of the {told} acknowledged actions of game {id} are there")
        });
        assert_eq!(known, self.told, "game {}", self.table.id);
        assert!(more.len() <= 1, "nobody asked for {more:?}");
        if let Some(event) = more.first() {
            let asked = self.doubtful.clone();
            self.is_told(event.clone());
            // It is asked for again, as a client does that does not know.
            self.told.pop();
            self.doubtful = asked;
        }
        self.told.len()
    }
}
