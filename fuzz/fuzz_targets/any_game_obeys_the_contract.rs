#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quintet_fuzz::games::any_game_obeys_the_contract(bytes));
