//! Commands of the UGI protocol.

use std::str::SplitWhitespace;
use std::time::Duration;

use quintet_rules::{PerPlayer, Player};

/// A command of the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command<'a> {
    /// Identify the engine and list its options.
    Ugi,
    /// Change an option, such as `Level`.
    SetOption { name: &'a str, value: &'a str },
    /// Reply when the engine is ready.
    IsReady,
    /// Start a new game.
    NewGame,
    /// Set the position: `start` or the initial position, then the moves.
    Position {
        start: Option<String>,
        moves: Vec<&'a str>,
    },
    /// Search for a move.
    Go(Limit),
    /// Stop the search and return its move.
    Stop,
    /// Answer a question about the position.
    Query(Query<'a>),
    /// Exit.
    Quit,
}

/// A question about the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Query<'a> {
    /// Query whether Player 1 is to move.
    FirstTurn,
    /// Query whether the game is over.
    Over,
    /// The winner.
    Result,
    /// The position in text notation.
    Position,
    /// All legal moves.
    LegalMoves,
    /// Query whether this move is legal.
    IsLegal(&'a str),
}

/// Limits of a search. They do not matter where a table has the values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Limit {
    /// Time for this move.
    pub(super) time: Option<Duration>,
    /// The clocks of both players.
    pub(super) clock: PerPlayer<Clock>,
    /// Positions to search.
    pub(super) nodes: Option<u64>,
    /// Search until `stop`.
    pub(super) is_infinite: bool,
}

/// Clock of a player: the remaining time and the increment per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Clock {
    pub(super) left: Option<Duration>,
    pub(super) more: Duration,
}

impl Limit {
    /// Returns the time for the next move of a player, if it is limited.
    pub(super) fn time_of(&self, player: Player) -> Option<Duration> {
        let clock = self.clock[player];
        // Games are short, so each move gets a tenth of the remaining time, and the increment.
        let share = clock
            .left
            .map(|left| (left / 10 + clock.more).min(left / 2));
        self.time.or(share)
    }
}

impl<'a> Command<'a> {
    /// Parses a line. Returns `None` if it is not a UGI command.
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

/// Parses `setoption name NAME value VALUE`. Both may contain spaces.
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

/// Parses the arguments of `go`. Unknown ones are ignored.
fn read_limit(mut words: SplitWhitespace<'_>) -> Limit {
    let mut limit = Limit::default();
    while let Some(word) = words.next() {
        if word == "infinite" {
            limit.is_infinite = true;
            continue;
        }
        // Some clients send a negative number for a clock that has run out.
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
            // Values are exact or unsolved, so a depth is meaningless.
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
    fn unknown_commands_are_not_parsed() {
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
    fn known_limits_are_parsed_and_others_ignored() {
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
