"""What others have made that is in the program: what may be, the notices that it carries, and the bill of materials.

    python3 scripts/supply.py check             fails if a package is not as deny.toml wants it: by itself, and by
                                                `cargo deny` where it is installed, which also knows advisories
    python3 scripts/supply.py notices           writes crates/cli/src/notices.txt and crates/python/NOTICES.txt
    python3 scripts/supply.py notices --check   fails if one of them is not as it would be written
    python3 scripts/supply.py bill              prints a bill of materials (CycloneDX 1.6, JSON)
"""

import functools
import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The systems that scripts/release builds for.
TARGETS = ["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl", "x86_64-pc-windows-gnu"]
# How long the database of advisories may take to be fetched.
FETCH_SECONDS = 120
# The module in the browser, which the program carries.
MODULE = ("quintet-web", "wasm32-unknown-unknown")
LICENCE_FILE = re.compile(r"(licen[sc]e|copying|notice|unlicense)", re.IGNORECASE)
# How the texts of licences are recognised.
MARKS = {
    "MIT": "Permission is hereby granted, free of charge, to any person obtaining a copy",
    "Apache-2.0": "Apache License",
    "BSL-1.0": "Boost Software License",
    "Unlicense": "This is free and unencumbered software",
    "Zlib": "The origin of this software must not be misrepresented",
}
HEAD = """\
Quintet is licensed under the MIT license or the Apache License, Version 2.0, at your option.

It contains the packages of others that are listed below, each with the license under which it is used here. Beside
them it contains SQLite, which is in the public domain; the standard library of Rust (MIT OR Apache-2.0); on Linux, if
it is linked statically, musl (MIT, Copyright 2005-2020 Rich Felker and contributors); and on Windows the runtime of
mingw-w64 (ZPL-2.1 and others), whose notices are in the archive for Windows.
"""
HEAD_OF_WHEEL = """\
Quintet is licensed under the MIT license or the Apache License, Version 2.0, at your option.

The compiled part of this Python package contains the packages of others that are listed below, each with the license
under which it is used here, and the standard library of Rust (MIT OR Apache-2.0).
"""
# What is built, where its notices are, and how they begin.
NOTICES = [
    ("quintet", ROOT / "crates/cli/src/notices.txt", HEAD),
    ("quintet-python", ROOT / "crates/python/NOTICES.txt", HEAD_OF_WHEEL),
]


