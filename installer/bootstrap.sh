#!/usr/bin/env bash
# From a fresh Debian 12 or Ubuntu 24.04 machine to a built, tested and running Vouchsafe. See --help.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
readonly root
scratch=$(mktemp -d "${TMPDIR:-/tmp}/vouchsafe-setup-XXXXXX")
readonly scratch
started_engines=no
leave() {
    [[ $started_engines == no ]] || bash "$root/tests/support/engines.sh" stop
    rm -rf -- "$scratch"
}
trap leave EXIT

usage() {
    cat <<'TEXT'
Usage: bash installer/bootstrap.sh VERB [OPTIONS]

  run     install what is missing, build, and open the window on a copy of the Python sample; without a
          display, repair that copy on the command line with the built-in engineer
  test    install what is missing, build, and run the tests; ends with the summary of ctest
  deps    only install what is missing
  build   install what is missing and build the programs into build/release/bin

Options
  --with-engines  (test) install the container engines of Debian too, start them for the tests, with storage and
                  sockets of their own below build/engines, and end them afterwards
  --lint          (deps) the formatter and linters too
  --apparmor      install the AppArmor profile that bubblewrap needs on Ubuntu 24.04; it is only shown otherwise
  --help          this text

Packages are listed in installer/packages.txt and installed with apt-get, through sudo unless run by root.
Only what is missing is installed.
TEXT
}

say() { printf '\n== %s\n' "$*"; }
note() { printf '   %s\n' "$*"; }

# fail STATUS CODE WHAT CONTEXT REMEDY
fail() {
    printf 'bootstrap: error: %s\n  code: %s\n  context: %s\n  remedy: %s\n' "$3" "$2" "$4" "$5" >&2
    exit "$1"
}

# --- packages ---------------------------------------------------------------------------------------------

as_root() {
    if [[ $EUID -eq 0 ]]; then
        "$@"
    else
        sudo -- "$@"
    fi
}

apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120 "$@"; }

is_installed() {
    # `|| true`: dpkg-query answers 1 for a package that it has never heard of.
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null || true) == installed ]]
}

# The names of the given groups that are not installed, one a line.
missing_packages() {
    local group name
    while read -r group name; do
        if [[ " $* " == *" $group "* ]] && ! is_installed "$name"; then
            printf '%s\n' "$name"
        fi
    done < <(grep -E '^[a-z]' "$root/installer/packages.txt") | sort -u
    # The grammars are npm packages. A working npm of any origin will do; Debian's brings 300 packages along.
    if ! npm --version >/dev/null 2>&1; then
        printf 'npm\n'
    fi
}

require_apt() {
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        fail 5 ERR_SETUP_SYSTEM "this system has no apt-get" "looking for the packages of installer/packages.txt" \
            "Use Debian 12 or Ubuntu 24.04, or install those packages by hand and run: cmake --preset release"
    fi
    local name=unknown version=
    if [[ -r /etc/os-release ]]; then
        # shellcheck source=/dev/null
        read -r name version < <(. /etc/os-release && printf '%s %s\n' "${ID:-unknown}" "${VERSION_ID:-}")
    fi
    case "$name $version" in
    "debian 12" | "ubuntu 24.04") ;;
    *) note "This is $name $version; Debian 12 and Ubuntu 24.04 are the systems that this was made for." ;;
    esac
}

