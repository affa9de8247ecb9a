//! Reports as a self-contained HTML page.

use std::collections::BTreeMap;
use std::fmt::Write;

use quintet_arena::{Figure, Interval};
use quintet_drawing::palette_css;
use quintet_evaluation::{GameScore, Group, Pair, Report, Run, differences, totals};

/// The style sheet, after the palette. The page is readable in print and without color.
const STYLE: &str = "
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink); background: var(--raised) }
h1, h2 { line-height: 1.2 }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: right; padding: .3rem .6rem; border-bottom: 1px solid var(--line) }
th:first-child, td:first-child { text-align: left }
small { color: var(--quiet) }
td small { display: block; white-space: nowrap }
.wide { overflow-x: auto }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); gap: 1rem }
pre { line-height: 1.15; background: var(--surface); padding: .8rem; overflow-x: auto }
svg { width: 100%; height: auto; fill: var(--ink) }
line { stroke: var(--line) }
.interval { stroke: var(--ink); stroke-width: 2 }
.chance { stroke: var(--ink); stroke-dasharray: 3 2 }
rect { fill: var(--two-wash); stroke: var(--ink) }
figure { margin: 1rem 0 }
.mistakes { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1rem }
@media print { :root { color-scheme: light } body { margin: 0 } h2 { break-after: avoid } figure, .mistakes > div { break-inside: avoid } }
";

/// Returns the page for one or more reports.
pub fn report_html(reports: &[Report]) -> String {
    let mut page = head(&names(reports).join(", "));
    page.push_str(&overview(reports));
    page.push_str(&games(reports));
    page.push_str("<h2>Accuracy by distance</h2>\n<p>Plies to the end with best play. Dashed: chance. Below: number of \
         positions.\n<div class=\"charts\">\n");
    for report in reports {
        for part in &report.games {
            let name = format!(
                "{}, {}",
                escaped(&report.run.player),
                escaped(&part.all.name)
            );
            page.push_str(&bars(&name, &part.by_distance));
        }
    }
    page.push_str("</div>\n");
    for report in reports {
        let player = escaped(&report.run.player);
        line(
            &mut page,
            &format!("<h2>The worst answers of {player}</h2>\n<div class=\"mistakes\">"),
        );
        for mistake in report.games.iter().flat_map(|part| &part.worst) {
            let answer = mistake.answer.as_deref().map_or_else(
                || {
                    format!(
                        "no legal move: {}",
                        mistake.fault.as_deref().unwrap_or("no answer")
                    )
                },
                str::to_owned,
            );
            let line_of = mistake.refutation.join(", ");
            let refuted = if line_of.is_empty() {
                String::new()
            } else {
                format!("<br>Then: {}", escaped(&line_of))
            };
            line(
                &mut page,
                &format!(
                    "<div><pre>{}</pre><p>Answered {}; better {}.{refuted}<br><small>{}</small></div>",
                    escaped(&mistake.drawing),
                    escaped(&answer),
                    escaped(&mistake.better),
                    escaped(&mistake.position)
                ),
            );
        }
        page.push_str("</div>\n");
    }
    page
}

/// Returns a page that ranks the players of many reports, the most skilful first, in a table for each set of questions.
pub fn leaderboard_html(reports: &[Report]) -> String {
    let mut sets: BTreeMap<String, Vec<Report>> = BTreeMap::new();
    for report in reports {
        let set = sets.entry(set_of(&report.run)).or_default();
        set.push(report.clone());
    }
    let mut page = head("Leaderboard");
    for (set, reports) in &mut sets {
        let skill = |report: &Report| report.all.skill.map_or(f64::MIN, |skill| skill.value);
        // Players of all games first.
        reports.sort_by(|a, b| {
            let games = b.games.len().cmp(&a.games.len());
            games.then(skill(b).total_cmp(&skill(a)))
        });
        line(&mut page, &format!("<h2>Questions {}</h2>", escaped(set)));
        page.push_str(&ranking(reports));
        page.push_str(&differences_of(reports));
    }
    page.push_str(&disguised(reports));
    for reports in sets.values() {
        page.push_str(&games(reports));
    }
    page.push_str("<h2>How the reports were made</h2>\n<ol>\n");
    for report in sets.values().flatten() {
        line(&mut page, &described(report));
    }
    page + "</ol>\n"
}

