//! A page as one person sees it.

use std::cell::RefCell;
use std::sync::Arc;
use std::thread;

use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::patience::until;
use crate::server::Server;
use crate::watch::Watch;

/// A page. When it goes, it is checked that nothing went wrong on it.
pub(crate) struct Page {
    chrome: &'static Chrome,
    person: Arc<Person>,
    session: String,
    origin: String,
    watch: RefCell<Watch>,
}

/// A person: a browser context of their own, which goes with their last page.
struct Person {
    context: String,
}

impl Person {
    fn new() -> Self {
        let context = made("Target.createBrowserContext", json!({}), "browserContextId");
        Person { context }
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        let context = json!({ "browserContextId": self.context });
        let cdp = &Chrome::shared().cdp;
        let _ = cdp.call(None, "Target.disposeBrowserContext", context);
    }
}

/// Has the browser make a thing: its name.
fn made(method: &str, params: Value, name: &str) -> String {
    let answer = Chrome::shared().cdp.browser(method, params);
    answer[name].as_str().expect("a name").to_owned()
}

/// A screen on which a page is seen.
#[derive(Clone, Copy)]
pub(crate) struct Screen {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) is_phone: bool,
}

impl Screen {
    pub(crate) const DESKTOP: Screen = Screen {
        width: 1280,
        height: 800,
        is_phone: false,
    };
    pub(crate) const PHONE: Screen = Screen {
        width: 390,
        height: 844,
        is_phone: true,
    };
    pub(crate) const LARGE: Screen = Screen {
        width: 1920,
        height: 1080,
        is_phone: false,
    };
    pub(crate) const TABLET: Screen = Screen {
        width: 820,
        height: 1180,
        is_phone: true,
    };
    /// A phone on its side.
    pub(crate) const SIDEWAYS: Screen = Screen {
        width: 844,
        height: 390,
        is_phone: true,
    };
    /// What is left of a desktop at 400%, by which the accessibility guidelines measure.
    pub(crate) const ENLARGED: Screen = Screen {
        width: 320,
        height: 256,
        is_phone: false,
    };
}

/// A dialog would stop the page until it is answered, and no screen of ours opens one.
const NO_DIALOGS: &str = "for (const name of ['alert', 'confirm', 'prompt'])
    window[name] = (text) => console.error(`a dialog: ${name} ${text}`);";

/// The server answers every question. With `QUINTET_WAY=server` it does so in all tests.
const ASKING_SERVER: &str =
    "try { localStorage.setItem('quintet.way', '\"server\"'); } catch { /* Nothing is kept. */ }";

/// What one of the page's own modules exports, as an expression that promises it.
pub(crate) fn part(path: &str) -> String {
    format!(
        "import(document.querySelector('script[type=module]').src).then((page) => page.__use('{path}'))"
    )
}

impl Page {
    /// Opens a screen of the server on a desktop, as somebody who has never been there.
    pub(crate) fn open(server: &Server, path: &str) -> Self {
        Page::open_on(Screen::DESKTOP, server, path)
    }

    /// Opens a screen of the server, which answers every question: the module is not used.
    pub(crate) fn open_asking_server(server: &Server, path: &str) -> Self {
        let new = Arc::new(Person::new());
        Page::open_with(
            new,
            Screen::DESKTOP,
            server.address(""),
            path,
            ASKING_SERVER,
        )
    }

    /// Opens a screen of the server, as somebody who has never been there.
    pub(crate) fn open_on(screen: Screen, server: &Server, path: &str) -> Self {
        Page::open_at(screen, server.address(""), path)
    }

    /// Opens a screen of the server, whose address begins so.
    pub(crate) fn open_at(screen: Screen, origin: String, path: &str) -> Self {
        let script = match std::env::var("QUINTET_WAY").as_deref() {
            Ok("server") => ASKING_SERVER,
            _ => "",
        };
        Page::open_with(Arc::new(Person::new()), screen, origin, path, script)
    }

    /// Opens a screen for the same person, in another window.
    pub(crate) fn beside(&self, path: &str) -> Self {
        let (person, origin) = (Arc::clone(&self.person), self.origin.clone());
        Page::open_with(person, Screen::DESKTOP, origin, path, "")
    }

    /// Opens a screen, on which a script runs before those of the page.
    fn open_with(
        person: Arc<Person>,
        screen: Screen,
        origin: String,
        path: &str,
        script: &str,
    ) -> Self {
        let tab = json!({ "url": "about:blank", "browserContextId": person.context });
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
        page.call(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": format!("{NO_DIALOGS} {script}") }),
        );
        // Each of two pages side by side is the one its person looks at.
        page.call(
            "Emulation.setFocusEmulationEnabled",
            json!({ "enabled": true }),
        );
        page.resize(screen);
        page.prefer("light", "reduce");
        page.go(path);
        page
    }

