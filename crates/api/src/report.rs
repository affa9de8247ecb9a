//! How well a player decides, as a document: the same for every player, wherever it lives.

use std::collections::BTreeMap;

use quintet_arena::{Decision, Evaluation, Exercise, Figure, Interval, Tokens, Who};
use quintet_games::{Analysis, AnyOracle, Variant};
use quintet_solver::Value;
use serde::{Deserialize, Serialize};

/// All that was measured of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Who was asked.
    pub player: String,
    /// The seed of the exercises.
    pub seed: u64,
    /// Exercises of each game that were wanted.
    pub positions: usize,
    /// The hash of the prompt for a language model.
    pub prompt: Option<String>,
    /// In the exercises of all games.
    pub all: Group,
    /// The share of moves that a level which plays as well makes at random: 0 for perfect, 1 for random.
    pub error_rate: Option<Figure>,
    /// The levels next to it, in words.
    pub level: String,
    /// In each game.
    pub games: Vec<Part>,
}

/// What was measured in some exercises.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Group {
    /// What they have in common.
    pub name: String,
    /// Exercises.
    pub asked: usize,
    /// The share of answers that were legal moves.
    pub legality: Option<Figure>,
    /// The share that kept the value.
    pub accuracy: Option<Figure>,
    /// The accuracy of random moves in the same positions.
    pub chance: Option<Figure>,
    /// `(accuracy - chance) / (1 - chance)`.
    pub skill: Option<Figure>,
    /// What an answer gave away on the average: 1 from win to endless or from endless to loss, 2 for both.
    pub regret: Option<Figure>,
    /// Plies by which a kept win came later than it could.
    pub delay: Option<Figure>,
    /// Milliseconds for an answer, on the average.
    pub milliseconds: u64,
    /// What a language model has read and written, if it says so.
    pub tokens: Option<Tokens>,
}

/// The games against one opponent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Matchup {
    /// The level.
    pub opponent: String,
    /// As Player 1.
    pub player1: GameScore,
    /// As Player 2.
    pub player2: GameScore,
    /// The moves in these games.
    pub moves: Group,
}

/// Results of games.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GameScore {
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games that came to no end.
    pub unfinished: u32,
    /// The share of the games that was won.
    pub share: Option<Figure>,
}

/// What was measured in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The game and its size.
    #[serde(flatten)]
    pub all: Group,
    /// By plies to the end.
    pub by_distance: Vec<Group>,
    /// By the third of the game.
    pub by_phase: Vec<Group>,
    /// By the number of moves that keep the value.
    pub by_choices: Vec<Group>,
    /// Some of the worst answers.
    pub worst: Vec<Mistake>,
    /// Games, by opponent.
    pub matchups: Vec<Matchup>,
    #[serde(skip)]
    judged: Vec<Judged>,
}

/// An answer that gave the value away.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mistake {
    /// Where.
    pub position: String,
    /// The board as the rule book draws it.
    pub drawing: String,
    /// The answer; `null` if it was no legal move.
    pub answer: Option<String>,
    /// What was wrong with an answer that was no legal move.
    pub fault: Option<String>,
    /// A move that keeps the value.
    pub better: String,
    /// How the opponent refutes the answer, in best play.
    pub refutation: Vec<String>,
}

/// What a player said when it was asked for a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attempt {
    /// The move as the rule book spells it; `None` if there was none that is legal.
    pub mv: Option<String>,
    /// Whether the first answer was a legal move.
    pub is_legal_at_once: bool,
    /// What was wrong, if no answer was a legal move.
    pub fault: Option<String>,
    /// How long it took.
    pub milliseconds: u64,
    /// What a language model has read and written, if it says so.
    pub tokens: Option<Tokens>,
}

/// An answer with all that is known about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    decision: Decision,
    delay: Option<f64>,
    milliseconds: u64,
    tokens: Option<Tokens>,
}

/// Mistakes that are shown of a game.
const SHOWN: usize = 3;

impl Part {
    /// Judges the answers to the exercises of a game.
    pub fn of(
        variant: &dyn Variant,
        oracle: &dyn AnyOracle,
        exercises: &[Exercise],
        answers: &[Attempt],
        matchups: Vec<Matchup>,
    ) -> Self {
        let judged: Vec<_> = exercises
            .iter()
            .zip(answers)
            .map(|(exercise, answer)| Judged::of(&exercise.analysis, answer))
            .collect();
        let by = |key: &dyn Fn(&Exercise) -> (usize, String)| {
            let mut groups: BTreeMap<(usize, String), Vec<&Judged>> = BTreeMap::new();
            for (exercise, judged) in exercises.iter().zip(&judged) {
                groups.entry(key(exercise)).or_default().push(judged);
            }
            let groups = groups.into_iter();
            groups.map(|((_, name), of)| Group::of(name, &of)).collect()
        };
        Part {
            all: Group::of(
                format!("{} {}", variant.id(), variant.size()),
                &judged.iter().collect::<Vec<_>>(),
            ),
            by_distance: by(&|exercise| {
                let plies = exercise.analysis.value.and_then(Value::distance);
                plies.map_or((usize::MAX, "endless".to_owned()), |plies| {
                    (plies.into(), plies.to_string())
                })
            }),
            by_phase: by(&|exercise| {
                let names = ["opening", "middle", "end"];
                (exercise.phase, names[exercise.phase.min(2)].to_owned())
            }),
            by_choices: by(&|exercise| {
                let keeping = exercise.keeping();
                let name = match keeping {
                    1..=3 => keeping.to_string(),
                    _ => "4 or more".to_owned(),
                };
                (keeping.min(4), name)
            }),
            worst: worst(exercises, answers, &judged, oracle),
            matchups,
            judged,
        }
    }
}

