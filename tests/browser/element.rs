//! Elements of a page, found by role and name as a screen reader finds them.

use serde_json::{Value, json};

use crate::page::Page;
use crate::waiting::{poll, until, wait};

/// An element as the accessibility tree describes it.
#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) node: Value,
    pub(crate) role: String,
    pub(crate) name: String,
    properties: Value,
}

impl Element {
    fn of(node: &Value) -> Option<Self> {
        let value = |name: &str| {
            let value = node[name]["value"].as_str().unwrap_or_default();
            value.trim().to_owned()
        };
        // An element that is not exposed cannot be found.
        (node["ignored"] != true).then(|| Element {
            node: node["backendDOMNodeId"].clone(),
            role: value("role"),
            name: value("name"),
            properties: node["properties"].clone(),
        })
    }

    pub(crate) fn is_a(&self, role: &str, name: &str) -> bool {
        self.role == role && matches(&self.name, name)
    }

    /// Returns a property such as `level`, or null.
    pub(crate) fn property(&self, name: &str) -> Value {
        let mut properties = self.properties.as_array().into_iter().flatten();
        let found = properties.find(|property| property["name"] == name);
        found.map_or(Value::Null, |property| property["value"]["value"].clone())
    }

    /// Returns true if a property such as `checked` is set, which is a string for some controls.
    pub(crate) fn is(&self, name: &str) -> bool {
        let value = self.property(name);
        value == true || value == "true"
    }
}

/// Returns true if a name matches a pattern, in which a star matches any text.
fn matches(name: &str, wanted: &str) -> bool {
    let Some((start, wanted)) = wanted.split_once('*') else {
        return name == wanted;
    };
    name.strip_prefix(start).is_some_and(|rest| {
        let mut ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
        ends.any(|at| matches(&rest[at..], wanted))
    })
}

/// The middle of the visible part of an element, or of its label, scrolled into view; null while
/// something covers it.
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
    /// All elements of a role and name, in the order of the page. A name may start with that of a
    /// group: `Who starts / Player 2`.
    pub(crate) fn all(&self, role: &str, name: &str) -> Vec<Element> {
        // A page that is loading has no elements.
        self.query(role, name).unwrap_or_default()
    }

    fn query(&self, role: &str, name: &str) -> Result<Vec<Element>, String> {
        if let Some((group, name)) = name.split_once(" / ") {
            let mut groups = self.query("group", group)?.into_iter();
            let group = groups.next().ok_or("no such group")?;
            return self.query_in(&json!({ "backendNodeId": group.node }), role, name);
        }
        let document = self.try_call("Runtime.evaluate", json!({ "expression": "document" }))?;
        let root = json!({ "objectId": document["result"]["objectId"] });
        self.query_in(&root, role, name)
    }

    fn query_in(&self, root: &Value, role: &str, name: &str) -> Result<Vec<Element>, String> {
        let mut question = root.clone();
        question["role"] = role.into();
        let found = self.try_call("Accessibility.queryAXTree", question)?;
        let nodes = found["nodes"].as_array().into_iter().flatten();
        let elements = nodes.filter_map(Element::of);
        Ok(elements.filter(|one| matches(&one.name, name)).collect())
    }

    /// Waits for the only element of a role and name, which the test does not need.
    #[track_caller]
    pub(crate) fn has(&self, role: &str, name: &str) -> &Self {
        self.find(role, name);
        self
    }

    /// Waits for one or more elements of a role and name.
    #[track_caller]
    pub(crate) fn has_some(&self, role: &str, name: &str) -> &Self {
        until(&format!("there is a {role} {name:?}"), || {
            self.all(role, name).pop()
        });
        self
    }

    /// Waits until no element has a role and name.
    #[track_caller]
    pub(crate) fn lacks(&self, role: &str, name: &str) -> &Self {
        wait(&format!("there is no {role} {name:?}"), || {
            self.query(role, name).is_ok_and(|found| found.is_empty())
        });
        self
    }

    /// The text in a field, once there is one.
    #[track_caller]
    pub(crate) fn value(&self, field: &str) -> String {
        until(&format!("{field:?} has a value"), || {
            let field = self.find("textbox", field);
            let value = self.on(&field, "function () { return this.value; }");
            let value = value?.as_str()?.to_owned();
            (!value.is_empty()).then_some(value)
        })
    }

    /// Waits until a button such as `Values` is pressed, or is not.
    #[track_caller]
    pub(crate) fn is_pressed(&self, name: &str, is_pressed: bool) -> &Self {
        self.find_which("button", name, |button| button.is("pressed") == is_pressed);
        self
    }

    /// Waits for the only element of a role and name.
    #[track_caller]
    pub(crate) fn find(&self, role: &str, name: &str) -> Element {
        self.find_which(role, name, |_| true)
    }

    /// Waits for the only element of a role and name for which a condition holds.
    #[track_caller]
    pub(crate) fn find_which(
        &self,
        role: &str,
        name: &str,
        is_right: impl Fn(&Element) -> bool,
    ) -> Element {
        let found = poll(|| {
            let mut found = self.all(role, name);
            found.retain(&is_right);
            only(found)
        });
        found.unwrap_or_else(|| panic!("no {role} {name:?} as wanted: {}", self.roll(role)))
    }

    /// Where an element can be clicked, as soon as it can be.
    #[track_caller]
    pub(crate) fn middle(&self, role: &str, name: &str) -> (f64, f64) {
        let place = poll(|| {
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

    /// The names of all elements of a role, for a message.
    fn roll(&self, role: &str) -> String {
        let all = self.all(role, "*").into_iter();
        let lines: Vec<_> = all
            .map(|one| format!("\n    {:?} {}", one.name, one.properties))
            .collect();
        format!("there are {}{}", lines.len(), lines.concat())
    }

    /// The result of a function whose `this` is the element; `None` if the element is gone.
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

    /// The element that has the focus.
    pub(crate) fn focused(&self) -> Option<Element> {
        let active = json!({ "expression": "document.activeElement" });
        let active = self.try_call("Runtime.evaluate", active).ok()?;
        let node = json!({ "objectId": active["result"]["objectId"], "fetchRelatives": false });
        let tree = self.try_call("Accessibility.getPartialAXTree", node).ok()?;
        tree["nodes"].as_array()?.iter().find_map(Element::of)
    }
}

#[test]
fn a_star_matches_any_text() {
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
