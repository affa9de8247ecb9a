//! Reviews of finished games.

use std::fmt;

use anstyle::{AnsiColor, Style};
#[cfg(feature = "schema")]
use quintet_games::ValueDocument;
use quintet_games::{Analysis, AnyOracle, AnyPosition, count, serialize_value};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Budget, Progress, Value};
use serde::{Serialize, Serializer};

use super::claim::Claim;
use super::explanation::{best_line, noun};
use crate::{Layout, Record, one_words, owner_style, value_style, verdict};

/// A game with the effect of every move on the outcome.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Review {
    /// The id of the game.
    pub game: &'static str,
    /// Board size, such as `4x4`.
    pub size: String,
    /// `1-0`, `0-1` or `*`.
    pub result: String,
    /// Every move.
    pub moves: Vec<ReviewedMove>,
    /// The accuracy of each player, Player 1 first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub accuracy: [Accuracy; 2],
    /// The title of the record.
    #[serde(skip)]
    title: String,
    /// The rule book's names of the players.
    #[serde(skip)]
    names: PerPlayer<&'static str>,
}

/// A move and its effect on the value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a field of its own in the document"
)]
pub struct ReviewedMove {
    /// The number of the move, counted from 1.
    pub ply: usize,
    /// The player who made it.
    #[serde(serialize_with = "serialize_player")]
    #[cfg_attr(feature = "schema", schema(value_type = u8, minimum = 1, maximum = 2))]
    pub player: Player,
    /// True if a person made it, not a level. A person can retry a mistake.
    #[serde(rename = "by_person")]
    pub is_by_person: bool,
    /// The move as the rule book writes it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in words, such as `(2,3)` or `cell 5`.
    pub name: String,
    /// The annotation: `??` for a win that became a loss, `?` for another mistake, `!` for the only good move, else `null`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, required))]
    pub sign: Option<MoveSign>,
    /// The value for the player before the move.
    #[serde(serialize_with = "serialize_value")]
    #[cfg_attr(feature = "schema", schema(value_type = ValueDocument))]
    pub before: Option<Value>,
    /// The value for the player after it, with the distance counted from before the move.
    #[serde(serialize_with = "serialize_value")]
    #[cfg_attr(feature = "schema", schema(value_type = ValueDocument))]
    pub after: Option<Value>,
    /// True if all values needed to judge the move are solved.
    #[serde(rename = "judged")]
    pub is_judged: bool,
    /// True for a critical move: at least one legal move changes the outcome for the worse.
    pub could_err: bool,
    /// True if this move changes the outcome for the worse.
    #[serde(rename = "mistake")]
    pub is_mistake: bool,
    /// The effect of the move on the value, in words.
    pub words: String,
    /// The best move, after a mistake.
    #[cfg_attr(feature = "schema", schema(required))]
    pub better: Option<String>,
    /// The best move in words, after a mistake.
    #[cfg_attr(feature = "schema", schema(required))]
    pub better_name: Option<String>,
    /// Best play from the better move, after a mistake.
    #[serde(rename = "line")]
    pub better_line: Vec<String>,
    /// Every move that would have preserved the outcome, best first, after a mistake. A second try succeeds with any of them.
    pub accepted: Vec<String>,
    /// The reasons for the value before the move, after a mistake.
    pub claims: Vec<Claim>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for this signature"
)]
fn serialize_player<S: Serializer>(player: &Player, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u8(player.number())
}

/// An annotation of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum MoveSign {
    /// The only good move.
    #[serde(rename = "!")]
    Good,
    /// A win became endless, or an endless position a loss.
    #[serde(rename = "?")]
    Mistake,
    /// A win became a loss.
    #[serde(rename = "??")]
    Blunder,
}

impl MoveSign {
    /// Returns the annotation: `!`, `?` or `??`.
    pub const fn text(self) -> &'static str {
        match self {
            MoveSign::Good => "!",
            MoveSign::Mistake => "?",
            MoveSign::Blunder => "??",
        }
    }

    const fn style(self) -> Style {
        let color = match self {
            MoveSign::Good => AnsiColor::Green,
            MoveSign::Mistake => AnsiColor::Yellow,
            MoveSign::Blunder => AnsiColor::Red,
        };
        color.on_default().bold()
    }
}

