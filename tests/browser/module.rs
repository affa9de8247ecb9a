//! The WebAssembly module: the same answers as natively, and the replacement of a failed worker.

use std::path::Path;

use quintet_games::Catalogue;
use quintet_testkit::perft;
use serde_json::{Value, json};

use crate::page::{Page, part};
use crate::questions::{Question, Questions};
use crate::waiting::wait;

const TODAY: &str = "2026-11-15";
const SEED: u32 = 7;

/// A worker that answers many requests in one call, and computes missing tables.
const WORKER: &str = "
    const code = await WebAssembly.compileStreaming(fetch('/module/quintet_bg.wasm'));
    const worker = new Worker('/module/worker.js', { type: 'module' });
    const hear = () => new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => 'share' in data || resolve(data);
        worker.onerror = () => reject(new Error('the worker has failed'));
    });
    const tell = (order, moved = []) => {
        const heard = hear();
        worker.postMessage(order, moved);
        return heard;
    };
    await tell({ code });
    const one = async ([path, question]) => {
        const asked = { id: 1, path, question, today: '2026-11-15', seed: 7 };
        const { answer } = await tell(asked);
        if (!answer.startsWith('{\"table\"')) return answer;
        const { table } = JSON.parse(answer);
        const { file } = await tell({ solve: table });
        worker.postMessage({ adopt: table, file }, [file]);
        return (await tell(asked)).answer;
    };
    window.askAll = async (all) => {
        const answers = [];
        for (const asked of all) answers.push(await one(asked));
        return answers;
    };
";

/// A page with the worker of the test.
fn with_worker() -> Page {
    let page = Page::open("/rules");
    page.eval(&format!("(async () => {{ {WORKER} }})()"));
    page
}

/// Returns the answers of the module in the browser.
fn inside(page: &Page, asked: &[Question]) -> Vec<String> {
    let texts = asked
        .iter()
        .map(|(path, question)| [(*path).to_owned(), question.to_string()]);
    let texts: Vec<_> = texts.collect();
    // A call to the browser has a time limit.
    let answers = texts.chunks(20).flat_map(|few| {
        let answers = page.eval(&format!("askAll({})", json!(few)));
        serde_json::from_value::<Vec<_>>(answers).expect("a list of strings")
    });
    answers.collect()
}

/// Returns the answer of the same code natively.
fn outside((path, question): &Question) -> String {
    let ask = || quintet_wasm::ask(path, &question.to_string(), TODAY, SEED);
    let answer = ask();
    let Some(table) = answer.strip_prefix("{\"table\":") else {
        return answer;
    };
    let table: Value = serde_json::from_str(&table[..table.len() - 1]).expect("a table is named");
    let [game, size] = ["game", "size"].map(|name| table[name].as_str().expect("a name"));
    let file = quintet_wasm::solve(game, size).expect("it has a table");
    assert!(quintet_wasm::adopt(game, size, file));
    ask()
}

/// Asserts that answers are the same in the browser and natively, and counts those that contain a string.
fn compare(page: &Page, asked: &[Question], text: &str) -> usize {
    let answers = inside(page, asked);
    assert_eq!(answers.len(), asked.len());
    for (asked, answer) in asked.iter().zip(&answers) {
        assert_eq!(*answer, outside(asked), "{asked:?}");
    }
    answers
        .iter()
        .filter(|answer| answer.contains(text))
        .count()
}

mod long {
    use super::*;

    #[test]
    #[ignore = "needs Chromium"]
    fn ten_thousand_requests_have_the_same_answers_as_natively() {
        let page = with_worker();
        let mut questions = Questions::new(20_261_115);
        let mut refused = 0;
        for _ in 0..40 {
            let asked: Vec<_> = (0..250).map(|_| questions.draw()).collect();
            refused += compare(&page, &asked, "{\"problem\"");
        }
        assert!(refused > 200 && refused < 5_000, "{refused} are refused");
        // Where a search ends without a proof depends on every detail of it.
        let asked = Questions::new(20_261_117).of_searched_sizes();
        let unsolved = compare(&page, &asked, "\"unsolved\"");
        assert!(unsolved > 0, "all of it is solved");
    }
}

