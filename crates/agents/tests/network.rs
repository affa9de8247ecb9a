//! Players behind the network, some of which are slow, wrong, dead or hostile.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use quintet_agents::{Failure, Key, Network, Outsiders, Policy, Prompt, read_player};
use quintet_arena::{
    Competitor, Conduct, Dice, Exchange, GivesUp, Library, OracleSource, Session, Tables, Tokens,
    Who,
};
use quintet_games::{Catalogue, Variant};
use quintet_rules::Player;
use quintet_testkit::{Answer, Endpoint};
use serde_json::json;

const SECRET: &str = "sk-never-to-be-seen";
const MINUTE: Duration = Duration::from_mins(1);

fn variant() -> &'static dyn Variant {
    let gridlock = Catalogue::STANDARD
        .find("gridlock")
        .expect("in the catalogue");
    gridlock.size("3x3").expect("it has this size")
}

/// Enough time for an answer on a busy machine, and no patience with endpoints that are away.
fn policy() -> Policy {
    Policy {
        time: Some(MINUTE),
        patience: Duration::ZERO,
        retries: 0,
        ..Policy::default()
    }
}

fn policy_with(change: impl FnOnce(&mut Policy)) -> Policy {
    let mut policy = policy();
    change(&mut policy);
    policy
}

fn chat(endpoint: &Endpoint) -> Who {
    read_player(&format!("chat:model@{}", endpoint.url("/v1"))).expect("an address")
}

fn http(endpoint: &Endpoint) -> Who {
    read_player(&format!("http:{}", endpoint.url("/move"))).expect("an address")
}

fn says(status: u16, headers: &'static str, body: impl Into<String>) -> Answer {
    Answer::Says(status, headers, body.into())
}

fn key(text: &str) -> Key {
    Key::new(text).expect("a key")
}

/// A game after some moves.
fn session(moves: &[&str]) -> Session {
    let mut session = Session::new(variant().start(Player::One));
    for mv in moves {
        session.play(mv).expect("legal");
    }
    session
}

/// A player, and the umpire that counts its answers.
fn seat(who: &Who, policy: Policy, network: &Arc<Network>) -> (Box<dyn Competitor>, Outsiders) {
    let outsiders = Outsiders::new(variant(), policy).sharing(Arc::clone(network));
    let library = Library::new(Catalogue::STANDARD, Tables::nowhere());
    let source: OracleSource = Arc::new(move || library.oracle(variant()));
    let player = outsiders.seat(who, Dice::new(1, 1), &source);
    (player.expect("a player that is not a person"), outsiders)
}

/// The answer of a player at the start.
struct Asked {
    chosen: Result<String, GivesUp>,
    exchanges: Vec<Exchange>,
    conduct: Conduct,
}

fn ask(who: &Who, policy: Policy, network: &Arc<Network>) -> Asked {
    let (mut player, outsiders) = seat(who, policy, network);
    Asked {
        chosen: player.choose_in(&session(&[])),
        exchanges: player.exchanges(),
        conduct: outsiders.conduct(who).expect("it is external"),
    }
}

/// Checks how many answers were legal at once, illegal, late and broken.
#[track_caller]
fn assert_counts(of: &Conduct, expected: [u32; 4]) {
    let counts = [of.legal_at_once, of.illegal, of.late, of.broken];
    assert_eq!(counts, expected, "{of:?}");
}

