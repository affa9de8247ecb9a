//! Reports on how well a player decides, measured by exact values: `quintet evaluate`.
//!
//! ```text
//!     Exercise + Attempt -> Decision -> Group -> GameReport -> Report -> Pair
//! ```
//!
//! A decision counts only if it matters and can be checked: the values of all legal moves are solved, and some moves change
//! the outcome for the worse.

use std::collections::BTreeMap;

use quintet_arena::{Figure, Tokens};
use quintet_games::{AnyOracle, Variant};
use quintet_solver::Value;
use serde::{Deserialize, Serialize};

use crate::questions::sha256;
use crate::sample::{Key, covariance, estimate};
use crate::{Attempt, Decision, Exercise, Group, Verdict, budget};

/// Parameters of the run behind a report.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Run {
    /// The evaluated player.
    pub player: String,
    /// The version of Quintet.
    #[serde(default)]
    pub version: String,
    /// The date of the run, such as `2026-11-15`.
    #[serde(default)]
    pub date: String,
    /// The seed of the exercises.
    pub seed: u64,
    /// Requested number of exercises per game.
    pub positions: usize,
    /// The name of a fixed set of questions, or the kind of questions: `drawn`.
    #[serde(default)]
    pub questions: String,
    /// The SHA-256 hash of the questions, one line of JSON each.
    #[serde(default)]
    pub hash: String,
    /// The disguise of the questions; empty without one.
    #[serde(default)]
    pub disguise: String,
    /// The number of times each question was sent.
    #[serde(default)]
    pub repeats: u32,
    /// Pairs of games against each opponent.
    #[serde(default)]
    pub pairs: usize,
    /// The opponents in games, in order.
    #[serde(default)]
    pub opponents: Vec<String>,
    /// Number of retries in a game after an invalid answer.
    #[serde(default)]
    pub retries: u32,
    /// Time limit per move in seconds, for an external player.
    #[serde(default)]
    pub move_time: Option<f64>,
    /// The consequence of an invalid answer in a game after all retries, for an external player: `random` or `loss`.
    #[serde(default)]
    pub on_failure: Option<String>,
    /// Hash of the prompt, for a language model.
    pub prompt: Option<String>,
    /// Parameters of the requests to a language model, such as the temperature.
    #[serde(default)]
    pub parameters: serde_json::Map<String, serde_json::Value>,
    /// Prices of a million tokens of the prompt and of the completion.
    #[serde(default)]
    pub price: Option<[f64; 2]>,
    /// Games that the player does not know.
    #[serde(default)]
    pub not_played: Vec<String>,
}

/// The evaluation of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Parameters of the run.
    #[serde(flatten)]
    pub run: Run,
    /// The exercises of all games.
    pub all: Group,
    /// Share of random moves of an otherwise perfect player with the same skill, from 0 to 1.
    pub error_rate: Option<Figure>,
    /// The level with this share of random moves, such as `slips:20`, or a comparison.
    pub level: String,
    /// Tokens used by all responses, including those in games and retries.
    #[serde(default)]
    pub tokens: Option<Tokens>,
    /// Their price.
    #[serde(default)]
    pub cost: Option<f64>,
    /// The results by game.
    pub games: Vec<GameReport>,
}

/// The evaluation of a player in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameReport {
    /// All exercises, named after the game and its size.
    #[serde(flatten)]
    pub all: Group,
    /// True if the size is solved. Otherwise only positions with values within reach of a short search were used.
    #[serde(default = "yes")]
    pub is_solved: bool,
    /// Grouped by plies to the end.
    pub by_distance: Vec<Group>,
    /// Grouped by the third of the game from which the position was taken.
    pub by_phase: Vec<Group>,
    /// Grouped by the number of moves that preserve the outcome.
    pub by_choices: Vec<Group>,
    /// The worst mistakes.
    pub worst: Vec<Mistake>,
    /// Games, grouped by opponent.
    pub matchups: Vec<Matchup>,
    /// Every response to an exercise.
    #[serde(default)]
    pub answers: Vec<Decision>,
}

