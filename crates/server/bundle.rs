//! Bundles the modules of the page into one script and its style sheets into another, so that a browser does not have
//! to request them one by one.
//!
//! Only the syntax that the page uses is supported: `import { a } from`, `import("..")`, and `export` before a
//! function, a class or a constant, each at the start of a line. Anything else is an error, and so is a cycle of
//! imports. The bundle has no comments that are alone on their lines, and is otherwise unchanged.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Runs a module when it is first imported. Modules never use these names themselves.
const RUNTIME: &str = "const __run = new Map();
export function __use(path) {
  if (!__run.has(path)) __run.set(path, __modules[path]());
  return __run.get(path);
}
const __later = async (path) => {
  await null;
  return __use(path);
};
";

/// The bundled files, by path.
pub(crate) type Parts = BTreeMap<String, String>;

/// Bundles a module with all its imports. `read` returns the source at a path.
pub(crate) fn script(
    entry: &str,
    read: &dyn Fn(&str) -> String,
) -> Result<(String, Parts), String> {
    let mut bundler = Bundler {
        read,
        parts: Parts::new(),
        ancestors: Vec::new(),
        dynamic: vec![entry.to_owned()],
    };
    // Dynamic imports wait until all static ones are added, because they may lead back to modules that are running.
    while let Some(path) = bundler.dynamic.pop() {
        bundler.add(&path)?;
    }
    let mut text = String::from("const __modules = {\n");
    for (path, body) in &bundler.parts {
        write!(text, "{path:?}: () => {{\n{body}}},\n").expect("a string can be written to");
    }
    text.push_str("};\n");
    text.push_str(RUNTIME);
    writeln!(text, "__use({entry:?});").expect("a string can be written to");
    Ok((text, bundler.parts))
}

/// Bundles a style sheet with all its imports, in the order in which a browser reads them.
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

struct Bundler<'a> {
    read: &'a dyn Fn(&str) -> String,
    parts: Parts,
    /// The modules whose imports are being added, each imported by the one before.
    ancestors: Vec<String>,
    /// Dynamically imported modules that are not added yet.
    dynamic: Vec<String>,
}

impl Bundler<'_> {
    fn add(&mut self, path: &str) -> Result<(), String> {
        if let Some(start) = self.ancestors.iter().position(|ancestor| ancestor == path) {
            let cycle = self.ancestors[start..].join(" -> ");
            return Err(format!("cyclic import: {cycle} -> {path}"));
        }
        if self.parts.contains_key(path) {
            return Ok(());
        }
        let source = (self.read)(path);
        let module = Module::parse(path, &source).map_err(|line| format!("{path}: {line}"))?;
        self.parts.insert(path.to_owned(), module.body);
        self.dynamic.extend(module.dynamic);
        self.ancestors.push(path.to_owned());
        for import in module.imports {
            self.add(&import)?;
        }
        self.ancestors.pop();
        Ok(())
    }
}

/// A module, rewritten as the body of a function that returns its exports.
#[derive(Default)]
struct Module {
    body: String,
    /// The paths of its static imports.
    imports: Vec<String>,
    /// The paths of its dynamic imports.
    dynamic: Vec<String>,
}

impl Module {
    /// Rewrites a module. The error is an unsupported line.
    fn parse(path: &str, source: &str) -> Result<Self, String> {
        let mut module = Module::default();
        let mut exports = Vec::new();
        let mut lines = code(source).into_iter();
        while let Some(Line { text, is_code }) = lines.next() {
            if is_code && text.starts_with("import ") {
                let mut statement = text.to_owned();
                while !statement.ends_with(';') {
                    statement.push_str(lines.next().ok_or(text)?.text);
                }
                module.import(path, &statement).ok_or(statement)?;
            } else if is_code && let Some(rest) = text.strip_prefix("export ") {
                exports.push(exported(rest).ok_or(text)?);
                module.add(path, rest);
            } else {
                module.add(path, text);
            }
        }
        writeln!(module.body, "return {{ {} }};", exports.join(", "))
            .expect("a string can be written to");
        Ok(module)
    }

