//! Puzzles: exactly one move wins.

use serde_json::{Value, json};

use crate::page::{Backend, Page};
use crate::sample_game::{standard, touches};
use crate::server::{Server, text};
use crate::waiting::{until, wait};

const PUZZLE: &str = "/puzzles/gridlock/4x4?seed=3";
const QUESTION: &str = "Find the only winning move.";

/// The cells of a move with a value in a puzzle, and the move in words.
fn find_move(puzzle: &Value, value: &str) -> (Vec<String>, String) {
    let view = &puzzle["view"];
    let [game, size, position] = ["game", "size", "position"].map(|name| text(&view[name]));
    let question = json!({ "game": game, "size": size, "position": position });
    let analysis = Server::shared().post("/api/v1/analyze", &question);
    let moves = analysis["moves"].as_array().expect("a list");
    let found = moves.iter().find(|known| known["value"] == value);
    let mv = text(&found.expect("both kinds are there")["move"]);
    let position = standard(&game).position(&position).expect("a position");
    (touches(&*position, &mv), position.name_move(&mv))
}

/// The winning move of the puzzle of these tests, and a losing one, each with its cell.
fn right_and_wrong() -> [(String, String); 2] {
    let puzzle = Server::shared().get(&format!("/api/v1{PUZZLE}"));
    ["win", "loss"].map(|value| {
        let (mut cells, mv) = find_move(&puzzle, value);
        (cells.remove(0), mv)
    })
}

/// Returns one of the figures of progress.
fn figure(page: &Page, name: &str) -> String {
    text(&page.eval(&format!(
        "[...document.querySelectorAll('.figure')]
            .find((figure) => figure.querySelector('dt').textContent.startsWith('{name}'))
            .querySelector('dd').textContent"
    )))
}

/// Waits until a wrong move is taken back.
fn taken_back(page: &Page) {
    let is_awake = "document.querySelector('.table-board .board').classList.contains('is-awake')";
    wait("the move is taken back", || page.eval(is_awake) == true);
}

fn rating(page: &Page) -> u32 {
    figure(page, "rating").parse().expect("a number")
}

#[test]
#[ignore = "needs Chromium"]
fn a_failed_puzzle_can_be_tried_again_but_counts_once() {
    let [(right, _), (wrong, _)] = right_and_wrong();
    let page = Page::open(PUZZLE);
    page.sees(QUESTION);
    page.sees("Goal: Place markers");
    assert_eq!(rating(&page), 1000);
    page.touch(&wrong).sees("Try again.");
    page.inspect("puzzle-failed");
    let after = rating(&page);
    assert!(after < 1000, "{after}");
    taken_back(&page);
    page.touch(&right).sees("Correct!");
    page.has("link", "Next puzzle");
    // It is solved, but the first try has counted.
    assert_eq!(figure(&page, "solved"), "1");
    assert_eq!(rating(&page), after);
    page.reload().sees("Solved").has("link", "Next puzzle");
    assert_eq!(figure(&page, "solved"), "1");
}

#[test]
#[ignore = "needs Chromium"]
fn a_shown_solution_does_not_count_as_solved() {
    let [(_, right), (wrong, _)] = right_and_wrong();
    let page = Page::open(PUZZLE);
    page.touch(&wrong).sees("Try again.");
    taken_back(&page);
    page.click("button", "Show the solution");
    page.sees(&format!("The solution: {right} wins in "));
    assert!(!page.text().contains("Correct!"), "{}", page.text());
    assert_eq!(figure(&page, "solved"), "0");
    page.has("link", "Next puzzle");
}

#[test]
#[ignore = "needs Chromium"]
fn the_daily_puzzle_is_on_the_home_screen_and_starts_a_streak() {
    let page = Page::open("/");
    page.has("heading", "Puzzle of the day");
    let today = Server::shared().get("/api/v1/puzzles");
    page.sees(&text(&today["grade"]));
    assert!(!page.text().contains("1-day streak"));
    // Yesterday was solved.
    page.eval(
        "{
            const day = new Date(Date.now() - 86400000).toISOString().slice(0, 10);
            const puzzles = { rating: 1000, tried: 1, solved: 1, rush: 0, results: {}, days: { [day]: 'found' } };
            localStorage.setItem('quintet.puzzles', JSON.stringify(puzzles));
        }",
    );
    page.reload().has("heading", "Puzzle of the day");
    page.sees("1-day streak.");
    page.click("link", "Solve");
    page.has("heading", "Puzzle of the day: *");
    for cell in find_move(&today, "win").0 {
        page.touch(&cell);
    }
    page.sees("Correct!").sees("Next puzzle in ");
    assert_eq!(figure(&page, "day"), "2");
    page.inspect("puzzle-of-the-day");
    // The result is still there later.
    page.reload().sees("Solved").sees("2-day streak");
    page.has("button", "Share the result");
    assert!(!page.all("link", "*: solved").is_empty());
    page.go("/").has("link", "View again");
}

