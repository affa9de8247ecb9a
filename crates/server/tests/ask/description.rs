//! The description of the interface.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::House;
use crate::common::description::DESCRIPTION;

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
