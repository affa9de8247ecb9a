//! The words of the protocol.

use std::str::SplitWhitespace;
use std::time::Duration;

use quintet_rules::{PerPlayer, Player};

/// What a program asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command<'a> {
    /// To say who it is and what can be set.
    Ugi,
    /// To set something.
    SetOption { name: &'a str, value: &'a str },
    /// To say when it is ready.
    IsReady,
    /// To forget the game before.
    NewGame,
    /// To look at a position: a text, or the start, and the moves from there.
    Position {
        start: Option<String>,
        moves: Vec<&'a str>,
    },
    /// To find a move.
    Go(Limit),
    /// To stop thinking, and say the move.
    Stop,
    /// To tell about the position.
    Query(Query<'a>),
    /// To end.
    Quit,
}

/// A question about the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Query<'a> {
    /// Whether Player 1 is to move.
    FirstTurn,
    /// Whether the game is over.
    Over,
    /// Who has won.
    Result,
    /// The position as text.
    Position,
    /// Every legal move.
    LegalMoves,
    /// Whether a move is legal.
    IsLegal(&'a str),
}

/// How long to think where a value is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Limit {
    /// For this move.
    pub(super) time: Option<Duration>,
    /// What each player has for the rest of the game, and gets for each move.
    pub(super) clock: PerPlayer<Clock>,
    /// Positions to be looked at.
    pub(super) nodes: Option<u64>,
    /// Until it is told to stop.
    pub(super) is_infinite: bool,
}

/// What a player has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Clock {
    pub(super) left: Option<Duration>,
    pub(super) more: Duration,
}

impl Limit {
    /// The time for the move of a player, if it is limited.
    pub(super) fn time_of(&self, player: Player) -> Option<Duration> {
        let clock = self.clock[player];
        // A game is short; what comes back for each move can be spent on it.
        let share = clock
            .left
            .map(|left| (left / 10 + clock.more).min(left / 2));
        self.time.or(share)
    }
}

impl<'a> Command<'a> {
    /// Reads a line. `None` if it is not a command of the protocol.
    pub(super) fn read(line: &'a str) -> Option<Self> {
        let mut words = line.split_whitespace();
        Some(match words.next()? {
            "ugi" => Command::Ugi,
            "setoption" => read_option(line)?,
            "isready" => Command::IsReady,
            "uginewgame" => Command::NewGame,
            "position" => read_position(&mut words)?,
            "go" => Command::Go(read_limit(words)),
            "stop" => Command::Stop,
            "query" => Command::Query(match words.next()? {
                "p1turn" => Query::FirstTurn,
                "gameover" => Query::Over,
                "result" => Query::Result,
                "fen" => Query::Position,
                "legalmoves" => Query::LegalMoves,
                "islegal" => Query::IsLegal(words.next()?),
                _ => return None,
            }),
            "quit" => Command::Quit,
            _ => return None,
        })
    }
}

/// `setoption name NAME value VALUE`, of which both may have spaces.
fn read_option(line: &str) -> Option<Command<'_>> {
    let (_, rest) = line.split_once("name")?;
    let (name, value) = rest.split_once(" value").unwrap_or((rest, ""));
    Some(Command::SetOption {
        name: name.trim(),
        value: value.trim(),
    })
}

fn read_position<'a>(words: &mut SplitWhitespace<'a>) -> Option<Command<'a>> {
    let until_moves = |words: &mut SplitWhitespace<'a>| {
        let fields: Vec<_> = words.take_while(|word| *word != "moves").collect();
        fields.join(" ")
    };
    let start = match words.next()? {
        "startpos" => {
            until_moves(words);
            None
        }
        "fen" => Some(until_moves(words)),
        _ => return None,
    };
    let moves = words.collect();
    Some(Command::Position { start, moves })
}

/// What is not understood is no limit.
fn read_limit(mut words: SplitWhitespace<'_>) -> Limit {
    let mut limit = Limit::default();
    while let Some(word) = words.next() {
        if word == "infinite" {
            limit.is_infinite = true;
            continue;
        }
        // A clock that has run out is sent as a negative number by some.
        let number = words.next().and_then(|word| word.parse::<i64>().ok());
        let Some(number) = number.map(|number| number.max(0).unsigned_abs()) else {
            continue;
        };
        let time = Duration::from_millis(number);
        match word {
            "movetime" => limit.time = Some(time),
            "nodes" => limit.nodes = Some(number),
            "p1time" => limit.clock.one.left = Some(time),
            "p2time" => limit.clock.two.left = Some(time),
            "p1inc" => limit.clock.one.more = time,
            "p2inc" => limit.clock.two.more = time,
            // A depth has no meaning where values are exact or unknown.
            _ => {}
        }
    }
    limit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_may_have_spaces_and_moves() {
        let read = |line| match Command::read(line) {
            Some(Command::Position { start, moves }) => (start, moves),
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(read("position startpos"), (None, vec![]));
        assert_eq!(
            read(" position  startpos moves 1-1  2-3"),
            (None, vec!["1-1", "2-3"])
        );
        assert_eq!(
            read("position fen ..../.X../..../.... 2 moves 3-3"),
            (Some("..../.X../..../.... 2".to_owned()), vec!["3-3"])
        );
    }

    #[test]
    fn what_is_no_command_is_nothing() {
        for line in [
            "",
            "  ",
            "hello",
            "Ugi",
            "query",
            "query age",
            "position",
            "position x",
        ] {
            assert_eq!(Command::read(line), None, "{line}");
        }
    }

    #[test]
    fn limits_are_read_as_far_as_they_are_understood() {
        let read = |line| match Command::read(line) {
            Some(Command::Go(limit)) => limit,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(read("go"), Limit::default());
        assert_eq!(read("go depth 3 wisdom"), Limit::default());
        assert!(read("go infinite").is_infinite);
        assert_eq!(read("go nodes 500").nodes, Some(500));
        let second = Duration::from_secs(1);
        assert_eq!(read("go movetime 1000").time_of(Player::One), Some(second));
        let clock = read("go p1time 10000 p2time -5 p1inc 0 p2inc 10");
        assert_eq!(clock.time_of(Player::One), Some(second));
        assert_eq!(clock.time_of(Player::Two), Some(Duration::ZERO));
    }
}