const fn yes() -> bool {
    true
}

/// Games against one opponent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Matchup {
    /// The level.
    pub opponent: String,
    /// Games as Player 1.
    pub player1: GameScore,
    /// Games as Player 2.
    pub player2: GameScore,
    /// The player's moves in these games.
    pub moves: Group,
}

/// Numbers of games by result.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GameScore {
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Unfinished games.
    pub unfinished: u32,
    /// Share of games won.
    pub share: Option<Figure>,
}

/// A response that changed the outcome for the worse.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mistake {
    /// The position of the question, in text form.
    pub position: String,
    /// The board as the rule book draws it.
    pub drawing: String,
    /// The move; `null` if the response was not a legal move.
    pub answer: Option<String>,
    /// Reason why the response was not a legal move.
    pub fault: Option<String>,
    /// A move that preserves the outcome.
    pub better: String,
    /// Best play after the mistake.
    pub refutation: Vec<String>,
}

/// Number of mistakes shown for each game.
const SHOWN: usize = 3;

impl GameScore {
    /// Computes the share of games won.
    pub fn of(won: u32, lost: u32, unfinished: u32) -> Self {
        GameScore {
            won,
            lost,
            unfinished,
            share: Figure::share(won, won + lost + unfinished),
        }
    }
}

impl GameReport {
    /// Evaluates the responses to the exercises of a game: for each exercise one or several.
    pub fn of(
        variant: &dyn Variant,
        oracle: &dyn AnyOracle,
        responses: &[(&Exercise, Attempt)],
        matchups: Vec<Matchup>,
    ) -> Self {
        let answers: Vec<_> = responses
            .iter()
            .map(|(exercise, attempt)| Decision::of_exercise(exercise, attempt))
            .collect();
        let by = |key: &dyn Fn(&Exercise) -> (usize, String)| {
            let mut groups: BTreeMap<(usize, String), Vec<&Decision>> = BTreeMap::new();
            for ((exercise, _), decision) in responses.iter().zip(&answers) {
                groups.entry(key(exercise)).or_default().push(decision);
            }
            let groups = groups.into_iter();
            groups.map(|((_, name), of)| Group::of(name, of)).collect()
        };
        GameReport {
            all: Group::of(format!("{variant:?}"), &answers),
            is_solved: variant.is_solved(),
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
            by_choices: by(&|exercise| match exercise.keeping() {
                few @ 1..=3 => (few, few.to_string()),
                _ => (4, "4 or more".to_owned()),
            }),
            worst: worst(responses, &answers, oracle),
            matchups,
            answers,
        }
    }

    /// Returns the tokens used in this game.
    fn tokens(&self) -> Option<Tokens> {
        let moves = self.matchups.iter().map(|matchup| &matchup.moves);
        Tokens::sum(
            [&self.all]
                .into_iter()
                .chain(moves)
                .filter_map(|group| group.tokens),
        )
    }
}

/// Returns the worst mistakes, each in another position: by regret, then by distance to the end.
fn worst(
    responses: &[(&Exercise, Attempt)],
    decisions: &[Decision],
    oracle: &dyn AnyOracle,
) -> Vec<Mistake> {
    let mut wrong: Vec<_> = (0..decisions.len())
        .filter_map(|n| Some((decisions[n].verdict.filter(|one| !one.is_correct)?, n)))
        .collect();
    wrong.sort_by(|(a, _), (b, _)| {
        // An endless position sorts after every distance.
        let plies = |distance: Option<_>| distance.map_or(u32::MAX, u32::from);
        let distances = plies(a.distance).cmp(&plies(b.distance));
        b.regret.total_cmp(&a.regret).then(distances)
    });
    let mut shown = Vec::new();
    wrong.retain(|(_, n)| {
        let is_new = !shown.contains(&&decisions[*n].position);
        shown.push(&decisions[*n].position);
        is_new
    });
    let mistake = |(_, n): (Verdict, usize)| {
        let (exercise, attempt) = &responses[n];
        let position = exercise.session.position();
        let played = attempt.mv.as_deref().and_then(|mv| position.play(mv).ok());
        let next = played.filter(|played| played.position.outcome().is_none());
        let refutation = next.map(|next| oracle.line(&*next.position, budget(oracle)));
        Some(Mistake {
            position: position.text(),
            drawing: position.drawing(),
            answer: attempt.mv.clone(),
            fault: attempt.error.clone(),
            better: exercise.analysis.moves.first()?.mv.clone(),
            refutation: refutation.unwrap_or_default(),
        })
    };
    wrong.into_iter().take(SHOWN).filter_map(mistake).collect()
}