#[test]
fn a_model_is_told_the_game_and_its_line_is_played() {
    let reply = "The centre is best.\n\n**MOVE: (2, 2)**";
    let endpoint = Endpoint::always(Answer::chat(reply));
    let network = Arc::new(Network::default().with_key(None, key(SECRET)));
    let asked = ask(&chat(&endpoint), policy(), &network);
    assert_eq!(asked.chosen.as_deref(), Ok("2 2"));
    assert_counts(&asked.conduct, [1, 0, 0, 0]);
    let [request] = &endpoint.asked()[..] else {
        panic!("one request");
    };
    let line = "POST /v1/chat/completions HTTP/1.1\r\n";
    assert!(request.head.starts_with(line), "{}", request.head);
    let bearer = format!("authorization: bearer {SECRET}\r\n");
    assert!(request.head.to_lowercase().contains(&bearer));
    let document = request.json();
    assert_eq!(document["model"], "model");
    let rules = Catalogue::STANDARD
        .find("gridlock")
        .expect("in the catalogue")
        .rules
        .trim_end();
    let question = session(&[]).position().instructions().prompt;
    let messages = document["messages"].as_array().expect("a dialogue");
    assert_eq!(messages.len(), 2);
    for (message, part) in messages.iter().zip([rules, &question]) {
        let content = message["content"].as_str().expect("a string");
        assert!(content.contains(part), "{content}");
    }
    let [exchange] = &asked.exchanges[..] else {
        panic!("one exchange");
    };
    assert!(exchange.asked.contains(&question), "{}", exchange.asked);
    assert_eq!((&*exchange.answered, &exchange.fault), (reply, &None));
    let tokens = Tokens {
        prompt: 10,
        completion: 5,
    };
    assert_eq!(exchange.tokens, Some(tokens));
}

#[test]
fn refusals_are_answered_in_the_words_of_the_book_within_one_dialogue() {
    let replies = ["2 2", "", "MOVE: 2 2 or 1 1", "MOVE: 9 9", "MOVE: 2 2"];
    let endpoint = Endpoint::new(move |n, _| Answer::chat(replies[n % 5]));
    let policy = policy_with(|it| it.retries = 4);
    let (mut player, outsiders) = seat(&chat(&endpoint), policy, &Arc::default());
    let start = session(&[]);
    assert_eq!(player.choose_in(&start).as_deref(), Ok("2 2"));
    let refused = |mv| start.position().play(mv).expect_err("refused").to_string();
    let (two, off_the_grid) = (refused("2 2 or 1 1"), refused("9 9"));
    let no_line = "Your answer has no line that begins with MOVE: and says your move.";
    let dialogue = |n: usize| endpoint.asked()[n].json()["messages"].take();
    for (n, refusal) in [no_line, no_line, &two, &off_the_grid].iter().enumerate() {
        let last = &dialogue(n + 1)[2 * n + 3];
        let said = format!("{refusal}\n{}", start.position().instructions().prompt);
        assert_eq!(last, &json!({"role": "user", "content": said}));
    }
    let last = dialogue(4);
    let messages = last.as_array().expect("a list").iter();
    let roles: Vec<_> = messages.map(|message| message["role"].clone()).collect();
    let turns = ["user", "assistant"].repeat(4);
    assert_eq!(roles, [&["system"], &turns[..], &["user"]].concat());
    let exchanges = player.exchanges();
    assert!(exchanges.iter().map(|it| &*it.answered).eq(replies));
    let faults = exchanges.into_iter().map(|it| it.fault);
    let expected = [
        Some(format!("said no move: {two}")),
        Some(format!("said no move: {two}")),
        Some(format!("said '2 2 or 1 1': {two}")),
        Some(format!("said '9 9': {off_the_grid}")),
        None,
    ];
    assert_eq!(faults.collect::<Vec<_>>(), expected);
    let conduct = outsiders.conduct(&chat(&endpoint)).expect("external");
    assert_counts(&conduct, [0, 4, 0, 0]);
    assert_eq!(conduct.questions, 1);
    // A new question begins a new dialogue, with the history in it.
    let second = session(&["2 2"]);
    player.choose_in(&second).expect("a move");
    let next = dialogue(5);
    assert_eq!(next.as_array().map(Vec::len), Some(2));
    let content = next[1]["content"].as_str().expect("a string");
    assert!(content.contains(&second.sentence_of(0)), "{content}");
}

