"""Checks third-party packages against deny.toml; prints their license notices and a bill of materials.

    python3 scripts/supply.py check             fails if a package violates deny.toml or has no license text; also
                                                runs `cargo deny` where it is installed, which checks advisories
    python3 scripts/supply.py notices PACKAGE   prints the notices for quintet or quintet-python
    python3 scripts/supply.py bill              prints a bill of materials (CycloneDX 1.6, JSON) for quintet
"""

import functools
import json
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULES = tomllib.loads((ROOT / "deny.toml").read_text())
TARGETS = RULES["graph"]["targets"]
PRODUCTS = ["quintet", "quintet-python"]
LICENSE_FILE = re.compile(r"(un)?licen[sc]e|copying|notice", re.IGNORECASE)
MIT = "Permission is hereby granted, free of charge, to any person obtaining a copy"
HEAD = """\
Quintet is licensed under the MIT license or the Apache License, Version 2.0, at your option.

It contains the Rust standard library (MIT OR Apache-2.0) and the third-party packages listed below, each with the
license under which it is used here. The command `quintet` also contains SQLite, which is in the public domain; on
Linux, if linked statically, musl (MIT, Copyright 2005-2020 Rich Felker and contributors); and on Windows the mingw-w64
runtime (ZPL-2.1 and others), whose notices are in the Windows archive.
"""


