//! Joins the modules of the page into one file, and its style sheets into another: a browser that has to ask for each
//! one shows the first screen later, and on a slow line much later.
//!
//! The files can be used as they are written, too, so only what they do need be understood here: `import { a } from`,
//! `import("..")` and `export` before a function, a class or a constant, each at the start of a line. Anything else is
//! a fault of the build.

use std::collections::BTreeMap;
use std::fmt::Write;

/// What runs a module when it is first used. Its name stands in no module.
const RUNNER: &str = "const __run = new Map();
export function __use(path) {
  if (!__run.has(path)) __run.set(path, __modules[path]());
  return __run.get(path);
}
const __later = async (path) => __use(path);
";

/// The files that have been joined, by their paths.
pub(crate) type Parts = BTreeMap<String, String>;

/// A script that does what a module does with all that it imports, which is added to the parts. `read` gives the text at
/// a path.
pub(crate) fn script(
    entry: &str,
    read: &dyn Fn(&str) -> String,
) -> Result<(String, Parts), String> {
    let mut parts = Parts::new();
    add_module(entry, read, &mut parts)?;
    let mut text = String::from("const __modules = {\n");
    for (path, body) in &parts {
        write!(text, "{path:?}: () => {{\n{body}}},\n").expect("a text can be written to");
    }
    text.push_str("};\n");
    text.push_str(RUNNER);
    writeln!(text, "__use({entry:?});").expect("a text can be written to");
    Ok((text, parts))
}

/// A style sheet with all that it imports, in the order in which a browser reads them.
pub(crate) fn style(entry: &str, read: &dyn Fn(&str) -> String) -> (String, Parts) {
    let mut parts = Parts::new();
    let mut text = String::new();
    for line in read(entry).lines() {
        let imported = line.strip_prefix("@import \"");
        let imported = imported.and_then(|rest| rest.strip_suffix("\";"));
        if let Some(target) = imported {
            let path = resolved(entry, target);
            let sheet = read(&path);
            text.push_str(&sheet);
            parts.insert(path, sheet);
        } else {
            text.push_str(line);
            text.push('\n');
        }
    }
    parts.insert(entry.to_owned(), text.clone());
    (text, parts)
}

fn add_module(path: &str, read: &dyn Fn(&str) -> String, parts: &mut Parts) -> Result<(), String> {
    if parts.contains_key(path) {
        return Ok(());
    }
    let source = without_comments(&read(path));
    let module = Module::of(path, &source).map_err(|line| format!("{path}: {line}"))?;
    parts.insert(path.to_owned(), module.body);
    for import in module.imports {
        add_module(&import, read, parts)?;
    }
    Ok(())
}

/// A module as the inside of a function that gives what it exports.
struct Module {
    body: String,
    /// The paths of what it imports, at once or later.
    imports: Vec<String>,
}

impl Module {
    /// The fault is a line that is not understood.
    fn of(path: &str, source: &str) -> Result<Self, String> {
        let mut module = Module {
            body: String::new(),
            imports: Vec::new(),
        };
        let mut exports = Vec::new();
        let mut lines = source.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("import ") {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    statement.push_str(lines.next().ok_or(line)?);
                }
                module.import(path, &statement).ok_or(statement)?;
            } else if let Some(rest) = line.strip_prefix("export ") {
                exports.push(exported(rest).ok_or(line)?);
                module.add(path, rest);
            } else {
                module.add(path, line);
            }
        }
        writeln!(module.body, "return {{ {} }};", exports.join(", ")).expect("it can be written");
        Ok(module)
    }

    /// Adds an import, such as `import { a, b as c } from "./d.js";`.
    fn import(&mut self, path: &str, statement: &str) -> Option<()> {
        let rest = statement.strip_prefix("import {")?;
        let (names, rest) = rest.split_once("} from \"")?;
        let target = resolved(path, rest.strip_suffix("\";")?);
        let names = names.replace(" as ", ": ");
        writeln!(self.body, "const {{{names}}} = __use({target:?});").expect("it can be written");
        self.imports.push(target);
        Some(())
    }

    /// Adds a line of code, which may import something later.
    fn add(&mut self, path: &str, line: &str) {
        let mut parts = line.split("import(\"");
        self.body.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let (target, rest) = part.split_once('"').unwrap_or((part, ""));
            let target = resolved(path, target);
            write!(self.body, "__later({target:?}{rest}").expect("it can be written");
            self.imports.push(target);
        }
        self.body.push('\n');
    }
}