def cargo(*words):
    return subprocess.run(["cargo", *words], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


@functools.cache
def metadata():
    return json.loads(cargo("metadata", "--locked", "--format-version", "1"))


def tree(target, *words):
    """The names and versions of the packages that `cargo tree` prints."""
    printed = cargo("tree", "--locked", "--target", target, "--prefix", "none", "--format", "{p}", *words)
    found = {tuple(line.split()[:2]) for line in printed.splitlines() if line}
    return {(name, version.removeprefix("v")) for name, version in found}


@functools.cache
def linked(product="quintet"):
    """The names and versions of all packages in the program, on one system or another. Macros are not in it."""
    # The program carries the module of the page.
    programs = [(product, target) for target in TARGETS] + [MODULE] * (product == "quintet")
    return set().union(*(tree(target, "--package", program, "--edges", "normal,no-proc-macro")
                         for program, target in programs))


def built():
    """The names and versions of all packages that are built, macros too, without those that only the tests use."""
    return set().union(*(tree(target, "--workspace", "--edges", "normal,build") for target in [*TARGETS, MODULE[1]]))


def packages(product="quintet"):
    """The packages of others in the program, by name and version."""
    within = linked(product)
    ours = set(metadata()["workspace_members"])
    found = [package for package in metadata()["packages"]
             if (package["name"], package["version"]) in within and package["id"] not in ours]
    return sorted(found, key=lambda package: (package["name"], package["version"]))


def texts(package):
    """The texts of a package's licence: that of the MIT license alone where it may be chosen."""
    folder = Path(package["manifest_path"]).parent
    files = sorted(path for path in folder.iterdir() if path.is_file() and LICENCE_FILE.match(path.name))
    found = ["\n".join(line.rstrip() for line in path.read_text().strip().splitlines()) for path in files]
    choices = re.split(r" OR |/", package["license"])
    if "MIT" in choices:
        mit = [text for text in found if MARKS["MIT"] in " ".join(text.split())]
        return mit or found
    return found


def chosen(package):
    """The licence under which a package is used."""
    choices = re.split(r" OR |/", package["license"])
    return "MIT" if "MIT" in choices else package["license"]


def is_allowed(expression, allowed):
    """Whether a licence expression (SPDX) can be met by allowed licences alone."""
    # A licence with an exception is one term.
    terms = re.findall(r"[()]|[^\s()]+(?: WITH [^\s()]+)?", expression.replace("/", " OR "))
    python = [term.lower() if term in ("AND", "OR", "(", ")") else str(term in allowed) for term in terms]
    return eval(" ".join(python), {})


def faults():
    """What is not as deny.toml wants it, by the same rules as `cargo deny`."""
    rules = tomllib.loads((ROOT / "deny.toml").read_text())
    found = [package for package in metadata()["packages"] if package["id"] not in metadata()["workspace_members"]]
    allowed = set(rules["licenses"]["allow"])
    sources = {f"registry+{registry}" for registry in rules["sources"]["allow-registry"]}
    for package in found:
        name = f"{package['name']}@{package['version']}"
        if not is_allowed(package["license"] or "none", allowed):
            yield f"{name}: the license {package['license']} is not allowed"
        if package["source"] not in sources:
            yield f"{name}: it comes from {package['source']}"
    excused = {tuple(entry["crate"].split("@")) for entry in rules["bans"]["skip"]}
    within = built()
    versions = Counter(name for name, _ in within - excused)
    for name in sorted(name for name, count in versions.items() if count > 1):
        yield f"{name}: {versions[name]} versions of it are built"
    for name, version in sorted(excused):
        if (name, version) not in within or versions[name] == 0:
            yield f"{name}@{version}: deny.toml excuses it, and need not any more"


def deny():
    """Whether `cargo deny` finds nothing wrong. What it cannot check here is said, and is not wrong."""
    said = subprocess.run(["cargo", "deny", "--version"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if said.returncode != 0:
        print("advisories were not checked: `cargo install cargo-deny --locked` installs what checks them")
        return True
    checks = ["bans", "licenses", "sources"]
    fault = fetch_advisories()
    if fault is None:
        checks.append("advisories")
    else:
        print(f"advisories were not checked: their database could not be fetched: {fault}", flush=True)
    # All packages were fetched by `metadata`, so nothing here depends on the network.
    return subprocess.run(["cargo", "deny", "--offline", "--locked", "check", *checks], cwd=ROOT).returncode == 0


def fetch_advisories():
    """Fetches the database of advisories. What went wrong, if it did."""
    # Nobody is asked for a password. What is started here is a group of processes, so that git can be ended, too.
    fetch = subprocess.Popen(["cargo", "deny", "fetch", "db"], cwd=ROOT, env=os.environ | {"GIT_TERMINAL_PROMPT": "0"},
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                             start_new_session=True)
    try:
        said = fetch.communicate(timeout=FETCH_SECONDS)[1].strip()
    except subprocess.TimeoutExpired:
        return f"no answer within {FETCH_SECONDS} seconds"
    finally:
        if fetch.returncode is None:
            os.killpg(fetch.pid, signal.SIGKILL)
            fetch.wait()
    return None if fetch.returncode == 0 else (said.splitlines() or ["no reason was given"])[-1]


def notices(product, head):
    by_text = {}
    without = []
    for package in packages(product):
        found = texts(package)
        if not found:
            without.append(package)
        for text in found:
            by_text.setdefault(text, []).append(package)
    for package in without:
        # The package names its licence but has no text of it: that of another with the same licence stands for it.
        mark = MARKS[chosen(package)]
        text = next(text for text in by_text if mark in text)
        if chosen(package) == "MIT":
            text = f"Copyright the authors of {package['name']}\n\n" + text[text.index("Permission is"):]
        by_text.setdefault(text, []).append(package)
    parts = [head]
    ordered = sorted(by_text.items(), key=lambda entry: (entry[1][0]["name"], entry[1][0]["version"]))
    for text, users in ordered:
        names = [f"{user['name']} {user['version']} ({chosen(user)})" for user in users]
        parts.append("=" * 80 + "\n" + "\n".join(names) + "\n\n" + text + "\n")
    return "\n".join(parts)


def bill():
    found = metadata()
    sums = checksums()
    version = next(package["version"] for package in found["packages"] if package["name"] == "quintet")

    def reference(package):
        return f"pkg:cargo/{package['name']}@{package['version']}"

    def component(package):
        return {
            "type": "library",
            "bom-ref": reference(package),
            "name": package["name"],
            "version": package["version"],
            "purl": reference(package),
            "licenses": [{"expression": package["license"].replace("/", " OR ")}],
            "hashes": [{"alg": "SHA-256", "content": sums[package["name"], package["version"]]}],
        }

    listed = packages()
    within = {package["id"]: package for package in listed}
    quintet = f"pkg:cargo/quintet@{version}"
    edges = {node["id"]: [other["pkg"] for other in node["deps"]] for node in found["resolve"]["nodes"]}
    needs = [{"ref": reference(package), "dependsOn": sorted({reference(within[other])
              for other in edges[package["id"]] if other in within})} for package in listed]
    members = [package["id"] for package in found["packages"]
               if package["id"] in found["workspace_members"] and (package["name"], package["version"]) in linked()]
    direct = sorted({reference(within[other]) for member in members for other in edges[member] if other in within})
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": quintet, "name": "quintet", "version": version,
                                   "licenses": [{"expression": "MIT OR Apache-2.0"}]}},
        "components": [component(package) for package in listed],
        "dependencies": [{"ref": quintet, "dependsOn": direct}, *needs],
    }
    return json.dumps(document, indent=2) + "\n"


def checksums():
    """The checksum of each package, from Cargo.lock."""
    entry = re.compile(r'name = "(.*)"\nversion = "(.*)"\nsource = ".*"\nchecksum = "(.*)"')
    return {(name, version): sum for name, version, sum in entry.findall((ROOT / "Cargo.lock").read_text())}


def main(words):
    match words:
        case ["check"]:
            found = list(faults())
            if found:
                sys.exit("\n".join(found))
            if not deny():
                sys.exit("cargo deny has found faults")
        case ["notices"]:
            for product, file, head in NOTICES:
                file.write_text(notices(product, head))
        case ["notices", "--check"]:
            for product, file, head in NOTICES:
                if not file.exists() or file.read_text() != notices(product, head):
                    sys.exit(f"{os.path.relpath(file)} is not up to date: run python3 scripts/supply.py notices")
        case ["bill"]:
            sys.stdout.write(bill())
        case _:
            sys.exit(__doc__)


main(sys.argv[1:])
