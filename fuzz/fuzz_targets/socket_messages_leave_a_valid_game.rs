#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quintet_fuzz::services::socket_messages_leave_a_valid_game(bytes));
