//! JSON Schemas of documents.
//!
//! The documents are those of the HTTP API without the fields for drawing boards, which would be most of their text.

use serde_json::{Map, Value};
use utoipa::ToSchema;

/// Fields that are left out of every document.
const DRAWN: [&str; 10] = [
    "demo", "examples", "hue", "notes", "picture", "scene", "steps", "touch", "touches", "winning",
];

/// Prefixes of references: those of the library and those of JSON Schema.
const PARTS: [&str; 2] = ["#/components/schemas/", "#/$defs/"];

/// Removes the fields for drawing from a document.
pub(crate) fn without_drawing(document: &mut Value) {
    match document {
        Value::Object(fields) => {
            fields.retain(|name, _| !DRAWN.contains(&name.as_str()));
            fields.values_mut().for_each(without_drawing);
        }
        Value::Array(items) => items.iter_mut().for_each(without_drawing),
        _ => {}
    }
}

/// Returns the schema of a type, with the definitions that it uses.
pub(crate) fn of<T: ToSchema>() -> Map<String, Value> {
    let mut parts = Vec::new();
    T::schemas(&mut parts);
    let serialized = |schema| {
        let mut value = serde_json::to_value(schema).expect("a schema can be serialized");
        adapt(&mut value);
        value
    };
    let parts: Map<_, _> = parts
        .into_iter()
        .map(|(name, schema)| (name, serialized(schema)))
        .collect();
    let Value::Object(mut schema) = serialized(T::schema()) else {
        unreachable!("the schema of a type is an object");
    };
    // The library omits the type of flattened documents.
    schema.insert("type".to_owned(), "object".into());
    let used = used(&schema, &parts);
    if !used.is_empty() {
        schema.insert("$defs".to_owned(), used.into());
    }
    schema
}

/// Removes the fields for drawing from a schema, and adapts references.
fn adapt(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::Object(properties)) = fields.get_mut("properties") {
                properties.retain(|name, _| !DRAWN.contains(&name.as_str()));
            }
            if let Some(Value::Array(required)) = fields.get_mut("required") {
                required.retain(|name| !name.as_str().is_some_and(|name| DRAWN.contains(&name)));
            }
            if let Some(Value::String(reference)) = fields.get_mut("$ref") {
                *reference = reference.replace(PARTS[0], PARTS[1]);
            }
            fields.values_mut().for_each(adapt);
        }
        Value::Array(items) => items.iter_mut().for_each(adapt),
        _ => {}
    }
}

/// Returns the definitions that a schema uses, directly or indirectly.
fn used(schema: &Map<String, Value>, parts: &Map<String, Value>) -> Map<String, Value> {
    let mut used = Map::new();
    let mut waiting: Vec<_> = schema.values().collect();
    while let Some(value) = waiting.pop() {
        match value {
            Value::Object(fields) => waiting.extend(fields.values()),
            Value::Array(items) => waiting.extend(items),
            Value::String(text) => {
                let part = text
                    .strip_prefix(PARTS[1])
                    .and_then(|name| parts.get_key_value(name));
                if let Some((name, part)) = part
                    && used.insert(name.clone(), part.clone()).is_none()
                {
                    waiting.push(part);
                }
            }
            _ => {}
        }
    }
    used
}