/// The compiler has miscompiled such counts in optimized builds, and the module is one.
#[test]
#[ignore = "needs Chromium"]
fn the_perft_counts_of_the_module_are_right() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/games/perft");
    let rows = Catalogue::STANDARD.iter().flat_map(|listing| {
        let rows = perft::table(Path::new(folder), listing).into_iter();
        rows.map(move |row| (listing.id, row))
    });
    let asked = rows.filter_map(|(game, row)| {
        // Larger counts take long.
        let (depth, count) = *row.counts.iter().rfind(|(_, count)| *count < 2_000_000)?;
        let position = row.position.text();
        let question =
            json!({ "game": game, "size": row.size, "position": position, "depth": depth });
        Some((("/perft", question), count))
    });
    let (asked, counts): (Vec<_>, Vec<_>) = asked.unzip();
    assert!(asked.len() > 20, "{} rows", asked.len());
    let answers = inside(&with_worker(), &asked);
    for ((asked, count), answer) in asked.iter().zip(counts).zip(answers) {
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(answer["document"]["count"], count, "{asked:?}");
    }
}

/// Workers that the test controls: one request is ignored when `isMute` is set, and `losePatience()` ends the wait
/// for its answer. No time passes, so a slow machine changes nothing. Whole analyses wait until `letGo()` if `isHeld`.
const FRAGILE: &str = "{
    const Real = Worker;
    let isSwallowed = false;
    window.workers = [];
    window.Worker = class extends Real {
        constructor(...all) { super(...all); workers.push(this); }
        postMessage(data, ...all) {
            const pass = () => super.postMessage(data, ...all);
            const isWhole = data.path === '/analyze' && !JSON.parse(data.question).quick;
            isSwallowed = window.isMute === true && 'path' in data;
            if (isSwallowed) window.isMute = false;
            else if (window.isHeld && isWhole) window.letGo = pass;
            else pass();
        }
    };
    const later = setTimeout;
    window.setTimeout = (act, wait, ...all) => {
        if (isSwallowed && wait === 60_000) window.losePatience = act;
        return later(act, wait, ...all);
    };
}";

/// A page with workers that the test controls.
fn fragile(path: &str) -> Page {
    let page = Page::open("/");
    page.run_first(FRAGILE);
    page.go(path);
    page.until_module();
    page
}

#[test]
#[ignore = "needs Chromium"]
fn a_worker_that_hangs_or_traps_is_replaced_and_the_request_sent_again() {
    for failure in [
        "losePatience()",
        "workers.at(-1).dispatchEvent(new Event('error', { cancelable: true }))",
    ] {
        let page = fragile("/play/gridlock/4x4");
        page.eval("window.isMute = true");
        page.touch("(2,2)");
        wait("the worker ignores a request", || {
            page.eval("'losePatience' in window") == true
        });
        let before = page.questions().len();
        page.eval(failure);
        page.sees_moves(&["2 2".to_owned()]);
        assert_eq!(page.eval("workers.length"), 2, "{failure}");
        assert_eq!(page.questions().len(), before, "no request to the server");
        page.touch("(1,1)").until_moves(2);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn an_aborted_request_is_not_waited_for() {
    let page = fragile("/play/gridlock/4x4");
    let both = page.eval(&format!(
        "{}.then(({{ requestModule }}) => {{
            const left = new AbortController();
            const abandoned = requestModule('/analyze', {{ game: 'gridlock', size: '6x6' }}, true, left.signal);
            const next = requestModule('/catalogue', {{}}, true);
            left.abort();
            return Promise.all([
                abandoned.catch((fault) => fault.name),
                next.then(({{ document }}) => document.games.length),
            ]);
        }})",
        part("app/module.js")
    ));
    assert_eq!(
        both,
        json!(["AbortError", Catalogue::STANDARD.iter().count()])
    );
}

#[test]
#[ignore = "needs Chromium"]
fn quick_values_are_shown_while_a_search_finds_the_others() {
    let start = "..X.../.1X.X./....../..XX../.X..2./.X...X+1";
    let page = fragile(&format!("/play/matrix-isolation/6x6?start={start}"));
    page.eval("window.isHeld = true");
    page.click("button", "Values");
    page.has("gridcell", "(3,2), *wins in 4*");
    assert_eq!(
        page.eval("'letGo' in window"),
        true,
        "a thorough request is sent"
    );
    page.touch("(3,2)").has("gridcell", "(3,5), *wins in 4*");
    assert!(page.all("gridcell", "(1,1), *loses in*").is_empty());
    page.eval("letGo()");
    page.has("gridcell", "(1,1), *loses in*");
}

#[test]
#[ignore = "needs Chromium"]
fn without_the_module_the_server_answers() {
    let page = Page::open("/");
    page.run_first("WebAssembly.compileStreaming = () => Promise.reject(new Error('none'))");
    page.go("/play/gridlock/4x4").sees("Player 1 (X) to move.");
    page.touch("(2,2)").sees_moves(&["2 2".to_owned()]);
    let asked = page.questions().pop().expect("a question");
    assert!(asked.ends_with("/api/v1/session"), "{asked}");
}
