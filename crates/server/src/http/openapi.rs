//! Completes the `OpenAPI` document with the parts common to all paths.

use quintet_api::LARGEST_NUMBER;
use quintet_games::{Catalogue, Listing};
use serde_json::{Map, Value, json};
use utoipa::Modify;
use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};

use crate::http::responses::describe_guard;
use crate::live::{COOKIE, SECURE_COOKIE};

/// The credentials of a seat.
pub(crate) struct Credentials;

impl Modify for Credentials {
    fn modify(&self, document: &mut OpenApi) {
        let token = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("32 hexadecimal digits")
            .description(Some("Token of a seat, for programs."))
            .build();
        let cookie = |name: &str, about: &str| {
            SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description(name, about)))
        };
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(token));
        let about = "Secret of a browser, set by `POST /api/v1/browser`.";
        components.add_security_scheme("cookie", cookie(COOKIE, about));
        let about = "Secret of a browser over HTTPS.";
        components.add_security_scheme("secure_cookie", cookie(SECURE_COOKIE, about));
    }
}

/// Returns the complete document.
pub(crate) fn complete(mut document: OpenApi, catalogue: Catalogue) -> Value {
    describe_guard(&mut document);
    let mut document = serde_json::to_value(document).expect("the document can be serialized");
    bound_integers(&mut document);
    close_variants(&mut document["components"]["schemas"]["Act"]);
    add_examples(&mut document, catalogue);
    add_links(&mut document);
    document
}

/// Forbids additional fields in the object variants of an enum. The library does so only for structs.
fn close_variants(schema: &mut Value) {
    let variants = schema["oneOf"].as_array_mut();
    let variants = variants.expect("the schema of an enum with values");
    for variant in variants
        .iter_mut()
        .filter(|variant| variant["type"] == "object")
    {
        variant["additionalProperties"] = false.into();
    }
}

/// Adds the games of the catalogue and their sizes as examples, in the same order.
fn add_examples(document: &mut Value, catalogue: Catalogue) {
    let standard = catalogue.iter().map(Listing::standard);
    let (games, sizes): (Vec<_>, Vec<_>) = standard
        .map(|variant| (variant.id(), variant.size().to_string()))
        .unzip();
    let examples = [("game", json!(games)), ("size", json!(sizes))];
    for (name, examples) in examples {
        for schema in fields(&mut document["components"]["schemas"]) {
            if let Some(field) = schema.pointer_mut(&format!("/properties/{name}")) {
                field["examples"] = examples.clone();
            }
        }
        let paths = fields(&mut document["paths"]);
        let parameters = paths.filter_map(|path| path.pointer_mut("/get/parameters"));
        let parameters = parameters.filter_map(Value::as_array_mut);
        for parameter in parameters.flatten().filter(|found| found["name"] == name) {
            parameter["schema"]["examples"] = examples.clone();
        }
    }
}

/// Links the response to an opened game to the paths of that game.
fn add_links(document: &mut Value) {
    let links = ["look", "join", "act", "events", "rematch", "record"].map(|operation| {
        let id = json!({"id": "$response.body#/game/id"});
        (
            operation,
            json!({"operationId": operation, "parameters": id}),
        )
    });
    let opened = &mut document["paths"]["/api/v1/games"]["post"]["responses"]["201"];
    opened["links"] = links.into_iter().collect();
}

/// Returns the values of an object.
fn fields(object: &mut Value) -> impl Iterator<Item = &mut Value> {
    object.as_object_mut().into_iter().flat_map(Map::values_mut)
}

/// Bounds every integer. The formats `int32` and `int64` are removed, because they are signed; above 2^53 numbers are not
/// exact in every program.
fn bound_integers(part: &mut Value) {
    match part {
        Value::Object(fields) => {
            let is_integer = |kind: &Value| match kind {
                Value::Array(kinds) => kinds.contains(&json!("integer")),
                kind => kind == "integer",
            };
            if fields.get("type").is_some_and(is_integer) {
                let format = fields.remove("format");
                let is_short = format.is_some_and(|format| format == "int32");
                let most = if is_short {
                    u32::MAX.into()
                } else {
                    LARGEST_NUMBER
                };
                fields.entry("maximum").or_insert(most.into());
            }
            fields.values_mut().for_each(bound_integers);
        }
        Value::Array(items) => items.iter_mut().for_each(bound_integers),
        _ => {}
    }
}