/// The worst answers: most is given away, and nearest to the end.
fn worst(
    exercises: &[Exercise],
    answers: &[Attempt],
    judged: &[Judged],
    oracle: &dyn AnyOracle,
) -> Vec<Mistake> {
    let mut wrong: Vec<_> = (0..judged.len())
        .filter_map(|n| {
            let verdict = judged[n].decision.verdict.filter(|one| !one.is_kept)?;
            Some((verdict, n))
        })
        .collect();
    wrong.sort_by(|(a, _), (b, _)| {
        // An endless game has no end to be near to.
        let plies = |distance: Option<_>| distance.map_or(u32::MAX, u32::from);
        let distances = plies(a.distance).cmp(&plies(b.distance));
        b.regret.total_cmp(&a.regret).then(distances)
    });
    let mistake = |n: usize| {
        let (exercise, answer) = (&exercises[n], &answers[n]);
        let position = exercise.session.position();
        let played = answer.mv.as_deref().and_then(|mv| position.play(mv).ok());
        let next = played.filter(|played| played.position.outcome().is_none());
        Some(Mistake {
            position: position.text(),
            drawing: position.drawing(),
            answer: answer.mv.clone(),
            fault: answer.fault.clone(),
            better: exercise.analysis.moves.first()?.mv.clone(),
            refutation: next
                .map_or_else(Vec::new, |next| oracle.line(&*next.position, Who::BUDGET)),
        })
    };
    wrong
        .into_iter()
        .take(SHOWN)
        .filter_map(|(_, n)| mistake(n))
        .collect()
}

impl Judged {
    /// Judges an answer. Its legality is that of the first one.
    pub fn of(analysis: &Analysis, answer: &Attempt) -> Self {
        let chosen = answer.mv.as_deref().and_then(|mv| analysis.of_move(mv));
        let delay = match (analysis.value, chosen) {
            (Some(Value::Win(Some(best))), Some(Value::Win(Some(plies)))) => {
                Some(f64::from(plies - best))
            }
            _ => None,
        };
        Judged {
            decision: Decision {
                is_legal: answer.is_legal_at_once,
                ..Decision::of(analysis, answer.mv.as_deref())
            },
            delay,
            milliseconds: answer.milliseconds,
            tokens: answer.tokens,
        }
    }
}

impl GameScore {
    /// Sums up.
    pub fn of(won: u32, lost: u32, unfinished: u32) -> Self {
        let games = won + lost + unfinished;
        let share = (games > 0).then(|| Figure {
            value: f64::from(won) / f64::from(games),
            interval: Interval::of(won, games),
        });
        GameScore {
            won,
            lost,
            unfinished,
            share,
        }
    }
}

impl Group {
    /// Sums up.
    pub fn of(name: String, judged: &[&Judged]) -> Self {
        let decisions: Vec<_> = judged.iter().map(|one| one.decision).collect();
        let evaluation = Evaluation::of(&decisions);
        let time: u64 = judged.iter().map(|one| one.milliseconds).sum();
        Group {
            name,
            asked: judged.len(),
            legality: evaluation.legality,
            accuracy: evaluation.accuracy,
            chance: evaluation.chance,
            skill: evaluation.skill,
            regret: evaluation.regret,
            delay: Figure::mean(judged.iter().filter_map(|one| one.delay)),
            milliseconds: time / (judged.len() as u64).max(1),
            tokens: Tokens::sum(judged.iter().filter_map(|one| one.tokens)),
        }
    }
}

impl Report {
    /// Sums up what was measured in each game. So many exercises of each were wanted, and drawn by the seed.
    pub fn of(player: String, seed: u64, positions: usize, games: Vec<Part>) -> Self {
        let judged: Vec<&Judged> = games.iter().flat_map(|part| &part.judged).collect();
        let all = Group::of("all games".to_owned(), &judged);
        // A level that errs so often keeps a value unless it errs and chance does not help it.
        let error_rate = all.skill.map(|skill| Figure {
            value: 1.0 - skill.value,
            interval: Interval {
                low: 1.0 - skill.interval.high,
                high: 1.0 - skill.interval.low,
            },
        });
        Report {
            player,
            seed,
            positions,
            prompt: None,
            level: error_rate.map_or_else(String::new, neighbours),
            all,
            error_rate,
            games,
        }
    }
}

/// The levels that a player cannot be told apart from, or else those between which it is.
fn neighbours(rate: Figure) -> String {
    let mut rates: Vec<_> = Who::ALL
        .iter()
        .filter_map(|who| Some((who.error_rate()?, who.name())))
        .collect();
    rates.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let Interval { low, high } = rate.interval;
    let alike = rates.iter().filter(|(one, _)| (low..=high).contains(one));
    let alike: Vec<_> = alike.map(|(_, name)| *name).collect();
    if !alike.is_empty() {
        return format!("not to be told from {}", alike.join(" or "));
    }
    let stronger = rates.iter().rev().find(|(one, _)| *one < low);
    let weaker = rates.iter().find(|(one, _)| *one > high);
    match (stronger, weaker) {
        (Some((_, stronger)), Some((_, weaker))) => format!("between {weaker} and {stronger}"),
        (Some((_, name)), None) => format!("weaker than {name}"),
        (None, _) => "as strong as can be".to_owned(),
    }
}