def cargo(*args):
    return subprocess.run(["cargo", *args], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


@functools.cache
def metadata():
    return json.loads(cargo("metadata", "--locked", "--all-features", "--format-version=1"))


def tree(target, *args):
    """Returns the name and version of each package in a dependency tree."""
    printed = cargo("tree", "--locked", "--all-features", "--prefix=none", "--format={p}", "--target", target, *args)
    return {tuple(line.replace(" v", " ").split()[:2]) for line in printed.splitlines() if line}


@functools.cache
def linked(product):
    """Returns the name and version of each package linked into a product on any system."""
    roots = [(target, product) for target in TARGETS if not target.startswith("wasm32")]
    if product == "quintet":
        # The program contains the WebAssembly module.
        roots += [(target, "quintet-wasm") for target in TARGETS if target.startswith("wasm32")]
    return set().union(*(tree(target, "--package", root, "--edges=normal,no-proc-macro") for target, root in roots))


def identity(package):
    return package["name"], package["version"]


def packages(product):
    """Returns the third-party packages linked into a product, in order."""
    known = {identity(package): package for package in metadata()["packages"]}
    return [known[name] for name in sorted(linked(product)) if known[name]["source"]]


def is_allowed(expression, allowed):
    """Returns whether the allowed licenses satisfy an SPDX expression. AND binds tighter than OR."""
    if group := re.search(r"\(([^()]*)\)", expression):
        verdict = "<allowed>" if is_allowed(group[1], allowed) else "<not allowed>"
        return is_allowed(expression.replace(group[0], verdict), allowed | {"<allowed>"})
    alternatives = expression.replace("/", " OR ").split(" OR ")
    return any(all(term.strip() in allowed for term in terms.split(" AND ")) for terms in alternatives)


def violations():
    """Yields every violation of deny.toml, by the same rules as `cargo deny`."""
    sources = {f"registry+{registry}" for registry in RULES["sources"]["allow-registry"]}
    for package in metadata()["packages"]:
        if package["id"] in metadata()["workspace_members"]:
            continue
        name = "@".join(identity(package))
        if not is_allowed(package["license"] or "none", set(RULES["licenses"]["allow"])):
            yield f"{name}: the license {package['license']} is not allowed"
        if package["source"] not in sources:
            yield f"{name}: the source {package['source']} is not allowed"
    # Packages that only tests use may have several versions.
    built = set().union(*(tree(target, "--workspace", "--edges=normal,build") for target in TARGETS))
    skipped = {tuple(entry["crate"].split("@")) for entry in RULES["bans"]["skip"]}
    versions = Counter(name for name, _ in built - skipped)
    for name in sorted(name for name in versions if versions[name] > 1):
        yield f"{name}: the build contains {versions[name]} versions"
    for name, version in sorted(skipped):
        if (name, version) not in built or versions[name] == 0:
            yield f"{name}@{version}: deny.toml skips it, but need not"


def cargo_deny():
    """Runs `cargo deny` if it is installed. Returns whether it passes."""
    if subprocess.run(["cargo", "deny", "--version"], cwd=ROOT, capture_output=True).returncode != 0:
        print("advisories were not checked: run `cargo install cargo-deny --locked` to have them checked")
        return True
    checks = ["bans", "licenses", "sources"]
    # git, which fetches the database, neither asks for a password nor waits for a server that sends nothing.
    git = {"GIT_TERMINAL_PROMPT": "0", "GIT_HTTP_LOW_SPEED_LIMIT": "1", "GIT_HTTP_LOW_SPEED_TIME": "60"}
    if subprocess.run(["cargo", "deny", "fetch", "db"], cwd=ROOT, env=os.environ | git).returncode == 0:
        checks.append("advisories")
    else:
        print("advisories were not checked: could not fetch the advisory database", flush=True)
    # `metadata` has fetched all packages, so this does not depend on the network.
    return subprocess.run(["cargo", "deny", "--offline", "--locked", "check", *checks], cwd=ROOT).returncode == 0


def license_and_texts(package):
    """Returns the license under which a package is used, MIT if possible, and the contents of its license files."""
    used = "MIT" if is_allowed(package["license"], {"MIT"}) else package["license"]
    paths = sorted(Path(package["manifest_path"]).parent.rglob("*"))
    files = [path for path in paths if LICENSE_FILE.match(path.name) and path.suffix != ".rs" and path.is_file()]
    texts = {"\n".join(map(str.rstrip, path.read_text().strip().splitlines())): None for path in files}
    return used, [text for text in texts if used != "MIT" or MIT in " ".join(text.split())]


def notices(product):
    """Returns the license notices of a product. Exits if a package linked into it has no license text."""
    found = [(package, *license_and_texts(package)) for package in packages(product)]
    # A package that ships no license text gets that of another package under the same license.
    substitutes = {used: texts[0] for _, used, texts in found if texts}
    substitutes["MIT"] = "".join((ROOT / "LICENSE-MIT").read_text().strip().partition("Permission is")[1:])
    users = defaultdict(list)
    for package, used, texts in found:
        name = " ".join(identity(package))
        if not texts and used not in substitutes:
            sys.exit(f"{name}: no text of the license {used}")
        for text in texts or [f"Copyright the authors of {package['name']}\n\n{substitutes[used]}"]:
            users[text].append(f"{name} ({used})")
    sections = ["\n".join(["=" * 80, *names, "", text, ""]) for text, names in users.items()]
    return "\n".join([HEAD, *sections])


def bill():
    """Returns a bill of materials in which the crates of the workspace are one component."""
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    checksums = {identity(entry): entry.get("checksum") for entry in lock}
    version = next(entry["version"] for entry in lock if entry["name"] == "quintet")
    program = f"pkg:cargo/quintet@{version}"
    references = {package["id"]: "pkg:cargo/" + "@".join(identity(package)) if package["source"] else program
                  for package in metadata()["packages"] if identity(package) in linked("quintet")}
    edges = {reference: set() for reference in references.values()}
    for node in metadata()["resolve"]["nodes"]:
        if node["id"] in references:
            normal = [edge["pkg"] for edge in node["deps"] if any(kind["kind"] is None for kind in edge["dep_kinds"])]
            edges[references[node["id"]]] |= {references[other] for other in normal if other in references}
    components = [{
        "type": "library", "name": package["name"], "version": package["version"],
        "bom-ref": references[package["id"]], "purl": references[package["id"]],
        "licenses": [{"expression": package["license"].replace("/", " OR ")}],
        "hashes": [{"alg": "SHA-256", "content": checksums[identity(package)]}],
    } for package in packages("quintet")]
    return json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {"component": {"type": "application", "name": "quintet", "version": version, "bom-ref": program,
                                   "licenses": [{"expression": "MIT OR Apache-2.0"}]}},
        "components": components,
        "dependencies": [{"ref": one, "dependsOn": sorted(edges[one] - {program})} for one in sorted(edges)],
    }, indent=2)


match sys.argv[1:]:
    case ["check"]:
        if found := list(violations()):
            sys.exit("\n".join(found))
        for product in PRODUCTS:
            notices(product)
        if not cargo_deny():
            sys.exit("cargo deny found violations")
    case ["notices", product] if product in PRODUCTS:
        print(notices(product), end="")
    case ["bill"]:
        print(bill())
    case _:
        sys.exit(__doc__)