install_packages() {
    require_apt
    local -a missing=()
    mapfile -t missing < <(missing_packages "$@")
    if [[ ${#missing[@]} -eq 0 ]]; then
        note "Every package is there already."
        return
    fi
    say "Installing ${#missing[@]} packages: ${missing[*]}"
    if [[ $EUID -ne 0 ]] && ! command -v sudo >/dev/null; then
        fail 5 ERR_PERMISSION "packages can be installed by root only, and there is no sudo" \
            "installing ${missing[*]}" "As root: apt-get install --no-install-recommends ${missing[*]}"
    fi

    # A mirror that is down must not stop what the other lists can still give, so the answer comes later.
    local lists=fresh
    apt update >"$scratch/apt.log" 2>&1 || lists=stale
    local -a unknown=()
    local name
    for name in "${missing[@]}"; do
        [[ -n $(apt-cache show --no-all-versions "$name" 2>/dev/null) ]] || unknown+=("$name")
    done
    if [[ ${#unknown[@]} -gt 0 && $lists == stale ]]; then
        tail -n 5 "$scratch/apt.log" >&2
        fail 5 ERR_NETWORK "the lists of packages could not be fetched" "apt-get update, to install ${unknown[*]}" \
            "Check the network and the sources below /etc/apt, then run this again."
    elif [[ ${#unknown[@]} -gt 0 ]]; then
        fail 5 ERR_SETUP_PACKAGE "no source of packages has ${unknown[*]}" "apt-cache show after apt-get update" \
            "Enable Debian's main or Ubuntu's universe section below /etc/apt, then run this again."
    fi

    if ! apt install -y --no-install-recommends --download-only "${missing[@]}" >"$scratch/apt.log" 2>&1; then
        tail -n 5 "$scratch/apt.log" >&2
        fail 5 ERR_NETWORK "the packages could not be fetched" "apt-get install --download-only ${missing[*]}" \
            "Check the network and the sources below /etc/apt, then run this again."
    fi
    if ! apt install -y --no-install-recommends "${missing[@]}" >"$scratch/apt.log" 2>&1; then
        tail -n 15 "$scratch/apt.log" >&2
        fail 5 ERR_SETUP_PACKAGE "the packages could not be installed" "apt-get install ${missing[*]}" \
            "Mend what apt-get says above (often: apt-get -f install), then run this again."
    fi
    note "Installed."
}

# --- the sandbox's needs ----------------------------------------------------------------------------------

# A sandbox as an ordinary user makes one; root itself is exempt from what is checked here.
bubblewrap_works() {
    local -a drop=()
    if [[ $EUID -eq 0 ]]; then
        drop=(setpriv --reuid 65534 --regid 65534 --clear-groups)
    fi
    (cd / && "${drop[@]}" bwrap --unshare-all --ro-bind / / true) >/dev/null 2>&1
}

# $1: the program that mounts overlays. Both get the right to make user namespaces and nothing else changes.
apparmor_profile() {
    cat <<TEXT
abi <abi/4.0>,
include <tunables/global>

profile vouchsafe-bubblewrap /usr/bin/bwrap flags=(unconfined) {
  userns,
}

profile vouchsafe-program "$1" flags=(unconfined) {
  userns,
}
TEXT
}

setting() { cat "$1" 2>/dev/null || printf 'absent'; }

check_sandbox() {
    if bubblewrap_works; then
        return
    fi
    say "Bubblewrap cannot make a sandbox here yet"
    if [[ $(setting /proc/sys/kernel/apparmor_restrict_unprivileged_userns) == 1 ]]; then
        local target=/etc/apparmor.d/vouchsafe
        apparmor_profile "$root/build/{release,dev}/bin/vouchsafe" >"$scratch/profile"
        if [[ $apparmor == yes ]]; then
            as_root install -m 0644 -- "$scratch/profile" "$target"
            as_root apparmor_parser --replace -- "$target"
            note "Installed $target. To remove it: apparmor_parser --remove $target; rm $target"
            bubblewrap_works && return
            note "The sandbox still fails; another profile for /usr/bin/bwrap may be loaded: see aa-status."
            return
        fi
        note "AppArmor lets no program make user namespaces unless a profile says so. This profile would allow it"
        note "for bubblewrap and for this build's own program; --apparmor installs it as $target:"
        sed 's/^/     /' "$scratch/profile"
    elif [[ $(setting /proc/sys/kernel/unprivileged_userns_clone) == 0 ]]; then
        note "kernel.unprivileged_userns_clone is 0. To allow sandboxes: sysctl kernel.unprivileged_userns_clone=1"
    elif [[ $(setting /proc/sys/user/max_user_namespaces) == 0 ]]; then
        note "user.max_user_namespaces is 0. To allow sandboxes: sysctl user.max_user_namespaces=15000"
    else
        note "Try it: bwrap --unshare-all --ro-bind / / true"
    fi
    note "Until then every run ends with the outcome \`environment\`: nothing runs unsandboxed instead."
}

list_engines() {
    say "Sandbox engines on this machine"
    local name
    for name in bwrap podman docker runsc; do
        if ! command -v "$name" >/dev/null; then
            note "$name: absent"
        elif [[ $name == docker ]] && ! timeout 5 docker info >/dev/null 2>&1; then
            note "docker: the client is installed ($(command -v docker)), but no engine answers it"
        else
            note "$name: $(command -v "$name"), $("$name" --version 2>/dev/null | head -n 1)"
        fi
    done
}

# Starts the engines and tells ctest where they are. One that cannot be had on this machine is named, here and
# at the end; the table of the gauntlet names what did not run for want of it.
start_engines() {
    say "Starting the container engines of the tests"
    local engines=$root/tests/support/engines.sh
    [[ -r $root/build/engines/env ]] || started_engines=yes
    if ! bash "$engines" start; then
        fail 5 ERR_SETUP_IMAGE "the image of the tests could not be built" "bash tests/support/engines.sh start" \
            "Mend what mmdebstrap says above, or leave --with-engines out."
    fi
    set -a
    # shellcheck source=/dev/null
    source <(bash "$engines" env)
    set +a
}

absent_engines() {
    if [[ $with_engines == yes ]]; then
        grep -F ' absent ' -- "$root/build/engines/backends" || true
    fi
}

# --- building ---------------------------------------------------------------------------------------------

build_preset() {
    say "Building preset $1 into build/$1"
    cd -- "$root"
    if ! cmake --preset "$1" >"$scratch/configure.log" 2>&1; then
        tail -n 25 "$scratch/configure.log" >&2
        fail 5 ERR_SETUP_BUILD "the build could not be configured" "cmake --preset $1" \
            "Mend what is said above. The grammars come from npm's registry: \`npm ping\` tells if it can be reached."
    fi
    if ! cmake --build --preset "$1"; then
        fail 5 ERR_SETUP_BUILD "the build failed" "cmake --build --preset $1" \
            "Mend what is said above; rm -rf build/$1 makes the next build start afresh."
    fi
}

has_display() { [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; }

run_sample() {
    local program=$root/build/release/bin/vouchsafe sample=$root/resources/samples/python
    local copy
    copy=$(mktemp -d "${TMPDIR:-/tmp}/vouchsafe-sample-XXXXXX")/roombook
    cp -R -- "$sample" "$copy"
    rm -f -- "$copy/TASK.md"
    local -a git=(git -C "$copy" -c user.name=Sample -c user.email=sample@example.invalid -c commit.gpgSign=false
        -c core.hooksPath=/dev/null)
    git -c init.defaultBranch=main init -q -- "$copy"
    "${git[@]}" add -A
    "${git[@]}" commit -q -m "Roombook 0.4.0"

    if has_display; then
        say "Opening the window on a copy of the sample: $copy"
        note "The task is written down already: press F5 to run it, then review the patch and approve it with A."
        "$program-gui" --task-file "$sample/TASK.md" -- "$copy"
        return
    fi

    say "Repairing a copy of the sample: $copy"
    sed 's/^/   | /' "$sample/TASK.md"
    printf '\n'
    local status=0
    "$program" run "$copy" --task-file "$sample/TASK.md" --engineer builtin || status=$?

    say "The run ended with exit status $status"
    note "The sample's copy, untouched so far:  $copy"
    note "The run's journal, logs and evidence: ${XDG_DATA_HOME:-$(printf %s ~)/.local/share}/vouchsafe/runs"
    if [[ $status -eq 0 ]]; then
        note "Look at it:  $program show last"
        note "Check it:    $program check last"
        note "Apply it:    $program apply last"
        note "Undo it:     $program undo last"
    fi
    return "$status"
}

run_tests() {
    list_engines
    [[ $with_engines == no ]] || start_engines
    say "Running the tests"
    cd -- "$root"
    local status=0
    ctest --preset dev --parallel "$(nproc)" --label-exclude '^long$' || status=$?
    local table=build/dev/gauntlet.md
    if [[ -s $table ]]; then
        say "The gauntlet: $table"
        cat -- "$table"
    fi
    local name reason
    while read -r name _ reason; do
        note "NOT RUN: the gauntlet on $name: $reason"
    done < <(absent_engines)
    return "$status"
}

# --- the command line -------------------------------------------------------------------------------------

verb=
with_engines=no
lint=no
apparmor=no
for argument in "$@"; do
    case $argument in
    -h | --help)
        usage
        exit 0
        ;;
    --with-engines) with_engines=yes ;;
    --lint) lint=yes ;;
    --apparmor) apparmor=yes ;;
    run | test | deps | build)
        [[ -z $verb ]] || fail 2 ERR_USAGE "two verbs were given" "$verb and $argument" "Give one; see --help."
        verb=$argument
        ;;
    *) fail 2 ERR_USAGE "no such verb or option" "$argument" "See: bash installer/bootstrap.sh --help" ;;
    esac
done
if [[ -z $verb ]]; then
    usage >&2
    exit 2
fi
if [[ $with_engines == yes && $verb != test ]] || [[ $lint == yes && $verb != deps ]]; then
    fail 2 ERR_USAGE "an option does not belong to this verb" "$*" "See: bash installer/bootstrap.sh --help"
fi

say "Packages"
groups=(build run)
[[ $verb != test && $verb != deps ]] || groups+=(test)
[[ $lint == no ]] || groups+=(lint)
[[ $with_engines == no ]] || groups+=(engines)
install_packages "${groups[@]}"
check_sandbox

case $verb in
deps) ;;
build)
    build_preset release
    say "The programs are in $root/build/release/bin"
    ;;
run)
    build_preset release
    run_sample
    ;;
test)
    build_preset dev
    run_tests
    ;;
esac
