//! Players behind HTTP, some of which are slow, wrong, unavailable or hostile.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use quintet_agents::{ExternalPlayers, Failure, Key, Network, Policy, Prompt, read_player};
use quintet_arena::{
    ChoiceError, Competitor, Dice, Exchange, Library, OracleSource, PlayerStats, Session, Tables,
    Tokens, Who,
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

/// Enough time for an answer on a busy machine, and no retries.
fn policy() -> Policy {
    Policy {
        move_time: Some(MINUTE),
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

/// A player, and the statistics of its answers.
fn seat(
    who: &Who,
    policy: Policy,
    network: &Arc<Network>,
) -> (Box<dyn Competitor>, ExternalPlayers) {
    let players = ExternalPlayers::new(variant(), policy).sharing(Arc::clone(network));
    let library = Library::new(Catalogue::STANDARD, Tables::nowhere());
    let source: OracleSource = Arc::new(move || library.oracle(variant()));
    let player = players.seat(who, Dice::new(1, 1), &source);
    (player.expect("a player that is not a person"), players)
}

/// The answer of a player at the start.
struct Outcome {
    chosen: Result<String, ChoiceError>,
    exchanges: Vec<Exchange>,
    conduct: PlayerStats,
}

fn ask(who: &Who, policy: Policy, network: &Arc<Network>) -> Outcome {
    let (mut player, players) = seat(who, policy, network);
    Outcome {
        chosen: player.choose_in(&session(&[])),
        exchanges: player.exchanges(),
        conduct: players.conduct(who).expect("it is external"),
    }
}

/// Checks how many answers were legal at once, illegal, late and broken.
#[track_caller]
fn assert_counts(of: &PlayerStats, expected: [u32; 4]) {
    let counts = [of.legal_at_once, of.illegal, of.late, of.broken];
    assert_eq!(counts, expected, "{of:?}");
}

#[test]
fn a_model_gets_the_game_and_its_line_is_played() {
    let reply = "The center is best.\n\n**MOVE: (2, 2)**";
    let endpoint = Endpoint::always(Answer::chat(reply));
    let network = Arc::new(Network::default().with_key(None, key(SECRET)));
    let asked = ask(&chat(&endpoint), policy(), &network);
    assert_eq!(asked.chosen.as_deref(), Ok("2 2"));
    assert_counts(&asked.conduct, [1, 0, 0, 0]);
    let [request] = &endpoint.requests()[..] else {
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
        .rules;
    let (rules, _) = rules.split_once("- C2.").expect("a ruling on retries");
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
    assert_eq!(exchange.answered, reply);
    assert!(exchange.fault.is_none());
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
    let (mut player, players) = seat(&chat(&endpoint), policy, &Arc::default());
    let start = session(&[]);
    assert_eq!(player.choose_in(&start).as_deref(), Ok("2 2"));
    let refused = |mv| start.position().play(mv).expect_err("refused").to_string();
    let (two, off_the_grid) = (refused("2 2 or 1 1"), refused("9 9"));
    let no_line = "Your answer has no line that starts with MOVE: followed by your move.";
    let dialogue = |n: usize| endpoint.requests()[n].json()["messages"].take();
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
        Some(format!("answered no move: {two}")),
        Some("gave no answer (empty)".to_owned()),
        Some(format!("answered '2 2 or 1 1': {two}")),
        Some(format!("answered '9 9': {off_the_grid}")),
        None,
    ];
    assert_eq!(faults.collect::<Vec<_>>(), expected);
    let conduct = players.conduct(&chat(&endpoint)).expect("external");
    assert_counts(&conduct, [0, 4, 0, 0]);
    assert_eq!(conduct.questions, 1);
    // A new question begins a new dialogue, with the history in it.
    let second = session(&["2 2"]);
    player.choose_in(&second).expect("a move");
    let next = dialogue(5);
    assert_eq!(next.as_array().map(Vec::len), Some(2));
    let content = next[1]["content"].as_str().expect("a string");
    assert!(content.contains("1. Player 1 (X) plays 2 2."), "{content}");
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
    let asked = endpoint.requests();
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
fn failures_are_counted_and_random_moves_replace_the_answers() {
    let huge = format!("{{\"move\": \"{}\"}}", "x".repeat(300_000));
    let elsewhere = "location: http://127.0.0.1:1/\r\n";
    let wrong = r#"{"error": {"message": "too long"}}"#;
    let cut_off = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"move\": ".to_vec();
    let not_http = b"\x16\x03\x01 no HTTP\r\n\r\n".to_vec();
    let with = |said: &str| format!("answered with {said}");
    let invalid = |said: &str| format!("sent an invalid answer: {said}");
    let redirects = "302 Found (redirects are not followed)";
    let closed = || "closed the connection".to_owned();
    for (answer, said) in [
        (says(200, "", ""), invalid("no")),
        (says(200, "", "2 2"), invalid("no")),
        (says(200, "", "[]"), invalid("no")),
        (says(200, "", huge), with("more than 262144 bytes")),
        (says(302, elsewhere, ""), with(redirects)),
        (says(400, "", wrong), with("400 Bad Request: too long")),
        (says(429, "retry-after: 5\r\n", ""), with("429 Too Many")),
        (
            says(500, "", "oops"),
            with("500 Internal Server Error: oops"),
        ),
        (Answer::Raw(cut_off), closed()),
        (Answer::Raw(Vec::new()), closed()),
        (Answer::Raw(not_http), invalid("not HTTP")),
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
            // A random move replaces it.
            assert_eq!(asked.conduct.replaced, 1, "{answer:?}");
            let mv = asked.chosen.expect("the game continues");
            assert!(session(&[]).play(&mv).is_ok(), "{mv}");
        }
    }
}

#[test]
fn silent_and_slow_endpoints_time_out() {
    for answer in [Answer::Nothing, Answer::Dribble] {
        let endpoint = Endpoint::always(answer.clone());
        for who in [chat(&endpoint), http(&endpoint)] {
            let hurried = policy_with(|it| it.move_time = Some(Duration::from_millis(300)));
            let asked = ask(&who, hurried, &Arc::default());
            assert_counts(&asked.conduct, [0, 0, 1, 0]);
            let said = "did not answer within 0.3 s";
            assert_eq!(asked.conduct.latest.as_deref(), Some(said));
        }
    }
}

#[test]
fn requests_to_a_busy_endpoint_are_retried_at_no_cost_to_the_player() {
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
fn patience_is_limited_and_not_renewed_for_an_unavailable_endpoint() {
    let endpoint = Endpoint::always(says(429, "", ""));
    let policy = policy_with(|it| (it.patience, it.retries) = (Duration::from_millis(50), 1));
    let asked = ask(&http(&endpoint), policy, &Arc::default());
    assert_counts(&asked.conduct, [0, 0, 0, 2]);
    // A request, a retry at the end of the patience, and a request without retries.
    assert_eq!(endpoint.requests().len(), 3);
    // No retry if the endpoint asks for a longer pause than the policy allows.
    let endpoint = Endpoint::always(says(503, "retry-after: 3600\r\n", ""));
    ask(
        &http(&endpoint),
        policy_with(|it| it.patience = MINUTE),
        &Arc::default(),
    );
    assert_eq!(endpoint.requests().len(), 1);
}

#[test]
fn limits_on_requests_and_tokens_stop_the_run() {
    let endpoint = Endpoint::always(Answer::chat("MOVE: 2 2"));
    // Each question costs 15 tokens.
    for (max_requests, max_tokens, questions, said) in [
        (Some(2), None, 2, "2 requests"),
        (None, Some(31), 3, "31 tokens"),
    ] {
        let policy =
            policy_with(|it| (it.max_requests, it.max_tokens) = (max_requests, max_tokens));
        let network = Arc::new(Network::default());
        // The games of a run share the limits.
        let mut both = [(); 2].map(|()| seat(&chat(&endpoint), policy, &network));
        for n in 0..questions {
            let chosen = both[n % 2].0.choose_in(&session(&[]));
            assert_eq!(chosen.as_deref(), Ok("2 2"));
        }
        for (player, players) in &mut both {
            let said = format!("has reached the limit of {said}");
            let chosen = player.choose_in(&session(&[]));
            assert_eq!(chosen, Err(ChoiceError::Stops(said)));
            let conduct = players.conduct(&chat(&endpoint)).expect("external");
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
    let sent = endpoint.requests()[0].body.len() + "MOVE: 2 2".len();
    assert_eq!(network.tokens(), sent as u64 / 4);
}

#[test]
fn a_run_can_stop_where_access_is_denied() {
    // A bad request does not stop the run.
    for (status, retries) in [(401, 5), (404, 5), (429, 5), (502, 5), (400, 0)] {
        let endpoint = Endpoint::always(says(status, "", ""));
        let stopping = policy_with(|it| (it.stops_at_outage, it.retries) = (true, retries));
        let asked = ask(&chat(&endpoint), stopping, &Arc::default());
        let has_stopped = matches!(asked.chosen, Err(ChoiceError::Stops(_)));
        assert_eq!(has_stopped, status != 400, "{status}: {:?}", asked.chosen);
        assert_eq!(endpoint.requests().len(), 1, "{status}");
        assert_eq!(asked.conduct.illegal, 0);
    }
}

#[test]
fn an_endpoint_is_available_if_it_accepts_connections() {
    let players = ExternalPlayers::new(variant(), policy());
    let endpoint = Endpoint::always(Answer::Nothing);
    assert_eq!(players.greet(&chat(&endpoint)), Ok(()));
    assert_eq!(players.greet(&http(&endpoint)), Ok(()));
    assert!(endpoint.requests().is_empty(), "no question was sent");
    // A port that was free a moment ago.
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", free.local_addr().expect("an address"));
    drop(free);
    let nobody = read_player(&url).expect("an address");
    let failure = players.greet(&nobody).expect_err("nobody listens");
    assert!(matches!(failure, Failure::Unreachable(_)), "{failure}");
    let said = "cannot be reached: Connection refused";
    assert!(failure.to_string().starts_with(said), "{failure}");
}

#[test]
fn each_host_gets_its_own_key_and_no_key_is_printed() {
    let echo = |_: usize, asked: &quintet_testkit::ReceivedRequest| {
        // Echoes the request in an error message.
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
        assert!(endpoint.requests()[0].head.contains(sent));
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
        assert_eq!(endpoint.requests().len(), 1, "{status}");
    }
    assert!(other.requests().is_empty());
}

#[test]
fn the_hash_is_that_of_the_template() {
    let prompt: Prompt = "{question}".parse().expect("a prompt");
    let players = ExternalPlayers::new(variant(), policy()).sharing(Arc::new(Network::new(prompt)));
    let hash = "bf085a6e12c9d0e23a9dd157df084f933b2ef021caba82def1494bfb84a723c9";
    assert_eq!(players.prompt_hash(), hash);
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
fn the_guide_lists_every_field_and_every_placeholder() {
    let endpoint = Endpoint::always(says(200, "", ""));
    ask(&http(&endpoint), policy(), &Arc::default());
    let document = endpoint.requests()[0].json();
    let mut fields: Vec<_> = document.as_object().expect("an object").keys().collect();
    fields.sort();
    assert_eq!(fields, listed_in("HTTP players").iter().collect::<Vec<_>>());
    let refusal = "{}"
        .parse::<Prompt>()
        .expect_err("an unknown placeholder")
        .to_string();
    let (_, names) = refusal.split_once("available: ").expect("the names");
    let (names, _) = names.split_once(';').expect("their end");
    let mut names: Vec<_> = names.split(", ").collect();
    names.sort_unstable();
    assert_eq!(names, listed_in("Language models"));
}
