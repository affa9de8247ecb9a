//! Parsing of JSON-RPC messages.

use rmcp::model::{ClientJsonRpcMessage, ErrorCode};
use serde_json::{Value, json};

/// Parses a message of a client. Returns the error response if it is not one.
pub(crate) fn parse(bytes: &[u8]) -> Result<ClientJsonRpcMessage, Value> {
    let Ok(message) = serde_json::from_slice::<Value>(bytes) else {
        return Err(error(
            ErrorCode::PARSE_ERROR,
            "not valid JSON",
            &Value::Null,
        ));
    };
    let id = message.get("id").filter(|id| id.is_string() || id.is_i64());
    let id = id.cloned().unwrap_or_default();
    serde_json::from_value(message).map_err(|_| {
        let text = "not a JSON-RPC 2.0 message of this protocol";
        error(ErrorCode::INVALID_REQUEST, text, &id)
    })
}

/// Returns the error response to a message. The library leaves out an id that is null, which JSON-RPC requires.
pub(crate) fn error(code: ErrorCode, message: &str, id: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}
