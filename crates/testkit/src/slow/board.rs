//! A board of characters.

use quintet_games::Size;

/// A cell by its row and its column, each from 0.
pub type Place = (usize, usize);

/// Rows of characters, `.` where there is nothing.
#[derive(Clone)]
pub struct SlowBoard(Vec<Vec<char>>);

impl SlowBoard {
    /// A board without anything on it.
    pub fn empty(size: Size) -> Self {
        SlowBoard(vec![vec!['.'; size.columns]; size.rows])
    }

    /// The board that the first field of a position says.
    pub fn read(field: &str) -> Self {
        SlowBoard(field.split('/').map(|row| row.chars().collect()).collect())
    }

    /// The first field of a position.
    pub fn text(&self) -> String {
        let rows: Vec<String> = self.0.iter().map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    /// What is on a place.
    pub fn at(&self, (row, column): Place) -> char {
        self.0[row][column]
    }

    /// Puts something on a place, or `.` to clear it.
    pub fn put(&mut self, (row, column): Place, symbol: char) {
        self.0[row][column] = symbol;
    }

    /// The last cell; the first is `(0, 0)`.
    pub fn last(&self) -> Place {
        (self.0.len() - 1, self.0[0].len() - 1)
    }

    /// The places that hold `symbol`, row by row.
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

    /// The places above, to the left, to the right and below, as far as they are on the board: by
    /// cell number, that is.
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

    /// The places that can be reached from `from` by steps to neighbours that `may_enter`.
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
