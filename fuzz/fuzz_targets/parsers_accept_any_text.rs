#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quintet_fuzz::games::parsers_accept_any_text(bytes));