    /// Makes the screen another one.
    pub(crate) fn resize(&self, screen: Screen) {
        let metrics = json!({
            "width": screen.width, "height": screen.height, "mobile": screen.is_phone,
            "deviceScaleFactor": if screen.is_phone { 2 } else { 1 },
        });
        self.call("Emulation.setDeviceMetricsOverride", metrics);
        let touch = json!({ "enabled": screen.is_phone, "maxTouchPoints": 5 });
        self.call("Emulation.setTouchEmulationEnabled", touch);
    }

    /// What the person has told the system: `light` or `dark`, `reduce` or `no-preference`.
    pub(crate) fn prefer(&self, colours: &str, motion: &str) {
        let features = json!([
            { "name": "prefers-color-scheme", "value": colours },
            { "name": "prefers-reduced-motion", "value": motion },
        ]);
        self.call(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        );
    }

    /// Opens a screen by its address.
    #[track_caller]
    pub(crate) fn go(&self, path: &str) {
        let address = if path.starts_with('/') {
            format!("{}{path}", self.origin)
        } else {
            path.to_owned()
        };
        // An address that differs only after the # is not loaded again, so this waits for none.
        self.call("Page.navigate", json!({ "url": address }));
        self.until_loaded();
    }

    /// Loads the page again.
    #[track_caller]
    pub(crate) fn reload(&self) {
        self.eval("window.isOld = true");
        self.call("Page.reload", json!({}));
        until("the page is loaded again", || {
            (self.eval("window.isOld ?? false") == false).then_some(())
        });
        self.until_loaded();
    }

    #[track_caller]
    fn until_loaded(&self) {
        until("the page is loaded", || {
            let state = self.try_eval("location.protocol + document.readyState");
            (state.ok()? == "http:complete").then_some(())
        });
    }

    /// Waits until the module answers.
    #[track_caller]
    pub(crate) fn until_module(&self) {
        let ready = format!(
            "{}.then(({{ isModuleReady }}) => isModuleReady())",
            part("app/module.js")
        );
        until("the module answers", || {
            (self.eval(&ready) == true).then_some(())
        });
    }

    /// The path, the question and the fragment of the address.
    pub(crate) fn path(&self) -> String {
        let path = self.eval("location.pathname + location.search + location.hash");
        path.as_str().expect("a text").to_owned()
    }

    /// Waits until a text can be read on the screen.
    #[track_caller]
    pub(crate) fn sees(&self, text: &str) {
        until(&format!("{text:?} can be read"), || {
            self.text().contains(text).then_some(())
        });
    }

    /// Everything that can be read on the screen.
    pub(crate) fn text(&self) -> String {
        let text = self.try_eval("document.body.innerText");
        text.ok()
            .and_then(|text| text.as_str().map(str::to_owned))
            .unwrap_or_default()
    }

    /// The value of an expression, or of what it promises.
    #[track_caller]
    pub(crate) fn eval(&self, expression: &str) -> Value {
        let value = self.try_eval(expression);
        value.unwrap_or_else(|fault| panic!("{expression}\n{fault}"))
    }

    fn try_eval(&self, expression: &str) -> Result<Value, String> {
        let params = json!({
            "expression": expression, "returnByValue": true, "awaitPromise": true,
        });
        let mut answer = self.try_call("Runtime.evaluate", params)?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(details.to_string()),
            None => Ok(answer["result"]["value"].take()),
        }
    }

    /// Calls a method of the protocol on this page.
    #[track_caller]
    pub(crate) fn call(&self, method: &str, params: Value) -> Value {
        let answer = self.try_call(method, params);
        answer.unwrap_or_else(|fault| panic!("{method}: {fault}"))
    }

    /// Calls a method that may fail, because what it speaks about may have gone.
    pub(crate) fn try_call(&self, method: &str, params: Value) -> Result<Value, String> {
        self.chrome.cdp.call(Some(&self.session), method, params)
    }

    /// Calls a method of the browser about the context of this page.
    #[track_caller]
    pub(crate) fn call_browser(&self, method: &str, mut params: Value) {
        params["browserContextId"] = self.person.context.as_str().into();
        self.chrome.cdp.browser(method, params);
    }

    /// What has happened on this page so far.
    pub(crate) fn watch<T>(&self, read: impl FnOnce(&mut Watch) -> T) -> T {
        let mut watch = self.watch.borrow_mut();
        for event in self.chrome.cdp.events(&self.session) {
            watch.note(&event);
        }
        read(&mut watch)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let faults = self.watch(|watch| watch.faults());
        let is_failing = thread::panicking();
        if is_failing {
            let place = self.failed_shot();
            eprintln!(
                "the page at {} said:\n{}",
                self.address_or_nothing(),
                self.text()
            );
            eprintln!("a picture of it: {place}\nits console: {faults:#?}");
        }
        assert!(is_failing || faults.is_empty(), "on the page: {faults:#?}");
    }
}

impl Page {
    fn address_or_nothing(&self) -> String {
        let address = self.try_eval("location.href");
        address
            .unwrap_or_default()
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }
}
