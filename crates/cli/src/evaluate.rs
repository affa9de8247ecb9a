//! `quintet evaluate`: the strength of a player, measured against exact values.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use quintet_agents::{
    Evaluation, ExternalPlayers, Failure, GameQuestions, Network, leaderboard_html, provenance,
    report_html,
};
use quintet_arena::{Figure, Interval, Library, Who, replace_file};
use quintet_evaluation::{
    Exercise, GameReport, GameScore, Group, Pair, Question, QuestionSet, Report, Run,
    UNSOLVED_BUDGET, differences, exercises, file_name, totals,
};
use quintet_games::{Catalogue, Listing, Variant, escape};

use crate::args::EvaluateArgs;
use crate::output::{Status, note, print_json};
use crate::{library, paper};

pub(crate) fn run(args: &EvaluateArgs, library: &Library, out: &mut dyn Write) -> Result<Status> {
    let (reports, failed) = if let Some(player) = &args.player {
        let players: Vec<_> = [player].into_iter().chain(&args.also).collect();
        evaluate(args, &players, library)?
    } else {
        let reports = args.compare.iter().map(|path| read(path));
        (reports.collect::<Result<_>>()?, Vec::new())
    };
    if let Some(path) = &args.html
        && (failed.is_empty() || !reports.is_empty())
    {
        write(path, &report_html(&reports))?;
    }
    if let Some(folder) = &args.leaderboard {
        rank(folder)?;
    }
    match &*reports {
        [] => {}
        [report] if args.json => print_json(report, out)?,
        reports if args.json => print_json(&reports, out)?,
        [report] => show(report, out)?,
        reports => compare(reports, out)?,
    }
    if !failed.is_empty() {
        bail!("no report on {}", failed.join(", "));
    }
    Ok(Status::Success)
}

/// Pairs of games per opponent on solved sizes. On others, a single move of a level can take a minute.
const DEFAULT_PAIRS: u32 = 2;

/// The questions of an evaluation, and how they were chosen.
struct Questions {
    name: String,
    games: Vec<GameQuestions>,
}

/// Draws or reads the questions.
fn questions(args: &EvaluateArgs, library: &Library) -> Result<Questions> {
    let games: Vec<&Listing> = match &*args.games {
        [] => library.catalogue().iter().collect(),
        games => games.to_vec(),
    };
    let set = args.questions.as_deref().map(question_set).transpose()?;
    let variants: Vec<&'static dyn Variant> = match (&args.size, &*games) {
        (Some(size), [game]) => {
            let found = game.size(size);
            vec![found.with_context(|| format!("{} has no size {}", game.id, escape(size)))?]
        }
        (Some(_), _) => bail!("--size needs exactly one game"),
        (None, games) => games.iter().map(|game| game.standard()).collect(),
    };
    let mut asked = Vec::new();
    for variant in variants {
        let oracle = library::oracle(library, variant);
        let mut exercises = match &set {
            None => library::watched("drawing positions", |progress| {
                let count = args.positions as usize;
                progress.expect(count as u64);
                let mut before = 0;
                exercises(variant, &*oracle, count, args.seed, |found| {
                    progress.advance((found - before) as u64);
                    before = found;
                    true
                })
            }),
            Some(set) => {
                let size = variant.size().to_string();
                let same = |one: &&_| -> bool {
                    let one: &quintet_evaluation::Question = one;
                    one.game == variant.id() && one.size == size
                };
                let mine = set.questions.iter().filter(same);
                let exercise = |question: &quintet_evaluation::Question| {
                    let session = question
                        .session(Catalogue::STANDARD)
                        .map_err(|error| anyhow!(error))?;
                    Ok(Exercise::new(session, question.phase, &*oracle))
                };
                mine.map(exercise).collect::<Result<Vec<_>>>()?
            }
        };
        if let Some(disguise) = args.disguise() {
            let each = exercises.into_iter().enumerate();
            exercises = each
                .map(|(n, exercise)| disguise.exercise(exercise, n, &*oracle))
                .collect();
        }
        if exercises.is_empty() {
            let (id, size) = (variant.id(), variant.size());
            bail!(
                "no questions for {id} {size}{}",
                if variant.is_solved() {
                    String::new()
                } else {
                    format!(
                        ": it is not solved, and a search of {} positions solves no position in which a move can lose value",
                        UNSOLVED_BUDGET.max_positions()
                    )
                }
            );
        }
        asked.push(GameQuestions {
            variant,
            exercises: Arc::new(exercises),
        });
    }
    Ok(Questions {
        name: set.map_or_else(|| "drawn".to_owned(), |set| set.name),
        games: asked,
    })
}

