//! A board of characters.

use quintet_games::Size;

/// Row and column of a cell, counted from 0.
pub type Place = (usize, usize);

/// Rows of characters; `.` is an empty cell.
#[derive(Clone)]
pub struct SlowBoard(Vec<Vec<char>>);

impl SlowBoard {
    /// Returns an empty board.
    pub fn empty(size: Size) -> Self {
        SlowBoard(vec![vec!['.'; size.columns]; size.rows])
    }

    /// Parses the first field of a position.
    pub fn read(field: &str) -> Self {
        SlowBoard(field.split('/').map(|row| row.chars().collect()).collect())
    }

    /// Returns the first field of a position.
    pub fn text(&self) -> String {
        let rows: Vec<String> = self.0.iter().map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    /// Returns the symbol on a cell.
    pub fn at(&self, (row, column): Place) -> char {
        self.0[row][column]
    }

    /// Sets the symbol on a cell; `.` clears it.
    pub fn put(&mut self, (row, column): Place, symbol: char) {
        self.0[row][column] = symbol;
    }

    /// Returns the last cell; the first is `(0, 0)`.
    pub fn last(&self) -> Place {
        (self.0.len() - 1, self.0[0].len() - 1)
    }

    /// Returns the cells with a symbol, row by row.
    pub fn holding(&self, symbol: char) -> Vec<Place> {
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

    /// Returns the neighbors on the board in ascending order.
    pub fn beside(&self, (row, column): Place) -> Vec<Place> {
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

    /// Returns the cells that are reachable from `from` by steps to neighbors for which `may_enter` returns true.
    pub fn reach(&self, from: Place, may_enter: impl Fn(char) -> bool) -> Vec<Place> {
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
