//! The rules of the five games a second time, slowly: written from the rule books and the rulings
//! alone, on arrays of characters, with nothing shared with the library but its vocabulary.
//!
//! Whatever can be worked out again is worked out again. The tests judge the library by this code,
//! so it has to be obvious before anything else.

mod adjacency_block;
mod grid_runner;
mod gridlock;
mod matrix_isolation;
mod quad_block;

use quintet_games::Size;
use quintet_rules::Player;

pub(crate) use adjacency_block::AdjacencyBlock;
pub(crate) use grid_runner::GridRunner;
pub(crate) use gridlock::Gridlock;
pub(crate) use matrix_isolation::MatrixIsolation;
pub(crate) use quad_block::QuadBlock;

/// A position of one of the games.
pub(crate) trait SlowGame {
    /// The position in which `first` begins.
    fn start(size: Size, first: Player) -> Self
    where
        Self: Sized;

    /// The position that a text says, which must be a right one: nothing is checked.
    fn read(text: &str) -> Self
    where
        Self: Sized;

    fn text(&self) -> String;

    fn to_move(&self) -> Player;

    /// Who has won, if the game is over.
    fn winner(&self) -> Option<Player>;

    /// Every legal move as the book spells it, by cell number. Empty exactly when the game is over.
    fn moves(&self) -> Vec<String>;

    /// The position after one of the [`moves`](SlowGame::moves).
    fn play(&self, mv: &str) -> Box<dyn SlowGame>;
}

/// The position in which `first` begins the game with this id.
pub(crate) fn start(id: &str, size: Size, first: Player) -> Box<dyn SlowGame> {
    match id {
        "gridlock" => Box::new(Gridlock::start(size, first)),
        "adjacency-block" => Box::new(AdjacencyBlock::start(size, first)),
        "matrix-isolation" => Box::new(MatrixIsolation::start(size, first)),
        "grid-runner" => Box::new(GridRunner::start(size, first)),
        "quad-block" => Box::new(QuadBlock::start(size, first)),
        _ => panic!("{id} has no slow rules: write them in tests/slow"),
    }
}

/// The position of the game with this id that a text says.
pub(crate) fn read(id: &str, text: &str) -> Box<dyn SlowGame> {
    match id {
        "gridlock" => Box::new(Gridlock::read(text)),
        "adjacency-block" => Box::new(AdjacencyBlock::read(text)),
        "matrix-isolation" => Box::new(MatrixIsolation::read(text)),
        "grid-runner" => Box::new(GridRunner::read(text)),
        "quad-block" => Box::new(QuadBlock::read(text)),
        _ => panic!("{id} has no slow rules: write them in tests/slow"),
    }
}

/// How many sequences of exactly `depth` moves lead on from `position`.
pub(crate) fn perft(position: &dyn SlowGame, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|mv| perft(&*position.play(mv), depth - 1))
        .sum()
}

/// The marker of the games in which markers are placed.
pub(crate) fn marker(player: Player) -> char {
    match player {
        Player::One => 'X',
        Player::Two => 'O',
    }
}

/// The piece of the games in which each player has one.
pub(crate) fn piece(player: Player) -> char {
    match player {
        Player::One => '1',
        Player::Two => '2',
    }
}

/// The player that a field of a position names.
fn player(field: &str) -> Player {
    match field {
        "1" => Player::One,
        "2" => Player::Two,
        _ => panic!("no player {field}"),
    }
}

/// The numbers in a move.
fn numbers(mv: &str) -> Vec<usize> {
    mv.split(' ')
        .map(|word| {
            word.parse()
                .expect("a move of this game is made of numbers")
        })
        .collect()
}

/// A cell by its row and its column, each from 0.
pub(crate) type Place = (usize, usize);

/// Rows of characters, `.` where there is nothing.
#[derive(Clone)]
pub(crate) struct Board(Vec<Vec<char>>);

impl Board {
    pub(crate) fn empty(size: Size) -> Self {
        Board(vec![vec!['.'; size.columns]; size.rows])
    }

    pub(crate) fn read(field: &str) -> Self {
        Board(field.split('/').map(|row| row.chars().collect()).collect())
    }

    pub(crate) fn text(&self) -> String {
        let rows: Vec<String> = self.0.iter().map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    pub(crate) fn at(&self, (row, column): Place) -> char {
        self.0[row][column]
    }

    pub(crate) fn put(&mut self, (row, column): Place, symbol: char) {
        self.0[row][column] = symbol;
    }

    /// The last cell; the first is `(0, 0)`.
    pub(crate) fn last(&self) -> Place {
        (self.0.len() - 1, self.0[0].len() - 1)
    }

    /// The places that hold `symbol`, row by row.
    pub(crate) fn holding(&self, symbol: char) -> Vec<Place> {
        let (last_row, last_column) = self.last();
        let mut places = Vec::new();
        for row in 0..=last_row {
            for column in 0..=last_column {
                if self.at((row, column)) == symbol {
                    places.push((row, column));
                }
            }
        }
        places
    }

    /// The places above, to the left, to the right and below, as far as they are on the board: by
    /// cell number, that is.
    pub(crate) fn beside(&self, (row, column): Place) -> Vec<Place> {
        let (last_row, last_column) = self.last();
        let mut places = Vec::new();
        if row > 0 {
            places.push((row - 1, column));
        }
        if column > 0 {
            places.push((row, column - 1));
        }
        if column < last_column {
            places.push((row, column + 1));
        }
        if row < last_row {
            places.push((row + 1, column));
        }
        places
    }

    /// The places that can be reached from `from` by steps to neighbours that `may_enter`.
    pub(crate) fn reach(&self, from: Place, may_enter: impl Fn(char) -> bool) -> Vec<Place> {
        let mut reached = vec![from];
        let mut next = 0;
        while next < reached.len() {
            for place in self.beside(reached[next]) {
                if may_enter(self.at(place)) && !reached.contains(&place) {
                    reached.push(place);
                }
            }
            next += 1;
        }
        reached
    }
}