#[test]
fn a_program_gets_the_position_the_legal_moves_and_the_history() {
    let endpoint = Endpoint::new(|n, _| {
        let mv = ["9 9", "3-3"][n % 2];
        says(200, "", json!({ "move": mv, "why": "so" }).to_string())
    });
    let network = Arc::new(Network::default().with_key(None, key(SECRET)));
    let (mut player, _) = seat(&http(&endpoint), policy_with(|it| it.retries = 1), &network);
    let now = session(&["1 1"]);
    assert_eq!(player.choose_in(&now).as_deref(), Ok("3 3"));
    let asked = endpoint.asked();
    let mut document = asked[0].json();
    let legal = document["legal"].take();
    let count = now.position().moves().len();
    assert_eq!(legal.as_array().map(Vec::len), Some(count));
    assert_eq!(document["view"].take()["position"], now.position().text());
    let expected = json!({
        "game": "gridlock", "size": "3x3", "start": now.start().text(), "moves": ["1 1"],
        "refusal": null, "milliseconds": 60_000, "legal": null, "view": null,
    });
    assert_eq!(document, expected);
    let refusal = now.position().play("9 9").expect_err("off the grid");
    assert_eq!(asked[1].json()["refusal"], refusal.to_string());
    assert_eq!(player.exchanges()[1].asked, asked[1].body);
    // The key is for language models alone.
    assert!(!asked[0].head.to_lowercase().contains("authorization"));
}

/// Every way to fail, the message about it, and how it is counted.
#[test]
fn endpoints_that_fail_are_counted_and_cost_nothing_else() {
    let huge = format!("{{\"move\": \"{}\"}}", "x".repeat(300_000));
    let elsewhere = "location: http://127.0.0.1:1/\r\n";
    let wrong = r#"{"error": {"message": "too long"}}"#;
    let cut_off = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"move\": ".to_vec();
    let not_http = b"\x16\x03\x01 no HTTP\r\n\r\n".to_vec();
    let with = |said: &str| format!("has answered with {said}");
    let redirects = "302 Found, and redirects are not followed";
    let broken_off = || "has broken off the connection".to_owned();
    for (answer, said) in [
        (says(200, "", ""), with("no ")),
        (says(200, "", "2 2"), with("no ")),
        (says(200, "", "[]"), with("no ")),
        (says(200, "", huge), with("more than 262144 bytes")),
        (says(302, elsewhere, ""), with(redirects)),
        (says(400, "", wrong), with("400 Bad Request: too long")),
        (says(429, "retry-after: 5\r\n", ""), with("429 Too Many")),
        (
            says(500, "", "oops"),
            with("500 Internal Server Error: oops"),
        ),
        (Answer::Raw(cut_off), broken_off()),
        (Answer::Raw(Vec::new()), broken_off()),
        (Answer::Raw(not_http), with("no answer in HTTP")),
    ] {
        let endpoint = Endpoint::always(answer.clone());
        for who in [chat(&endpoint), http(&endpoint)] {
            let asked = ask(&who, policy(), &Arc::default());
            assert_counts(&asked.conduct, [0, 0, 0, 1]);
            let latest = asked.conduct.latest.expect("an error");
            assert!(latest.starts_with(&said), "{answer:?}: {latest}");
            let exchange = &asked.exchanges[0];
            assert_eq!(exchange.fault.as_ref(), Some(&latest));
            assert!(!exchange.asked.is_empty());
            // A random move is made for it.
            assert_eq!(asked.conduct.replaced, 1, "{answer:?}");
            let mv = asked.chosen.expect("the game continues");
            assert!(session(&[]).play(&mv).is_ok(), "{mv}");
        }
    }
}

#[test]
fn silence_and_dribbling_are_late() {
    for answer in [Answer::Nothing, Answer::Dribble] {
        let endpoint = Endpoint::always(answer.clone());
        for who in [chat(&endpoint), http(&endpoint)] {
            let hurried = policy_with(|it| it.time = Some(Duration::from_millis(300)));
            let asked = ask(&who, hurried, &Arc::default());
            assert_counts(&asked.conduct, [0, 0, 1, 0]);
            let said = "has not answered within 0.3 s";
            assert_eq!(asked.conduct.latest.as_deref(), Some(said));
        }
    }
}

#[test]
fn a_busy_endpoint_is_waited_for_and_that_does_not_count_against_the_player() {
    let busy = [
        says(429, "retry-after: 0\r\n", ""),
        says(503, "", ""),
        Answer::Raw(Vec::new()),
        Answer::chat("MOVE: 2 2"),
    ];
    let endpoint = Endpoint::new(move |n, _| busy[n.min(3)].clone());
    let network = Arc::new(Network::default());
    let policy = policy_with(|it| it.patience = MINUTE);
    let asked = ask(&chat(&endpoint), policy, &network);
    assert_eq!(asked.chosen.as_deref(), Ok("2 2"));
    assert_counts(&asked.conduct, [1, 0, 0, 0]);
    assert_eq!(network.requests(), 4);
    assert_eq!(asked.exchanges.len(), 1);
}

