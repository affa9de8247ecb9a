//! Whether an answer is one of those that the description of the interface announces.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::http::Method;
use jsonschema::Validator;
use quintet_server::api_document;
use serde_json::{Value, json};

use super::Answer;

/// The description of the interface.
pub(crate) static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| {
    // It lists the games that there are.
    let _ = crate::games();
    api_document()
});

/// What is described: method and path, then status and kind, then the schema of the document.
type Operations = BTreeMap<(String, String), BTreeMap<(String, String), Option<Validator>>>;

static OPERATIONS: LazyLock<Operations> = LazyLock::new(|| {
    let mut operations = Operations::new();
    for (path, methods) in fields(&DESCRIPTION["paths"]) {
        for (method, operation) in fields(methods) {
            let answers = operations
                .entry((method.to_uppercase(), path.clone()))
                .or_default();
            for (status, response) in fields(&operation["responses"]) {
                if response["content"].is_null() {
                    answers.insert((status.clone(), String::new()), None);
                }
                for (kind, content) in fields(&response["content"]) {
                    let judge = judge(&content["schema"]);
                    answers.insert((status.clone(), kind.clone()), Some(judge));
                }
            }
        }
    }
    operations
});

fn fields(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flatten()
}

/// What says whether a document is as a schema of the description wants it.
pub(crate) fn judge(schema: &Value) -> Validator {
    // References name the components of the description.
    let schema = json!({"components": DESCRIPTION["components"], "allOf": [schema]});
    jsonschema::validator_for(&schema).expect("the description has schemas")
}

/// Whether a path is one of those that a template such as `/catalogue/{game}` stands for.
fn fits(path: &str, template: &str) -> bool {
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let [parts, wanted] = [path, template].map(|text| text.split('/'));
    parts.clone().count() == wanted.clone().count()
        && parts
            .zip(wanted)
            .all(|(part, wanted)| part == wanted || wanted.starts_with('{'))
}

/// Checks that the answer to a request is described. Pages and what no path leads to are not.
#[track_caller]
pub(crate) fn check(method: &Method, path: &str, answer: &Answer) {
    let asked =
        |(known, template): &&(String, String)| known == method.as_str() && fits(path, template);
    let Some(operation) = OPERATIONS.keys().find(asked) else {
        return;
    };
    let kind = answer.kind().split(';').next().unwrap_or_default();
    let found = (answer.status.as_str().to_owned(), kind.to_owned());
    let Some(judge) = OPERATIONS[operation].get(&found) else {
        panic!("{operation:?} may not answer {found:?}: {}", answer.text);
    };
    let Some(judge) = judge else {
        return assert_eq!(answer.text, "", "{operation:?} answers nothing");
    };
    if !kind.ends_with("json") {
        return;
    }
    let document = answer.json();
    let faults: Vec<_> = judge
        .iter_errors(&document)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{operation:?} {found:?}: {faults:#?}");
}

#[test]
fn a_document_that_is_not_as_described_is_noticed() {
    let schema = json!({"$ref": "#/components/schemas/Problem"});
    let problem =
        json!({"type": "/problems/busy", "title": "Busy", "status": 503, "detail": "Later."});
    assert!(judge(&schema).is_valid(&problem));
    for name in ["type", "title", "status", "detail"] {
        let mut wrong = problem.clone();
        wrong[name] = json!([]);
        assert!(!judge(&schema).is_valid(&wrong), "{name}");
    }
}