impl Report {
    /// Combines the reports on several games.
    pub fn of(run: Run, games: Vec<GameReport>) -> Self {
        let all = Group::of_games(
            "all games".to_owned(),
            games.iter().map(|game| &game.answers),
        );
        let share = |skill: f64| (1.0 - skill).clamp(0.0, 1.0);
        // Such a player preserves the outcome unless it errs, and by chance if it does.
        let error_rate = all.skill.map(|skill| Figure {
            value: share(skill.value),
            interval: [share(skill.interval.high), share(skill.interval.low)].into(),
        });
        let level = all.skill.zip(error_rate);
        let level = level.map_or_else(String::new, |(skill, rate)| {
            if skill.interval.high < 0.0 {
                return "weaker than random".to_owned();
            }
            match (100.0 * rate.value).round() {
                0.0 => "perfect".to_owned(),
                100.0 => "random".to_owned(),
                slips => format!("slips:{slips}"),
            }
        });
        let tokens = Tokens::sum(games.iter().filter_map(GameReport::tokens));
        let cost = tokens
            .zip(run.price)
            .map(|(tokens, price)| tokens.cost(price));
        Report {
            run,
            all,
            error_rate,
            level,
            tokens,
            cost,
            games,
        }
    }
}

impl Report {
    /// Returns a file name without extension that no report with other questions, parameters or games has.
    pub fn file_stem(&self) -> String {
        let run = Run {
            date: String::new(),
            price: None,
            ..self.run.clone()
        };
        let games: Vec<_> = self.games.iter().map(|game| &game.all.name).collect();
        let identity = serde_json::to_vec(&(run, games)).expect("a run can be serialized");
        format!("{}-{}", slug(&self.run.player), &sha256(&identity)[..8])
    }
}

/// Returns a file name without extension that no other player has.
pub fn file_name(player: &str) -> String {
    match slug(player) {
        slug if slug == player => slug,
        slug => format!("{slug}-{}", &sha256(player.as_bytes())[..8]),
    }
}

