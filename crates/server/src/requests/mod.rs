//! Stateless requests about games and positions: their routes and their documentation, both derived from
//! [`ENDPOINTS`], and the threads that compute the responses.

pub(crate) mod executor;
mod queue;

use axum::body::Bytes;
use axum::extract::{FromRequestParts, Query, RawPathParams, Request, State};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use quintet_api::{ENDPOINTS, Endpoint, Kind, Method, ParameterKind, QueryParameter, Schemas};
use quintet_games::{escape, join_words};
use serde_json::{Map, Value};
use utoipa::PartialSchema;
use utoipa::openapi::path::{
    HttpMethod, Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn, Paths,
};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::{
    Content, ContentBuilder, ObjectBuilder, Ref, RefOr, Required, ResponseBuilder,
    ResponsesBuilder, Schema, Type,
};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::app::App;
use crate::clock;
use crate::http::extract::json_body;
use crate::http::problem::{Problem, kind};
use crate::http::responses::described;

/// Errors of a request with a body.
const BODY: &[Kind] = &[
    kind::BAD_REQUEST,
    kind::TOO_SLOW,
    kind::TOO_LARGE,
    kind::NOT_JSON,
];

/// Returns the routes of all requests.
pub(crate) fn routes() -> OpenApiRouter<App> {
    let routes = ENDPOINTS.iter().map(route);
    routes.fold(OpenApiRouter::new(), OpenApiRouter::routes)
}

fn route(endpoint: &'static Endpoint) -> UtoipaMethodRouter<App> {
    let handler = move |State(app), request| respond(endpoint, app, request);
    let (method, handlers) = match endpoint.method {
        Method::Get => (HttpMethod::Get, get(handler)),
        Method::Post => (HttpMethod::Post, post(handler)),
    };
    let (mut schemas, mut paths) = (Vec::new(), Paths::new());
    let operation = operation(endpoint, &mut schemas);
    paths.add_path_operation(endpoint.path, vec![method], operation);
    (schemas, paths, handlers)
}

async fn respond(endpoint: &Endpoint, app: App, request: Request) -> Result<Response, Problem> {
    let request = match endpoint.method {
        Method::Get => {
            let (mut parts, _) = request.into_parts();
            fields(endpoint, &mut parts).await?
        }
        Method::Post => json_body(request, &app).await?,
    };
    let today = quintet_arena::date(clock::now());
    let response = app
        .executor
        .respond(endpoint.parse(&request, &today)?)
        .await?;
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, app.guard.response(response)?).into_response())
}

/// Returns the parameters of the path and the query as a JSON object.
async fn fields(endpoint: &Endpoint, parts: &mut Parts) -> Result<Bytes, Problem> {
    let bad_request = |detail: String| Problem::new(kind::BAD_REQUEST, detail);
    let path = RawPathParams::from_request_parts(parts, &()).await;
    let path = path.map_err(|error| Problem::new(kind::NOT_FOUND, error.body_text()))?;
    let in_path = path
        .iter()
        .map(|(name, value)| (name.to_owned(), value.into()));
    let mut fields: Map<String, Value> = in_path.collect();
    if !endpoint.query.is_empty() {
        let query = Query::<Vec<(String, String)>>::try_from_uri(&parts.uri);
        let Query(query) = query.map_err(|error| bad_request(error.body_text()))?;
        for (name, text) in query {
            let parameter = endpoint
                .query
                .iter()
                .find(|parameter| parameter.name == name);
            let parameter = parameter.ok_or_else(|| {
                let names: Vec<_> = endpoint.query.iter().map(|known| known.name).collect();
                let (found, wanted) = (escape(&name), join_words(&names, "or"));
                bad_request(format!("unknown parameter '{found}'; expected {wanted}"))
            })?;
            let value = match parameter.kind {
                ParameterKind::Text | ParameterKind::Day => text.into(),
                ParameterKind::Integer(..) => {
                    let number = text.parse::<u64>().map_err(|_| {
                        let found = escape(&text);
                        bad_request(format!(
                            "the parameter '{name}' is an integer, not '{found}'"
                        ))
                    });
                    number?.into()
                }
            };
            if fields.insert(name.clone(), value).is_some() {
                return Err(bad_request(format!("duplicate parameter '{name}'")));
            }
        }
    }
    Ok(Value::Object(fields).to_string().into())
}

/// Returns the documentation of a request.
fn operation(endpoint: &Endpoint, schemas: &mut Schemas) -> Operation {
    let (request, response) = (endpoint.schemas)(schemas);
    let mut errors = endpoint.errors.to_vec();
    errors.push(kind::BUSY);
    if endpoint.is_expensive {
        errors.push(kind::FAULT);
    }
    let body = request.map(|name| {
        errors.extend(BODY);
        RequestBodyBuilder::new()
            .content("application/json", content(name))
            .required(Some(Required::True))
            .build()
    });
    if !endpoint.query.is_empty() {
        errors.push(kind::BAD_REQUEST);
    }
    let in_path = endpoint.path.split('/').filter_map(|part| {
        let name = part.strip_prefix('{')?.strip_suffix('}')?;
        Some(path_parameter(name))
    });
    let parameters: Vec<_> = in_path
        .chain(endpoint.query.iter().map(query_parameter))
        .collect();
    let success = ResponseBuilder::new()
        .description(endpoint.response)
        .content("application/json", content(response));
    let responses = ResponsesBuilder::new()
        .responses_from_iter(described(&errors))
        .response("200", success);
    OperationBuilder::new()
        .operation_id(Some(endpoint.id))
        .tag(endpoint.tag)
        .summary(Some(endpoint.summary))
        .description(Some(endpoint.description).filter(|text| !text.is_empty()))
        .parameters(Some(parameters).filter(|parameters| !parameters.is_empty()))
        .request_body(body)
        .responses(responses.build())
        .build()
}

fn content(schema: String) -> Content {
    ContentBuilder::new()
        .schema(Some(Ref::from_schema_name(schema)))
        .build()
}

fn path_parameter(name: &str) -> Parameter {
    let description = match name {
        "game" => "Id of the game",
        _ => "Size of the board, such as `4x4`",
    };
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .description(Some(description))
        .schema(Some(String::schema()))
        .build()
}

fn query_parameter(parameter: &QueryParameter) -> Parameter {
    let schema: RefOr<Schema> = match parameter.kind {
        ParameterKind::Text => String::schema(),
        ParameterKind::Day => ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some(ParameterKind::DAY))
            .into(),
        ParameterKind::Integer(least, most) => ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(least))
            .maximum(Some(most))
            .into(),
    };
    ParameterBuilder::new()
        .name(parameter.name)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(parameter.description))
        .schema(Some(schema))
        .build()
}