/// Returns a public set of questions, or reads one from a file.
pub(crate) fn question_set(name: &str) -> Result<QuestionSet> {
    let path = Path::new(name);
    if !path.exists() {
        return Ok(QuestionSet::public(name)?);
    }
    let shown = paper::shown_path(path);
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    QuestionSet::parse(&stem, &text, Catalogue::STANDARD).with_context(|| shown)
}

/// Evaluates players one after the other. Returns the reports and the players that have none, whose errors are printed; the
/// error of a single player is returned.
fn evaluate(
    args: &EvaluateArgs,
    players: &[&Who],
    library: &Library,
) -> Result<(Vec<Report>, Vec<String>)> {
    let prompt = args.policy.prompt()?.with_disguise(args.disguise());
    let network = args.policy.network_with(prompt)?;
    // Fails before any long work if a player is unavailable.
    let mut known = Vec::new();
    for who in players {
        known.push(unknown_games(args, who, library, &network)?);
    }
    let Questions { name, games } = questions(args, library)?;
    let is_solved = games.iter().all(|game| game.variant.is_solved());
    let pairs = args
        .pairs
        .unwrap_or(if is_solved { DEFAULT_PAIRS } else { 0 });
    if let Some(path) = &args.save_questions {
        let exercises = games.iter().flat_map(|game| &*game.exercises);
        let questions = exercises.map(Question::of).collect();
        write(path, &QuestionSet::new(name.clone(), questions).text())?;
    }
    let (mut reports, mut failed) = (Vec::new(), Vec::new());
    for (who, not_played) in players.iter().zip(known) {
        let is_known = |game: &&GameQuestions| !not_played.contains(&game.variant.id().to_owned());
        let games: Vec<_> = games.iter().filter(is_known).cloned().collect();
        let disguise = args
            .disguise()
            .map_or("", quintet_evaluation::Disguise::name);
        let evaluation = Evaluation {
            who: (*who).clone(),
            run: Run {
                date: paper::today(),
                seed: args.seed,
                positions: games
                    .iter()
                    .map(|game| game.exercises.len())
                    .max()
                    .unwrap_or(0),
                questions: name.clone(),
                disguise: disguise.to_owned(),
                repeats: args.repeats,
                pairs: pairs as usize,
                not_played,
                ..Run::default()
            },
            games,
            opponents: args.opponents.clone(),
            jobs: args.jobs as usize,
            policy: args.policy.get(),
            network: Arc::clone(&network),
        };
        let log = args.log.as_deref().map(|path| match players {
            [_] => path.to_owned(),
            _ => log_of(path, who),
        });
        let evaluated = library::watched("evaluating", |progress| {
            evaluation.run(library, log.as_deref(), progress)
        });
        match evaluated {
            Ok(report) => {
                if let Some(folder) = &args.leaderboard {
                    save(folder, &report)?;
                }
                reports.push(report);
            }
            Err(error) if players.len() == 1 => return Err(error.into()),
            Err(error) => {
                note(&format!("quintet: {who}: {error}"));
                failed.push(who.to_string());
            }
        }
    }
    Ok((reports, failed))
}

/// Returns the log of one of several players: a file next to `path` with the player's name.
fn log_of(path: &Path, who: &Who) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut name = format!("{stem}-{}", file_name(who.name()));
    if let Some(extension) = path.extension() {
        name = format!("{name}.{}", extension.to_string_lossy());
    }
    path.with_file_name(name)
}

/// Checks that a player is available, and returns the games that it does not know.
fn unknown_games(
    args: &EvaluateArgs,
    who: &Who,
    library: &Library,
    network: &Arc<Network>,
) -> Result<Vec<String>> {
    let games: Vec<&Listing> = match &*args.games {
        [] => library.catalogue().iter().collect(),
        games => games.to_vec(),
    };
    let mut unknown = Vec::new();
    for game in games {
        let external = ExternalPlayers::new(game.standard(), args.policy.get());
        match external.sharing(Arc::clone(network)).greet(who) {
            Ok(()) => {}
            Err(Failure::NoGame(id)) => unknown.push(id),
            Err(failure) => return Err(anyhow!("{who} {failure}")),
        }
    }
    Ok(unknown)
}

/// Saves a report in the folder of a leaderboard.
fn save(folder: &Path, report: &Report) -> Result<()> {
    let shown = paper::shown_path(folder);
    fs::create_dir_all(folder).with_context(|| format!("cannot create {shown}"))?;
    write_report(&folder.join(format!("{}.json", report.file_stem())), report)
}

/// Writes a report as JSON.
pub(crate) fn write_report(path: &Path, report: &Report) -> Result<()> {
    let text = serde_json::to_string(report).context("a report can be serialized")?;
    write(path, &(text + "\n"))
}

