# What the scripts that install tools share. Each sources this file.

# Where tools are installed, below the folder that cargo uses.
tools="${CARGO_TARGET_DIR:-target}/tools"

give_up() {
    echo "$0: $1" >&2
    exit 1
}

# The packages by apt-get, which may have to wait for another one to finish.
install() {
    local apt=(apt-get -o DPkg::Lock::Timeout=600)
    command -v apt-get > /dev/null || give_up "please install $*: there is no apt-get to do it"
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo > /dev/null || give_up "please install $* as root: there is no sudo"
        apt=(sudo "${apt[@]}")
    fi
    # The list of packages may be older than the packages.
    "${apt[@]}" install -y --no-install-recommends "$@" || {
        "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "$@"
    } || give_up "$* could not be installed"
}

# The folder of an npm package such as axe-core@4.14.0, which is fetched unless it is there.
npm_package() {
    local folder="$tools/$1" name="${1%@*}"
    if [ ! -e "$folder/complete" ]; then
        command -v npm > /dev/null || install npm >&2
        npm install --silent --ignore-scripts --no-save --prefix "$folder" "$1" >&2 || give_up "npm could not fetch $1"
        touch "$folder/complete"
    fi
    echo "$folder/node_modules/$name"
}

# The standard library for a target of Rust.
rust_target() {
    [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ] && return
    command -v rustup > /dev/null || give_up "please install Rust's standard library for $1: there is no rustup"
    rustup target add "$1" || give_up "rustup could not fetch the standard library for $1"
}
