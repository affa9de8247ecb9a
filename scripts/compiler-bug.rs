//! A bug of rustc 1.95 (LLVM 22). `scripts/compiler-bug` checks that the compiler still has it.
//!
//! A function that calls itself with two parameters swapped, and is otherwise called with constants, is miscompiled: LLVM's
//! interprocedural constant propagation (IPSCCP) does not revisit the recursive call after it has found that `theirs` is not
//! constant, and replaces `mine` by 0 everywhere (llvm/llvm-project, issue 219503; fixed by pull request 219826).
//!
//! | flags                                   | direct  | helper  |
//! | --------------------------------------- | ------- | ------- |
//! | `-O`                                    | wrong   | wrong   |
//! | `-O -C codegen-units=1`                 | wrong   | correct |
//! | `-O -C llvm-args=-opt-disable=ipsccp`   | correct | correct |
//! | none                                    | correct | correct |
//!
//! Where a helper makes the swap, the first run of the pass comes before inlining and is harmless; LTO, also among the codegen
//! units of one crate, runs it again. So the crates of this workspace that recurse in this way use a helper, one codegen unit and no
//! LTO, and tests compare known counts in every optimized profile.

type Players = (u32, u32);

fn direct(mine: u32, theirs: u32, squares: &[u32], ends: &mut Vec<Players>) {
    match squares.split_first() {
        Some((&bit, rest)) => direct(theirs, mine | bit, rest, ends),
        None => ends.push((mine, theirs)),
    }
}

fn after((mine, theirs): Players, bit: u32) -> Players {
    assert_eq!((mine | theirs) & bit, 0);
    (theirs, mine | bit)
}

fn helper(players: Players, squares: &[u32], seen: &mut Vec<Players>) {
    seen.push(players);
    for (n, &bit) in squares.iter().enumerate() {
        helper(after(players, bit), &squares[n + 1..], seen);
    }
}

fn main() {
    let squares: Vec<u32> = (0..7 + std::env::args().count()).map(|n| 1 << n).collect();
    let (mut ends, mut seen) = (Vec::new(), Vec::new());
    direct(0, 0, &squares, &mut ends);
    helper((0, 0), &squares, &mut seen);
    // Both players occupy alternate squares.
    for (name, players) in [("direct", ends[0]), ("helper", seen[8])] {
        let verdict = if players == (0b0101_0101, 0b1010_1010) {
            "correct"
        } else {
            "wrong"
        };
        println!("{name} {verdict}");
    }
}