#[test]
fn patience_has_an_end_and_is_spent_only_once() {
    let endpoint = Endpoint::always(says(429, "", ""));
    let policy = policy_with(|it| (it.patience, it.retries) = (Duration::from_millis(50), 1));
    let asked = ask(&http(&endpoint), policy, &Arc::default());
    assert_counts(&asked.conduct, [0, 0, 0, 2]);
    // A request, another one at the end of all patience, and one without any.
    assert_eq!(endpoint.asked().len(), 3);
    // An endpoint that wants more patience than there is gets none.
    let endpoint = Endpoint::always(says(503, "retry-after: 3600\r\n", ""));
    ask(
        &http(&endpoint),
        policy_with(|it| it.patience = MINUTE),
        &Arc::default(),
    );
    assert_eq!(endpoint.asked().len(), 1);
}

#[test]
fn no_more_is_spent_than_allowed() {
    let endpoint = Endpoint::always(Answer::chat("MOVE: 2 2"));
    // Each question costs 15 tokens.
    for (most_requests, most_tokens, questions, said) in [
        (Some(2), None, 2, "2 requests were allowed and are spent"),
        (None, Some(31), 3, "31 tokens were allowed and are spent"),
    ] {
        let policy =
            policy_with(|it| (it.most_requests, it.most_tokens) = (most_requests, most_tokens));
        let network = Arc::new(Network::default());
        // Games of a run share what they may spend.
        let mut both = [(); 2].map(|()| seat(&chat(&endpoint), policy, &network));
        for n in 0..questions {
            let chosen = both[n % 2].0.choose_in(&session(&[]));
            assert_eq!(chosen.as_deref(), Ok("2 2"));
        }
        for (player, outsiders) in &mut both {
            let said = format!("cannot be asked any more: {said}");
            let chosen = player.choose_in(&session(&[]));
            assert_eq!(chosen, Err(GivesUp::Stops(said)));
            let conduct = outsiders.conduct(&chat(&endpoint)).expect("external");
            assert_eq!((conduct.broken, conduct.replaced), (0, 0), "{conduct:?}");
            assert_eq!(conduct.questions, conduct.legal_at_once, "{conduct:?}");
        }
        assert_eq!(network.requests(), questions as u64);
        assert_eq!(network.tokens(), 15 * questions as u64);
    }
}

#[test]
fn tokens_that_are_not_counted_are_estimated() {
    let document = json!({ "choices": [{ "message": { "content": "MOVE: 2 2" } }] });
    let endpoint = Endpoint::always(says(200, "", document.to_string()));
    let network = Arc::new(Network::default());
    let asked = ask(&chat(&endpoint), policy(), &network);
    assert_eq!(asked.chosen.as_deref(), Ok("2 2"));
    assert_eq!(asked.exchanges[0].tokens, None);
    let sent = endpoint.asked()[0].body.len() + "MOVE: 2 2".len();
    assert_eq!(network.tokens(), sent as u64 / 4);
}

#[test]
fn a_run_can_stop_where_access_is_denied() {
    // Another question may be answered after a bad request.
    for (status, retries) in [(401, 5), (404, 5), (429, 5), (502, 5), (400, 0)] {
        let endpoint = Endpoint::always(says(status, "", ""));
        let stopping = policy_with(|it| (it.stops, it.retries) = (true, retries));
        let asked = ask(&chat(&endpoint), stopping, &Arc::default());
        let has_stopped = matches!(asked.chosen, Err(GivesUp::Stops(_)));
        assert_eq!(has_stopped, status != 400, "{status}: {:?}", asked.chosen);
        assert_eq!(endpoint.asked().len(), 1, "{status}");
        assert_eq!(asked.conduct.illegal, 0);
    }
}