impl ReviewedMove {
    fn of(
        ply: usize,
        position: &dyn AnyPosition,
        is_by_person: bool,
        mv: &str,
        analysis: &Analysis,
    ) -> Self {
        let before = analysis.value;
        let after = analysis.of_move(mv);
        let is_worse = |worth: Option<Value>| match (worth, before) {
            (Some(worth), Some(before)) => worth.kind() < before.kind(),
            _ => false,
        };
        let is_only_move = analysis.moves.len() == 1;
        let mut others = analysis.moves.iter().filter(|other| other.mv != mv);
        let is_only_good = !is_only_move && others.all(|other| is_worse(other.value));
        let is_mistake = is_worse(after);
        let sign = match (before, after) {
            (Some(Value::Win(_)), Some(Value::Loss(_))) => Some(MoveSign::Blunder),
            _ if is_mistake => Some(MoveSign::Mistake),
            (Some(_), Some(_)) if is_only_good => Some(MoveSign::Good),
            _ => None,
        };
        let words = if is_mistake {
            format!("{} became {}", noun(before), noun(after))
        } else {
            verdict(after)
        };
        ReviewedMove {
            ply,
            player: position.to_move(),
            is_by_person,
            mv: mv.to_owned(),
            name: position.name_move(mv),
            sign,
            before,
            after,
            is_judged: is_only_move || (before.is_some() && after.is_some()),
            could_err: analysis.moves.iter().any(|mv| is_worse(mv.value)),
            is_mistake,
            words,
            better: None,
            better_name: None,
            better_line: Vec::new(),
            accepted: Vec::new(),
            claims: Vec::new(),
        }
    }
}

/// The accuracy of a player in critical moves, at which a mistake was possible.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Accuracy {
    /// The reviewed player.
    #[serde(serialize_with = "serialize_player")]
    #[cfg_attr(feature = "schema", schema(value_type = u8, minimum = 1, maximum = 2))]
    pub player: Player,
    /// Number of critical moves that preserve the outcome.
    pub correct: usize,
    /// Number of critical moves.
    pub decisions: usize,
    /// Number of moves that could not be judged because values are unsolved.
    pub not_judged: usize,
    /// Percentage of the critical moves that preserve the outcome; `null` for fewer than five.
    #[cfg_attr(feature = "schema", schema(required))]
    pub percent: Option<usize>,
    /// The accuracy in words.
    pub words: String,
}

impl Accuracy {
    /// With fewer critical moves, a percentage would be misleading.
    const ENOUGH: usize = 5;

    /// Computes the accuracy of a player.
    fn of(moves: &[ReviewedMove], player: Player, name: &str) -> Self {
        let moves = moves.iter().filter(|mv| mv.player == player);
        let count = |is_counted: fn(&ReviewedMove) -> bool| {
            moves.clone().filter(|mv| is_counted(mv)).count()
        };
        let correct = count(|mv| mv.is_judged && mv.could_err && !mv.is_mistake);
        let decisions = count(|mv| mv.is_judged && mv.could_err);
        Accuracy::new(player, name, correct, decisions, count(|mv| !mv.is_judged))
    }

    /// Builds the accuracy from its counts.
    pub fn new(
        player: Player,
        name: &str,
        correct: usize,
        decisions: usize,
        not_judged: usize,
    ) -> Self {
        let share = (100 * correct + decisions / 2).checked_div(decisions);
        let percent = share.filter(|_| decisions >= Self::ENOUGH);
        let unknown = format!("{} not judged.", count(not_judged, "move"));
        let judged = match (decisions, percent) {
            (0, _) if not_judged > 0 => format!("{name}:"),
            (0, _) => format!("{name}: no critical moves."),
            (_, Some(percent)) => format!(
                "{name}: {correct} of {decisions} critical moves correct, accuracy {percent}%."
            ),
            (_, None) => format!(
                "{name}: {correct} of {} correct.",
                count(decisions, "critical move")
            ),
        };
        Accuracy {
            player,
            correct,
            decisions,
            not_judged,
            percent,
            words: match not_judged {
                0 => judged,
                _ => format!("{judged} {unknown}"),
            },
        }
    }
}

