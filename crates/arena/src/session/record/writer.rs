//! Writer for records.

use std::fmt::{self, Write};

use quintet_games::hyphenated;
use quintet_rules::Player;

use super::Record;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        f.write_char('\n')?;
        self.write_comments(f, 0)?;
        for (n, ply) in self.plies().iter().enumerate() {
            if n % 2 == 0 {
                write!(f, "{}. ", n / 2 + 1)?;
            }
            write!(f, "{} ", hyphenated(&ply.mv))?;
            self.write_comments(f, n + 1)?;
        }
        writeln!(f, "{}", self.result())
    }
}

impl Record {
    fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = self.variant();
        write_tag(f, "Game", variant.id())?;
        write_tag(f, "Size", &variant.size().to_string())?;
        write_tag(f, "Player1", &self.players.one)?;
        write_tag(f, "Player2", &self.players.two)?;
        write_tag(f, "Date", &self.date)?;
        write_tag(f, "Result", &self.result().to_string())?;
        let start = self.start().text();
        // By default, Player 1 begins at the usual start.
        if start != variant.start(Player::One).text() {
            write_tag(f, "Start", &start)?;
        }
        if let Some(seed) = self.seed {
            write_tag(f, "Seed", &seed.to_string())?;
        }
        if let Some(termination) = self.termination {
            write_tag(f, "Termination", termination.name())?;
        }
        for tag in &self.other_tags {
            write_tag(f, &tag.name, &tag.value)?;
        }
        Ok(())
    }

    fn write_comments(&self, f: &mut fmt::Formatter<'_>, after: usize) -> fmt::Result {
        for comment in self.comments.get(&after).into_iter().flatten() {
            write!(f, "{{{comment}}} ")?;
        }
        Ok(())
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}
