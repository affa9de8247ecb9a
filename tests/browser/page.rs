//! A page of one person.

use std::cell::RefCell;
use std::sync::Arc;
use std::thread;

use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::server::{Server, text};
use crate::waiting::wait;
use crate::watch::Watch;

/// A page. Dropping it asserts that it had no errors.
pub(crate) struct Page {
    chrome: &'static Chrome,
    person: Arc<Person>,
    session: String,
    origin: String,
    watch: RefCell<Watch>,
}

/// A person: the id of a browser context of their own, which is disposed of with their last page.
struct Person(String);

impl Person {
    fn new() -> Self {
        let context = made("Target.createBrowserContext", json!({}), "browserContextId");
        Person(context)
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        let context = json!({ "browserContextId": self.0 });
        let _ = Chrome::shared().call(None, "Target.disposeBrowserContext", context);
    }
}

/// Calls a method that creates an object, and returns its name.
fn made(method: &str, params: Value, name: &str) -> String {
    let answer = Chrome::shared().call(None, method, params);
    text(&answer.unwrap_or_else(|error| panic!("{method}: {error}"))[name])
}

/// The screen of a device.
#[derive(Clone, Copy)]
pub(crate) struct Screen {
    pub(crate) name: &'static str,
    pub(crate) width: u32,
    pub(crate) height: u32,
    is_phone: bool,
}

impl Screen {
    pub(crate) const LARGE: Screen = Screen::new("large", 1920, 1080, false);
    pub(crate) const DESKTOP: Screen = Screen::new("desktop", 1280, 800, false);
    pub(crate) const TABLET: Screen = Screen::new("tablet", 820, 1180, true);
    pub(crate) const PHONE: Screen = Screen::new("phone", 390, 844, true);
    pub(crate) const SIDEWAYS: Screen = Screen::new("side", 844, 390, true);
    /// The rest of a desktop at 400%, by which the accessibility guidelines measure.
    pub(crate) const ENLARGED: Screen = Screen::new("enlarged", 320, 256, false);
    /// A phone whose browser has bars.
    pub(crate) const LOW: Screen = Screen::new("low", 390, 664, true);
    /// The screens on which the page is tested by eye.
    pub(crate) const ALL: [Screen; 6] = [
        Screen::LARGE,
        Screen::new("laptop", 1440, 900, false),
        Screen::TABLET,
        Screen::PHONE,
        Screen::LOW,
        Screen::SIDEWAYS,
    ];
    /// Common screens.
    pub(crate) const USUAL: [Screen; 4] = [
        Screen::DESKTOP,
        Screen::TABLET,
        Screen::PHONE,
        Screen::SIDEWAYS,
    ];

    pub(crate) const fn new(name: &'static str, width: u32, height: u32, is_phone: bool) -> Self {
        Screen {
            name,
            width,
            height,
            is_phone,
        }
    }
}

/// Answers all requests of a page. By default, the server answers until the module is ready.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Backend {
    Server,
    Module,
}

impl Backend {
    pub(crate) const BOTH: [Backend; 2] = [Backend::Server, Backend::Module];

    /// The script that forces it.
    const fn script(self) -> &'static str {
        match self {
            Backend::Server => "localStorage.setItem('quintet.backend', '\"server\"')",
            Backend::Module => {
                "{
                    const ask = fetch;
                    window.fetch = (path, ...all) => String(path).includes('/api/')
                        ? Promise.reject(new TypeError('the module answers')) : ask(path, ...all);
                }"
            }
        }
    }
}

/// A dialog would block the page, and no screen opens one.
const NO_DIALOGS: &str = "for (const name of ['alert', 'confirm', 'prompt'])
    window[name] = (text) => console.error(`a dialog: ${name} ${text}`);";

/// Returns an expression that resolves to the exports of a JavaScript module of the page.
pub(crate) fn part(path: &str) -> String {
    format!(
        "import(document.querySelector('script[type=module]').src).then((page) => page.__use('{path}'))"
    )
}

/// Returns a script that counts the objects of a class in `window.made`.
pub(crate) fn counting(class: &str) -> String {
    let counter = "constructor(...all) { super(...all); window.made += 1; }";
    format!("window.made = 0; window.{class} = class extends window.{class} {{ {counter} }}; 0")
}

impl Page {
    /// Opens a screen of the shared server on a desktop, on a first visit.
    pub(crate) fn open(path: &str) -> Self {
        Page::open_on(Screen::DESKTOP, path)
    }

    /// Opens a screen of the shared server on a first visit.
    pub(crate) fn open_on(screen: Screen, path: &str) -> Self {
        Page::open_at(screen, Server::shared().address(""), path)
    }

