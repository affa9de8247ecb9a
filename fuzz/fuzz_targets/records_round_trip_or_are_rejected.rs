#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quintet_fuzz::games::records_round_trip_or_are_rejected(bytes));
