//! The module in the browser: the same answers as outside, and what becomes of a worker that fails.

use quintet_catalogue::catalogue;
use serde_json::{Value, json};

use crate::page::{Page, part};
use crate::patience::until;
use crate::questions::{Asked, Questions};
use crate::server::Server;

const TODAY: &str = "2026-11-15";
const SEED: u32 = 7;

/// A worker of the test's own, which is asked many questions at a time. Tables are computed where they are missing.
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

/// What the module answers to questions, in the browser.
fn in_browser(page: &Page, asked: &[Asked]) -> Vec<String> {
    let texts = asked
        .iter()
        .map(|(path, question)| json!([path, question.to_string()]));
    let texts: Vec<_> = texts.collect();
    let answers = page.eval(&format!("askAll({})", json!(texts)));
    let answers = answers.as_array().expect("a list").iter();
    answers
        .map(|text| text.as_str().expect("a text").to_owned())
        .collect()
}

/// What the same code answers outside.
fn outside((path, question): &Asked) -> String {
    let ask = || quintet_web::ask(path, &question.to_string(), TODAY, SEED);
    let answer = ask();
    let Some(table) = answer.strip_prefix("{\"table\":") else {
        return answer;
    };
    let table: Value = serde_json::from_str(&table[..table.len() - 1]).expect("a table is named");
    let [game, size] = ["game", "size"].map(|name| table[name].as_str().expect("a name"));
    let file = quintet_web::solve(game, size).expect("it has a table");
    assert!(quintet_web::adopt(game, size, file));
    ask()
}

/// A page with the worker of the test.
fn with_worker(server: &Server) -> Page {
    let page = Page::open(server, "/rules");
    page.eval(&format!("(async () => {{ {WORKER} }})()"));
    page
}

#[test]
#[ignore = "needs Chromium"]
fn ten_thousand_questions_have_the_same_answers_inside_and_outside() {
    let server = Server::start();
    let page = with_worker(&server);
    let mut questions = Questions::new(20_261_115);
    let (mut refused, mut count) = (0, 0);
    for _ in 0..40 {
        let asked: Vec<_> = (0..250).map(|_| questions.draw()).collect();
        for (asked, inside) in asked.iter().zip(in_browser(&page, &asked)) {
            assert_eq!(inside, outside(asked), "{asked:?}");
            refused += usize::from(inside.starts_with("{\"problem\""));
            count += 1;
        }
    }
    assert_eq!(count, 10_000);
    assert!(refused > 200 && refused < 5_000, "{refused} are refused");
}

/// Where a search ends without a proof depends on every detail of it.
#[test]
#[ignore = "needs Chromium"]
fn what_stays_unsolved_inside_stays_unsolved_outside() {
    let server = Server::start();
    let page = with_worker(&server);
    let asked = Questions::new(20_261_117).of_searched_sizes();
    let mut unsolved = 0;
    for (asked, inside) in asked.iter().zip(in_browser(&page, &asked)) {
        assert_eq!(inside, outside(asked), "{asked:?}");
        unsolved += usize::from(inside.contains("\"unsolved\""));
    }
    assert!(unsolved > 0, "all of it is solved");
}

/// The compiler has miscompiled such counts in optimised builds, and the module is one.
#[test]
#[ignore = "needs Chromium"]
fn the_module_counts_as_the_tables_say() {
    let server = Server::start();
    let page = with_worker(&server);
    let mut asked = Vec::new();
    let mut wanted = Vec::new();
    for listing in catalogue() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/games/perft");
        let table = std::fs::read_to_string(format!("{folder}/{}.txt", listing.id));
        for row in table.expect("every game has a table").lines() {
            let Some((place, counts)) = row.rsplit_once('|').filter(|_| !row.starts_with('#'))
            else {
                continue;
            };
            let (size, position) = place.split_once('|').expect("a size and a position");
            let mut counts = counts.split_whitespace().filter_map(|part| {
                let (depth, count) = part.split_once(':')?;
                Some((depth.parse::<u32>().ok()?, count.parse::<u64>().ok()?))
            });
            // What is larger takes long.
            let Some((depth, count)) = counts.rfind(|(_, count)| *count < 2_000_000) else {
                continue;
            };
            let position = Some(position.trim()).filter(|position| *position != "start");
            let question = json!({
                "game": listing.id, "size": size.trim(), "position": position, "depth": depth,
            });
            asked.push(("/perft", question));
            wanted.push(count);
        }
    }
    assert!(asked.len() > 20, "{} rows", asked.len());
    for ((asked, wanted), answer) in asked.iter().zip(wanted).zip(in_browser(&page, &asked)) {
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(answer["document"]["count"], wanted, "{asked:?}");
    }
}