/// Returns the name of the questions of a run. Only the figures of reports on the same questions are comparable.
fn set_of(run: &Run) -> String {
    let mut set = run.questions.clone();
    if matches!(&*set, "" | "drawn") {
        set = format!("drawn by seed {}, {} per game", run.seed, run.positions);
    }
    if !run.disguise.is_empty() {
        set = format!("{set}, {}", run.disguise);
    }
    set
}

/// Returns the table of a leaderboard.
fn ranking(reports: &[Report]) -> String {
    let names = game_names(reports);
    let mut html = "<div class=\"wide\"><table><tr><th>player<th>skill %".to_owned();
    for name in &names {
        let _ = write!(html, "<th>{}", escaped(name));
    }
    html.push_str("<th>legal %<th>cost<th>tokens written<th>ms</tr>\n");
    for (n, report) in reports.iter().enumerate() {
        let player = escaped(&report.run.player);
        let _ = write!(html, "<tr><td>[{}] <strong>{player}</strong>", n + 1);
        let has_all = report.games.len() == names.len();
        html.push_str(&cell(report.all.skill.filter(|_| has_all), 100.0));
        for name in &names {
            let part = report.games.iter().find(|part| part.all.name == *name);
            html.push_str(&cell(part.and_then(|part| part.all.skill), 100.0));
        }
        html.push_str(&cell(report.all.legality, 100.0));
        let cost = report
            .cost
            .map_or("-".to_owned(), |cost| format!("{cost:.2}"));
        let tokens = report.tokens.map(|tokens| tokens.completion.to_string());
        let tokens = tokens.unwrap_or_else(|| "-".to_owned());
        let _ = writeln!(
            html,
            "<td>{cost}<td>{tokens}<td>{}</tr>",
            report.all.milliseconds
        );
    }
    html + "</table></div>\n"
}

/// Returns the differences in skill between all pairs of players.
fn differences_of(reports: &[Report]) -> String {
    if reports.len() < 2 {
        return String::new();
    }
    let mut html = "<p>Skill of the player of the row minus that of the column, in %, on the questions that both answered. \
         <strong>Bold</strong>: significant.\n<div class=\"wide\"><table><tr><th>"
        .to_owned();
    for n in 1..=reports.len() {
        let _ = write!(html, "<th>[{n}]");
    }
    html.push_str("</tr>\n");
    for (n, one) in reports.iter().enumerate() {
        let _ = write!(html, "<tr><td>[{}] {}", n + 1, escaped(&one.run.player));
        for (m, other) in reports.iter().enumerate() {
            let all = Pair::of(one, other).pop().filter(|_| n != m);
            let text = all.map_or_else(String::new, |pair| {
                let value = format!("{:.1}", 100.0 * pair.difference.value);
                if pair.is_significant() {
                    format!("<strong>{value}</strong>")
                } else {
                    value
                }
            });
            let _ = write!(html, "<td>{text}");
        }
        html.push_str("</tr>\n");
    }
    html + "</table></div>\n"
}

/// Returns the differences between the reports on a player with disguised questions and with the original ones.
fn disguised(reports: &[Report]) -> String {
    let mut rows = String::new();
    for report in reports.iter().filter(|it| !it.run.disguise.is_empty()) {
        let original = Run {
            disguise: String::new(),
            ..report.run.clone()
        };
        let same = |it: &&Report| {
            it.run.player == original.player
                && it.run.parameters == original.parameters
                && set_of(&it.run) == set_of(&original)
        };
        let pair = reports
            .iter()
            .find(same)
            .and_then(|it| Pair::of(report, it).pop());
        if let Some(pair) = pair {
            let _ = writeln!(
                rows,
                "<tr><td>{}<td>{}<td>{}{}</tr>",
                escaped(&report.run.player),
                escaped(&set_of(&report.run)),
                pair.positions,
                cell(Some(pair.difference), 100.0)
            );
        }
    }
    if rows.is_empty() {
        return rows;
    }
    format!(
        "<h2>Disguised questions</h2>\n<p>A negative difference shows that a player remembers the original questions.\n\
         <div class=\"wide\"><table><tr><th>player<th>questions<th>in common<th>difference in skill, %</tr>\n{rows}\
         </table></div>\n"
    )
}

