//! `quintet evaluate`: the strength of a player, measured against exact values.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use quintet_agents::{Evaluation, ExternalPlayers, report_html};
use quintet_arena::report::{GameScore, Group, Report};
use quintet_arena::{Figure, Interval, Library, replace_file};
use quintet_games::Listing;

use crate::args::EvaluateArgs;
use crate::output::{Status, print_json};
use crate::{library, paper};

pub(crate) fn run(args: &EvaluateArgs, library: &Library, out: &mut dyn Write) -> Result<Status> {
    let reports = match args.player {
        Some(_) => vec![evaluate(args, library)?],
        None => args
            .compare
            .iter()
            .map(|path| read(path))
            .collect::<Result<_>>()?,
    };
    if let Some(path) = &args.html {
        let shown = paper::shown_path(path);
        replace_file(path, &[report_html(&reports).as_bytes()])
            .with_context(|| format!("cannot write {shown}"))?;
    }
    match &*reports {
        [report] if args.json => print_json(report, out)?,
        reports if args.json => print_json(&reports, out)?,
        [report] => show(report, out)?,
        reports => compare(reports, out)?,
    }
    Ok(Status::Success)
}

fn evaluate(args: &EvaluateArgs, library: &Library) -> Result<Report> {
    let who = args.player.clone().context("no player")?;
    let games: Vec<&Listing> = match &*args.games {
        [] => library.catalogue().iter().collect(),
        games => games.to_vec(),
    };
    let (policy, network) = (args.policy.get(), args.policy.network()?);
    let variants: Vec<_> = games.iter().map(|game| game.standard()).collect();
    for variant in &variants {
        library::oracle(library, *variant);
        let external = ExternalPlayers::new(*variant, policy).sharing(Arc::clone(&network));
        let greeted = external.greet(&who);
        greeted.map_err(|failure| anyhow!("{who} {failure}"))?;
    }
    let evaluation = Evaluation {
        who,
        variants,
        positions: args.positions as usize,
        pairs: args.pairs as usize,
        opponents: args.opponents.clone(),
        seed: args.seed,
        jobs: args.jobs as usize,
        policy,
        network,
    };
    library::watched("evaluating", |progress| {
        Ok(evaluation.run(library, args.log.as_deref(), progress)?)
    })
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
    let (player, seed) = (&report.player, report.seed);
    writeln!(out, "{player}, {} positions, seed {seed}", report.all.asked)?;
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
        let [low, high] = [low, high].map(|rate| 100.0 * rate.clamp(0.0, 1.0));
        writeln!(
            out,
            "Equivalent to a level with {:.1} % random moves ({low:.1} to {high:.1} %): {}.",
            100.0 * rate.value.clamp(0.0, 1.0),
            report.level
        )?;
    }
    if let Some(tokens) = report.all.tokens {
        let (ms, read, written) = (report.all.milliseconds, tokens.prompt, tokens.completion);
        writeln!(
            out,
            "{ms} ms per answer; {read} tokens read, {written} written."
        )?;
    } else {
        writeln!(out, "{} ms an answer.", report.all.milliseconds)?;
    }
    for part in &report.games {
        writeln!(out, "\n{}", part.all.name)?;
        for (what, groups) in [
            ("plies to the end", &part.by_distance),
            ("third of the game", &part.by_phase),
            ("number of correct moves", &part.by_choices),
        ] {
            let groups = groups.iter().map(|group| {
                let share = group.accuracy.map_or(0.0, |side| 100.0 * side.value);
                format!("{} {share:.0} %", group.name)
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
                "  against {}: as Player 1 {}; as Player 2 {}; accuracy {} %",
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
    }
    Ok(())
}

fn figures(name: &str, group: &Group, out: &mut dyn Write) -> Result<()> {
    let number =
        |side: Option<Figure>| side.map_or("-".to_owned(), |side| format!("{:.2}", side.value));
    let chance = group
        .chance
        .map_or("-".to_owned(), |side| format!("{:.1}", 100.0 * side.value));
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
        "  {name:<20} {legal:>11} {accuracy:>11} {chance:>6} {skill:>11} {regret:>6} {delay:>5}"
    )?;
    Ok(())
}

/// Number of columns that fit in 80 characters.
const COLUMNS: usize = 5;

/// Width of a column.
const COLUMN: usize = 11;

/// Prints reports side by side: the skill in each game, and the equivalent level.
fn compare(reports: &[Report], out: &mut dyn Write) -> Result<()> {
    let mut names: Vec<String> = reports.iter().map(|one| one.player.clone()).collect();
    if names.iter().any(|name| name.chars().count() >= COLUMN) {
        for (n, name) in names.iter_mut().enumerate() {
            writeln!(out, "[{}] {name}", n + 1)?;
            *name = format!("[{}]", n + 1);
        }
    }
    let mut games: Vec<&str> = Vec::new();
    for part in reports.iter().flat_map(|report| &report.games) {
        if !games.contains(&&*part.all.name) {
            games.push(&part.all.name);
        }
    }
    for (reports, names) in reports.chunks(COLUMNS).zip(names.chunks(COLUMNS)) {
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
            line(game, reports.iter().map(skill).collect())?;
        }
        let all = |figure: fn(&Report) -> Option<Figure>| {
            reports.iter().map(|one| percent(figure(one))).collect()
        };
        line("all games", all(|report| report.all.skill))?;
        line("random moves in %", all(|report| report.error_rate))?;
        line("legal in %", all(|report| report.all.legality))?;
        let asked = reports.iter().map(|report| report.all.asked.to_string());
        line("positions", asked.collect())?;
    }
    Ok(())
}