    /// Adds an import such as `import { a, b as c } from "./d.js";`.
    fn import(&mut self, path: &str, statement: &str) -> Option<()> {
        let rest = statement.strip_prefix("import {")?;
        let (names, rest) = rest.split_once("} from \"")?;
        let target = resolved(path, rest.strip_suffix("\";")?);
        let names = names.replace(" as ", ": ");
        writeln!(self.body, "const {{{names}}} = __use({target:?});")
            .expect("a string can be written to");
        self.imports.push(target);
        Some(())
    }

    /// Adds a line of code, which may contain dynamic imports.
    fn add(&mut self, path: &str, line: &str) {
        let mut parts = line.split("import(\"");
        self.body.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let (target, rest) = part.split_once('"').unwrap_or((part, ""));
            let target = resolved(path, target);
            write!(self.body, "__later({target:?}{rest}").expect("a string can be written to");
            self.dynamic.push(target);
        }
        self.body.push('\n');
    }
}

/// Returns the name that a declaration exports.
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

/// A line of a script.
struct Line<'a> {
    text: &'a str,
    /// False if the line begins inside a template literal.
    is_code: bool,
}

/// Returns the lines of a script without empty lines and without comments that are alone on their lines.
fn code(source: &str) -> Vec<Line<'_>> {
    let mut scanner = Scanner::default();
    let mut kept = Vec::new();
    // The first line of a block comment that may be dropped, as an index of the result.
    let mut comment = None;
    for text in source.lines() {
        let begins_in = scanner.context();
        let start = text.trim_start();
        if begins_in == Context::Code && start.starts_with("/*") {
            comment = Some(kept.len());
        }
        scanner.scan(text);
        let is_dropped =
            begins_in == Context::Code && (start.is_empty() || start.starts_with("//"));
        if !is_dropped {
            let is_code = begins_in != Context::Template;
            kept.push(Line { text, is_code });
        }
        if scanner.context() != Context::Comment
            && let Some(first) = comment.take()
            && text.trim_end().ends_with("*/")
            && kept[first..]
                .iter()
                .map(|line| line.text.matches("*/").count())
                .sum::<usize>()
                == 1
        {
            kept.truncate(first);
        }
    }
    kept
}

/// The kind of text at a point of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Context {
    Code,
    Comment,
    Template,
}

/// Follows a script line by line through comments, strings, regular expressions and template literals.
#[derive(Default)]
struct Scanner {
    /// One entry for each open template literal, and one for each open substitution in it: the braces open there.
    open: Vec<Open>,
    in_comment: bool,
}

enum Open {
    Template,
    Substitution { braces: usize },
}

impl Scanner {
    fn context(&self) -> Context {
        match self.open.last() {
            _ if self.in_comment => Context::Comment,
            Some(Open::Template) => Context::Template,
            _ => Context::Code,
        }
    }

    fn scan(&mut self, line: &str) {
        let mut rest = line.char_indices().peekable();
        // The last character that is neither space nor comment, by which `/` divides or begins a regular expression.
        let mut last = ';';
        while let Some((at, letter)) = rest.next() {
            let following = rest.peek().map(|(_, letter)| *letter);
            match self.context() {
                Context::Comment => {
                    if letter == '*' && following == Some('/') {
                        rest.next();
                        self.in_comment = false;
                    }
                }
                Context::Template => match (letter, following) {
                    ('\\', _) => drop(rest.next()),
                    ('`', _) => {
                        self.open.pop();
                        last = '`';
                    }
                    ('$', Some('{')) => {
                        rest.next();
                        self.open.push(Open::Substitution { braces: 0 });
                        last = '{';
                    }
                    _ => {}
                },
                Context::Code => {
                    match (letter, following) {
                        ('/', Some('/')) => return,
                        ('/', Some('*')) => {
                            rest.next();
                            self.in_comment = true;
                            continue;
                        }
                        ('"' | '\'', _) => skip(&mut rest, letter),
                        ('/', _) if begins_regex(last, &line[..at]) => skip(&mut rest, '/'),
                        ('`', _) => self.open.push(Open::Template),
                        ('{', _) => self.brace(true),
                        ('}', _) => self.brace(false),
                        _ => {}
                    }
                    if !letter.is_whitespace() {
                        last = letter;
                    }
                }
            }
        }
    }

