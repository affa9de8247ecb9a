//! The schemas of documents, as JSON Schema.
//!
//! The documents are those of every other interface, without what only serves to draw a board or to touch it: it would
//! be most of what an assistant has to read.

use serde_json::{Map, Value};
use utoipa::ToSchema;

/// What is left out of every document.
const DRAWN: [&str; 10] = [
    "demo", "examples", "hue", "notes", "picture", "scene", "steps", "touch", "touches", "winning",
];

/// Where the library refers to parts of a schema, and where they are here.
const PARTS: [&str; 2] = ["#/components/schemas/", "#/$defs/"];

/// A document without what is drawn.
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

/// The schema of a type, with all that it refers to.
pub(crate) fn of<T: ToSchema>() -> Map<String, Value> {
    let mut parts = Vec::new();
    T::schemas(&mut parts);
    let written = |schema| {
        let mut value = serde_json::to_value(schema).expect("a schema can be written");
        adapt(&mut value);
        value
    };
    let parts: Map<_, _> = parts
        .into_iter()
        .map(|(name, schema)| (name, written(schema)))
        .collect();
    let Value::Object(mut schema) = written(T::schema()) else {
        unreachable!("the schema of a type is an object");
    };
    // Of a document that contains another one, the library does not say it.
    schema.insert("type".to_owned(), "object".into());
    let used = used(&schema, &parts);
    if !used.is_empty() {
        schema.insert("$defs".to_owned(), used.into());
    }
    schema
}

/// Leaves out what is drawn, and refers to parts where they are.
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

/// The parts to which a schema refers, and those to which they refer.
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
