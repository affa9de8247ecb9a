//! Players behind the network, of which some are slow, wrong, dead or hostile.

use std::sync::Arc;
use std::time::Duration;

use quintet_agents::{Failure, Key, Network, Outsiders, Policy, Prompt, read_player};
use quintet_arena::{
    Competitor, Conduct, Dice, Exchange, GivesUp, Library, OracleSource, Session, Tables, Tokens,
    Who,
};
use quintet_catalogue::find;
use quintet_games::Variant;
use quintet_rules::Player;
use quintet_testkit::{Answer, Endpoint};
use serde_json::{Value, json};

const SECRET: &str = "sk-never-to-be-seen";

fn variant() -> &'static dyn Variant {
    find("gridlock")
        .expect("in the catalogue")
        .size("3x3")
        .expect("it has this size")
}

/// Long enough for an answer on a busy machine, and no waiting for those who are away.
fn policy() -> Policy {
    Policy {
        time: Some(Duration::from_mins(1)),
        patience: Duration::ZERO,
        retries: 0,
        ..Policy::default()
    }
}

/// What is not answered in this time never is.
fn hurried() -> Policy {
    Policy {
        time: Some(Duration::from_millis(300)),
        ..policy()
    }
}

fn chat(endpoint: &Endpoint) -> Who {
    read_player(&format!("chat:model@{}", endpoint.url("/v1"))).expect("an address")
}

fn http(endpoint: &Endpoint) -> Who {
    read_player(&format!("http:{}", endpoint.url("/move"))).expect("an address")
}

fn seat(outsiders: &Outsiders, who: Who) -> Box<dyn Competitor> {
    let library = Library::new(Tables::nowhere());
    let source: OracleSource = Arc::new(move || library.oracle(variant()));
    let seated = outsiders.seat(who, Dice::new(1, 1), &source);
    seated.expect("a player that is not a person")
}

fn start() -> Session {
    Session::new(variant().start(Player::One))
}

/// One question about the start.
struct Asked {
    chosen: Result<String, GivesUp>,
    exchanges: Vec<Exchange>,
    conduct: Conduct,
}

fn ask(who: Who, policy: Policy, network: Network) -> Asked {
    let outsiders = Outsiders::new(variant(), policy).sharing(Arc::new(network));
    let mut player = seat(&outsiders, who);
    let chosen = player.choose_in(&start());
    Asked {
        chosen,
        exchanges: player.exchanges(),
        conduct: outsiders.conduct(who).expect("it is from outside"),
    }
}

#[test]
fn a_model_is_told_the_game_and_its_line_is_played() {
    let endpoint = Endpoint::always(Answer::chat("The centre is best.\n\n**MOVE: (2, 2)**"));
    let network = Network::default().with_key(None, Key::new(SECRET).expect("a key"));
    let asked = ask(chat(&endpoint), policy(), network);
    assert_eq!(asked.chosen.as_deref(), Ok("2 2"));
    assert_eq!(asked.conduct.legal_at_once, 1);
    let [request] = &endpoint.asked()[..] else {
        panic!("one request");
    };
    assert!(
        request
            .head
            .starts_with("POST /v1/chat/completions HTTP/1.1\r\n"),
        "{}",
        request.head
    );
    let bearer = format!("authorization: Bearer {SECRET}\r\n");
    assert!(request.head.to_lowercase().contains(&bearer.to_lowercase()));
    let document = request.json();
    assert_eq!(document["model"], "model");
    let [system, user] = &document["messages"].as_array().expect("a dialogue")[..] else {
        panic!("two messages");
    };
    let rules = find("gridlock").expect("in the catalogue").rules;
    assert!(
        system["content"]
            .as_str()
            .expect("a text")
            .contains(rules.trim_end())
    );
    let question = start().position().prompt();
    assert!(
        user["content"]
            .as_str()
            .expect("a text")
            .contains(&question)
    );
    let [exchange] = &asked.exchanges[..] else {
        panic!("one exchange");
    };
    assert!(exchange.asked.contains(&question), "{}", exchange.asked);
    assert_eq!(exchange.answered, "The centre is best.\n\n**MOVE: (2, 2)**");
    assert_eq!(exchange.fault, None);
    let tokens = Tokens {
        prompt: 10,
        completion: 5,
    };
    assert_eq!(exchange.tokens, Some(tokens));
}

