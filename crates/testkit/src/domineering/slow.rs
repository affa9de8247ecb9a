//! A second, slow implementation of Domineering on characters, independent of the first.

use quintet_games::Size;
use quintet_rules::Player;

use crate::slow::{Place, SlowBoard, SlowGame, board_and_mover};

/// A position of Domineering, to compare with the fast implementation.
pub struct SlowDominoes {
    board: SlowBoard,
    to_move: Player,
}

/// Parses a move such as `B1 B2`.
fn cells(mv: &str) -> Vec<Place> {
    let cell = |word: &str| {
        let (letter, row) = word.split_at(1);
        let column = letter.as_bytes()[0] - b'A';
        let row: usize = row.parse().expect("a row");
        (row - 1, usize::from(column))
    };
    mv.split(' ').map(cell).collect()
}

fn name((row, column): Place) -> String {
    let letter = char::from(b'A' + u8::try_from(column).expect("a small board"));
    format!("{letter}{}", row + 1)
}

impl SlowGame for SlowDominoes {
    fn start(size: Size, first: Player) -> Self {
        SlowDominoes {
            board: SlowBoard::empty(size),
            to_move: first,
        }
    }

    fn read(text: &str) -> Self {
        let (board, to_move) = board_and_mover(text);
        SlowDominoes { board, to_move }
    }

    fn text(&self) -> String {
        format!("{} {}", self.board.text(), self.to_move)
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> Vec<String> {
        let empty = self.board.holding('.');
        let mut moves = Vec::new();
        for (row, column) in &empty {
            let second = match self.to_move {
                Player::One => (row + 1, *column),
                Player::Two => (*row, column + 1),
            };
            if empty.contains(&second) {
                moves.push(format!("{} {}", name((*row, *column)), name(second)));
            }
        }
        moves
    }

    fn play(&self, mv: &str) -> Box<dyn SlowGame> {
        let mut board = self.board.clone();
        for cell in cells(mv) {
            let symbol = match self.to_move {
                Player::One => 'V',
                Player::Two => 'H',
            };
            board.put(cell, symbol);
        }
        Box::new(SlowDominoes {
            board,
            to_move: self.to_move.other(),
        })
    }
}