/// Returns the names of all games, in order.
fn game_names(reports: &[Report]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for part in reports.iter().flat_map(|report| &report.games) {
        if !names.contains(&&*part.all.name) {
            names.push(&part.all.name);
        }
    }
    names
}

fn names(reports: &[Report]) -> Vec<String> {
    let players = reports.iter().map(|report| &*report.run.player);
    players.map(escaped).collect()
}

/// Returns the beginning of a page.
fn head(title: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}: evaluation</title>\n<style>{}{STYLE}</style>\n\
         <h1>{title}</h1>\n<p>Every answer was compared with the exact value of the position. \
         <strong>Skill</strong> is 0 for random moves and 100 for perfect play. \
         Lines are 95% confidence intervals.\n",
        palette_css()
    )
}

/// Returns the players, the table and chart of figures, and the significant differences.
fn overview(reports: &[Report]) -> String {
    let mut html = String::from("<ol>\n");
    for report in reports {
        line(&mut html, &described(report));
    }
    html.push_str("</ol>\n");
    for difference in differences(reports) {
        line(
            &mut html,
            &format!("<p><strong>Note.</strong> {}", escaped(&difference)),
        );
    }
    html.push_str("<h2>Skill by game</h2>\n");
    let totals = totals(reports);
    html + &skills(reports, &totals) + &table(reports, &totals) + &pairs(reports)
}

/// Returns an item that says how a player did and how the report was made.
fn described(report: &Report) -> String {
    let run = &report.run;
    let mut text = format!("<li><strong>{}</strong>", escaped(&run.player));
    let mut say = |sentence: String| {
        text.push(' ');
        text.push_str(&escaped(&sentence));
    };
    if let Some(rate) = report.error_rate {
        let share = 100.0 * rate.value;
        say(format!(
            "is as strong as a perfect player with {share:.1}% random moves ({}).",
            report.level
        ));
    }
    if let Some(tokens) = report.tokens {
        let (read, written) = (tokens.prompt, tokens.completion);
        say(format!("It read {read} tokens and wrote {written}."));
    }
    if let Some(cost) = report.cost {
        say(format!("They cost {cost:.2}."));
    }
    let all = &report.all;
    say(format!(
        "First answers: {} illegal, {} refused or cut off, {} late, {} failed.",
        all.illegal, all.refused, all.late, all.failed
    ));
    if !run.not_played.is_empty() {
        say(format!("Not played: {}.", run.not_played.join(", ")));
    }
    let unsolved = report.games.iter().filter(|game| !game.is_solved);
    for game in unsolved {
        say(format!(
            "{} is not solved; the positions are those whose values a short search finds.",
            game.all.name
        ));
    }
    text + "<br><small>" + &escaped(&provenance(report)) + "</small>"
}

/// Returns how a report was made, as a sentence.
pub fn provenance(report: &Report) -> String {
    let run = &report.run;
    let mut parts = vec![
        format!("Quintet {}", run.version),
        run.date.clone(),
        format!("questions {}", run.questions),
        format!("SHA-256 {}", run.hash.chars().take(16).collect::<String>()),
        format!("seed {}", run.seed),
        format!("{} positions per game", run.positions),
    ];
    if run.repeats > 1 {
        parts.push(format!("each asked {} times", run.repeats));
    }
    if !run.disguise.is_empty() {
        parts.push(run.disguise.clone());
    }
    if run.pairs > 0 {
        let opponents = run.opponents.join(", ");
        parts.push(format!(
            "{} pairs of games against {opponents}, {} retries",
            run.pairs, run.retries
        ));
    }
    if let Some(reaction) = &run.on_failure {
        parts.push(format!(
            "then {}",
            if reaction == "loss" {
                "the game is lost"
            } else {
                "a random move"
            }
        ));
    }
    if let Some(seconds) = run.move_time {
        parts.push(format!("{seconds} s per move"));
    }
    if !run.parameters.is_empty() {
        let each = run
            .parameters
            .iter()
            .map(|(name, value)| format!("{name} {value}"));
        parts.push(each.collect::<Vec<_>>().join(", "));
    }
    if let Some(hash) = &run.prompt {
        parts.push(format!("SHA-256 of the prompt {hash}"));
    }
    parts.retain(|part| !part.is_empty());
    parts.join(", ") + "."
}

