#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quintet_fuzz::any_text_gets_an_ordinary_answer(bytes));
