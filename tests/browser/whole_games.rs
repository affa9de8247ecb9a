//! Whole games by mouse.

use quintet_catalogue::catalogue;

use crate::course::Course;
use crate::page::Page;
use crate::server::Server;

/// Whether the list shows the move that was made last, without scrolling in it.
fn is_current_move_in_view(page: &Page) -> bool {
    let is_within = "(() => {
        const move = document.querySelector('ol.moves [aria-current]').getBoundingClientRect();
        const list = document.querySelector('ol.moves').getBoundingClientRect();
        return move.top >= list.top - 1 && move.bottom <= list.bottom + 1;
    })()";
    page.eval(is_within) == true
}

#[test]
#[ignore = "needs Chromium"]
fn every_game_is_played_from_its_start_to_its_end_by_mouse() {
    let server = Server::start();
    for listing in catalogue() {
        let course = Course::of(listing.standard());
        let page = Page::open(&server, &course.address(0));
        page.play(&course, 0..course.moves.len());
        page.sees(&course.ending());
        // What is said in words to a person who cannot see it.
        let last = course
            .positions
            .last()
            .expect("a game has positions")
            .text();
        let place = format!(
            "/api/v1/positions/{}/{}",
            listing.id,
            listing.standard().size()
        );
        let view = server.get(&format!("{place}?position={}", last.replace(' ', "%20")));
        page.sees(view["sentence"].as_str().expect("a sentence"));
        assert!(is_current_move_in_view(&page), "{}", listing.id);
        page.inspect(&format!("play-{}", listing.id));
    }
}