#[test]
fn players_are_greeted_whatever_they_answer_unless_nobody_listens() {
    let outsiders = Outsiders::new(variant(), policy());
    let endpoint = Endpoint::always(Answer::Nothing);
    assert_eq!(outsiders.greet(&chat(&endpoint)), Ok(()));
    assert_eq!(outsiders.greet(&http(&endpoint)), Ok(()));
    assert!(endpoint.asked().is_empty(), "there is no question");
    // A port that was free a moment ago.
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", free.local_addr().expect("an address"));
    drop(free);
    let nobody = read_player(&url).expect("an address");
    let failure = outsiders.greet(&nobody).expect_err("nobody listens");
    assert!(matches!(failure, Failure::Unreachable(_)), "{failure}");
    let said = "cannot be reached: Connection refused";
    assert!(failure.to_string().starts_with(said), "{failure}");
}

#[test]
fn each_host_gets_its_own_key_and_no_key_is_repeated() {
    let echo = |_: usize, asked: &quintet_testkit::Asked| {
        // It repeats all that it was sent, in a refusal.
        let document = json!({ "error": { "message": asked.head } });
        says(400, "", document.to_string())
    };
    let (one, two) = (Endpoint::new(echo), Endpoint::new(echo));
    let host = one.url("").replace("http://", "");
    let common = "key-of-everybody";
    let network = Network::default().with_key(None, key(common));
    let network = Arc::new(network.with_key(Some(host), key(SECRET)));
    assert!(!format!("{network:?}").contains(common));
    for (endpoint, sent) in [(&one, SECRET), (&two, common)] {
        let asked = ask(&chat(endpoint), policy(), &network);
        assert!(endpoint.asked()[0].head.contains(sent));
        let shown = format!("{:?} {:?}", asked.exchanges, asked.conduct);
        assert!(shown.contains("Bearer [key]"), "{shown}");
        for key in [SECRET, common] {
            assert!(!shown.contains(key), "{shown}");
        }
    }
}

#[test]
fn no_request_is_redirected_to_another_host() {
    let other = Endpoint::always(Answer::chat("MOVE: 2 2"));
    let location = format!("location: {}\r\n", other.url("/v1/chat/completions")).leak();
    for status in [301, 302, 303, 307, 308] {
        let endpoint = Endpoint::always(says(status, location, ""));
        let network = Arc::new(Network::default().with_key(None, key(SECRET)));
        let asked = ask(&chat(&endpoint), policy(), &network);
        assert_counts(&asked.conduct, [0, 0, 0, 1]);
        assert_eq!(endpoint.asked().len(), 1, "{status}");
    }
    assert!(other.asked().is_empty());
}

#[test]
fn the_hash_is_that_of_the_text() {
    let prompt: Prompt = "{question}".parse().expect("a prompt");
    let outsiders = Outsiders::new(variant(), policy()).sharing(Arc::new(Network::new(prompt)));
    let hash = "bf085a6e12c9d0e23a9dd157df084f933b2ef021caba82def1494bfb84a723c9";
    assert_eq!(outsiders.prompt_hash(), hash);
}

/// The first column of the tables in a section of the guide, sorted.
fn listed_in(section: &str) -> Vec<String> {
    let guide = include_str!("../../../docs/agents.md");
    let section = guide.split_once(&format!("\n## {section}\n"));
    let (_, rest) = section.expect("the section");
    let section = rest.split("\n## ").next().expect("its text");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let first = rows.filter_map(|row| Some(row.split_once('`')?.0.to_owned()));
    let mut listed: Vec<_> = first.collect();
    listed.sort();
    listed
}

#[test]
fn the_guide_lists_every_field_and_every_gap() {
    let endpoint = Endpoint::always(says(200, "", ""));
    ask(&http(&endpoint), policy(), &Arc::default());
    let document = endpoint.asked()[0].json();
    let mut fields: Vec<_> = document.as_object().expect("an object").keys().collect();
    fields.sort();
    assert_eq!(fields, listed_in("HTTP players").iter().collect::<Vec<_>>());
    let refusal = "{}".parse::<Prompt>().expect_err("no gap").to_string();
    let (_, gaps) = refusal.split_once("there are ").expect("the gaps");
    let (gaps, _) = gaps.split_once(';').expect("their end");
    let mut gaps: Vec<_> = gaps.split(", ").collect();
    gaps.sort_unstable();
    assert_eq!(gaps, listed_in("Language models"));
}
