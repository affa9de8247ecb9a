//! What a link shows before it is opened: the picture, as a browser draws it.

use serde_json::json;

use crate::page::Page;
use crate::server::Server;

/// The width and height of a picture, and the colours in the middles of some of its cells.
fn look(page: &Page, address: &str, places: &[(u32, u32)]) -> serde_json::Value {
    page.eval(&format!(
        "(async () => {{
            const image = new Image();
            image.src = '{address}';
            await image.decode();
            const canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
            const context = canvas.getContext('2d', {{ willReadFrequently: true }});
            context.drawImage(image, 0, 0);
            const colours = {places}.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3));
            return [canvas.width, canvas.height, ...colours];
        }})()",
        places = json!(places),
    ))
}

#[test]
#[ignore = "needs Chromium"]
fn the_picture_of_a_link_is_the_board_with_its_tokens() {
    let server = Server::start();
    let page = Page::open(&server, "/play/gridlock/4x4?moves=2-2+3-3");
    let picture = page.eval("document.querySelector('meta[property=\"og:image\"]').content");
    let picture = picture.as_str().expect("an address");
    // The cells are 130 wide: those in the middle have an X and a ring, whose middle is empty.
    let seen = look(
        &page,
        picture,
        &[(535, 250), (665, 380), (665, 250), (5, 5)],
    );
    let (red, tile, paper) = ([180, 63, 41], [251, 248, 242], [245, 241, 232]);
    assert_eq!(seen, json!([1200, 630, red, tile, tile, paper]));
}

#[test]
#[ignore = "needs Chromium"]
fn every_game_and_kind_of_link_has_a_picture() {
    let server = Server::start();
    let page = Page::open(&server, "/");
    for listing in quintet_catalogue::catalogue() {
        let (id, size) = (listing.id, listing.standard().size());
        for link in [
            format!("/play/{id}/{size}"),
            format!("/rules/{id}"),
            format!("/puzzles/{id}/{size}?seed=1"),
        ] {
            let seen = look(&page, &format!("/preview{link}"), &[]);
            assert_eq!(seen, json!([1200, 630]), "{link}");
        }
    }
    let seen = look(&page, "/preview/puzzles?day=2026-11-15", &[]);
    assert_eq!(seen, json!([1200, 630]));
}
