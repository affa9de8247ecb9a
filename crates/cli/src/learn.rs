//! `quintet learn`: the lesson of a game in the terminal.

use std::io::Write;

use anyhow::Result;
use quintet_api::{Context, LearnGame, Request};
use quintet_arena::{Library, plays};
use quintet_games::{AnyPosition, LessonStep, Task};

use crate::args::LearnArgs;
use crate::input::{Entry, Input};
use crate::output::{Status, layout, print_json, say};

pub(crate) fn run(args: &LearnArgs, library: &Library, out: &mut dyn Write) -> Result<Status> {
    let game = args.game;
    if args.json {
        let context = Context {
            library: library.clone(),
            ..Context::default()
        };
        let request = LearnGame {
            game: game.id.to_owned(),
        };
        print_json(&request.respond(&context)?, out)?;
        return Ok(Status::Success);
    }
    let mut input = Input::of_this_terminal()?;
    let mut reply = None;
    for (n, step) in game.lesson.iter().enumerate() {
        let position = game.standard().position(step.position);
        let position = position.expect("the positions of the catalogue are tested");
        if let Some((before, reply)) = reply.take() {
            let before: Box<dyn AnyPosition> = before;
            writeln!(out, "{}.", plays(&*before, reply))?;
        }
        writeln!(out, "Step {} of {}\n", n + 1, game.lesson.len())?;
        writeln!(out, "{}\n", layout().drawing(&*position, &[]))?;
        say(out, step.idea)?;
        say(out, step.todo)?;
        match teach(step, &*position, &mut input, out)? {
            Stop::Done(after) => {
                reply = match (step.task, after) {
                    (Task::Win(_, reply), Some(after)) => Some((after, reply)),
                    _ => None,
                };
            }
            Stop::Left => {
                writeln!(out, "The lesson is unfinished.")?;
                return Ok(Status::Failure);
            }
            Stop::Interrupted => return Ok(Status::Interrupted),
        }
        writeln!(out)?;
    }
    let id = game.id;
    writeln!(
        out,
        "You finished the lesson. To play, enter `quintet play {id} --p2 novice`."
    )?;
    Ok(Status::Success)
}

/// End of a step.
enum Stop {
    /// The task is done; the position after the move, if it was legal.
    Done(Option<Box<dyn AnyPosition>>),
    /// The person has left the lesson, or the input has ended.
    Left,
    /// The person has pressed Ctrl-C.
    Interrupted,
}

/// Asks for moves until the task of a step is done.
fn teach(
    step: &LessonStep,
    position: &dyn AnyPosition,
    input: &mut Input,
    out: &mut dyn Write,
) -> Result<Stop> {
    let instructions = position.instructions();
    loop {
        let entry = match input.ask(&instructions.prompt, out)? {
            Entry::Line(line) => line,
            Entry::End => return Ok(Stop::Left),
            Entry::Interrupt => return Ok(Stop::Interrupted),
        };
        match entry.trim().to_lowercase().as_str() {
            "quit" | "q" | "exit" => return Ok(Stop::Left),
            "skip" => return Ok(Stop::Done(None)),
            "help" | "?" => {
                let how = &instructions.how_to_move;
                say(out, &format!("{how} Or enter skip to continue, or quit."))?;
                continue;
            }
            _ => {}
        }
        let is_done = step.is_completed_by(position, &entry);
        let played = position.play(&entry);
        match &played {
            Err(error) => say(out, &error.to_string())?,
            Ok(_) if !is_done => say(out, step.otherwise())?,
            Ok(played) => {
                writeln!(
                    out,
                    "\n{}\n",
                    layout().drawing(&*played.position, &played.marks)
                )?;
            }
        }
        if is_done {
            say(out, step.praise)?;
            return Ok(Stop::Done(played.ok().map(|played| played.position)));
        }
    }
}
