//! Many games between two players that are not people.

use std::fmt;
use std::sync::Arc;

use quintet_arena::{Conduct, Interval, Library, OracleSource, Results, Tournament, Who, caution};
use quintet_games::Catalogue;
use quintet_rules::{PerPlayer, Player};
use quintet_solver::Progress;
use serde::{Deserialize, Serialize};

use crate::{Needs, Prepared, Request, RequestError, kind, named};

/// A match to be played.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayMatch {
    /// The id of a game.
    pub game: String,
    /// The board; the rule book's if it is left out.
    pub size: Option<String>,
    /// Who plays, Player 1 first: any players of the catalogue but `human`.
    pub players: [String; 2],
    /// How many games.
    pub games: u32,
    /// The seed of all of them; drawn if it is left out.
    pub seed: Option<u64>,
    /// A game that has not ended after so many plies is left unfinished.
    pub max_plies: usize,
}

/// The result of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Match {
    /// The id of the game.
    pub game: &'static str,
    /// The board, such as `4x4`.
    pub size: String,
    /// How many games.
    pub games: u32,
    /// The seed of all of them.
    pub seed: u64,
    /// Player 1.
    pub p1: PlayerScore,
    /// Player 2.
    pub p2: PlayerScore,
    /// Games won by the player who began.
    pub first: Wins,
    /// Games won by the player who did not begin.
    pub second: Wins,
    /// Games that came to no end.
    pub unfinished: u32,
    /// That levels can err, where the size is not solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caution: Option<String>,
}

/// What one player reached.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerScore {
    /// Who plays.
    pub who: String,
    /// Games won.
    #[serde(flatten)]
    pub won: Wins,
    /// Games won when they began.
    pub won_as_first: u32,
    /// Games won when the other began.
    pub won_as_second: u32,
    /// Games lost when they began.
    pub lost_as_first: u32,
    /// Games lost when the other began.
    pub lost_as_second: u32,
    /// Games that came to no end when they began.
    pub unfinished_as_first: u32,
    /// Games that came to no end when the other began.
    pub unfinished_as_second: u32,
    /// How a program from outside behaved; absent for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conduct: Option<Conduct>,
}

/// Won games, as a number and as a share of the finished ones with its 95 % interval.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Wins {
    /// How many.
    pub won: u32,
    /// Of the finished games; `null` if there are none.
    pub share: Option<f64>,
    /// Where the share lies with a confidence of 95 in a hundred.
    pub interval95: Interval,
}

impl Request for PlayMatch {
    type Response = Match;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<Match>, RequestError> {
        let variant = named::variant(catalogue, &self.game, self.size.as_deref())?;
        let [one, two] = &self.players;
        let who = |name: &str| named::who(name, &Who::ALL[1..]);
        let who = PerPlayer {
            one: who(one)?,
            two: who(two)?,
        };
        if self.games == 0 {
            return Err(RequestError::new(
                kind::BAD_REQUEST,
                "found 0 games; wanted at least 1",
            ));
        }
        let seed = named::seed(self.seed)?;
        Ok(Prepared::new(Needs::Oracle(variant), move |context| {
            let tournament = Tournament {
                variant,
                who: who.clone(),
                games: self.games,
                seed: seed.unwrap_or(context.seed),
                max_plies: self.max_plies,
            };
            let library = context.library.clone();
            let source: OracleSource = Arc::new(move || library.oracle(variant));
            let results = tournament.play(&source, &Progress::default());
            Ok(Match::of(&tournament, &results, &context.library))
        }))
    }
}

impl Match {
    /// The document of a match that has been played.
    pub fn of(tournament: &Tournament, results: &Results, library: &Library) -> Self {
        let finished = results.finished();
        let side = |player: Player| PlayerScore {
            who: tournament.who[player].name().to_owned(),
            won: Wins::of(results.won(player), finished),
            won_as_first: results.won_as_first[player],
            won_as_second: results.won_as_second[player],
            lost_as_first: results.won_as_second[player.other()],
            lost_as_second: results.won_as_first[player.other()],
            unfinished_as_first: results.unfinished_as_first[player],
            unfinished_as_second: results.unfinished_as_first[player.other()],
            conduct: None,
        };
        let sum = |won: PerPlayer<u32>| won.one + won.two;
        Match {
            game: tournament.variant.id(),
            size: tournament.variant.size().to_string(),
            games: tournament.games,
            seed: tournament.seed,
            p1: side(Player::One),
            p2: side(Player::Two),
            first: Wins::of(sum(results.won_as_first), finished),
            second: Wins::of(sum(results.won_as_second), finished),
            unfinished: results.unfinished(),
            caution: caution(library.knows(tournament.variant), &tournament.who),
        }
    }
}

impl Match {
    /// The same with what is known of the programs from outside.
    #[must_use]
    pub fn with_conduct(mut self, conduct: PerPlayer<Option<Conduct>>) -> Self {
        self.p1.conduct = conduct.one;
        self.p2.conduct = conduct.two;
        self
    }
}

impl Wins {
    fn of(won: u32, finished: u32) -> Self {
        let share = (finished > 0).then(|| f64::from(won) / f64::from(finished));
        Wins {
            won,
            share,
            interval95: Interval::of(won, finished),
        }
    }
}

/// The columns of a usual terminal.
const WIDTH: usize = 80;

/// The text: a table of wins.
impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let players = [("Player 1", &self.p1), ("Player 2", &self.p2)];
        let (game, size, seed) = (self.game, &self.size, self.seed);
        writeln!(f, "{game} {size}, {} games, seed {seed}", self.games)?;
        writeln!(f, "  won by                  share (95% interval)")?;
        for (name, player) in players {
            let mut who = format!("{name}, {}", player.who);
            if who.len() > 18 {
                // The figures stay in their columns.
                writeln!(f, "  {who}")?;
                who.clear();
            }
            writeln!(f, "  {who:<18} {}", player.won)?;
            let first = (
                player.won_as_first,
                player.lost_as_first,
                player.unfinished_as_first,
            );
            let second = (
                player.won_as_second,
                player.lost_as_second,
                player.unfinished_as_second,
            );
            for (seat, (won, lost, unfinished)) in [("as first", first), ("as second", second)] {
                writeln!(
                    f,
                    "    {seat:<16} {won:>7} won, {lost} lost, {unfinished} unfinished"
                )?;
            }
        }
        writeln!(f, "  {:<18} {}", "who began", self.first)?;
        writeln!(f, "  {:<18} {}", "the other", self.second)?;
        writeln!(f, "  {:<18} {:>7}", "unfinished", self.unfinished)?;
        for (name, player) in players {
            if let Some(conduct) = &player.conduct {
                writeln!(f, "{name} was asked {conduct}")?;
            }
        }
        match &self.caution {
            Some(caution) => writeln!(f, "{}", textwrap::fill(caution, WIDTH)),
            None => Ok(()),
        }
    }
}

/// The number, the share and its interval, in columns.
impl fmt::Display for Wins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>7}", self.won)?;
        let Some(share) = self.share.map(|share| 100.0 * share) else {
            return Ok(());
        };
        let Interval { low, high } = self.interval95;
        let [low, high] = [low, high].map(|share| 100.0 * share);
        write!(f, " {share:>6.1} % ({low:.1} to {high:.1} %)")
    }
}
