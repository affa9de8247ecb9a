//! Whether a document is what the description of the interface says: types, required fields,
//! choices and bounds, as far as the description uses them.

use quintet_server::api_document;
use serde_json::{Value, json};

use crate::common::Answer;

/// The description of the interface.
pub(crate) struct Description(pub(crate) Value);

impl Description {
    pub(crate) fn new() -> Self {
        Description(serde_json::to_value(api_document()).expect("the description is a document"))
    }

    /// Checks that the answer to a request is one of those described for its path.
    #[track_caller]
    pub(crate) fn check(&self, method: &str, path: &str, answer: &Answer) {
        let status = answer.status.as_str();
        let responses = &self.0["paths"][path][method]["responses"];
        let content = &responses[status]["content"];
        let schema = &content[answer.kind()]["schema"];
        assert!(
            schema.is_object(),
            "{method} {path} does not say that it may answer {status} with {}: {responses}",
            answer.kind()
        );
        self.matches(&answer.json(), schema, &format!("{method} {path} {status}"));
    }

    /// Checks a document against a schema. `place` says where in which document.
    #[track_caller]
    pub(crate) fn matches(&self, document: &Value, schema: &Value, place: &str) {
        if let Err(fault) = self.fault(document, schema, place) {
            panic!("{fault}");
        }
    }

    fn fault(&self, document: &Value, schema: &Value, place: &str) -> Result<(), String> {
        if let Some(name) = schema["$ref"].as_str() {
            return self.fault(document, self.named(name), place);
        }
        for part in list(schema, "allOf") {
            self.fault(document, part, place)?;
        }
        let choices = list(schema, "oneOf");
        let fits = |choice: &&Value| self.fault(document, choice, place).is_ok();
        if !choices.is_empty() && choices.iter().filter(fits).count() != 1 {
            return Err(format!("{place}: {document} is not one of {choices:?}"));
        }
        let values = list(schema, "enum");
        if !values.is_empty() && !values.contains(document) {
            return Err(format!("{place}: {document} is none of {values:?}"));
        }
        let types = match &schema["type"] {
            Value::Array(types) => types.clone(),
            Value::Null => Vec::new(),
            one => vec![one.clone()],
        };
        if !types.is_empty() && !types.iter().any(|name| is_of_type(document, name)) {
            return Err(format!("{place}: {document} is no {types:?}"));
        }
        check_bounds(document, schema, place)?;
        self.check_parts(document, schema, place)
    }

    /// The fields of an object and the items of a list.
    fn check_parts(&self, document: &Value, schema: &Value, place: &str) -> Result<(), String> {
        for name in list(schema, "required") {
            let name = name.as_str().expect("names are texts");
            if document.is_object() && document.get(name).is_none() {
                return Err(format!("{place}: there is no {name} in {document}"));
            }
        }
        let properties = schema["properties"].as_object();
        for (name, schema) in properties.into_iter().flatten() {
            if let Some(field) = document.get(name) {
                self.fault(field, schema, &format!("{place}/{name}"))?;
            }
        }
        let items = document.as_array().filter(|_| schema["items"].is_object());
        for (n, item) in items.into_iter().flatten().enumerate() {
            self.fault(item, &schema["items"], &format!("{place}/{n}"))?;
        }
        Ok(())
    }

    /// The schema that a reference such as `#/components/schemas/View` means.
    fn named(&self, reference: &str) -> &Value {
        let place = reference.trim_start_matches('#');
        let found = self.0.pointer(place);
        found.unwrap_or_else(|| panic!("nothing is described at {reference}"))
    }
}

fn list<'a>(schema: &'a Value, name: &str) -> &'a [Value] {
    schema[name].as_array().map_or(&[], Vec::as_slice)
}

fn is_of_type(document: &Value, name: &Value) -> bool {
    match name.as_str().expect("types are named") {
        "null" => document.is_null(),
        "boolean" => document.is_boolean(),
        "integer" => document.is_u64() || document.is_i64(),
        "number" => document.is_number(),
        "string" => document.is_string(),
        "array" => document.is_array(),
        "object" => document.is_object(),
        other => panic!("no type is called {other}"),
    }
}

fn check_bounds(document: &Value, schema: &Value, place: &str) -> Result<(), String> {
    let bound = |name: &str| schema[name].as_f64();
    let length = document
        .as_array()
        .map(|items| f64::from(u32::try_from(items.len()).expect("few")));
    for (size, least, most) in [
        (document.as_f64(), bound("minimum"), bound("maximum")),
        (length, bound("minItems"), bound("maxItems")),
    ] {
        let Some(size) = size else { continue };
        if least.is_some_and(|least| size < least) || most.is_some_and(|most| size > most) {
            return Err(format!("{place}: {document} is out of bounds"));
        }
    }
    Ok(())
}

#[test]
fn the_judge_of_documents_can_say_no() {
    let description = Description(json!({"components": {"schemas": {"Person": {
        "type": "object",
        "required": ["name", "seat"],
        "properties": {
            "name": {"type": ["string", "null"]},
            "seat": {"type": "integer", "minimum": 1, "maximum": 2},
            "mood": {"type": "string", "enum": ["well", "ill"]},
            "hats": {"type": "array", "items": {"type": "string"}, "maxItems": 2},
        }
    }}}}));
    let schema = json!({"$ref": "#/components/schemas/Person"});
    let is_right = |document| description.fault(&document, &schema, "").is_ok();
    assert!(is_right(
        json!({"name": null, "seat": 2, "mood": "ill", "hats": ["a", "b"]})
    ));
    for wrong in [
        json!([]),
        json!({"name": "Red"}),
        json!({"name": 1, "seat": 1}),
        json!({"name": "Red", "seat": 3}),
        json!({"name": "Red", "seat": "1"}),
        json!({"name": "Red", "seat": 1, "mood": "tired"}),
        json!({"name": "Red", "seat": 1, "hats": [1]}),
        json!({"name": "Red", "seat": 1, "hats": ["a", "b", "c"]}),
    ] {
        assert!(!is_right(wrong.clone()), "{wrong}");
    }
}