/// Writes a page that ranks all reports in a folder.
fn rank(folder: &Path) -> Result<()> {
    let shown = paper::shown_path(folder);
    let mut all = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {shown}"))?;
    for entry in entries {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            all.push((path.clone(), read(&path)?));
        }
    }
    all.sort_by(|(a, _), (b, _)| a.cmp(b));
    let all: Vec<_> = all.into_iter().map(|(_, report)| report).collect();
    write(&folder.join("index.html"), &leaderboard_html(&all))
}

fn write(path: &Path, text: &str) -> Result<()> {
    let shown = paper::shown_path(path);
    replace_file(path, &[text.as_bytes()]).with_context(|| format!("cannot write {shown}"))
}

/// Reads a report that was printed with `--json`.
fn read(path: &Path) -> Result<Report> {
    let shown = paper::shown_path(path);
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    serde_json::from_str(&text).with_context(|| format!("{shown} is not an evaluate report"))
}

/// Formats a figure in percent with half of its confidence interval.
fn percent(side: Option<Figure>) -> String {
    side.map_or_else(
        || "-".to_owned(),
        |side| {
            let Interval { low, high } = side.interval;
            let half = 50.0 * (high - low);
            format!("{:.1} ±{half:.1}", 100.0 * side.value)
        },
    )
}

fn show(report: &Report, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}, {} answers", report.run.player, report.all.asked)?;
    let head = [
        "in %", "legal", "accuracy", "chance", "skill", "regret", "delay",
    ];
    row(head.map(str::to_owned), out)?;
    let parts = report.games.iter().map(|part| &part.all);
    for group in parts.chain([&report.all]) {
        figures(&group.name, group, out)?;
    }
    if let Some(rate) = report.error_rate {
        let Interval { low, high } = rate.interval;
        writeln!(
            out,
            "Equivalent to a perfect player with {:.1}% random moves ({:.1} to {:.1}%): {}.",
            100.0 * rate.value,
            100.0 * low,
            100.0 * high,
            report.level
        )?;
    }
    let all = &report.all;
    if all.illegal + all.refused + all.late + all.failed > 0 {
        let Group {
            illegal,
            refused,
            late,
            failed,
            ..
        } = all;
        writeln!(
            out,
            "First answers: {illegal} illegal, {refused} refused or cut off, {late} late, {failed} failed (not scored)."
        )?;
    }
    write!(out, "{} ms per answer", all.milliseconds)?;
    if let Some(tokens) = report.tokens {
        write!(
            out,
            "; {} tokens read, {} written",
            tokens.prompt, tokens.completion
        )?;
    }
    if let Some(cost) = report.cost {
        write!(out, "; cost {cost:.2}")?;
    }
    writeln!(out, ".")?;
    if !report.run.not_played.is_empty() {
        writeln!(out, "Not played: {}.", report.run.not_played.join(", "))?;
    }
    for game in report.games.iter().filter(|game| !game.is_solved) {
        let (name, most) = (&game.all.name, UNSOLVED_BUDGET.max_positions());
        let text = format!(
            "{name} is not solved: all {} questions are positions in which a search of {most} positions solves every move.",
            game.all.asked
        );
        writeln!(out, "{}", textwrap::fill(&text, 78))?;
    }
    writeln!(out, "{}", textwrap::fill(&provenance(report), 78))?;
    report
        .games
        .iter()
        .try_for_each(|part| show_game(part, out))
}

/// Shows the accuracy in parts of a game, its matches and a mistake.
fn show_game(part: &GameReport, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\n{}", part.all.name)?;
    for (what, groups) in [
        ("plies to the end", &part.by_distance),
        ("third of the game", &part.by_phase),
        ("number of correct moves", &part.by_choices),
    ] {
        let groups = groups.iter().map(|group| {
            let share = group.accuracy.map_or(0.0, |side| 100.0 * side.value);
            format!("{} {share:.0}%", group.name)
        });
        let groups: Vec<_> = groups.collect();
        let text = format!("accuracy by {what}: {}", groups.join(", "));
        for line in textwrap::wrap(&text, textwrap::Options::new(78).subsequent_indent("  ")) {
            writeln!(out, "  {line}")?;
        }
    }
    for matchup in &part.matchups {
        let score = |GameScore {
                         won,
                         lost,
                         unfinished,
                         ..
                     }: GameScore| match unfinished {
            0 => format!("{won} won, {lost} lost"),
            _ => format!("{won} won, {lost} lost, {unfinished} unfinished"),
        };
        writeln!(
            out,
            "  against {}: as Player 1 {}; as Player 2 {}; accuracy {}%",
            matchup.opponent,
            score(matchup.player1),
            score(matchup.player2),
            percent(matchup.moves.accuracy)
        )?;
    }
    if let Some(worst) = part.worst.first() {
        let answer = worst.answer.as_deref().unwrap_or("no legal move");
        let (position, better) = (&worst.position, &worst.better);
        writeln!(out, "  example: {position}: {answer}; better: {better}")?;
    }
    Ok(())
}

