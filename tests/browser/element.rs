//! What can be found on a page: by its role and its name, as a screen reader finds it.

use serde_json::{Value, json};

use crate::page::Page;
use crate::patience::patiently;

/// Something on a page, as the accessibility tree tells it.
#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) node: Value,
    pub(crate) role: String,
    pub(crate) name: String,
    properties: Value,
}

impl Element {
    fn of(told: &Value) -> Option<Self> {
        let value = |name: &str| {
            told[name]["value"]
                .as_str()
                .unwrap_or_default()
                .trim()
                .to_owned()
        };
        // What is not exposed cannot be found.
        (told["ignored"] != true).then(|| Element {
            node: told["backendDOMNodeId"].clone(),
            role: value("role"),
            name: value("name"),
            properties: told["properties"].clone(),
        })
    }

    /// Whether it has a role, and a name as wanted.
    pub(crate) fn is_a(&self, role: &str, name: &str) -> bool {
        self.role == role && matches(&self.name, name)
    }

    /// A property such as `disabled`, `checked` or `expanded`; null if it has none such.
    pub(crate) fn property(&self, name: &str) -> Value {
        let properties = self
            .properties
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let found = properties.iter().find(|property| property["name"] == name);
        found.map_or(Value::Null, |property| property["value"]["value"].clone())
    }

    /// Whether it has a property such as `checked`, which some controls spell as a text.
    pub(crate) fn is(&self, name: &str) -> bool {
        let value = self.property(name);
        value == true || value == "true"
    }
}

/// Whether a name is as wanted, where a star stands for any text.
fn matches(name: &str, wanted: &str) -> bool {
    let Some((start, wanted)) = wanted.split_once('*') else {
        return name == wanted;
    };
    let Some(mut rest) = name.strip_prefix(start) else {
        return false;
    };
    let mut parts: Vec<_> = wanted.split('*').collect();
    let end = parts.pop().unwrap_or_default();
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(end)
}

/// The middle of what is seen of an element, or of its label, scrolled into view; null while it is
/// not there or something covers it.
const MIDDLE: &str = "function () {
    const places = [[.5, .5], [.5, .3], [.5, .7], [.3, .5], [.7, .5], [.2, .2], [.8, .8]];
    const middle = (element) => {
        let box = element.getBoundingClientRect();
        const fits = box.top >= 0 && box.bottom <= innerHeight
            && box.left >= 0 && box.right <= innerWidth;
        if (!fits) {
            element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
            box = element.getBoundingClientRect();
        }
        for (const [right, down] of places) {
            const [x, y] = [box.left + box.width * right, box.top + box.height * down];
            const top = document.elementFromPoint(x, y);
            if (top !== null && element.contains(top)) return { x, y };
        }
        return null;
    };
    for (const element of [this, ...this.labels ?? []]) {
        const found = middle(element);
        if (found !== null) return found;
    }
    return null;
}";

fn only(mut found: Vec<Element>) -> Option<Element> {
    let last = found.pop();
    last.filter(|_| found.is_empty())
}

impl Page {
    /// Everything of a role with a name as wanted, in the order of the page. A name may say in
    /// which group it stands: `Begins / Player 2`.
    pub(crate) fn all(&self, role: &str, name: &str) -> Vec<Element> {
        // While a page is loading there is nothing to ask.
        self.query(role, name).unwrap_or_default()
    }

    fn query(&self, role: &str, name: &str) -> Result<Vec<Element>, String> {
        if let Some((group, name)) = name.split_once(" / ") {
            let mut groups = self.query("group", group)?.into_iter();
            let group = groups.next().ok_or("no such group")?;
            return self.query_in(&json!({ "backendNodeId": group.node }), role, name);
        }
        let document = self.try_call("Runtime.evaluate", json!({ "expression": "document" }))?;
        self.query_in(
            &json!({ "objectId": document["result"]["objectId"] }),
            role,
            name,
        )
    }

    fn query_in(&self, root: &Value, role: &str, name: &str) -> Result<Vec<Element>, String> {
        let mut question = root.clone();
        question["role"] = role.into();
        let found = self.try_call("Accessibility.queryAXTree", question)?;
        let nodes = found["nodes"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let elements = nodes.iter().filter_map(Element::of);
        Ok(elements
            .filter(|element| matches(&element.name, name))
            .collect())
    }

    /// Waits for the only element of a role with a name as wanted.
    #[track_caller]
    pub(crate) fn find(&self, role: &str, name: &str) -> Element {
        self.find_which(role, name, |_| true)
    }

    /// Waits for the only element of a role and a name that is as it should be.
    #[track_caller]
    pub(crate) fn find_which(
        &self,
        role: &str,
        name: &str,
        is_right: impl Fn(&Element) -> bool,
    ) -> Element {
        let found = patiently(|| {
            let mut found = self.all(role, name);
            found.retain(&is_right);
            only(found)
        });
        found.unwrap_or_else(|| panic!("no {role} {name:?} as wanted: {}", self.roll(role)))
    }

    /// Where an element can be clicked, as soon as it can be.
    #[track_caller]
    pub(crate) fn middle(&self, role: &str, name: &str) -> (f64, f64) {
        let place = patiently(|| {
            let element = only(self.all(role, name))?;
            self.place_of(&element).filter(|_| !element.is("disabled"))
        });
        place.unwrap_or_else(|| panic!("no {role} {name:?} to click: {}", self.roll(role)))
    }

    /// Where an element can be clicked now.
    pub(crate) fn place_of(&self, element: &Element) -> Option<(f64, f64)> {
        let place = self.on(element, MIDDLE)?;
        Some((place["x"].as_f64()?, place["y"].as_f64()?))
    }

    /// The names of everything of a role, for a message.
    fn roll(&self, role: &str) -> String {
        let all = self.all(role, "*");
        let lines = all
            .iter()
            .map(|one| format!("\n    {:?} {}", one.name, one.properties));
        format!("there are {}{}", all.len(), lines.collect::<String>())
    }

    /// What a function gives whose `this` is the element; `None` if the element has gone.
    pub(crate) fn on(&self, element: &Element, function: &str) -> Option<Value> {
        let node = json!({ "backendNodeId": element.node });
        let object = self.try_call("DOM.resolveNode", node).ok()?;
        let call = json!({
            "objectId": object["object"]["objectId"],
            "functionDeclaration": function, "returnByValue": true, "awaitPromise": true,
        });
        let mut answer = self.try_call("Runtime.callFunctionOn", call).ok()?;
        Some(answer["result"]["value"].take())
    }

    /// What has the focus, if anything has.
    pub(crate) fn focused(&self) -> Option<Element> {
        let expression = "document.activeElement";
        let active = self
            .try_call("Runtime.evaluate", json!({ "expression": expression }))
            .ok()?;
        let asked = json!({ "objectId": active["result"]["objectId"], "fetchRelatives": false });
        let told = self
            .try_call("Accessibility.getPartialAXTree", asked)
            .ok()?;
        told["nodes"].as_array()?.iter().find_map(Element::of)
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_star_stands_for_any_text() {
    for (wanted, is_right) in [
        ("2 2, empty, hint", true),
        ("2 2, *", true),
        ("*, hint", true),
        ("*, empty*", true),
        ("2 2, *, hint*", true),
        ("2 2, *, *, hint", false),
        ("2 2", false),
        ("*empty", false),
    ] {
        assert_eq!(matches("2 2, empty, hint", wanted), is_right, "{wanted}");
    }
}