#[test]
fn refusals_are_answered_in_the_words_of_the_book_within_one_dialogue() {
    let replies = ["I like 2 2.", "MOVE: 9 9", "MOVE: 2 2"];
    let endpoint = Endpoint::new(move |n, _| Answer::chat(replies[n % 3]));
    let who = chat(&endpoint);
    let outsiders = Outsiders::new(
        variant(),
        Policy {
            retries: 2,
            ..policy()
        },
    );
    let mut player = seat(&outsiders, who);
    assert_eq!(player.choose_in(&start()).as_deref(), Ok("2 2"));
    let position = start();
    let refusal = position.position().play("9 9").expect_err("off the grid");
    let prompt = position.position().prompt();
    let dialogues: Vec<_> = endpoint
        .asked()
        .iter()
        .map(|asked| asked.json()["messages"].clone())
        .collect();
    let last = |n: usize| {
        dialogues[n]
            .as_array()
            .expect("messages")
            .last()
            .expect("one")
            .clone()
    };
    assert_eq!(
        last(1)["content"],
        format!("Your answer has no line that begins with MOVE: and says your move.\n{prompt}")
    );
    assert_eq!(last(2)["content"], format!("{refusal}\n{prompt}"));
    let roles: Vec<_> = dialogues[2]
        .as_array()
        .expect("messages")
        .iter()
        .map(|message| message["role"].clone())
        .collect();
    assert_eq!(
        roles,
        ["system", "user", "assistant", "user", "assistant", "user"]
    );
    let faults: Vec<_> = player
        .exchanges()
        .into_iter()
        .map(|exchange| exchange.fault)
        .collect();
    assert!(
        faults[0]
            .as_deref()
            .is_some_and(|fault| fault.starts_with("said no move: ")),
        "{faults:?}"
    );
    assert_eq!(faults[1], Some(format!("said '9 9': {refusal}")));
    assert_eq!(faults[2], None);
    let conduct = outsiders.conduct(who).expect("from outside");
    assert_eq!(
        (conduct.questions, conduct.legal_at_once, conduct.illegal),
        (1, 0, 2)
    );
    // A new question begins a new dialogue, with the history in it.
    let mut session = start();
    session.play("2 2").expect("legal");
    player.choose_in(&session).expect("a move");
    let next = endpoint.asked()[3].json();
    let messages = next["messages"].as_array().expect("messages");
    assert_eq!(messages.len(), 2);
    let told = messages[1]["content"].as_str().expect("a text");
    assert!(told.contains(&session.sentence_of(0)), "{told}");
}

#[test]
fn replies_in_prose_or_another_language_are_read_by_their_line_alone() {
    for (reply, legal) in [
        ("I would put my marker on 2 2.", 0),
        ("Ich setze auf 2 2.\nZUG: 2 2", 0),
        ("我下在中间。\nMOVE：２ ２。", 1),
        ("MOVE: 2 2 or 1 1", 0),
        ("", 0),
    ] {
        let endpoint = Endpoint::always(Answer::chat(reply));
        let asked = ask(chat(&endpoint), policy(), Network::default());
        assert_eq!(asked.conduct.legal_at_once, legal, "{reply}");
        assert_eq!(asked.conduct.illegal, 1 - legal, "{reply}");
        assert_eq!(asked.exchanges[0].answered, reply);
    }
}

#[test]
fn a_program_gets_the_position_the_legal_moves_and_the_history() {
    let endpoint = Endpoint::new(|n, _| {
        let mv = ["9 9", "3-3"][n % 2];
        Answer::Says(200, "", json!({ "move": mv, "why": "so" }).to_string())
    });
    let who = http(&endpoint);
    let key = Key::new(SECRET).expect("a key");
    let network = Arc::new(Network::default().with_key(None, key));
    let policy = Policy {
        retries: 1,
        ..policy()
    };
    let outsiders = Outsiders::new(variant(), policy).sharing(network);
    let mut player = seat(&outsiders, who);
    let mut session = start();
    session.play("1 1").expect("legal");
    assert_eq!(player.choose_in(&session).as_deref(), Ok("3 3"));
    let asked = endpoint.asked();
    let document = asked[0].json();
    assert_eq!(document["game"], "gridlock");
    assert_eq!(document["size"], "3x3");
    assert_eq!(document["start"], start().position().text());
    assert_eq!(document["moves"], json!(["1 1"]));
    assert_eq!(document["refusal"], Value::Null);
    assert_eq!(document["milliseconds"], 60_000);
    assert_eq!(document["view"]["position"], session.position().text());
    let legal = session.position().moves();
    assert_eq!(
        document["legal"].as_array().map(Vec::len),
        Some(legal.len())
    );
    let refusal = session.position().play("9 9").expect_err("off the grid");
    assert_eq!(asked[1].json()["refusal"], refusal.to_string());
    assert_eq!(player.exchanges()[1].asked, asked[1].body);
    // The key is for language models alone.
    assert!(!asked[0].head.to_lowercase().contains("authorization"));
}