impl Review {
    /// Reviews each move of a record until the work is cancelled.
    ///
    /// ```
    /// use quintet_arena::{Library, Record, Review, Session, Tables};
    /// use quintet_games::Catalogue;
    /// use quintet_rules::{PerPlayer, Player};
    /// use quintet_solver::{Budget, Progress};
    ///
    /// let row = Catalogue::STANDARD.find("adjacency-block").expect("in the catalogue").standard();
    /// let mut session = Session::new(row.start(Player::One));
    /// session.play("1").expect("a legal move");
    /// let players = PerPlayer { one: "A".to_owned(), two: "B".to_owned() };
    /// let record = Record::of(session, players, "2026-11-15".to_owned());
    /// let oracle = Library::new(Catalogue::STANDARD, Tables::nowhere()).oracle(row);
    /// let review = Review::of(&record, &*oracle, Budget::NONE, &Progress::default());
    /// assert!(review.moves[0].is_mistake, "the first player wins, but not with an edge cell");
    /// ```
    pub fn of(
        record: &Record,
        oracle: &dyn AnyOracle,
        budget: Budget,
        progress: &Progress,
    ) -> Self {
        let plies = record.plies();
        progress.expect(plies.len() as u64);
        let after = plies.iter().map(|ply| &*ply.position);
        let before: Vec<&dyn AnyPosition> = std::iter::once(record.start()).chain(after).collect();
        let mut analyses = Vec::new();
        for n in (0..plies.len()).take_while(|_| !progress.is_cancelled()) {
            // Reserves a part for the lines.
            let budget = budget.part(plies.len() - n + 1);
            analyses.push(oracle.analyze(before[n], budget));
            progress.advance(1);
        }
        connect(&mut analyses, |n| &plies[n].mv);
        let mut moves = Vec::new();
        for (n, analysis) in analyses.iter().enumerate() {
            let is_by_person = record.is_person(before[n].to_move());
            let mut reviewed =
                ReviewedMove::of(n + 1, before[n], is_by_person, &plies[n].mv, analysis);
            if reviewed.is_mistake
                && let Some(better) = analysis.proven()
            {
                let budget = budget.part(analyses.len() - n);
                reviewed.better = Some(better.mv.clone());
                reviewed.better_name = Some(before[n].name_move(&better.mv));
                reviewed.better_line = best_line(before[n], analysis, oracle, budget.part(2));
                let kept = analysis.moves.iter().filter(|mv| {
                    let both = mv.value.zip(analysis.value);
                    both.is_some_and(|(worth, value)| worth.is_same_kind(value))
                });
                reviewed.accepted = kept.map(|mv| mv.mv.clone()).collect();
                reviewed.claims = Claim::about(before[n], analysis, oracle, budget.part(2));
            }
            moves.push(reviewed);
        }
        let variant = record.variant();
        let names = PerPlayer::from_fn(|player| variant.name(player));
        Review {
            game: variant.id(),
            size: variant.size().to_string(),
            result: record.result().to_string(),
            accuracy: Player::BOTH.map(|player| Accuracy::of(&moves, player, names[player])),
            moves,
            title: record.title(),
            names,
        }
    }
}

/// Formats each move with its effect on the value, then the accuracy of each player, in the [`Layout`] of the formatter.
impl fmt::Display for Review {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = Layout::of(f);
        writeln!(f, "{}\n", layout.wrap(&self.title))?;
        for mv in &self.moves {
            let name = layout.paint(owner_style(mv.player), self.names[mv.player]);
            let sign = mv.sign.map_or("", MoveSign::text);
            let room = " ".repeat(14_usize.saturating_sub(mv.mv.len() + sign.len()));
            let sign = layout.paint(mv.sign.map_or(Style::new(), MoveSign::style), sign);
            let start = format!("{:>3}. {name}: {} {sign}{room} ", mv.ply, mv.mv);
            let style = value_style(mv.after);
            let words = mv.words.split(' ').map(|word| layout.paint(style, word));
            writeln!(f, "{}", layout.fill(&start, words))?;
            if let Some(better) = &mv.better {
                writeln!(f, "     better: {better} {}", verdict(mv.before))?;
                let line = one_words(&mv.better_line);
                writeln!(f, "{}", layout.fill("     line: ", line.split(' ')))?;
            }
        }
        writeln!(f)?;
        for accuracy in &self.accuracy {
            writeln!(f, "{}", layout.wrap(&accuracy.words))?;
        }
        Ok(())
    }
}

/// Lets the values found for each position improve those of the neighboring ones. `mv` returns the move after a position.
fn connect<'a>(analyses: &mut [Analysis], mv: impl Fn(usize) -> &'a str) {
    for n in (1..analyses.len()).rev() {
        let value = analyses[n].value.map(Value::one_ply_earlier);
        analyses[n - 1].learn_move(mv(n - 1), value);
    }
    for n in 1..analyses.len() {
        let value = analyses[n - 1].of_move(mv(n - 1));
        analyses[n].learn(value.map(Value::one_ply_later));
    }
}
