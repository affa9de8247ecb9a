//! The description of the interface.

use std::collections::BTreeSet;

use quintet_arena::Who;
use serde_json::{Value, json};

use crate::common::House;
use crate::common::description::{DESCRIPTION, judge};

/// Every operation: its method, its path and what is said about it.
fn operations(description: &Value) -> Vec<(&str, &str, &Value)> {
    let paths = description["paths"].as_object().expect("paths");
    paths
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods");
            methods
                .iter()
                .map(move |(method, operation)| (method.as_str(), path.as_str(), operation))
        })
        .collect()
}

#[tokio::test]
async fn the_server_describes_itself() {
    let answer = House::new().stranger().get("/api/v1/openapi.json").await;
    let served = answer.ok();
    assert_eq!(served, *DESCRIPTION);
    assert!(
        served["openapi"]
            .as_str()
            .expect("a version")
            .starts_with("3.1")
    );
    assert_eq!(served["info"]["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn every_question_is_described() {
    let description = &*DESCRIPTION;
    let described: BTreeSet<_> = operations(description)
        .into_iter()
        .map(|(method, path, _)| format!("{method} {path}"))
        .collect();
    for wanted in [
        "get /api/v1/catalogue",
        "get /api/v1/catalogue/{game}",
        "get /api/v1/positions/{game}/{size}",
        "get /api/v1/puzzles/{game}/{size}",
        "post /api/v1/analyze",
        "post /api/v1/choose",
        "post /api/v1/judge",
        "post /api/v1/play",
        "post /api/v1/replay",
        "post /api/v1/review",
        "post /api/v1/session",
        "post /api/v1/why",
    ] {
        assert!(described.contains(wanted), "{wanted}: {described:?}");
    }
}

#[test]
fn every_operation_says_what_it_does_what_it_takes_and_what_may_come_back() {
    let description = &*DESCRIPTION;
    let mut ids = BTreeSet::new();
    for (method, path, operation) in operations(description) {
        let place = format!("{method} {path}");
        let summary = operation["summary"].as_str().unwrap_or("");
        assert!(!summary.is_empty(), "{place} has no summary");
        let id = operation["operationId"].as_str().unwrap_or("");
        assert!(ids.insert(id.to_owned()), "{place}: {id} stands twice");
        let parameters = operation["parameters"].as_array();
        let named: BTreeSet<_> = parameters
            .into_iter()
            .flatten()
            .filter(|parameter| parameter["in"] == "path")
            .map(|parameter| format!("{{{}}}", parameter["name"].as_str().unwrap_or("")))
            .collect();
        let in_path: BTreeSet<_> = path
            .split('/')
            .filter(|part| part.starts_with('{'))
            .map(str::to_owned)
            .collect();
        assert_eq!(named, in_path, "{place}");
        let responses = operation["responses"].as_object().expect("responses");
        let is_good = |status: &String| status.starts_with(['1', '2']);
        assert!(responses.keys().any(is_good), "{place}");
        for (status, response) in responses {
            let said = response["description"].as_str().unwrap_or("");
            assert!(!said.is_empty(), "{place} {status} has no description");
            let is_problem = response["content"]["application/problem+json"].is_object();
            assert_eq!(
                is_problem,
                status.starts_with(['4', '5']),
                "{place} {status}"
            );
        }
    }
}

#[test]
fn every_schema_that_is_named_is_there_and_every_field_is_explained() {
    let description = &*DESCRIPTION;
    let schemas = description["components"]["schemas"].as_object();
    let schemas = schemas.expect("schemas");
    let text = description.to_string();
    for reference in text.split("#/components/schemas/").skip(1) {
        let name = reference.split('"').next().expect("a name");
        assert!(schemas.contains_key(name), "{name} is not described");
    }
    for (name, schema) in schemas {
        let fields = schema["properties"].as_object();
        for (field, meaning) in fields.into_iter().flatten() {
            let said = meaning["description"].is_string() || meaning["$ref"].is_string();
            let is_choice = meaning["oneOf"].is_array();
            assert!(
                said || is_choice,
                "{name}.{field} is not explained: {meaning}"
            );
        }
    }
}

/// Every integer schema in a document, with where it stands.
fn integers<'a>(part: &'a Value, place: &str, found: &mut Vec<(String, &'a Value)>) {
    match part {
        Value::Object(fields) => {
            let kind = fields.get("type").map(Value::to_string);
            if kind.is_some_and(|kind| kind.contains("\"integer\"")) {
                found.push((place.to_owned(), part));
            }
            for (name, field) in fields {
                integers(field, &format!("{place}/{name}"), found);
            }
        }
        Value::Array(items) => {
            for item in items {
                integers(item, place, found);
            }
        }
        _ => {}
    }
}

#[test]
fn every_integer_is_bounded_by_what_every_program_reads_exactly() {
    let mut found = Vec::new();
    integers(&DESCRIPTION, "", &mut found);
    assert!(found.len() > 50, "{}", found.len());
    for (place, schema) in found {
        let most = schema["maximum"].as_u64();
        let is_exact = most.is_some_and(|most| most <= quintet_ask::LARGEST_NUMBER);
        assert!(is_exact && schema["minimum"].is_u64(), "{place}: {schema}");
        assert!(schema.get("format").is_none(), "{place}: {schema}");
    }
}

#[test]
fn what_comes_before_every_path_is_described_with_its_headers() {
    for (method, path, operation) in operations(&DESCRIPTION) {
        let place = format!("{method} {path}");
        let responses = &operation["responses"];
        for (status, kind) in [
            ("400", "bad-request"),
            ("403", "foreign"),
            ("405", "method-not-allowed"),
            ("429", "too-many"),
        ] {
            let said = responses[status]["description"].as_str().unwrap_or("");
            assert!(said.contains(kind), "{place} {status}: {said}");
        }
        for (status, header) in [
            ("401", "WWW-Authenticate"),
            ("405", "Allow"),
            ("429", "Retry-After"),
            ("503", "Retry-After"),
        ] {
            let response = &responses[status];
            let is_there = response["headers"][header].is_object();
            assert_eq!(is_there, response.is_object(), "{place} {status}");
        }
        let body = &operation["requestBody"];
        assert_eq!(
            body["required"].as_bool(),
            (method == "post").then_some(true),
            "{place}"
        );
        // Who reads a token refuses a wrong one, and says so.
        let is_secured = operation["security"].is_array();
        assert_eq!(is_secured, responses["401"].is_object(), "{place}");
        for status in ["413", "415"] {
            assert_eq!(
                responses[status].is_object(),
                method == "post",
                "{place} {status}"
            );
        }
    }
}

#[test]
fn tokens_and_cookies_are_described_and_needed_where_only_players_act() {
    let schemes = &DESCRIPTION["components"]["securitySchemes"];
    assert_eq!(schemes["token"]["scheme"], "bearer");
    for (scheme, name) in [("cookie", "quintet"), ("secure_cookie", "__Host-quintet")] {
        let found = &schemes[scheme];
        assert_eq!(
            (&found["in"], &found["name"]),
            (&"cookie".into(), &name.into())
        );
    }
    let needed: BTreeSet<_> = operations(&DESCRIPTION)
        .into_iter()
        .filter(|(_, _, operation)| {
            let ways = operation["security"].as_array();
            ways.is_some_and(|ways| {
                ways.iter()
                    .all(|way| way.as_object().is_some_and(|way| !way.is_empty()))
            })
        })
        .map(|(_, path, _)| path)
        .collect();
    let players = [
        "/api/v1/games/{id}/actions",
        "/api/v1/games/{id}/export",
        "/api/v1/games/{id}/rematch",
        "/api/v1/games/{id}/rematch/decline",
    ];
    assert_eq!(needed, BTreeSet::from(players));
}

#[test]
fn words_of_which_there_are_few_are_listed() {
    let schemas = &DESCRIPTION["components"]["schemas"];
    let levels = &schemas["Choose"]["properties"]["player"]["enum"];
    let players = &schemas["ContinueSession"]["properties"]["players"]["items"]["enum"];
    let listed = |words: &Value| words.as_array().map_or(0, Vec::len);
    assert_eq!(
        (listed(levels), listed(players)),
        (Who::ALL.len() - 1, Who::ALL.len())
    );
    assert_eq!(
        (&levels[0], &players[0]),
        (&"random".into(), &"human".into())
    );
    let act = judge(&json!({"$ref": "#/components/schemas/Act"}));
    for (asked, is_right) in [
        (json!("undo"), true),
        (json!("dance"), false),
        (json!({"play": "2 2"}), true),
        (json!({"play": "2 2", "undo": null}), false),
    ] {
        assert_eq!(act.is_valid(&asked), is_right, "{asked}");
    }
    let actions = &schemas["Event"]["properties"]["action"]["enum"];
    assert_eq!(listed(actions), 5);
    for (name, other) in [
        ("ActionRequest", json!({})),
        ("NumberedAction", json!({"id": 1})),
    ] {
        let schema = judge(&json!({"$ref": format!("#/components/schemas/{name}")}));
        for action in actions.as_array().into_iter().flatten() {
            for (mv, has_move) in [(json!("2 2"), true), (Value::Null, false)] {
                let mut asked = other.clone();
                asked["ply"] = json!(0);
                asked["action"] = action.clone();
                asked["move"] = mv;
                let is_right = (action == "move") == has_move;
                assert_eq!(schema.is_valid(&asked), is_right, "{name}: {asked}");
            }
        }
        let unknown = json!({"ply": 0, "id": 1, "action": "dance"});
        assert!(!schema.is_valid(&unknown), "{name}");
    }
}

#[test]
fn the_games_of_the_catalogue_are_the_examples_of_names() {
    let games: Vec<_> = crate::games().collect();
    let ids: Vec<_> = games.iter().map(|listing| listing.id).collect();
    let sizes: Vec<_> = games
        .iter()
        .map(|listing| listing.standard().size().to_string())
        .collect();
    let fields = &DESCRIPTION["components"]["schemas"]["PlayMove"]["properties"];
    assert_eq!(fields["game"]["examples"], json!(ids));
    assert_eq!(fields["size"]["examples"], json!(sizes));
    let path = "/api/v1/positions/{game}/{size}";
    let parameters = &DESCRIPTION["paths"][path]["get"]["parameters"];
    assert_eq!(parameters[0]["schema"]["examples"], json!(ids));
    assert_eq!(parameters[1]["schema"]["examples"], json!(sizes));
}

#[test]
fn every_link_leads_to_an_operation() {
    let opened = &DESCRIPTION["paths"]["/api/v1/games"]["post"]["responses"]["201"];
    let known: BTreeSet<_> = operations(&DESCRIPTION)
        .into_iter()
        .filter(|(_, path, _)| path.starts_with("/api/v1/games/{id}"))
        .filter_map(|(_, _, operation)| operation["operationId"].as_str())
        .collect();
    let links = opened["links"].as_object().expect("links");
    for (name, link) in links {
        let to = link["operationId"].as_str().expect("an operation");
        assert!(known.contains(to), "{name}: {link}");
    }
    assert!(!links.is_empty());
}
