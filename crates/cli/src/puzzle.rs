//! `quintet puzzle`: a position with only one winning move.

use std::io::Write;

use anyhow::Result;
use quintet_api::{
    Analyze, Context, FindDailyPuzzle, FindPuzzle, JudgeMove, PuzzleDocument, Request,
};
use quintet_arena::{Dice, Library, legal_moves, one_words};
use quintet_games::AnyPosition;
use serde::Serialize;

use crate::args::{PuzzleArgs, variant_of};
use crate::input::{Entry, Input};
use crate::output::{Status, layout, print_json, say};
use crate::{library, paper};

/// A puzzle as JSON, with its solution if that is wanted.
#[derive(Serialize)]
struct Solvable {
    #[serde(flatten)]
    puzzle: PuzzleDocument,
    #[serde(flatten)]
    solution: Option<Solution>,
}

/// The only winning move.
#[derive(Serialize)]
struct Solution {
    #[serde(rename = "solution")]
    mv: String,
    /// The move and the reason for it, in a sentence.
    reason: String,
    /// Best play.
    line: Vec<String>,
}

pub(crate) fn run(args: &PuzzleArgs, library: &Library, out: &mut dyn Write) -> Result<Status> {
    let context = Context {
        library: library.clone(),
        date: paper::today(),
        seed: args.seed.unwrap_or_else(Dice::random_seed),
        ..Context::default()
    };
    let puzzle = find(args, &context)?;
    let variant = library.catalogue().find(puzzle.view.game);
    let variant = variant_of(
        variant.expect("a game of the catalogue"),
        Some(&puzzle.view.size),
    )?;
    let position = variant.position(&puzzle.view.position)?;
    if args.json {
        let solution = args
            .solution
            .then(|| solve(&*position, &context))
            .transpose()?;
        print_json(&Solvable { puzzle, solution }, out)?;
        return Ok(Status::Success);
    }
    show(&puzzle, &*position, out)?;
    let mut input = Input::of_this_terminal()?;
    if args.solution || !input.is_terminal() {
        if args.solution {
            print_solution(&solve(&*position, &context)?, out)?;
        }
        return Ok(Status::Success);
    }
    ask(&*position, &context, &mut input, out)
}

/// Finds the puzzle that the arguments describe.
fn find(args: &PuzzleArgs, context: &Context) -> Result<PuzzleDocument> {
    let day = args.day.clone();
    let Some(game) = args.game else {
        let day = day.unwrap_or_else(|| context.date.clone());
        let request = FindDailyPuzzle { day };
        return Ok(library::watched("preparing the puzzle", |_| {
            request.respond(context)
        })?);
    };
    let variant = variant_of(game, args.size.as_deref())?;
    library::oracle(&context.library, variant);
    let request = FindPuzzle {
        game: game.id.to_owned(),
        size: Some(variant.size().to_string()),
        seed: args.seed,
        day,
        grade: args.grade,
        idea: None,
    };
    Ok(library::watched("looking for a puzzle", |_| {
        request.respond(context)
    })?)
}

/// Prints a puzzle.
fn show(puzzle: &PuzzleDocument, position: &dyn AnyPosition, out: &mut dyn Write) -> Result<()> {
    let (layout, view) = (layout(), &puzzle.view);
    let name = position.variant().listing().name;
    let which = match &puzzle.day {
        Some(day) => format!("Puzzle of {day}"),
        None => format!("Puzzle {}", puzzle.seed),
    };
    writeln!(out, "{which}: {name} {}, {}", view.size, puzzle.grade)?;
    say(out, &format!("{}\n", puzzle.goal))?;
    writeln!(out, "{}\n", layout.drawing(position, &[]))?;
    writeln!(out, "Position: {}", view.position)?;
    let next = view.next.as_deref().unwrap_or_default();
    let task = format!("{next} {} {}", puzzle.question, puzzle.facts);
    say(out, &task)?;
    Ok(())
}

/// Asks for moves until the puzzle is solved.
fn ask(
    position: &dyn AnyPosition,
    context: &Context,
    input: &mut Input,
    out: &mut dyn Write,
) -> Result<Status> {
    let instructions = position.instructions();
    loop {
        let entry = match input.ask(&instructions.prompt, out)? {
            Entry::Line(line) => line,
            Entry::End => return Ok(Status::Failure),
            Entry::Interrupt => return Ok(Status::Interrupted),
        };
        match entry.trim().to_lowercase().as_str() {
            "quit" | "q" | "exit" => return Ok(Status::Failure),
            "solution" => {
                print_solution(&solve(position, context)?, out)?;
                return Ok(Status::Failure);
            }
            "moves" => writeln!(out, "{}", legal_moves(position, layout()))?,
            "help" | "?" => {
                let how = &instructions.how_to_move;
                say(out, &format!("{how} Or enter moves, solution or quit."))?;
            }
            _ => {
                if let Err(error) = position.play(&entry) {
                    say(out, &error.to_string())?;
                    continue;
                }
                let request = JudgeMove {
                    game: position.variant().id().to_owned(),
                    size: Some(position.variant().size().to_string()),
                    position: Some(position.text()),
                    mv: entry,
                };
                let judged = request.respond(context)?;
                let words = judged.puzzle.unwrap_or(judged.consequence);
                say(out, &words)?;
                if judged.correct == Some(true) {
                    return Ok(Status::Success);
                }
                writeln!(out, "Try again, or enter solution or quit.")?;
            }
        }
    }
}

/// Finds the solution of a puzzle.
fn solve(position: &dyn AnyPosition, context: &Context) -> Result<Solution> {
    let request = Analyze {
        game: position.variant().id().to_owned(),
        size: Some(position.variant().size().to_string()),
        position: Some(position.text()),
        explain: true,
        ..Analyze::default()
    };
    let analysis = request.respond(context)?;
    let hint = analysis.hint.unwrap_or_default();
    Ok(Solution {
        mv: analysis.hinted.unwrap_or_default(),
        reason: hint.trim_start_matches("Hint: ").to_owned(),
        line: analysis.line.unwrap_or_default(),
    })
}

fn print_solution(solution: &Solution, out: &mut dyn Write) -> Result<()> {
    let layout = layout();
    let words = format!("Solution: {}", solution.reason);
    let line = one_words(&solution.line);
    say(out, &words)?;
    writeln!(out, "{}", layout.fill("Best line: ", line.split(' ')))?;
    Ok(())
}