/// Returns a name with only letters, digits and hyphens.
fn slug(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// Returns the groups with the totals of several reports over the games that all of them have, named after these games.
pub fn totals(reports: &[Report]) -> Vec<Group> {
    let has = |report: &Report, name: &str| report.games.iter().any(|it| it.all.name == name);
    let is_common = |game: &&GameReport| reports.iter().all(|one| has(one, &game.all.name));
    let common = |report: &Report| report.games.iter().filter(is_common).count();
    let name = total_name(reports.iter().map(|it| (common(it), it.games.len())));
    let total = |report: &Report| {
        let games = report.games.iter().filter(is_common);
        Group::of_games(name.clone(), games.map(|game| &game.answers))
    };
    reports.iter().map(total).collect()
}

/// Names a total, given the number of games that count and that of all games, for each report.
fn total_name(games: impl IntoIterator<Item = (usize, usize)>) -> String {
    let mut games = games.into_iter();
    let partial = games.find(|(common, all)| common < all);
    match partial {
        None => "all games".to_owned(),
        Some((1, _)) => "the common game".to_owned(),
        Some((common, _)) => format!("{common} common games"),
    }
}

/// Returns the differences in the questions of several reports, as sentences. Their figures are not comparable.
pub fn differences(reports: &[Report]) -> Vec<String> {
    let all = |what: &str, of: &dyn Fn(&Report) -> String| {
        let mut found: Vec<String> = reports.iter().map(of).collect();
        found.sort();
        found.dedup();
        (found.len() > 1)
            .then(|| format!("The reports differ in their {what}: {}.", found.join("; ")))
    };
    let names = |report: &Report| {
        let names: Vec<_> = report.games.iter().map(|game| &*game.all.name).collect();
        names.join(", ")
    };
    let is_drawn = |it: &Report| matches!(&*it.run.questions, "" | "drawn");
    let seed = |it: &Report| it.run.seed.to_string();
    let found = [
        all("seed", &seed).filter(|_| reports.iter().any(is_drawn)),
        all("number of positions", &|it| it.run.positions.to_string()),
        all("set of questions", &|it| it.run.questions.clone()),
        all("disguise", &|it| match &*it.run.disguise {
            "" => "none".to_owned(),
            disguise => disguise.to_owned(),
        }),
        all("games", &names),
    ];
    let found: Vec<_> = found.into_iter().flatten().collect();
    if found.is_empty() {
        // Sets can have the same name.
        return all("questions", &|it| it.run.hash.chars().take(16).collect())
            .into_iter()
            .collect();
    }
    found
}

/// The difference between two players on the same questions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pair {
    /// The name of the game or of a total.
    pub name: String,
    /// Number of questions that both players answered.
    pub positions: usize,
    /// The skill of the first player minus that of the second.
    pub difference: Figure,
}

impl Pair {
    /// Compares two players by the questions that both answered: in each game with at least 10 of them, then in all games.
    pub fn of(one: &Report, other: &Report) -> Vec<Self> {
        let mut games = Vec::new();
        for game in &one.games {
            let same = other.games.iter().find(|it| it.all.name == game.all.name);
            games.extend(same.map(|same| (game, same)));
        }
        let mut pairs: Vec<_> = games
            .iter()
            .filter_map(|game| Pair::of_games(game.0.all.name.clone(), &[*game]))
            .collect();
        if pairs.len() > 1 {
            let lengths = [one, other].map(|report| (games.len(), report.games.len()));
            pairs.extend(Pair::of_games(total_name(lengths), &games));
        }
        pairs
    }

    fn of_games(name: String, games: &[(&GameReport, &GameReport)]) -> Option<Self> {
        let mut values = Vec::new();
        let mut chances = 0.0;
        for (n, (one, other)) in games.iter().enumerate() {
            let [ones, others] = [one, other].map(|game| accuracies(n, &game.answers));
            for (question, (key, kept, chance)) in ones {
                if let Some((_, other_kept, _)) = others.get(question) {
                    values.push((key, [kept, *other_kept]));
                    chances += chance;
                }
            }
        }
        if values.len() < FEWEST_PAIRED {
            return None;
        }
        values.sort_by_key(|(key, _)| *key);
        difference(&values, chances).map(|difference| Pair {
            name,
            positions: values.len(),
            difference,
        })
    }

    /// True if the interval of the difference excludes 0.
    pub fn is_significant(&self) -> bool {
        self.difference.interval.low > 0.0 || self.difference.interval.high < 0.0
    }
}

/// Returns the accuracy and its chance for each question.
fn accuracies(game: usize, answers: &[Decision]) -> BTreeMap<&str, (Key, f64, f64)> {
    let mut sums: BTreeMap<&str, (Key, f64, f64, f64)> = BTreeMap::new();
    for answer in answers {
        if let Some(verdict) = answer.verdict {
            let new = ((game, answer.stratum), 0.0, verdict.chance, 0.0);
            let (_, correct, _, count) = sums.entry(answer.key()).or_insert(new);
            *correct += f64::from(u8::from(verdict.is_correct));
            *count += 1.0;
        }
    }
    let means = sums.into_iter();
    means
        .map(|(question, (key, correct, chance, count))| (question, (key, correct / count, chance)))
        .collect()
}

/// Minimum number of common questions for a comparison.
const FEWEST_PAIRED: usize = 10;