#[test]
#[ignore = "needs Chromium"]
fn a_daily_puzzle_has_three_tries_and_its_result_is_shared_without_spoilers() {
    let mut days =
        (1..=15).map(|day| Server::shared().get(&format!("/api/v1/puzzles?day=2026-11-{day:02}")));
    let today = days.find(|puzzle| puzzle["tries"] == 3);
    let today = today.expect("a puzzle with many wrong moves");
    let day = text(&today["day"]);
    let (right, wrong) = (find_move(&today, "win"), find_move(&today, "loss"));
    let address = format!("/puzzles?day={day}");
    let page = Page::open(&address);
    let try_wrong = |left: &str| {
        for cell in &wrong.0 {
            page.touch(cell);
        }
        page.sees(left);
    };
    try_wrong("2 tries left.");
    taken_back(&page);
    try_wrong("One try left.");
    page.has("image", "2 of 3 tries used");
    // The tries are stored.
    page.reload().has("image", "2 of 3 tries used");
    // After the last try, the solution is shown.
    try_wrong("Not solved");
    page.sees(&format!("The solution: {} wins in ", right.1));
    page.inspect("puzzle-missed");
    let permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"];
    let granted = json!({ "origin": Server::shared().address(""), "permissions": permissions });
    page.call_browser("Browser.grantPermissions", granted);
    page.click("button", "Share the result").sees("Copied");
    let shared = text(&page.eval("navigator.clipboard.readText()"));
    let name = standard(&text(&today["view"]["game"])).listing().name;
    let place = Server::shared().address(&address);
    assert_eq!(
        shared,
        format!("Quintet {day} · {name} X/3\n🟥🟥🟥\n{place}")
    );
}

