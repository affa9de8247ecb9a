//! Checks responses against the `OpenAPI` document.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::http::Method;
use jsonschema::Validator;
use quintet_server::api_document;
use serde_json::{Value, json};

use super::Response;

/// The `OpenAPI` document.
pub(crate) static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| api_document(crate::CATALOGUE));

/// The documented responses: by method and path, then by status and media type, with the schema of
/// the body.
type Operations = BTreeMap<(String, String), BTreeMap<(String, String), Option<Validator>>>;

static OPERATIONS: LazyLock<Operations> = LazyLock::new(|| {
    let mut operations = Operations::new();
    for (path, methods) in fields(&DESCRIPTION["paths"]) {
        for (method, operation) in fields(methods) {
            let key = (method.to_uppercase(), path.clone());
            let responses = operations.entry(key).or_default();
            for (status, response) in fields(&operation["responses"]) {
                if response["content"].is_null() {
                    responses.insert((status.clone(), String::new()), None);
                }
                for (media_type, content) in fields(&response["content"]) {
                    let key = (status.clone(), media_type.clone());
                    responses.insert(key, Some(validator(&content["schema"])));
                }
            }
        }
    }
    operations
});

pub(crate) fn fields(object: &Value) -> impl Iterator<Item = (&String, &Value)> + Clone {
    object.as_object().into_iter().flatten()
}

/// Returns the validator of a schema that may refer to the components of the document.
pub(crate) fn validator(schema: &Value) -> Validator {
    let schema = json!({"components": DESCRIPTION["components"], "allOf": [schema]});
    jsonschema::validator_for(&schema).expect("the document has schemas")
}

/// Returns the validator of a named component.
pub(crate) fn component(name: &str) -> Validator {
    validator(&json!({"$ref": format!("#/components/schemas/{name}")}))
}

/// Returns true if a path matches a template such as `/catalogue/{game}`.
pub(crate) fn fits(path: &str, template: &str) -> bool {
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let [parts, wanted] = [path, template].map(|text| text.split('/'));
    parts.clone().count() == wanted.clone().count()
        && parts
            .zip(wanted)
            .all(|(part, wanted)| part == wanted || wanted.starts_with('{'))
}

/// Checks that a response is documented. Pages are not.
#[track_caller]
pub(crate) fn check(method: &Method, path: &str, response: &Response) {
    let is_asked =
        |(known, template): &&(String, String)| known == method.as_str() && fits(path, template);
    let Some(operation) = OPERATIONS.keys().find(is_asked) else {
        let is_page = !path.starts_with("/api/v1/") || path == "/api/v1/openapi.json";
        let is_refused = response.status.is_client_error();
        assert!(is_page || is_refused, "{method} {path} is not documented");
        return;
    };
    let content_type = response.content_type();
    let media_type = content_type.split(';').next().unwrap_or_default();
    let found = (response.status.as_str().to_owned(), media_type.to_owned());
    let Some(schema) = OPERATIONS[operation].get(&found) else {
        panic!("{operation:?} may not answer {found:?}: {}", response.text);
    };
    let Some(schema) = schema else {
        return assert_eq!(response.text, "", "{operation:?} has no body");
    };
    if !media_type.ends_with("json") {
        return;
    }
    let document = response.json();
    let errors: Vec<_> = schema
        .iter_errors(&document)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{operation:?} {found:?}: {errors:#?}");
}

#[test]
fn a_document_that_does_not_fit_its_schema_is_found() {
    let problem =
        json!({"type": "/problems/busy", "title": "Busy", "status": 503, "detail": "Later."});
    assert!(component("Problem").is_valid(&problem));
    for name in ["type", "title", "status", "detail"] {
        let mut wrong = problem.clone();
        wrong[name] = json!([]);
        assert!(!component("Problem").is_valid(&wrong), "{name}");
    }
}