/// Returns the differences between players on the same questions that are significant.
fn pairs(reports: &[Report]) -> String {
    let mut rows = String::new();
    for (n, one) in reports.iter().enumerate() {
        for (m, other) in reports.iter().enumerate().skip(n + 1) {
            for pair in Pair::of(one, other)
                .iter()
                .filter(|pair| pair.is_significant())
            {
                let _ = writeln!(
                    rows,
                    "<tr><td>{} [{}] - [{}]<td>{}{}</tr>",
                    escaped(&pair.name),
                    n + 1,
                    m + 1,
                    pair.positions,
                    cell(Some(pair.difference), 100.0)
                );
            }
        }
    }
    if rows.is_empty() {
        return rows;
    }
    format!(
        "<h2>Significant differences</h2>\n<p>On the questions that both players answered.\n\
         <div class=\"wide\"><table><tr><th>game and players<th>positions<th>difference in skill, %</tr>\n\
         {rows}</table></div>\n"
    )
}

fn line(page: &mut String, text: &str) {
    page.push_str(text);
    page.push('\n');
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Returns the rows of the table: each game with all players, then the totals.
fn rows<'a>(reports: &'a [Report], totals: &'a [Group]) -> Vec<(String, &'a Group)> {
    let mut rows: Vec<(String, &Group)> = Vec::new();
    let named = |group: &Group, n: usize| match reports {
        [_] => group.name.clone(),
        _ => format!("{} [{}]", group.name, n + 1),
    };
    for game in game_names(reports) {
        for (n, report) in reports.iter().enumerate() {
            let parts = report.games.iter().map(|part| &part.all);
            let mine = parts.filter(|group| group.name == game);
            rows.extend(mine.map(|group| (named(group, n), group)));
        }
    }
    let totals = totals.iter().enumerate();
    rows.extend(totals.map(|(n, group)| (named(group, n), group)));
    rows
}

/// Returns a chart of the skill of each player in each game.
fn skills(reports: &[Report], totals: &[Group]) -> String {
    let rows = rows(reports, totals);
    let height = 26 * rows.len() + 30;
    let lows = rows
        .iter()
        .filter_map(|(_, group)| Some(group.skill?.interval.low));
    // From a multiple of 50% that includes every interval.
    let least = (lows.fold(-0.1, f64::min) * 2.0).floor() / 2.0;
    let x = |share: f64| 300.0 + 380.0 * (share.clamp(least, 1.0) - least) / (1.0 - least);
    let mut svg = format!(
        "<figure><svg viewBox=\"0 0 720 {height}\" role=\"img\" aria-label=\"Skill by game\" \
         font-size=\"14\">\n"
    );
    let mut mark = least;
    while mark <= 1.0 {
        let at = x(mark);
        let _ = writeln!(
            svg,
            "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"4\" y2=\"{}\"/>\
             <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{:.0}</text>",
            height - 24,
            height - 6,
            100.0 * mark
        );
        mark += 0.5;
    }
    for (n, (name, group)) in rows.iter().enumerate() {
        let y = 26 * n + 18;
        let _ = writeln!(
            svg,
            "<text x=\"290\" y=\"{}\" text-anchor=\"end\">{}</text>",
            y + 5,
            escaped(name)
        );
        if let Some(Figure {
            value,
            interval: Interval { low, high },
        }) = &group.skill
        {
            let (value, low, high) = (x(*value), x(*low), x(*high));
            let _ = writeln!(
                svg,
                "<line class=\"interval\" x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"{y}\" y2=\"{y}\"/>\
                 <circle cx=\"{value:.1}\" cy=\"{y}\" r=\"5\"/>"
            );
        }
    }
    svg.push_str("</svg></figure>\n");
    svg
}

/// Returns the table of figures.
fn table(reports: &[Report], totals: &[Group]) -> String {
    let mut html =
        "<div class=\"wide\"><table><tr><th>game<th>answers<th>legal %<th>accuracy %<th>chance %\
                    <th>skill %<th>regret<th>delay<th>ms</tr>\n"
            .to_owned();
    for (name, group) in rows(reports, totals) {
        let chance = group
            .chance
            .map_or("-".to_owned(), |chance| format!("{:.1}", 100.0 * chance));
        let _ = writeln!(
            html,
            "<tr><td>{}<td>{}{}{}<td>{chance}{}{}{}<td>{}</tr>",
            escaped(&name),
            group.asked,
            cell(group.legality, 100.0),
            cell(group.accuracy, 100.0),
            cell(group.skill, 100.0),
            cell(group.regret, 1.0),
            cell(group.delay, 1.0),
            group.milliseconds
        );
    }
    html.push_str("</table></div>\n");
    html
}

