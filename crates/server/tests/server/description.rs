//! The `OpenAPI` document.

use std::collections::BTreeSet;

use quintet_arena::Who;
use serde_json::{Value, json};

use crate::common::Server;
use crate::common::description::{DESCRIPTION, component, fields};

/// Every operation: its method, its path and its description.
fn operations() -> impl Iterator<Item = (&'static str, &'static str, &'static Value)> {
    fields(&DESCRIPTION["paths"]).flat_map(|(path, methods)| {
        fields(methods).map(|(method, operation)| (&**method, &**path, operation))
    })
}

#[tokio::test]
async fn the_server_describes_itself() {
    let response = Server::new().client().get("/api/v1/openapi.json").await;
    let served = response.ok();
    assert_eq!(served, *DESCRIPTION);
    let version = served["openapi"].as_str().expect("a version");
    assert!(version.starts_with("3.1"), "{version}");
    assert_eq!(served["info"]["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn every_operation_describes_its_parameters_and_responses() {
    let mut ids = BTreeSet::new();
    for (method, path, operation) in operations() {
        let place = format!("{method} {path}");
        let summary = operation["summary"].as_str().unwrap_or("");
        assert!(!summary.is_empty(), "{place} has no summary");
        let id = operation["operationId"].as_str().unwrap_or("");
        assert!(ids.insert(id), "{place}: duplicate id {id}");
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let named: BTreeSet<_> = parameters
            .filter(|parameter| parameter["in"] == "path")
            .map(|parameter| format!("{{{}}}", parameter["name"].as_str().unwrap_or("")))
            .collect();
        let in_path = path.split('/').filter(|part| part.starts_with('{'));
        let in_path: BTreeSet<_> = in_path.map(str::to_owned).collect();
        assert_eq!(named, in_path, "{place}");
        let mut responses = fields(&operation["responses"]);
        for (status, response) in responses.clone() {
            let said = response["description"].as_str().unwrap_or("");
            assert!(!said.is_empty(), "{place} {status} has no description");
            let is_problem = response["content"]["application/problem+json"].is_object();
            let is_error = status.starts_with(['4', '5']);
            assert_eq!(is_problem, is_error, "{place} {status}");
        }
        let has_success = responses.any(|(status, _)| status.starts_with(['1', '2']));
        assert!(has_success, "{place}");
    }
}

#[test]
fn every_reference_has_a_schema_and_every_field_a_description() {
    let schemas = &DESCRIPTION["components"]["schemas"];
    let text = DESCRIPTION.to_string();
    for reference in text.split("#/components/schemas/").skip(1) {
        let name = reference.split('"').next().expect("a name");
        assert!(schemas[name].is_object(), "{name} is not described");
    }
    for (name, schema) in fields(schemas) {
        for (field, meaning) in fields(&schema["properties"]) {
            let is_described = meaning["description"].is_string()
                || meaning["$ref"].is_string()
                || meaning["oneOf"].is_array();
            assert!(is_described, "{name}.{field}: {meaning}");
        }
    }
}

/// Collects every integer schema in a document, with its place.
fn integers<'a>(part: &'a Value, place: &str, found: &mut Vec<(String, &'a Value)>) {
    if part["type"].to_string().contains("\"integer\"") {
        found.push((place.to_owned(), part));
    }
    for (name, field) in fields(part) {
        integers(field, &format!("{place}/{name}"), found);
    }
    for item in part.as_array().into_iter().flatten() {
        integers(item, place, found);
    }
}

#[test]
fn every_integer_is_bounded_by_what_every_program_reads_exactly() {
    let mut found = Vec::new();
    integers(&DESCRIPTION, "", &mut found);
    assert!(found.len() > 50, "{}", found.len());
    for (place, schema) in found {
        let most = schema["maximum"].as_u64();
        let is_exact = most.is_some_and(|most| most <= quintet_api::LARGEST_NUMBER);
        assert!(is_exact && schema["minimum"].is_u64(), "{place}: {schema}");
        assert!(schema.get("format").is_none(), "{place}: {schema}");
    }
}

#[test]
fn the_errors_of_every_path_are_documented_with_their_headers() {
    for (method, path, operation) in operations() {
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
            let is_described = response["headers"][header].is_object();
            assert_eq!(is_described, response.is_object(), "{place} {status}");
        }
        let has_body = method == "post";
        let is_required = operation["requestBody"]["required"].as_bool();
        assert_eq!(is_required, has_body.then_some(true), "{place}");
        for (status, is_expected) in [
            ("401", operation["security"].is_array()),
            ("413", has_body),
            ("415", has_body),
        ] {
            let is_described = responses[status].is_object();
            assert_eq!(is_described, is_expected, "{place} {status}");
        }
    }
}

#[test]
fn tokens_and_cookies_are_required_where_only_players_act() {
    let schemes = &DESCRIPTION["components"]["securitySchemes"];
    assert_eq!(schemes["token"]["scheme"], "bearer");
    for (scheme, name) in [("cookie", "quintet"), ("secure_cookie", "__Host-quintet")] {
        assert_eq!(schemes[scheme]["in"], "cookie");
        assert_eq!(schemes[scheme]["name"], name);
    }
    let is_required = |operation: &Value| {
        let ways = operation["security"].as_array();
        ways.is_some_and(|ways| ways.iter().all(|way| fields(way).next().is_some()))
    };
    let required = operations().filter(|(_, _, operation)| is_required(operation));
    let players = ["actions", "export", "rematch", "rematch/decline"];
    let players = players.map(|path| format!("/api/v1/games/{{id}}/{path}"));
    let required: BTreeSet<_> = required.map(|(_, path, _)| path.to_owned()).collect();
    assert_eq!(required, BTreeSet::from(players));
}

#[test]
fn fields_with_few_values_are_enums() {
    let schemas = &DESCRIPTION["components"]["schemas"];
    let names = |who: &[Who]| json!(who.iter().map(Who::name).collect::<Vec<_>>());
    let levels = &schemas["Choose"]["properties"]["player"]["anyOf"];
    assert_eq!(levels[0]["enum"], names(&Who::ALL[1..]));
    let players = &schemas["ContinueSession"]["properties"]["players"]["items"]["anyOf"];
    assert_eq!(players[0]["enum"], names(Who::ALL));
    assert_eq!(levels[1]["pattern"], players[1]["pattern"]);
    for (act, is_right) in [
        (json!("undo"), true),
        (json!("dance"), false),
        (json!({"play": "2 2"}), true),
        (json!({"play": "2 2", "undo": null}), false),
    ] {
        assert_eq!(component("Act").is_valid(&act), is_right, "{act}");
    }
    let actions = schemas["Event"]["properties"]["action"]["enum"].as_array();
    let actions = actions.expect("a list");
    assert_eq!(actions.len(), 5);
    for (name, other) in [
        ("ActionRequest", json!({"ply": 0})),
        ("NumberedAction", json!({"ply": 0, "id": 1})),
    ] {
        let schema = component(name);
        let check = |action: &Value, mv: Value, is_right: bool| {
            let mut message = other.clone();
            message["action"] = action.clone();
            message["move"] = mv;
            assert_eq!(schema.is_valid(&message), is_right, "{name}: {message}");
        };
        for action in actions {
            check(action, json!("2 2"), action == "move");
            check(action, Value::Null, action != "move");
        }
        check(&json!("dance"), Value::Null, false);
    }
}

#[test]
fn the_games_of_the_catalogue_are_the_examples_of_names() {
    let ids: Vec<_> = crate::games().map(|listing| listing.id).collect();
    let sizes = crate::games().map(|listing| listing.standard().size().to_string());
    let sizes: Vec<_> = sizes.collect();
    let fields = &DESCRIPTION["components"]["schemas"]["PlayMove"]["properties"];
    let path = "/api/v1/positions/{game}/{size}";
    let parameters = &DESCRIPTION["paths"][path]["get"]["parameters"];
    for [game, size] in [
        [&fields["game"], &fields["size"]],
        [&parameters[0]["schema"], &parameters[1]["schema"]],
    ] {
        assert_eq!(game["examples"], json!(ids));
        assert_eq!(size["examples"], json!(sizes));
    }
}

#[test]
fn every_link_leads_to_an_operation() {
    let opened = &DESCRIPTION["paths"]["/api/v1/games"]["post"]["responses"]["201"];
    let known: BTreeSet<_> = operations()
        .filter(|(_, path, _)| path.starts_with("/api/v1/games/{id}"))
        .filter_map(|(_, _, operation)| operation["operationId"].as_str())
        .collect();
    let mut links = fields(&opened["links"]).peekable();
    assert!(links.peek().is_some(), "there are links");
    for (name, link) in links {
        let operation = link["operationId"].as_str().expect("an operation");
        assert!(known.contains(operation), "{name}: {link}");
    }
}