/// The name of what is exported.
fn exported(declaration: &str) -> Option<String> {
    let rest = declaration
        .strip_prefix("async ")
        .unwrap_or(declaration)
        .split_once(' ')
        .filter(|(word, _)| ["function", "class", "const"].contains(word))?
        .1;
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let name: String = rest.chars().take_while(|letter| is_part(*letter)).collect();
    (!name.is_empty()).then_some(name)
}

/// A script without the comments that stand on lines of their own.
fn without_comments(source: &str) -> String {
    let mut code = String::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let begun = line.trim_start();
        if begun.starts_with("/**") {
            let mut comment = line.to_owned();
            while !comment.contains("*/") {
                let Some(next) = lines.next() else { break };
                comment.push('\n');
                comment.push_str(next);
            }
            if comment.trim_end().ends_with("*/") && comment.matches("*/").count() == 1 {
                continue;
            }
            code.push_str(&comment);
            code.push('\n');
        } else if !begun.is_empty() && !begun.starts_with("//") {
            code.push_str(line);
            code.push('\n');
        }
    }
    code
}

/// The path of a target that a file names.
fn resolved(from: &str, target: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> String {
        let text = match path {
            "app/main.js" => {
                "// Begins.\nimport { one,\n  two as zwei } from \"../b/one.js\";\n\
                 /** @import { X } from \"./x.js\" */\nconst later = () => import(\"./later.js\");\n"
            }
            "b/one.js" => {
                "import { deep } from \"./deep.js\";\nexport async function one() {\n  // Why.\n}\n\
                 /**\n * Two.\n */\nexport const two = /** @type {number} */ (2);\nexport class Three extends deep {\n}\n"
            }
            "b/deep.js" => "export function deep() {\n}\n",
            "app/later.js" => "import { one } from \"../b/one.js\";\none();\n",
            "style/all.css" => "/* All. */\n@import \"a.css\";\n@import \"b.css\";\nc {}\n",
            "style/a.css" => "a {}\n",
            "style/b.css" => "b {}\n",
            "odd.js" => "export default 1;\n",
            other => panic!("no {other}"),
        };
        text.to_owned()
    }

    #[test]
    fn a_script_holds_all_that_it_imports() {
        let (text, parts) = script("app/main.js", &read).expect("it is understood");
        let paths: Vec<_> = parts.keys().map(String::as_str).collect();
        assert_eq!(
            paths,
            ["app/later.js", "app/main.js", "b/deep.js", "b/one.js"]
        );
        assert_eq!(
            parts["b/one.js"],
            "const { deep } = __use(\"b/deep.js\");\nasync function one() {\n}\n\
             const two = /** @type {number} */ (2);\nclass Three extends deep {\n}\n\
             return { one, two, Three };\n"
        );
        assert_eq!(
            parts["app/main.js"],
            "const { one,  two: zwei } = __use(\"b/one.js\");\n\
             const later = () => __later(\"app/later.js\");\nreturn {  };\n"
        );
        assert!(text.ends_with("__use(\"app/main.js\");\n"), "{text}");
    }

    #[test]
    fn what_is_not_understood_is_a_fault() {
        assert_eq!(
            script("odd.js", &read).map(drop),
            Err("odd.js: export default 1;".to_owned())
        );
    }

    #[test]
    fn a_style_sheet_holds_all_that_it_imports() {
        let (text, parts) = style("style/all.css", &read);
        assert_eq!(text, "/* All. */\na {}\nb {}\nc {}\n");
        assert_eq!(parts.len(), 3);
    }
}