/// Returns the table of games, by seat; empty if there were none.
fn games(reports: &[Report]) -> String {
    let mut rows = String::new();
    for report in reports {
        for part in &report.games {
            for matchup in &part.matchups {
                let score = |score: GameScore| {
                    let interval = score.share.map(|share| share.interval);
                    let Interval { low, high } = interval.unwrap_or(Interval::of(0, 0));
                    let (low, high) = (100.0 * low, 100.0 * high);
                    let games = score.won + score.lost + score.unfinished;
                    format!(
                        "<td>{} of {games} <small>{low:.0} to {high:.0}%</small>",
                        score.won
                    )
                };
                let _ = writeln!(
                    rows,
                    "<tr><td>{}: {}, against {}{}{}{}{}</tr>",
                    escaped(&report.run.player),
                    escaped(&part.all.name),
                    escaped(&matchup.opponent),
                    score(matchup.player1),
                    score(matchup.player2),
                    cell(matchup.moves.accuracy, 100.0),
                    cell(matchup.moves.legality, 100.0),
                );
            }
        }
    }
    if rows.is_empty() {
        return rows;
    }
    format!(
        "<h2>Games</h2>\n<p>Each opening was played from both sides.\n\
         <div class=\"wide\"><table><tr><th>player, game and opponent<th>won as Player 1<th>won as Player 2\
         <th>accuracy %<th>legal %</tr>\n{rows}</table></div>\n"
    )
}

/// Returns a cell with a figure and its confidence interval.
fn cell(estimate: Option<Figure>, scale: f64) -> String {
    estimate.map_or_else(
        || "<td>-".to_owned(),
        |Figure {
             value,
             interval: Interval { low, high },
         }| {
            let (value, low, high) = (scale * value, scale * low, scale * high);
            let digits = if scale > 1.0 { 1 } else { 2 };
            format!("<td>{value:.digits$} <small>{low:.digits$} to {high:.digits$}</small>")
        },
    )
}

/// Returns a bar chart of the accuracy of each group, with confidence intervals and the accuracy of chance.
fn bars(name: &str, groups: &[Group]) -> String {
    let width = 44 * groups.len() + 70;
    let y = |share: f64| 120.0 - 100.0 * share;
    let mut svg = format!(
        "<figure><figcaption>{name}</figcaption><svg viewBox=\"0 0 {} 160\" role=\"img\" \
         aria-label=\"Accuracy by distance: {name}\" font-size=\"12\">\n",
        width.max(640)
    );
    for share in [0.0, 0.5, 1.0] {
        let at = y(share);
        let _ = writeln!(
            svg,
            "<line x1=\"50\" x2=\"{width}\" y1=\"{at}\" y2=\"{at}\"/>\
             <text x=\"44\" y=\"{}\" text-anchor=\"end\">{:.0}%</text>",
            at + 4.0,
            100.0 * share
        );
    }
    for (n, group) in groups.iter().enumerate() {
        let x = 44 * n + 60;
        let Some(Figure {
            value,
            interval: Interval { low, high },
        }) = group.accuracy
        else {
            continue;
        };
        let middle = x + 14;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" width=\"28\" y=\"{:.1}\" height=\"{:.1}\"/>\
             <line class=\"interval\" x1=\"{middle}\" x2=\"{middle}\" y1=\"{:.1}\" y2=\"{:.1}\"/>\
             <text x=\"{middle}\" y=\"138\" text-anchor=\"middle\">{}</text>\
             <text x=\"{middle}\" y=\"152\" text-anchor=\"middle\" font-size=\"10\">{}</text>",
            y(value),
            100.0 * value,
            y(high),
            y(low),
            escaped(&group.name),
            group.asked
        );
        if let Some(chance) = group.chance {
            let at = y(chance);
            let _ = writeln!(
                svg,
                "<line class=\"chance\" x1=\"{x}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>",
                x + 28
            );
        }
    }
    svg.push_str("</svg></figure>\n");
    svg
}