/// Returns the difference of skill with Newcombe's interval for paired shares, in which the correlation is that within strata.
fn difference(values: &[(Key, [f64; 2])], chances: f64) -> Option<Figure> {
    if values.is_empty() {
        return None;
    }
    let column = |which: usize| values.iter().map(|(key, it)| (*key, it[which])).collect();
    let [one, other] = [estimate(column(0))?, estimate(column(1))?];
    let spread = (one.variance * other.variance).sqrt();
    let correlation = if spread > 0.0 {
        let found = (covariance(values) / spread).clamp(-1.0, 1.0);
        // A correlation that could be chance must not narrow the interval.
        found.min((found - 1.0 / (values.len() as f64).sqrt()).max(0.0))
    } else {
        0.0
    };
    let (a, b) = (one.share(), other.share());
    let half = |up: f64, down: f64| {
        let square = up * up + down * down - 2.0 * correlation * up * down;
        square.max(0.0).sqrt()
    };
    let value = a.value - b.value;
    let low = value - half(a.value - a.interval.low, b.interval.high - b.value);
    let high = value + half(a.interval.high - a.value, b.value - b.interval.low);
    let figure = Figure {
        value,
        interval: [low, high].into(),
    };
    let chance = chances / values.len() as f64;
    Some(figure.map(|difference| difference / (1.0 - chance)))
}

#[cfg(test)]
mod tests {
    use quintet_arena::Fault;
    use quintet_games::{Analysis, MoveValue};

    use super::*;

    fn analysis(moves: &[(&str, Value)]) -> Analysis {
        let moves = moves.iter().map(|(mv, value)| MoveValue {
            mv: (*mv).to_owned(),
            value: Some(*value),
        });
        Analysis::new(None, moves.collect())
    }

    #[test]
    fn a_verdict_depends_on_the_outcomes_of_all_moves() {
        let (win, endless) = (Value::Win(Some(3)), Value::Endless);
        let lost = Value::Loss(Some(4));
        let position = analysis(&[("1", win), ("2", endless), ("3", lost), ("4", lost)]);
        let verdict = |mv| Verdict::of(&position, mv).expect("the moves differ");
        assert!(verdict(Some("1")).is_correct);
        assert!(!verdict(Some("2")).is_correct);
        let regrets = [Some("1"), Some("2"), Some("3"), None].map(|mv| verdict(mv).regret);
        assert!(regrets.iter().eq(&[0.0, 1.0, 2.0, 2.0]), "{regrets:?}");
        assert!((verdict(None).chance - 0.25).abs() < 1e-12);
        assert_eq!(verdict(None).distance, Some(3));
        let hopeless = analysis(&[("1", lost), ("2", Value::Loss(Some(2)))]);
        assert_eq!(Verdict::of(&hopeless, Some("1")), None);
    }

    /// Returns the decisions of a player that plays right in some of 40 positions with 4 moves.
    fn decisions(right: usize) -> Vec<Decision> {
        let lost = Value::Loss(Some(2));
        let moves = [("1", Value::win(3)), ("2", lost), ("3", lost), ("4", lost)];
        let decision = |n: usize| {
            let attempt = Attempt {
                mv: Some(if n < right { "1" } else { "2" }.to_owned()),
                ..Attempt::default()
            };
            Decision::of(n.to_string(), &analysis(&moves), &attempt)
        };
        (0..40).map(decision).collect()
    }

    #[test]
    fn different_reports_have_different_file_names() {
        let names = ["random", "chat:a.b@http://h", "chat:a-b@http://h"].map(file_name);
        assert_eq!(names[0], "random");
        assert_ne!(names[1], names[2]);
        let report = |seed| {
            let run = Run {
                player: "slips:20".to_owned(),
                seed,
                ..Run::default()
            };
            Report::of(run, Vec::new()).file_stem()
        };
        assert!(report(1).starts_with("slips-20-"), "{}", report(1));
        assert_ne!(report(1), report(2));
    }