    /// Counts a brace, which may end a substitution.
    fn brace(&mut self, opens: bool) {
        if let Some(Open::Substitution { braces }) = self.open.last_mut() {
            match (opens, *braces) {
                (true, _) => *braces += 1,
                (false, 0) => drop(self.open.pop()),
                (false, _) => *braces -= 1,
            }
        }
    }
}

/// Returns true if a slash after `last` begins a regular expression instead of dividing.
fn begins_regex(last: char, before: &str) -> bool {
    "(,=:[!&|?{};+-*%<>~^".contains(last) || before.trim_end().ends_with("return")
}

/// Skips the rest of a string or regular expression.
fn skip(rest: &mut impl Iterator<Item = (usize, char)>, end: char) {
    let mut in_class = false;
    while let Some((_, letter)) = rest.next() {
        match letter {
            '\\' => drop(rest.next()),
            '[' if end == '/' => in_class = true,
            ']' => in_class = false,
            _ if letter == end && !in_class => return,
            _ => {}
        }
    }
}

/// Resolves a relative path against the path of the importing file.
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
            "c/a.js" => "import { b } from \"./b.js\";\nexport const a = b;\n",
            "c/b.js" => "import { c } from \"./c.js\";\nexport const b = c;\n",
            "c/c.js" => "import { b } from \"./b.js\";\nexport const c = b;\n",
            "d/a.js" => "export const a = () => import(\"./b.js\");\n",
            "d/b.js" => "import { a } from \"./a.js\";\nexport const b = a;\n",
            other => panic!("no {other}"),
        };
        text.to_owned()
    }

    #[test]
    fn a_script_contains_its_imports() {
        let (text, parts) = script("app/main.js", &read).expect("supported syntax");
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
    fn unsupported_syntax_is_an_error() {
        assert_eq!(
            script("odd.js", &read).map(drop),
            Err("odd.js: export default 1;".to_owned())
        );
    }

    #[test]
    fn a_cycle_of_static_imports_is_an_error() {
        assert_eq!(
            script("c/a.js", &read).map(drop),
            Err("cyclic import: c/b.js -> c/c.js -> c/b.js".to_owned())
        );
        let (_, parts) = script("d/a.js", &read).expect("a dynamic import may close a cycle");
        assert_eq!(parts.len(), 2);
    }

    #[test]
    fn template_literals_are_unchanged() {
        let source = "const a = `\n// not a comment\n\n/* nor this */\nimport x\n${b(`}\n// deep`, {\n  // a comment\n\
                      })}\nexport y\n`;\n// a comment\n";
        let kept: Vec<_> = code(source).iter().map(|line| line.text).collect();
        let wanted = "const a = `\n// not a comment\n\n/* nor this */\nimport x\n${b(`}\n// deep`, {\n})}\nexport y\n`;";
        assert_eq!(kept.join("\n"), wanted);
        let module = Module::parse("a.js", source).expect("supported syntax");
        assert_eq!(module.body, format!("{wanted}\nreturn {{  }};\n"));
    }

    #[test]
    fn strings_and_regular_expressions_begin_no_comment_and_no_template() {
        let source = "a(\"`\", /[`/]*/, '//', 4 / 2, `a` / b);\n// a comment\nc(/`/);\n\n/* one\n   two */\nd();\n";
        let kept: Vec<_> = code(source).iter().map(|line| line.text).collect();
        assert_eq!(
            kept,
            [
                "a(\"`\", /[`/]*/, '//', 4 / 2, `a` / b);",
                "c(/`/);",
                "d();"
            ]
        );
    }

    #[test]
    fn a_style_sheet_contains_its_imports() {
        let (text, parts) = style("style/all.css", &read);
        assert_eq!(text, "/* All. */\na {}\nb {}\nc {}\n");
        assert_eq!(parts.len(), 3);
    }
}
