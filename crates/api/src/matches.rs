//! Matches between computer players.

use std::fmt;
use std::sync::Arc;

use quintet_arena::{
    Interval, Library, OracleSource, PlayerStats, Results, Tournament, Who, level_warning,
};
use quintet_games::Catalogue;
use quintet_rules::{PerPlayer, Player};
use quintet_solver::Progress;
use serde::{Deserialize, Serialize};

use crate::{Needs, Prepared, Request, RequestError, kind, names};

/// A request to play a match.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayMatch {
    /// The id of a game.
    pub game: String,
    /// Board size. Default: the rule book's.
    pub size: Option<String>,
    /// The players, Player 1 first: any in the catalogue except `human`.
    pub players: [String; 2],
    /// Number of games.
    pub games: u32,
    /// Seed of the match. Default: random.
    pub seed: Option<u64>,
    /// Maximum number of plies in a game. A longer game is left unfinished.
    pub max_plies: usize,
}

/// The result of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Match {
    /// The id of the game.
    pub game: &'static str,
    /// Board size, such as `4x4`.
    pub size: String,
    /// Number of games.
    pub games: u32,
    /// Seed of the match.
    pub seed: u64,
    /// Player 1.
    pub p1: PlayerScore,
    /// Player 2.
    pub p2: PlayerScore,
    /// Wins of the first player, whoever that was.
    pub first: Wins,
    /// Wins of the second player, whoever that was.
    pub second: Wins,
    /// Unfinished games.
    pub unfinished: u32,
    /// A warning that levels may make mistakes, if the size is not solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level_warning: Option<String>,
}

/// The result of one player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerScore {
    /// The kind of player.
    pub who: String,
    /// Games won.
    #[serde(flatten)]
    pub won: Wins,
    /// Wins as first player.
    pub won_as_first: u32,
    /// Wins as second player.
    pub won_as_second: u32,
    /// Losses as first player.
    pub lost_as_first: u32,
    /// Losses as second player.
    pub lost_as_second: u32,
    /// Unfinished games as first player.
    pub unfinished_as_first: u32,
    /// Unfinished games as second player.
    pub unfinished_as_second: u32,
    /// Statistics of an external program, else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conduct: Option<PlayerStats>,
}

/// A number of wins and its share of the finished games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Wins {
    /// Number of wins.
    pub won: u32,
    /// Share of the finished games; `null` if there are none.
    pub share: Option<f64>,
    /// 95% confidence interval of the share.
    pub interval95: Interval,
}

impl Request for PlayMatch {
    type Response = Match;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<Match>, RequestError> {
        let variant = names::variant(catalogue, &self.game, self.size.as_deref())?;
        let [one, two] = &self.players;
        let who = |name: &str| names::who(name, &Who::ALL[1..]);
        let who = PerPlayer {
            one: who(one)?,
            two: who(two)?,
        };
        if self.games == 0 {
            return Err(RequestError::new(
                kind::BAD_REQUEST,
                "found 0 games; expected at least 1",
            ));
        }
        let seed = names::seed(self.seed)?;
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
    /// Summarizes a match.
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
            level_warning: level_warning(library.is_solved(tournament.variant), &tournament.who),
        }
    }
}

impl Match {
    /// Adds the statistics of external programs.
    #[must_use]
    pub fn with_conduct(mut self, conduct: PerPlayer<Option<PlayerStats>>) -> Self {
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

/// Width of a terminal.
const WIDTH: usize = 80;

/// Formats a table of wins.
impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let players = [("Player 1", &self.p1), ("Player 2", &self.p2)];
        let (game, size, seed) = (self.game, &self.size, self.seed);
        writeln!(f, "{game} {size}, {} games, seed {seed}", self.games)?;
        writeln!(f, "  won by                  share (95% interval)")?;
        for (name, player) in players {
            let mut who = format!("{name}, {}", player.who);
            if who.len() > 18 {
                // The columns remain aligned.
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
        writeln!(f, "  {:<18} {}", "first player", self.first)?;
        writeln!(f, "  {:<18} {}", "second player", self.second)?;
        writeln!(f, "  {:<18} {:>7}", "unfinished", self.unfinished)?;
        for (name, player) in players {
            if let Some(conduct) = &player.conduct {
                writeln!(f, "{name}: {conduct}")?;
            }
        }
        match &self.level_warning {
            Some(warning) => writeln!(f, "{}", textwrap::fill(warning, WIDTH)),
            None => Ok(()),
        }
    }
}

/// Formats the number, the share and its interval in columns.
impl fmt::Display for Wins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>7}", self.won)?;
        let Some(share) = self.share.map(|share| 100.0 * share) else {
            return Ok(());
        };
        let Interval { low, high } = self.interval95;
        let [low, high] = [low, high].map(|share| 100.0 * share);
        write!(f, " {share:>6.1}% ({low:.1} to {high:.1}%)")
    }
}