    #[test]
    fn skill_is_0_for_random_moves_and_1_for_perfect_play() {
        let group = |right: usize| Group::of(String::new(), &decisions(right));
        let skill = group(40).skill.expect("there were decisions");
        assert!((skill.value - 1.0).abs() < 1e-12 && skill.interval.low > 0.8);
        let random = group(10);
        let skill = random.skill.expect("there were decisions");
        assert!(skill.value.abs() < 1e-12, "{skill:?}");
        assert!(skill.interval.low < 0.0 && skill.interval.high > 0.0);
        let regret = random.regret.expect("there were decisions");
        assert!((regret.value - 1.5).abs() < 1e-12 && regret.interval.low > 1.0);
        assert_eq!(Group::of(String::new(), []).accuracy, None);
    }

    #[test]
    fn repeats_of_a_question_do_not_make_the_result_more_certain() {
        let once = Group::of(String::new(), &decisions(20));
        let twice = [decisions(20), decisions(20)].concat();
        let twice = Group::of(String::new(), &twice);
        assert_eq!((once.asked, twice.asked), (40, 80));
        assert_eq!(once.accuracy, twice.accuracy);
    }

    #[test]
    fn failures_are_counted_and_not_scored() {
        let lost = Value::Loss(Some(2));
        let moves = analysis(&[("1", Value::win(3)), ("2", lost)]);
        let faults = [Fault::Illegal, Fault::Late, Fault::Failed];
        let failing = faults.map(|fault| {
            let attempt = Attempt {
                first_fault: Some(fault),
                ..Attempt::default()
            };
            Decision::of(format!("{fault:?}"), &moves, &attempt)
        });
        let group = Group::of(String::new(), decisions(40).iter().chain(&failing));
        assert_eq!((group.illegal, group.late, group.failed), (1, 1, 1));
        let share = |figure: Option<Figure>| figure.expect("there were decisions").value;
        assert!((share(group.accuracy) - 40.0 / 42.0).abs() < 1e-12);
        assert!((share(group.legality) - 40.0 / 42.0).abs() < 1e-12);
    }

    #[test]
    fn an_error_rate_is_a_share_and_tokens_of_games_are_counted() {
        let game = |right: usize| {
            let tokens = Some(Tokens {
                prompt: 10,
                completion: 5,
            });
            let mut answers = decisions(right);
            for answer in &mut answers {
                answer.tokens = tokens;
            }
            let group = Group::of("a game".to_owned(), &answers);
            GameReport {
                all: group.clone(),
                is_solved: true,
                by_distance: Vec::new(),
                by_phase: Vec::new(),
                by_choices: Vec::new(),
                worst: Vec::new(),
                matchups: vec![Matchup {
                    opponent: "perfect".to_owned(),
                    player1: GameScore::default(),
                    player2: GameScore::default(),
                    moves: group,
                }],
                answers,
            }
        };
        let run = Run {
            price: Some([1.0, 2.0]),
            ..Run::default()
        };
        let report = |right| Report::of(run.clone(), vec![game(right)]);
        let worst = report(0);
        assert_eq!(worst.level, "weaker than random");
        let rate = worst.error_rate.expect("there were decisions");
        assert_eq!((rate.value, rate.interval.high), (1.0, 1.0));
        assert_eq!(report(40).level, "perfect");
        assert_eq!(report(34).level, "slips:20");
        let tokens = worst.tokens.expect("they were reported");
        assert_eq!((tokens.prompt, tokens.completion), (800, 400));
        assert!((worst.cost.expect("it has a price") - 0.0016).abs() < 1e-12);
        let [pair] = &Pair::of(&report(30), &report(20))[..] else {
            panic!("one game");
        };
        assert!(pair.is_significant() && pair.positions == 40, "{pair:?}");
        assert!((pair.difference.value - 0.25 / 0.75).abs() < 1e-12);
        let [same] = &Pair::of(&report(30), &report(30))[..] else {
            panic!("one game");
        };
        let Figure { value, interval } = same.difference;
        assert!(value.abs() < 1e-12 && interval.low > -0.2 && interval.high < 0.2);
    }
}
