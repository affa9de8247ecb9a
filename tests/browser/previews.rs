//! The preview picture of a link.

use serde_json::json;

use crate::page::Page;
use crate::server::text;

/// The width and height of a picture, and the colors at some of its points.
fn sample_picture(page: &Page, address: &str, points: &[(u32, u32)]) -> serde_json::Value {
    page.eval(&format!(
        "(async () => {{
            const image = new Image();
            image.src = '{address}';
            await image.decode();
            const canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
            const context = canvas.getContext('2d', {{ willReadFrequently: true }});
            context.drawImage(image, 0, 0);
            const colors = {points}.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3));
            return [canvas.width, canvas.height, ...colors];
        }})()",
        points = json!(points),
    ))
}

mod long {
    use super::*;

    #[test]
    #[ignore = "needs Chromium"]
    fn the_picture_of_a_link_is_the_board_with_its_tokens() {
        let page = Page::open("/play/gridlock/4x4?moves=2-2+3-3");
        let picture =
            text(&page.eval("document.querySelector('meta[property=\"og:image\"]').content"));
        // The cells are 119 wide: those in the middle have an X and a ring, whose middle is empty.
        let points = [(564, 279), (683, 398), (683, 279), (5, 5)];
        let (red, tile, paper) = ([180, 63, 41], [251, 248, 242], [245, 241, 232]);
        let wanted = json!([1200, 630, red, tile, tile, paper]);
        assert_eq!(sample_picture(&page, &picture, &points), wanted);
        let mut links = vec!["/puzzles?day=2026-11-15".to_owned()];
        for listing in quintet_games::Catalogue::STANDARD.iter() {
            let (id, size) = (listing.id, listing.standard().size());
            links.extend([
                format!("/play/{id}/{size}"),
                format!("/rules/{id}"),
                format!("/puzzles/{id}/{size}?seed=1"),
            ]);
        }
        for link in links {
            let seen = sample_picture(&page, &format!("/preview{link}"), &[]);
            assert_eq!(seen, json!([1200, 630]), "{link}");
        }
    }
}
