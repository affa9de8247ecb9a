//! The checks of axe-core on a screen, in the light and the dark theme.

use std::fs;
use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::chrome::target;
use crate::page::Page;

/// Runs in an isolated world, so that it cannot disturb the scripts of the page.
const RUN: &str = "axe.run(document, { resultTypes: ['violations'], ...OPTIONS }).then((result) =>
    result.violations.map((violation) => ({
        rule: violation.id, help: violation.help,
        where: violation.nodes.map((node) => `${node.html}: ${node.failureSummary}`),
    })))";

/// Every rule, and those that depend on colors.
const ALL: &str = "{}";
const COLORS: &str = "{ runOnly: ['color-contrast', 'link-in-text-block'] }";

impl Page {
    /// Takes pictures of a screen in both themes and asserts that it is accessible.
    #[track_caller]
    pub(crate) fn inspect(&self, screen: &str) -> &Self {
        for (colors, rules) in [("dark", COLORS), ("light", ALL)] {
            self.prefer(colors, "reduce");
            self.shot(&format!("{screen}-{colors}"));
            let violations = self.violations(rules);
            let is_clean = violations == json!([]);
            assert!(is_clean, "{screen} in {colors}: {violations:#}");
        }
        self
    }

    #[track_caller]
    fn violations(&self, rules: &str) -> Value {
        let tree = self.call("Page.getFrameTree", json!({}));
        let world = json!({ "frameId": tree["frameTree"]["frame"]["id"], "worldName": "axe" });
        let world = self.call("Page.createIsolatedWorld", world)["executionContextId"].clone();
        let run = |expression: &str| {
            let params = json!({
                "expression": expression, "contextId": world,
                "returnByValue": true, "awaitPromise": true,
            });
            let mut answer = self.call("Runtime.evaluate", params);
            assert_eq!(answer.get("exceptionDetails"), None, "axe-core runs");
            answer["result"]["value"].take()
        };
        if run("typeof axe") == "undefined" {
            run(source());
        }
        run(&RUN.replace("OPTIONS", rules))
    }
}

fn source() -> &'static str {
    static SOURCE: OnceLock<String> = OnceLock::new();
    SOURCE.get_or_init(|| {
        let source = fs::read_to_string(target().join("tools/axe.min.js"));
        let source = source.expect("axe-core is not installed: run ./check --install browser");
        // Evaluated for its effect; the value would be the whole library.
        source + "; null"
    })
}