#[test]
#[ignore = "needs Chromium"]
fn the_puzzle_of_tomorrow_is_not_open() {
    let page = Page::open("/puzzles");
    let today = Server::shared().get("/api/v1/puzzles");
    let today = text(&today["day"]);
    let tomorrow = text(&page.eval("new Date(Date.now() + 86400000).toISOString().slice(0, 10)"));
    page.go(&format!("/puzzles?day={tomorrow}"));
    page.sees(&format!("The puzzle for {today} "));
    let days = page.all("link", "*: not tried");
    assert!(
        days.iter()
            .all(|day| day.name != format!("{tomorrow}: not tried"))
    );
    let count = days.len();
    assert_eq!(count.to_string(), today[8..].trim_start_matches('0'));
    page.click("button", "Previous month");
    wait("a whole month is shown", || {
        page.all("link", "*: not tried").len() >= 28
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_daily_puzzle_has_its_date_in_the_address() {
    let page = Page::open(PUZZLE);
    page.click("link", "Puzzle of the day");
    page.sees("(UTC). It is the same for everyone.");
    // The address shows the same puzzle tomorrow.
    assert!(page.path().starts_with("/puzzles?day="), "{}", page.path());
    let today = Server::shared().get(&format!("/api/v1{}", page.path()));
    page.sees(&format!("The puzzle for {} ", text(&today["day"])));
    page.sees(&text(&today["facts"]));
    page.sees(&text(&today["view"]["sentence"]));
    // The calendar leads to past days.
    let past = "/puzzles?day=2026-11-15";
    for backend in Backend::BOTH {
        let page = Page::open_with(backend, past);
        page.sees("The puzzle for 2026-11-15 (UTC). It is the same for everyone.");
        page.sees("November 2026");
        page.click("link", "1 November: not tried");
        wait("another day is shown", || {
            let path = page.path();
            path.starts_with("/puzzles?day=") && path != past
        });
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_rush_ends_after_three_mistakes_and_stores_the_best() {
    let page = Page::open("/rush");
    page.has("heading", "Rush");
    page.sees("0 solved, 0 of 3 mistakes").sees("3:00");
    page.inspect("rush");
    for mistakes in 1..=3 {
        wait("the puzzle is shown", || {
            page.all("button", "Skip this puzzle")
                .iter()
                .any(|skip| !skip.is("disabled"))
        });
        // A second click on the same puzzle is ignored.
        page.on(
            &page.all("button", "Skip this puzzle")[0],
            "function () { this.click(); this.click(); }",
        );
        page.sees(&format!("0 solved, {mistakes} of 3 mistakes"));
    }
    page.sees("The rush is over: 0 solved.");
    page.has("heading", "Missed").sees("Your rush rating is ");
    assert_eq!(page.count(".miss"), 3);
    wait("the solutions are shown", || page.count(".miss .hint") >= 3);
    page.inspect("rush-over");
    // The clock has stopped: a tick a thousand seconds later does not change it.
    let clock = "document.querySelector('.rush .clock').textContent";
    let stopped = page.eval(clock);
    page.eval("{ const end = performance.now() + 1e6; performance.now = () => end; }");
    page.eval("new Promise((resolve) => setTimeout(resolve, 250))");
    assert_eq!(page.eval(clock), stopped);
    page.click("button", "Again");
    page.sees("0 solved, 0 of 3 mistakes");
}

#[test]
#[ignore = "needs Chromium"]
fn a_rush_can_have_puzzles_of_one_game_only() {
    let page = Page::open("/rush?game=quad-block");
    page.sees("Quad Block, easy");
    let chosen = "document.querySelector('.select select').value";
    assert_eq!(page.eval(chosen), "quad-block");
}

#[test]
#[ignore = "needs Chromium"]
fn perfect_is_beaten_at_par_with_best_play_only() {
    let challenge = Server::shared().get("/api/v1/challenges/gridlock/4x4?seed=3");
    let par = challenge["par"].as_u64().expect("a number");
    let page = Page::open("/puzzles/beat/gridlock/4x4?seed=3");
    page.sees(&format!("Par {par}. Your moves: 0."));
    page.inspect("beat-perfect");
    let best = |moves: &[String]| {
        let start = text(&challenge["view"]["position"]);
        let question = json!({ "game": "gridlock", "position": start, "moves": moves });
        let analysis = Server::shared().post("/api/v1/analyze", &question);
        let (position, mv) = (
            text(&analysis["position"]),
            text(&analysis["moves"][0]["move"]),
        );
        (
            standard("gridlock")
                .position(&position)
                .expect("a position"),
            mv,
        )
    };
    for count in 1..=par {
        let (position, mv) = best(&page.moves());
        page.make(&*position, &mv);
        page.sees(&format!("Your moves: {count}."));
        if count < par {
            page.until_moves(2 * count as usize);
        }
    }
    page.sees(&format!("Par! You won in {par}."));
    page.has("button", "Share the challenge");
    page.click("button", "Start again").sees("Your moves: 0.");
}

mod long {
    use super::*;

    #[test]
    #[ignore = "needs Chromium"]
    fn a_solved_puzzle_raises_the_rating_and_leads_to_the_next() {
        let [(cell, _), _] = right_and_wrong();
        for backend in Backend::BOTH {
            let page = Page::open_with(backend, PUZZLE);
            page.sees(QUESTION).inspect("puzzle");
            page.touch(&cell).sees("Correct!");
            page.until_moves(2);
            assert_eq!(page.moves().len(), 2, "the opponent answers once");
            assert!(rating(&page) > 1000);
            page.inspect("puzzle-solved");
            page.click("link", "Next puzzle").sees(QUESTION);
            wait("it has an address of its own", || {
                let path = page.path();
                path.starts_with("/puzzles/gridlock/4x4?seed=") && path != PUZZLE
            });
            // An invalid seed gives any puzzle.
            page.go("/puzzles/gridlock/4x4?seed=abc");
            page.sees("Gridlock 4x4 puzzle").sees(QUESTION);
            until("it has an address of its own", || {
                let path = page.path();
                let seed = path.strip_prefix("/puzzles/gridlock/4x4?seed=")?;
                seed.parse::<u64>().ok()
            });
        }
    }
}