/// Every way to fail, what is said about it, and how it is counted.
#[test]
fn endpoints_that_fail_are_counted_and_cost_nothing_else() {
    let huge = format!("{{\"move\": \"{}\"}}", "x".repeat(300_000));
    let cut_off = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"move\": ".to_vec();
    let elsewhere = "location: http://127.0.0.1:1/\r\n";
    for (answer, said) in [
        (
            Answer::Says(200, "", String::new()),
            "has answered with no ",
        ),
        (
            Answer::Says(200, "", "2 2".to_owned()),
            "has answered with no ",
        ),
        (
            Answer::Says(200, "", "[]".to_owned()),
            "has answered with no ",
        ),
        (
            Answer::Says(200, "", huge),
            "has answered with more than 262144 bytes",
        ),
        (
            Answer::Says(302, elsewhere, String::new()),
            "has answered with 302 Found, and redirects are not followed",
        ),
        (
            Answer::Says(400, "", r#"{"error": {"message": "too long"}}"#.to_owned()),
            "has answered with 400 Bad Request: too long",
        ),
        (
            Answer::Says(429, "retry-after: 5\r\n", String::new()),
            "has answered with 429 Too Many Requests",
        ),
        (
            Answer::Says(500, "", "oops".to_owned()),
            "has answered with 500 Internal Server Error: oops",
        ),
        (Answer::Raw(cut_off), "has broken off the connection"),
        (Answer::Raw(Vec::new()), "has broken off the connection"),
        (
            Answer::Raw(b"\x16\x03\x01 no HTTP\r\n\r\n".to_vec()),
            "has answered with no answer in HTTP",
        ),
    ] {
        let endpoint = Endpoint::always(answer.clone());
        for who in [chat(&endpoint), http(&endpoint)] {
            let asked = ask(who, policy(), Network::default());
            let latest = asked.conduct.latest.clone().expect("something was wrong");
            assert!(latest.starts_with(said), "{answer:?}: {latest}");
            assert_eq!(
                (
                    asked.conduct.broken,
                    asked.conduct.late,
                    asked.conduct.replaced
                ),
                (1, 0, 1),
                "{answer:?}"
            );
            assert_eq!(asked.exchanges[0].fault.as_ref(), Some(&latest));
            assert!(!asked.exchanges[0].asked.is_empty());
            // A random move is made for it.
            let mv = asked.chosen.expect("the game goes on");
            assert!(start().play(&mv).is_ok(), "{mv}");
        }
    }
}

#[test]
fn silence_and_dribbling_are_late() {
    for answer in [Answer::Nothing, Answer::Dribble] {
        let endpoint = Endpoint::always(answer.clone());
        for who in [chat(&endpoint), http(&endpoint)] {
            let asked = ask(who, hurried(), Network::default());
            assert_eq!(
                (asked.conduct.late, asked.conduct.broken),
                (1, 0),
                "{answer:?}: {:?}",
                asked.conduct
            );
            assert_eq!(
                asked.conduct.latest.as_deref(),
                Some("has not answered within 0.3 s")
            );
        }
    }
}

#[test]
fn a_busy_endpoint_is_waited_for_and_that_is_no_fault_of_the_player() {
    let busy = [
        Answer::Says(429, "retry-after: 0\r\n", String::new()),
        Answer::Says(503, "", String::new()),
        Answer::Raw(Vec::new()),
        Answer::chat("MOVE: 2 2"),
    ];
    let endpoint = Endpoint::new(move |n, _| busy[n.min(3)].clone());
    let network = Arc::new(Network::default());
    let patient = Policy {
        patience: Duration::from_mins(1),
        ..policy()
    };
    let outsiders = Outsiders::new(variant(), patient).sharing(Arc::clone(&network));
    let who = chat(&endpoint);
    let mut player = seat(&outsiders, who);
    assert_eq!(player.choose_in(&start()).as_deref(), Ok("2 2"));
    let conduct = outsiders.conduct(who).expect("from outside");
    assert_eq!(
        (conduct.legal_at_once, conduct.broken),
        (1, 0),
        "{conduct:?}"
    );
    assert_eq!(network.requests(), 4);
    assert_eq!(player.exchanges().len(), 1);
}

#[test]
fn patience_has_an_end_and_is_not_had_twice_in_vain() {
    let endpoint = Endpoint::always(Answer::Says(429, "", String::new()));
    let who = http(&endpoint);
    let patient = Policy {
        patience: Duration::from_millis(50),
        retries: 1,
        ..policy()
    };
    let asked = ask(who, patient, Network::default());
    assert_eq!(asked.conduct.broken, 2, "{:?}", asked.conduct);
    // Asked, asked again at the end of all patience, and then without any.
    assert_eq!(endpoint.asked().len(), 3);
    // More is asked for than there is: it is not waited for at all.
    let endpoint = Endpoint::always(Answer::Says(503, "retry-after: 3600\r\n", String::new()));
    let policy = Policy {
        patience: Duration::from_mins(1),
        ..policy()
    };
    ask(http(&endpoint), policy, Network::default());
    assert_eq!(endpoint.asked().len(), 1);
}

#[test]
fn no_more_is_spent_than_allowed() {
    let endpoint = Endpoint::always(Answer::chat("MOVE: 2 2"));
    let who = chat(&endpoint);
    for (policy, questions, said) in [
        (
            Policy {
                most_requests: Some(2),
                ..policy()
            },
            2,
            "cannot be asked any more: 2 requests were allowed and are spent",
        ),
        // Each question costs 15 tokens.
        (
            Policy {
                most_tokens: Some(31),
                ..policy()
            },
            3,
            "cannot be asked any more: 31 tokens were allowed and are spent",
        ),
    ] {
        let network = Arc::new(Network::default());
        // Games of a run share what they may spend.
        let both =
            [(); 2].map(|()| Outsiders::new(variant(), policy).sharing(Arc::clone(&network)));
        for n in 0..questions {
            let chosen = seat(&both[n % 2], who).choose_in(&start());
            assert_eq!(chosen.as_deref(), Ok("2 2"));
        }
        for outsiders in &both {
            let stopped = seat(outsiders, who).choose_in(&start());
            assert_eq!(stopped, Err(GivesUp::Stops(said.to_owned())));
            let conduct = outsiders.conduct(who).expect("from outside");
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
    let endpoint = Endpoint::always(Answer::Says(200, "", document.to_string()));
    let network = Arc::new(Network::default());
    let outsiders = Outsiders::new(variant(), policy()).sharing(Arc::clone(&network));
    let mut player = seat(&outsiders, chat(&endpoint));
    assert_eq!(player.choose_in(&start()).as_deref(), Ok("2 2"));
    assert_eq!(player.exchanges()[0].tokens, None);
    let sent = endpoint.asked()[0].body.len() + "MOVE: 2 2".len();
    assert_eq!(network.tokens(), sent as u64 / 4);
}

#[test]
fn a_run_can_stop_where_nobody_is_let_in() {
    for status in [401, 404, 429, 502] {
        let endpoint = Endpoint::always(Answer::Says(status, "", String::new()));
        let stopping = Policy {
            stops: true,
            retries: 5,
            ..policy()
        };
        let asked = ask(chat(&endpoint), stopping, Network::default());
        assert!(
            matches!(asked.chosen, Err(GivesUp::Stops(_))),
            "{status}: {:?}",
            asked.chosen
        );
        assert_eq!(endpoint.asked().len(), 1, "{status}");
        // What is wrong with one question alone does not stop it.
        assert_eq!(asked.conduct.illegal, 0);
    }
    let endpoint = Endpoint::always(Answer::Says(400, "", String::new()));
    let stopping = Policy {
        stops: true,
        ..policy()
    };
    assert!(
        ask(chat(&endpoint), stopping, Network::default())
            .chosen
            .is_ok()
    );
}

#[test]
fn players_are_greeted_whatever_they_answer_unless_nobody_listens() {
    let outsiders = Outsiders::new(variant(), policy());
    let endpoint = Endpoint::always(Answer::Nothing);
    assert_eq!(outsiders.greet(chat(&endpoint)), Ok(()));
    assert_eq!(outsiders.greet(http(&endpoint)), Ok(()));
    assert!(endpoint.asked().is_empty(), "no question is asked");
    // A port that was free a moment ago.
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", free.local_addr().expect("an address"));
    drop(free);
    let nobody = read_player(&url).expect("an address");
    let failure = outsiders.greet(nobody).expect_err("nobody listens");
    assert!(matches!(failure, Failure::Unreachable(_)), "{failure}");
    assert!(
        failure
            .to_string()
            .starts_with("cannot be reached: Connection refused"),
        "{failure}"
    );
}

#[test]
fn each_host_gets_its_own_key_and_none_is_told_again() {
    let echo = |_: usize, asked: &quintet_testkit::Asked| {
        // It repeats all that it was sent, in a refusal.
        let document = json!({ "error": { "message": asked.head } });
        Answer::Says(400, "", document.to_string())
    };
    let (one, two) = (Endpoint::new(echo), Endpoint::new(echo));
    let host = one.url("").replace("http://", "");
    let key = |text: &str| Key::new(text).expect("a key");
    let network = || {
        Network::default()
            .with_key(None, key("key-of-everybody"))
            .with_key(Some(host.clone()), key(SECRET))
    };
    assert!(!format!("{:?}", network()).contains("key-of-everybody"));
    for (endpoint, sent) in [(&one, SECRET), (&two, "key-of-everybody")] {
        let asked = ask(chat(endpoint), policy(), network());
        assert!(endpoint.asked()[0].head.contains(sent));
        let told = format!("{:?} {:?}", asked.exchanges, asked.conduct);
        assert!(told.contains("Bearer [key]"), "{told}");
        assert!(
            !told.contains(SECRET) && !told.contains("key-of-everybody"),
            "{told}"
        );
    }
}

#[test]
fn what_is_meant_for_one_host_does_not_go_to_another() {
    let other = Endpoint::always(Answer::chat("MOVE: 2 2"));
    let location = format!("location: {}\r\n", other.url("/v1/chat/completions"));
    let location: &str = location.leak();
    for status in [301, 302, 303, 307, 308] {
        let endpoint = Endpoint::always(Answer::Says(status, location, String::new()));
        let network = Network::default().with_key(None, Key::new(SECRET).expect("a key"));
        let asked = ask(chat(&endpoint), policy(), network);
        assert_eq!(asked.conduct.broken, 1, "{status}: {:?}", asked.conduct);
        assert_eq!(endpoint.asked().len(), 1, "{status}");
    }
    assert!(other.asked().is_empty());
}

#[test]
fn the_hash_is_that_of_the_text() {
    let prompt: Prompt = "{question}".parse().expect("a prompt");
    let outsiders = Outsiders::new(variant(), policy()).sharing(Arc::new(Network::new(prompt)));
    assert_eq!(
        outsiders.prompt_hash(),
        "bf085a6e12c9d0e23a9dd157df084f933b2ef021caba82def1494bfb84a723c9"
    );
}

/// What stands in the first column of the tables of a section of the guide.
fn listed_in(section: &str) -> Vec<String> {
    let guide = include_str!("../../../docs/agents.md");
    let (_, rest) = guide
        .split_once(&format!("\n## {section}\n"))
        .expect("the section");
    let section = rest.split("\n## ").next().expect("its text");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let first = rows.filter_map(|row| Some(row.split_once('`')?.0.to_owned()));
    let mut listed: Vec<_> = first.collect();
    listed.sort();
    listed
}

#[test]
fn the_guide_lists_every_field_and_every_gap() {
    let endpoint = Endpoint::always(Answer::Says(200, "", String::new()));
    ask(http(&endpoint), policy(), Network::default());
    let document = endpoint.asked()[0].json();
    let mut fields: Vec<_> = document.as_object().expect("an object").keys().collect();
    fields.sort();
    assert_eq!(fields, listed_in("http").iter().collect::<Vec<_>>());
    let refusal = "{}".parse::<Prompt>().expect_err("no gap").to_string();
    let (_, gaps) = refusal.split_once("there are ").expect("the gaps");
    let (gaps, _) = gaps.split_once(';').expect("their end");
    let mut gaps: Vec<_> = gaps.split(", ").collect();
    gaps.sort_unstable();
    assert_eq!(gaps, listed_in("chat"));
}