/// Workers whose fate is in the hands of the test, from the next load on: one question is swallowed when `isMute` is
/// set, and patience with it ends by `losePatience()`. No time passes for that, so a slow machine changes nothing.
const FRAGILE: &str = "{
    const Real = Worker;
    let isSwallowed = false;
    window.workers = [];
    window.Worker = class extends Real {
        constructor(...all) { super(...all); workers.push(this); }
        postMessage(data, ...all) {
            isSwallowed = window.isMute === true && 'path' in data;
            if (!isSwallowed) super.postMessage(data, ...all);
            if (isSwallowed) window.isMute = false;
        }
    };
    const later = setTimeout;
    window.setTimeout = (act, wait, ...all) => {
        if (isSwallowed && wait === 60_000) window.losePatience = act;
        return later(act, wait, ...all);
    };
}";

fn fragile(server: &Server) -> Page {
    let page = Page::open(server, "/");
    page.call(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": FRAGILE }),
    );
    page.go("/play/gridlock/4x4");
    page.until_module();
    page
}

/// A game in which a move is asked for, and the worker says nothing.
fn with_hanging_question(server: &Server) -> Page {
    let page = fragile(server);
    page.eval("window.isMute = true");
    page.touch("2 2");
    until("the question is swallowed", || {
        (page.eval("'losePatience' in window") == true).then_some(())
    });
    page
}

#[test]
#[ignore = "needs Chromium"]
fn a_worker_that_hangs_is_replaced_and_asked_again() {
    let server = Server::start();
    let page = with_hanging_question(&server);
    let before = page.questions().len();
    page.eval("losePatience()");
    page.sees_moves(&["2 2".to_owned()]);
    assert_eq!(page.eval("workers.length"), 2);
    assert_eq!(page.questions().len(), before, "the server is not asked");
}

#[test]
#[ignore = "needs Chromium"]
fn a_worker_that_traps_is_replaced_and_asked_again() {
    let server = Server::start();
    let page = with_hanging_question(&server);
    page.eval("workers.at(-1).dispatchEvent(new Event('error', { cancelable: true }))");
    page.sees_moves(&["2 2".to_owned()]);
    page.touch("1 1");
    page.until_moves(2);
}

#[test]
#[ignore = "needs Chromium"]
fn a_question_that_is_abandoned_is_not_waited_for() {
    let server = Server::start();
    let page = fragile(&server);
    let (abandoned, next) = (
        "askModule('/analyze', { game: 'gridlock', size: '6x6' }, true, left.signal).catch((fault) => fault.name)",
        "askModule('/catalogue', {}, true).then(({ document }) => document.games.length)",
    );
    let both = page.eval(&format!(
        "{}.then(({{ askModule }}) => {{
            const left = new AbortController();
            const both = Promise.all([{abandoned}, {next}]);
            left.abort();
            return both;
        }})",
        part("app/module.js")
    ));
    assert_eq!(both, json!(["AbortError", catalogue().count()]));
}

/// From the next load on, a question about values that is not a quick one waits until `letGo()`.
const HELD_BACK: &str = "{
    const Real = Worker;
    window.Worker = class extends Real {
        postMessage(data, ...all) {
            const pass = () => super.postMessage(data, ...all);
            const isWhole = data.path === '/analyze' && !JSON.parse(data.question).quick;
            if (isWhole) window.letGo = pass;
            else pass();
        }
    };
}";

#[test]
#[ignore = "needs Chromium"]
fn what_is_found_at_once_is_shown_while_the_rest_is_searched_for() {
    let server = Server::start();
    let page = Page::open(&server, "/");
    page.call(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": HELD_BACK }),
    );
    page.go("/play/matrix-isolation/6x6?start=..X.../.1X.X./....../..XX../.X..2./.X...X+1");
    page.until_module();
    page.click("button", "Values");
    page.find("gridcell", "3 2, *wins in 7*");
    assert_eq!(page.eval("'letGo' in window"), true, "more is asked for");
    page.touch("3 2");
    page.find("gridcell", "3 5, *wins in 7*");
    assert!(page.all("gridcell", "1 1, *loses in*").is_empty());
    page.eval("letGo()");
    page.find("gridcell", "1 1, *loses in*");
}

#[test]
#[ignore = "needs Chromium"]
fn without_the_module_the_server_answers() {
    let server = Server::start();
    let page = Page::open(&server, "/");
    let none = "WebAssembly.compileStreaming = () => Promise.reject(new Error('none'))";
    page.call(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": none }),
    );
    page.go("/play/gridlock/4x4");
    page.sees("Player 1 (X) to move.");
    page.touch("2 2");
    page.sees_moves(&["2 2".to_owned()]);
    let asked = page.questions().pop().expect("a question");
    assert!(asked.ends_with("/api/v1/session"), "{asked}");
}
