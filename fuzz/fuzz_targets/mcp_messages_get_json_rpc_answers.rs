#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quintet_fuzz::services::mcp_messages_get_json_rpc_answers(bytes));
