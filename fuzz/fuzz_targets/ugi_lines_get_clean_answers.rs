#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quintet_fuzz::services::ugi_lines_get_clean_answers(bytes));