fn figures(name: &str, group: &Group, out: &mut dyn Write) -> Result<()> {
    let number =
        |side: Option<Figure>| side.map_or("-".to_owned(), |side| format!("{:.2}", side.value));
    let chance = group
        .chance
        .map_or("-".to_owned(), |chance| format!("{:.1}", 100.0 * chance));
    row(
        [
            name.to_owned(),
            percent(group.legality),
            percent(group.accuracy),
            chance,
            percent(group.skill),
            number(group.regret),
            number(group.delay),
        ],
        out,
    )
}

fn row(cells: [String; 7], out: &mut dyn Write) -> Result<()> {
    let [name, legal, accuracy, chance, skill, regret, delay] = cells;
    writeln!(
        out,
        "  {name:<20} {legal:>11} {accuracy:>11} {chance:>6} {skill:>12} {regret:>6} {delay:>5}"
    )?;
    Ok(())
}

/// Number of columns that fit in 80 characters.
const COLUMNS: usize = 4;

/// Width of a column. A skill can be `-123.4 ±12.3`.
const COLUMN: usize = 14;

/// Prints reports side by side: the skill in each game, and the differences between players on the same questions.
fn compare(reports: &[Report], out: &mut dyn Write) -> Result<()> {
    let names: Vec<String> = (1..=reports.len()).map(|n| format!("[{n}]")).collect();
    for (name, report) in names.iter().zip(reports) {
        writeln!(out, "{name} {}", report.run.player)?;
    }
    for difference in differences(reports) {
        writeln!(out, "{}", textwrap::fill(&difference, 78))?;
    }
    let mut games: Vec<&str> = Vec::new();
    for part in reports.iter().flat_map(|report| &report.games) {
        if !games.contains(&&*part.all.name) {
            games.push(&part.all.name);
        }
    }
    let totals = totals(reports);
    let rows = reports.iter().zip(&totals).collect::<Vec<_>>();
    for (rows, names) in rows.chunks(COLUMNS).zip(names.chunks(COLUMNS)) {
        let mut line = |name: &str, cells: Vec<String>| -> Result<()> {
            write!(out, "{name:<20}")?;
            for cell in cells {
                write!(out, "{cell:>COLUMN$}")?;
            }
            Ok(writeln!(out)?)
        };
        line("skill in %", names.to_vec())?;
        for game in &games {
            let skill = |report: &Report| {
                let part = report.games.iter().find(|part| part.all.name == *game);
                percent(part.and_then(|part| part.all.skill))
            };
            line(game, rows.iter().map(|(report, _)| skill(report)).collect())?;
        }
        let all = |figure: &dyn Fn(&Report, &Group) -> String| {
            rows.iter()
                .map(|(report, total)| figure(report, total))
                .collect()
        };
        line(&totals[0].name, all(&|_, total| percent(total.skill)))?;
        line("legal in %", all(&|_, total| percent(total.legality)))?;
        line("answers", all(&|_, total| total.asked.to_string()))?;
        if reports.iter().any(|report| report.cost.is_some()) {
            let cost = |report: &Report, _: &Group| {
                report
                    .cost
                    .map_or("-".to_owned(), |cost| format!("{cost:.2}"))
            };
            line("cost", all(&cost))?;
        }
    }
    writeln!(out, "\nDifference in skill on the same questions, in %:")?;
    for (n, one) in reports.iter().enumerate() {
        for (m, other) in reports.iter().enumerate().skip(n + 1) {
            let pairs = Pair::of(one, other);
            // Of many players, only the totals are shown.
            let shown = if reports.len() > 2 {
                pairs.len().saturating_sub(1)
            } else {
                0
            };
            if pairs.is_empty() {
                writeln!(
                    out,
                    "  [{}] - [{}]: fewer than 10 common questions",
                    n + 1,
                    m + 1
                )?;
            }
            for pair in &pairs[shown..] {
                let sign = if pair.is_significant() {
                    ""
                } else {
                    " (not significant)"
                };
                writeln!(
                    out,
                    "  {:<20} [{}] - [{}] {:>COLUMN$}{sign}",
                    pair.name,
                    n + 1,
                    m + 1,
                    percent(Some(pair.difference)),
                )?;
            }
        }
    }
    Ok(())
}