    /// Opens a screen of the shared server, with all requests answered by one backend.
    pub(crate) fn open_with(backend: Backend, path: &str) -> Self {
        let page = Page::blank(Arc::new(Person::new()), Server::shared().address(""));
        // The blank page has no storage.
        page.run_first(&format!(
            "if (location.protocol === 'http:') {}",
            backend.script()
        ));
        page.show(Screen::DESKTOP, path)
    }

    /// Opens a screen at an address with this beginning.
    pub(crate) fn open_at(screen: Screen, origin: String, path: &str) -> Self {
        Page::blank(Arc::new(Person::new()), origin).show(screen, path)
    }

    /// Opens a screen for the same person, in another window.
    pub(crate) fn second_window(&self, path: &str) -> Self {
        Page::blank(Arc::clone(&self.person), self.origin.clone()).show(Screen::DESKTOP, path)
    }

    fn blank(person: Arc<Person>, origin: String) -> Self {
        let tab = json!({ "url": "about:blank", "browserContextId": person.0 });
        let target = made("Target.createTarget", tab, "targetId");
        let tab = json!({ "targetId": target, "flatten": true });
        let page = Page {
            chrome: Chrome::shared(),
            person,
            session: made("Target.attachToTarget", tab, "sessionId"),
            watch: RefCell::new(Watch::of(&format!("{origin}/"))),
            origin,
        };
        for domain in ["Page", "Runtime", "Network", "Log"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        page.run_first(NO_DIALOGS);
        // Each of two pages has its own focus.
        let focus = json!({ "enabled": true });
        page.call("Emulation.setFocusEmulationEnabled", focus);
        page
    }

    fn show(self, screen: Screen, path: &str) -> Self {
        self.resize(screen);
        self.prefer("light", "reduce");
        self.go(path);
        self
    }

    /// Runs a script before those of the page, from the next load on.
    pub(crate) fn run_first(&self, source: &str) {
        let script = json!({ "source": source });
        self.call("Page.addScriptToEvaluateOnNewDocument", script);
    }

    /// Changes the screen.
    pub(crate) fn resize(&self, screen: Screen) {
        let metrics = json!({
            "width": screen.width, "height": screen.height, "mobile": screen.is_phone,
            "deviceScaleFactor": if screen.is_phone { 2 } else { 1 },
        });
        self.call("Emulation.setDeviceMetricsOverride", metrics);
        let touch = json!({ "enabled": screen.is_phone, "maxTouchPoints": 5 });
        self.call("Emulation.setTouchEmulationEnabled", touch);
    }

    /// Sets the preferences of the system: `light` or `dark`, `reduce` or `no-preference`.
    pub(crate) fn prefer(&self, colors: &str, motion: &str) {
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": colors },
            { "name": "prefers-reduced-motion", "value": motion },
        ] });
        self.call("Emulation.setEmulatedMedia", features);
    }

    /// Opens a screen by its path or whole address.
    #[track_caller]
    pub(crate) fn go(&self, path: &str) -> &Self {
        let address = if path.starts_with('/') {
            format!("{}{path}", self.origin)
        } else {
            path.to_owned()
        };
        // An address that differs only after the # is not loaded again, so this waits for none.
        self.call("Page.navigate", json!({ "url": address }));
        self.until_loaded();
        self
    }

    /// Goes back in the history of the tab, as its button does. A busy browser may ignore `history.back()`.
    #[track_caller]
    pub(crate) fn back(&self) -> &Self {
        let history = self.call("Page.getNavigationHistory", json!({}));
        let current = history["currentIndex"].as_u64().expect("a number") as usize;
        let entry = &history["entries"][current - 1];
        self.call(
            "Page.navigateToHistoryEntry",
            json!({ "entryId": entry["id"] }),
        );
        wait("the previous address is shown", || {
            self.try_eval("location.href") == Ok(entry["url"].clone())
        });
        self.until_loaded();
        self
    }

    /// Loads the page again.
    #[track_caller]
    pub(crate) fn reload(&self) -> &Self {
        self.mark_old();
        self.call("Page.reload", json!({}));
        self.until_new();
        self
    }

    /// Marks the document, so that a new one can be recognized.
    pub(crate) fn mark_old(&self) {
        self.eval("window.isOld = true");
    }

    /// Waits until a load has replaced the marked document.
    #[track_caller]
    pub(crate) fn until_new(&self) {
        wait("the page is loaded again", || {
            self.try_eval("window.isOld ?? false") == Ok(json!(false))
        });
        self.until_loaded();
    }

    #[track_caller]
    fn until_loaded(&self) {
        wait("the page is loaded", || {
            self.try_eval("location.protocol + document.readyState") == Ok(json!("http:complete"))
        });
    }

    /// Waits until the module answers.
    #[track_caller]
    pub(crate) fn until_module(&self) {
        let module = part("app/module.js");
        let ready = format!("{module}.then(({{ isModuleReady }}) => isModuleReady())");
        wait("the module answers", || self.eval(&ready) == true);
    }

    /// Chooses options of new games on the home screen, by the names of their radio buttons.
    #[track_caller]
    pub(crate) fn choose_options(&self, names: &[&str]) -> &Self {
        self.click("button", "New game options: *");
        for name in names {
            self.click("radio", name);
        }
        self.click("button", "Done").lacks("dialog", "*")
    }

    /// Chooses the option with a value in one of several groups that have it.
    pub(crate) fn choose_in(&self, group: &str, value: &str) {
        self.eval(&format!(
            "[...document.querySelectorAll('fieldset')]
                .find((one) => one.querySelector('legend').textContent === '{group}')
                .querySelector('[value=\"{value}\"]').click()"
        ));
    }

    /// The path, the query and the fragment of the address.
    pub(crate) fn path(&self) -> String {
        text(&self.eval("location.pathname + location.search + location.hash"))
    }

    /// Waits until the path begins like this.
    #[track_caller]
    pub(crate) fn is_at(&self, path: &str) -> &Self {
        wait(&format!("the path begins with {path}"), || {
            self.path().starts_with(path)
        });
        self
    }

    /// Waits until a string is visible on the screen.
    #[track_caller]
    pub(crate) fn sees(&self, text: &str) -> &Self {
        wait(&format!("{text:?} can be read"), || {
            self.text().contains(text)
        });
        self
    }

    /// All text on the screen.
    pub(crate) fn text(&self) -> String {
        let text = self.try_eval("document.body.innerText");
        text.ok()
            .and_then(|text| text.as_str().map(str::to_owned))
            .unwrap_or_default()
    }

    /// The number of elements that match a selector.
    #[track_caller]
    pub(crate) fn count(&self, selector: &str) -> u64 {
        let count = self.eval(&format!("document.querySelectorAll('{selector}').length"));
        count.as_u64().expect("a number")
    }

    /// Evaluates an expression and awaits its promise.
    #[track_caller]
    pub(crate) fn eval(&self, expression: &str) -> Value {
        let value = self.try_eval(expression);
        value.unwrap_or_else(|error| panic!("{expression}\n{error}"))
    }

    fn try_eval(&self, expression: &str) -> Result<Value, String> {
        let params = json!({
            "expression": expression, "returnByValue": true, "awaitPromise": true,
        });
        let evaluate = || self.try_call("Runtime.evaluate", params.clone());
        let mut answer = evaluate();
        // The page may just have navigated.
        if matches!(&answer, Err(error) if error.contains("Inspected target navigated")) {
            answer = evaluate();
        }
        let mut answer = answer?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(details.to_string()),
            None => Ok(answer["result"]["value"].take()),
        }
    }

    /// Calls a method of the protocol on this page.
    #[track_caller]
    pub(crate) fn call(&self, method: &str, params: Value) -> Value {
        let answer = self.try_call(method, params);
        answer.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Calls a method that may fail, because its object may no longer exist.
    pub(crate) fn try_call(&self, method: &str, params: Value) -> Result<Value, String> {
        self.chrome.call(Some(&self.session), method, params)
    }

    /// Calls a method of the browser about the context of this page.
    #[track_caller]
    pub(crate) fn call_browser(&self, method: &str, mut params: Value) {
        params["browserContextId"] = self.person.0.as_str().into();
        let answer = self.chrome.call(None, method, params);
        answer.unwrap_or_else(|error| panic!("{method}: {error}"));
    }

    /// Reads the log of this page.
    pub(crate) fn watch<T>(&self, read: impl FnOnce(&mut Watch) -> T) -> T {
        let mut watch = self.watch.borrow_mut();
        for event in self.chrome.events(&self.session) {
            watch.note(&event);
        }
        read(&mut watch)
    }

    /// Accepts errors with these messages, which a test causes.
    pub(crate) fn bear(&self, texts: &[&'static str]) {
        self.watch(|watch| watch.borne.extend(texts));
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let errors = self.watch(|watch| watch.errors());
        let is_failing = thread::panicking();
        if is_failing {
            let (place, address) = (self.failed_shot(), self.try_eval("location.href"));
            eprintln!("the page at {address:?} said:\n{}", self.text());
            eprintln!("a picture of it: {place}\nits console: {errors:#?}");
        }
        assert!(is_failing || errors.is_empty(), "on the page: {errors:#?}");
    }
}
