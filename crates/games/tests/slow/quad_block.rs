//! Quad Block: a group of exactly four wins (Q1). On a full grid a player lifts a marker; after that, players move a marker
//! to the only empty cell (Q2).

use quintet_games::Size;
use quintet_rules::Player;
use quintet_testkit::slow::{Place, SlowBoard, SlowGame, player};

use super::{marker, numbers};

pub(crate) struct QuadBlock {
    board: SlowBoard,
    to_move: Player,
    sudden_death: bool,
}

impl QuadBlock {
    /// Cells are numbered from 1, row by row.
    fn number(&self, (row, column): Place) -> usize {
        row * self.columns() + column + 1
    }

    fn place(&self, number: usize) -> Place {
        ((number - 1) / self.columns(), (number - 1) % self.columns())
    }

    fn columns(&self) -> usize {
        self.board.last().1 + 1
    }

    /// Returns the size of the group of the marker on the cell with this number.
    pub(crate) fn group(&self, number: usize) -> usize {
        let place = self.place(number);
        let own = self.board.at(place);
        self.board.reach(place, |symbol| symbol == own).len()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.board.holding('.').is_empty()
    }

    pub(crate) fn is_sudden_death(&self) -> bool {
        self.sudden_death
    }
}

impl SlowGame for QuadBlock {
    fn start(size: Size, first: Player) -> Self {
        QuadBlock {
            board: SlowBoard::empty(size),
            to_move: first,
            sudden_death: false,
        }
    }

    fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        QuadBlock {
            board: SlowBoard::read(fields[0]),
            to_move: player(fields[1]),
            sudden_death: fields[2] == "s",
        }
    }

    fn text(&self) -> String {
        let phase = if self.sudden_death { 's' } else { 'p' };
        format!("{} {} {phase}", self.board.text(), self.to_move)
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    // A move never changes the opponent's groups, so only the player of the last move can win.
    fn winner(&self) -> Option<Player> {
        let mover = self.to_move.other();
        let markers = self.board.holding(marker(mover));
        let wins = markers
            .into_iter()
            .any(|place| self.group(self.number(place)) == 4);
        wins.then_some(mover)
    }

    fn moves(&self) -> Vec<String> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let empty = self.board.holding('.');
        let own = self.board.holding(marker(self.to_move));
        let numbers = |places: &[Place]| -> Vec<usize> {
            places.iter().map(|place| self.number(*place)).collect()
        };
        if !self.sudden_death {
            numbers(&empty).iter().map(usize::to_string).collect()
        } else if empty.is_empty() {
            numbers(&own).iter().map(usize::to_string).collect()
        } else {
            let to = self.number(empty[0]);
            let relocation = |from: &usize| format!("{from} {to}");
            numbers(&own).iter().map(relocation).collect()
        }
    }

    fn play(&self, mv: &str) -> Box<dyn SlowGame> {
        let cells: Vec<Place> = numbers(mv).into_iter().map(|n| self.place(n)).collect();
        let own = marker(self.to_move);
        let mut board = self.board.clone();
        if self.sudden_death {
            board.put(cells[0], '.');
            if let Some(to) = cells.get(1) {
                board.put(*to, own);
            }
        } else {
            board.put(cells[0], own);
        }
        let mut next = QuadBlock {
            board,
            to_move: self.to_move.other(),
            sudden_death: self.sudden_death,
        };
        // A full grid starts sudden death unless its last marker has won.
        next.sudden_death |= next.is_full() && next.winner().is_none();
        Box::new(next)
    }
}
