//! Tests of requests and their responses.

mod every_game;
mod requests;
mod session;

use std::sync::LazyLock;

use quintet_api::{Context, read_at};
use quintet_arena::{Library, Tables};
use quintet_games::Catalogue;
use serde_json::Value;

/// A context in which tables are computed once for all tests.
fn context() -> Context {
    static LIBRARY: LazyLock<Library> =
        LazyLock::new(|| Library::new(Catalogue::STANDARD, Tables::nowhere()));
    Context {
        library: LIBRARY.clone(),
        date: "2026-11-16".to_owned(),
        ..Context::default()
    }
}

/// Returns the answer or the refusal of a request.
fn ask(path: &str, request: &Value) -> Value {
    ask_in(&context(), path, request)
}

fn ask_in(context: &Context, path: &str, request: &Value) -> Value {
    let prepared = read_at(
        path,
        &request.to_string(),
        &context.date,
        Catalogue::STANDARD,
    );
    match prepared.and_then(|prepared| prepared.respond(context)) {
        Ok(document) => serde_json::from_str(&document).expect("a document"),
        Err(refusal) => serde_json::to_value(refusal).expect("a document"),
    }
}

/// Compares fields of a document, whose names may be paths such as `view.position`. A missing field is null.
fn differences(document: &Value, fields: &Value) -> Vec<String> {
    let mut differences = Vec::new();
    for (name, expected) in fields.as_object().expect("fields") {
        let found = document.pointer(&format!("/{}", name.replace('.', "/")));
        let found = found.unwrap_or(&Value::Null);
        if found != expected {
            differences.push(format!("{name} is {found}; expected {expected}"));
        }
    }
    differences
}

#[track_caller]
fn assert_has(document: &Value, fields: &Value) {
    let differences = differences(document, fields);
    assert!(differences.is_empty(), "{differences:#?} in {document}");
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}
