use super::*;

#[test]
fn a_base_is_a_plain_path() {
    for (text, path) in [
        ("", "/x"),
        ("/", "/x"),
        ("/quintet", "/quintet/x"),
        ("/quintet/", "/quintet/x"),
        ("/a/b-c/d.e~_", "/a/b-c/d.e~_/x"),
    ] {
        let base: Base = text.parse().expect("a base");
        assert_eq!(base.at("/x"), path);
        assert_eq!(base.to_string().parse(), Ok(base));
    }
    for text in [
        "quintet", "//", "/a//b", "/..", "/a/../b", "/a b", "/a\"b", "/{x}", "/%20",
    ] {
        assert!(text.parse::<Base>().is_err(), "{text}");
    }
}
