use super::*;

fn ack(number: u64) -> Ack {
    let mut id = [0; 10];
    id[..8].copy_from_slice(&number.to_le_bytes());
    let subject = match number % 4 {
        0 => Subject::Opening,
        1 => Subject::Seat(1),
        2 => Subject::Seat(2),
        _ => Subject::Action(number as u32),
    };
    (GameId::from_bytes(id), subject, (number + 1).to_be_bytes())
}

#[test]
fn the_latest_entries_survive_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("games.db");
    let mut written = 0;
    for (count, is_reopened) in [
        (3, true),
        (1000, false),
        (CAPACITY - 500, true),
        (2000, false),
        (7, true),
    ] {
        let mut log = AckLog::open(&database).expect("a file");
        let acks: Vec<_> = (written..written + count).map(ack).collect();
        log.append(&acks).expect("room on the disk");
        written += count;
        if is_reopened {
            log.sync().expect("a disk");
            drop(log);
        }
        let found = latest(&database).expect("a readable file");
        let expected = written.saturating_sub(CAPACITY)..written;
        assert_eq!(found.len() as u64, expected.end - expected.start);
        for (game, subject, hash) in expected.map(ack) {
            assert_eq!(found.get(&(game, subject)), Some(&hash));
        }
    }
}

#[test]
fn torn_entries_are_skipped() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("games.db");
    assert!(!is_readable(&database).expect("no file"));
    let valid = encode(9, &ack(9));
    for place in 0..ENTRY {
        let mut torn = valid;
        torn[place] ^= 0x40;
        assert!(decode(&torn).is_none(), "byte {place}");
    }
    let mut bytes = valid.to_vec();
    bytes.extend([0; ENTRY]);
    bytes.extend(&valid[..20]);
    fs::write(with_suffix(&database, SUFFIX), bytes).expect("a file");
    assert_eq!(latest(&database).expect("a readable file").len(), 1);
}
