//! Sharing a game as a link, a record or a picture, and opening a record.

use std::fs;

use serde_json::json;
use tempfile::TempDir;

use crate::page::{Backend, Page, part};
use crate::sample_game::{SampleGame, standard};
use crate::server::{Server, text};
use crate::waiting::until;

#[test]
#[ignore = "needs Chromium"]
fn a_record_can_be_pasted_chosen_or_dropped() {
    let sample = SampleGame::of(standard("gridlock"));
    let moves = json!({ "game": "gridlock", "moves": sample.moves });
    let replay = Server::shared().post("/api/v1/replay", &moves);
    let record = text(&replay["record"]);
    for backend in Backend::BOTH {
        let page = Page::open_with(backend, "/games");
        // The browser logs every refusal of the server.
        page.bear(&["status of 422"]);
        // A file that is not a record is refused with the line of the mistake.
        page.fill("textbox", "Record", "[Game \"gridlock\"]\n\n1. 9-9");
        page.click("button", "Open").sees("line ");
        assert_eq!(page.path(), "/games");
        let status = "document.querySelector('.panel [role=status]').textContent";
        assert_ne!(page.eval(status), "");
        page.fill("textbox", "Record", &record);
        page.click("button", "Open").sees_moves(&sample.moves);
        page.sees(&sample.ending());
    }
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("game.txt");
    fs::write(&file, record).expect("a file can be written");
    let page = Page::open("/games");
    let input = page.find("button", "Choose a file*");
    page.give_file(&input, &file);
    page.sees_moves(&sample.moves);
    page.go("/games");
    let place = page.middle("textbox", "Record");
    page.drop_file(place, &file);
    page.sees_moves(&sample.moves).sees(&sample.ending());
}

mod long {
    use super::*;

    #[test]
    #[ignore = "needs Chromium"]
    fn a_game_is_shared_as_links_a_record_and_pictures() {
        let sample = SampleGame::of(standard("grid-runner"));
        let page = Page::open(&sample.address(4));
        page.click("button", "Share").has("dialog", "Share");
        page.inspect("share");
        let [game, position, record] =
            ["Link to the game", "Link to this position", "Record"].map(|field| page.value(field));
        let friend = Page::open("/");
        friend.go(&game).sees_moves(&sample.moves[..4]);
        friend.sees_position(&sample, 4);
        friend.go(&position).sees_position(&sample, 4);
        friend.sees_moves(&[]);

        let permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"];
        let granted = json!({ "origin": Server::shared().address(""), "permissions": permissions });
        page.call_browser("Browser.grantPermissions", granted);
        page.click("button", "Copy the record").sees("Copied");
        assert_eq!(page.eval("navigator.clipboard.readText()"), record);

        let folder = TempDir::new().expect("a folder");
        let place = json!({ "behavior": "allow", "downloadPath": folder.path() });
        page.call_browser("Browser.setDownloadBehavior", place);
        let download = |button: &str, ending: &str| {
            page.click("button", button);
            until(&format!("a file {ending} is there"), || {
                let files = fs::read_dir(&folder).expect("the folder can be listed");
                let mut paths = files.map(|file| file.expect("a file").path());
                // A download in progress has another name.
                let path = paths.find(|path| path.to_string_lossy().ends_with(ending))?;
                fs::read(path).ok().filter(|bytes| !bytes.is_empty())
            })
        };
        let file = String::from_utf8(download("Download the record", ".txt")).expect("a text");
        for record in [&record, &file] {
            assert_eq!(Server::shared().moves_of(record), sample.moves[..4]);
        }
        let picture =
            String::from_utf8(download("Download a picture as SVG", ".svg")).expect("a text");
        for part in ["<svg", "P1", "P2"] {
            assert!(picture.contains(part), "{part} in {picture}");
        }
        let picture = download("Download a picture as PNG", ".png");
        assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert!(picture.len() > 2_000, "{} bytes for a board", picture.len());
        page.click("button", "Close").lacks("dialog", "*");
    }
}

/// The code was read by another program, zxing-cpp.
#[test]
#[ignore = "needs Chromium"]
fn a_qr_code_has_the_expected_modules() {
    let rows = [
        "#######..#.##.#######",
        "#.....#..###..#.....#",
        "#.###.#.##.##.#.###.#",
        "#.###.#..#.#..#.###.#",
        "#.###.#...#.#.#.###.#",
        "#.....#.....#.#.....#",
        "#######.#.#.#.#######",
        "........##.##........",
        "###.########.##...#..",
        "#.##.#.##.....##....#",
        "###.######..#...#####",
        "..##.#.#.#....##.....",
        ".##...##.#..#.###...#",
        "........##.#.#..###.#",
        "#######.#.##.########",
        "#.....#.#..###......#",
        "#.###.#.##.#.####..##",
        "#.###.#...#...###.##.",
        "#.###.#.#.#.#..##...#",
        "#.....#.##....##...#.",
        "#######.#...#.####.##",
    ];
    let page = Page::open("/");
    let drawn = page.eval(&format!(
        "{}.then(({{ qrCode }}) =>
            qrCode('quintet').map((row) => row.map((isDark) => (isDark ? '#' : '.')).join('')))",
        part("model/qr.js")
    ));
    assert_eq!(drawn, json!(rows));
    let long = format!(
        "{}.then(({{ qrCode }}) => qrCode('x'.repeat(107)))",
        part("model/qr.js")
    );
    assert_eq!(page.eval(&long), json!(null));
}
