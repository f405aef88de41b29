#!/usr/bin/env bash
# Container engines and their image for the tests, apart from those that the machine may use for other things:
#   start   start what is installed, build the image where the cache has none, import it, write the environment
#   env     print the environment (NAME=VALUE for a shell) that tests find the engines by
#   stop    end what start began, by its own process id; the images stay for the next start
#   remove  stop, and remove the images too
#
# An engine that already answers by DOCKER_HOST is used instead of one of ours. No service manager is needed;
# root is (or sudo). What cannot be had is named with its reason and is no failure: tests that need it say that
# they did not run. An image that cannot be built is a failure.
#
# Below build/engines (VOUCHSAFE_ENGINES names another folder):
#   env             the environment
#   backends        `docker ready`, `podman absent REASON`: a line for each backend of the gauntlet
#   docker, podman  their storage
#   runtime         link to a folder of short path for sockets: their names end at 107 bytes
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
readonly root
readonly state=${VOUCHSAFE_ENGINES:-$root/build/engines}
readonly cache=${XDG_CACHE_HOME:-$(printf %s ~)/.cache}/vouchsafe-tests/images
readonly image_name=vouchsafe-test/all

note() { printf '   %s\n' "$*"; }

as_root() {
    if [[ $EUID -eq 0 ]]; then
        "$@"
    else
        sudo -n -- "$@"
    fi
}

# --- the image --------------------------------------------------------------------------------------------

# What the samples, the verdict cases and the probes of the gauntlet need, and no more.
readonly image_packages=base-files,libc-bin,dash,bash,coreutils,diffutils,grep,sed,findutils,tar,gzip,mawk,util-linux,procps,ca-certificates,python3-minimal,python3-pytest,python3-venv,python3-pip,nodejs,npm,cmake,make,ninja-build,gcc,g++,libc6-dev,git

# Packages are only unpacked, so what their scripts would do is done here: users, the linker's cache, two names.
# Halves of packages that no test starts are left out: 631 MB become 510 MB.
# shellcheck disable=SC2016
readonly image_script='cd "$1"
rm -rf var/cache/apt/* var/lib/apt/lists/* usr/share/{doc,man,locale,info,lintian,bash-completion,nodejs/@types} \
  usr/bin/{*lto-dump*,cpack,scalar,ctest-*} usr/lib/gcc/*/*/{lto1,*san*} usr/lib/*/{gconv,*san.so*,libgprofng*} \
  usr/lib/*/{libcrypto,libssl,libexpat,libpython*}.a usr/lib/git-core/{scalar,git-http-*,git-imap-send} \
  usr/lib/*/perl/*/CORE
printf "root:x:0:0:root:/root:/bin/sh\ntester:x:1000:1000::/tmp:/bin/sh\n" > etc/passwd
printf "root:x:0:\ntester:x:1000:\n" > etc/group
ldconfig -r .
cd usr/bin
for pair in mawk:awk gcc:cc g++:c++; do
  if [ -e "${pair%:*}" ] && [ ! -e "${pair#*:}" ]; then ln -s "${pair%:*}" "${pair#*:}"; fi
done'

sources() {
    local file
    for file in /etc/apt/sources.list.d/{debian,ubuntu}.sources /etc/apt/sources.list; do
        if [[ -s $file ]]; then
            printf '%s\n' "$file"
            return
        fi
    done
    return 1
}

# shellcheck source=/dev/null
suite() { (. /etc/os-release && printf '%s\n' "$VERSION_CODENAME"); }

image_key() { printf '%s\n' 1 "$(suite)" "$image_packages" "$image_script" | sha256sum | cut -c1-16; }

# Prints the path of the image's tar, built where the cache has none.
image_tar() {
    local tar
    tar=$cache/all-$(image_key).tar
    if [[ ! -s $tar ]]; then
        local log=$state/image.log
        note "Building the image of the tests from packages of $(suite); $log has the words." >&2
        mkdir -p -- "$cache"
        local fresh
        fresh=$(mktemp --suffix=.tar "$cache/fresh-XXXXXX")
        # Hooks are run by sh; the braces above are bash's.
        printf '%s\n' "$image_script" >"$state/image.sh"
        if ! as_root mmdebstrap --quiet --mode=root --variant=extract --include="$image_packages" \
            --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Install-Recommends "false"' \
            --aptopt='Acquire::Languages "none"' --skip=download/empty --skip=essential/unlink \
            --extract-hook="bash -eu '$state/image.sh' \"\$1\"" "$(suite)" - "$(sources)" >"$fresh" 2>"$log"; then
            tail -n 5 -- "$log" >&2
            rm -f -- "$fresh"
            return 1
        fi
        chmod 0644 -- "$fresh"
        mv -- "$fresh" "$tar"
        find "$cache" -name 'all-*.tar' ! -path "$tar" -delete
    fi
    printf '%s\n' "$tar"
}

# --- docker -----------------------------------------------------------------------------------------------

docker_answers() { timeout 10 docker info >/dev/null 2>&1; }

own_daemon() {
    local pid
    pid=$(cat -- "$state/docker.pid" 2>/dev/null) || return 1
    # Process ids come again: only one that was given our configuration is ours.
    tr '\0' '\n' <"/proc/$pid/cmdline" 2>/dev/null | grep -qxF -- "$state/daemon.json" && printf '%s\n' "$pid"
}

# Debian's gVisor of 2022 knows no systrap.
runsc_platform() {
    if grep -qaF platform/systrap "$(command -v runsc)"; then printf 'systrap\n'; else printf 'ptrace\n'; fi
}

start_daemon() {
    local runtimes='{}'
    if command -v runsc >/dev/null; then
        runtimes=$(printf '{"runsc":{"path":"%s","runtimeArgs":["--network=none","--platform=%s","--oci-seccomp"]}}' \
            "$(command -v runsc)" "$(runsc_platform)")
    fi
    printf '{"runtimes":%s}\n' "$runtimes" >"$state/daemon.json"
    local dockerd
    dockerd=$(PATH=$PATH:/usr/sbin:/sbin command -v dockerd) || return 1
    as_root true 2>/dev/null || return 1
    local -a command=("$dockerd" --config-file "$state/daemon.json" --data-root "$state/docker"
        --exec-root "$(readlink -- "$state/runtime")/exec" --pidfile "$state/docker.pid" -H "unix://$DOCKER_SOCKET"
        --bridge none --iptables=false --ip6tables=false --exec-opt native.cgroupdriver=cgroupfs
        --group "$(id -g)")
    # Nothing of ours stays open in it: who reads this script's output would wait for the daemon's end.
    as_root setsid --fork "${command[@]}" >"$state/docker.log" 2>&1 </dev/null
    local tries
    for ((tries = 0; tries < 300; ++tries)); do
        if docker_answers; then
            return 0
        fi
        if ((tries > 40)) && ! own_daemon >/dev/null; then
            return 1
        fi
        sleep 0.1
    done
    return 1
}

last_words() { tail -n 1 -- "$1" 2>/dev/null | cut -c1-200 | tr '\n' ' '; }

prepare_docker() {
    if ! command -v docker >/dev/null; then
        reason="no docker client is installed"
        return 1
    fi
    if [[ -n ${DOCKER_HOST:-} ]]; then
        if docker_answers; then
            note "docker: the engine of DOCKER_HOST=$DOCKER_HOST is used"
            return 0
        fi
        note "docker: nobody answers at DOCKER_HOST=$DOCKER_HOST"
    fi
    DOCKER_SOCKET=$(readlink -- "$state/runtime")/docker.sock
    export DOCKER_HOST=unix://$DOCKER_SOCKET
    if own_daemon >/dev/null && docker_answers; then
        note "docker: our own engine runs already"
        return 0
    fi
    if start_daemon; then
        note "docker: started an engine of our own at $DOCKER_HOST"
        return 0
    fi
    unset DOCKER_HOST
    reason="dockerd does not start on this machine: $(last_words "$state/docker.log")"
    return 1
}

# --- podman -----------------------------------------------------------------------------------------------

prepare_podman() {
    if ! command -v podman >/dev/null; then
        reason="podman is not installed"
        return 1
    fi
    export CONTAINERS_CONF=$state/containers.conf CONTAINERS_STORAGE_CONF=$state/storage.conf
    local short
    short=$(readlink -- "$state/runtime")
    {
        printf '[engine]\nevents_logger="file"\nlock_type="file"\ntmp_dir="%s/podman-tmp"\n' "$short"
        # crun refuses hybrid control groups, and there may be no systemd to ask for one. An ordinary user's
        # limits need systemd's delegation, so there the defaults stay.
        [[ $EUID -ne 0 ]] || printf 'runtime="runc"\ncgroup_manager="cgroupfs"\n'
    } >"$CONTAINERS_CONF"
    printf '[storage]\ndriver="overlay"\ngraphroot="%s/podman"\nrunroot="%s/podman-run"\n' "$state" "$short" \
        >"$CONTAINERS_STORAGE_CONF"
    if ! timeout 30 podman info >"$state/podman.log" 2>&1; then
        reason="podman does not work on this machine: $(last_words "$state/podman.log")"
        return 1
    fi
}

# --- together ---------------------------------------------------------------------------------------------

# trial CLIENT RUNTIME: the image's own `true` under that runtime.
trial() {
    local -a words=("$1" run --rm --pull never --network none)
    [[ -z $2 ]] || words+=(--runtime "$2")
    # Its defaults may lie above what this process may give away.
    [[ $1 != podman ]] || words+=(--ulimit nofile=1024:1024 --ulimit nproc=4096:4096)
    timeout 60 "${words[@]}" "$image" true >"$state/trial.log" 2>&1 ||
        { reason="a container does not start on this machine: $(last_words "$state/trial.log")"; return 1; }
}

import_image() {
    if ! timeout 10 "$1" image inspect "$image" >/dev/null 2>&1; then
        "$1" import "$tar" "$image" >"$state/import.log" 2>&1 || {
            reason="the image cannot be imported: $(last_words "$state/import.log")"
            return 1
        }
    fi
}

verdict() { # NAME: writes down whether the last steps worked
    if [[ -z $reason ]]; then
        printf '%s ready\n' "$1" >>"$state/backends"
        ready+=("$1")
        note "$1: ready"
    else
        printf '%s absent %s\n' "$1" "$reason" >>"$state/backends"
        note "$1: absent, $reason"
    fi
}

start() {
    mkdir -p -- "$state"
    if [[ ! -d $state/runtime ]]; then
        ln -sfn -- "$(mktemp -d "${TMPDIR:-/tmp}/vs-engines-XXXXXX")" "$state/runtime"
    fi
    rm -f -- "$state/env" "$state/backends"
    local reason='' docker_reason='' podman_reason='' tar='' image
    local -a ready=()
    image=$image_name:$(image_key)

    prepare_docker || docker_reason=$reason
    reason=''
    prepare_podman || podman_reason=$reason
    if [[ -z $docker_reason || -z $podman_reason ]]; then
        if ! tar=$(image_tar); then
            note "The image of the tests could not be built."
            return 1
        fi
    fi

    reason=$docker_reason
    [[ -n $reason ]] || { import_image docker && trial docker ''; } || true
    verdict docker
    if [[ -z $reason ]]; then
        trial docker runsc || true
    fi
    verdict docker-runsc
    reason=$podman_reason
    [[ -n $reason ]] || { import_image podman && trial podman ''; } || true
    verdict podman

    {
        [[ " ${ready[*]} " != *" docker "* ]] || printf 'DOCKER_HOST=%q\n' "$DOCKER_HOST"
        [[ " ${ready[*]} " != *" podman "* ]] ||
            printf 'CONTAINERS_CONF=%q\nCONTAINERS_STORAGE_CONF=%q\n' "$CONTAINERS_CONF" "$CONTAINERS_STORAGE_CONF"
        printf 'VOUCHSAFE_TEST_IMAGE=%q\n' "$image"
        # What must be there from now on: a test that finds one of these absent fails.
        printf 'VOUCHSAFE_TEST_BACKENDS=%q\n' "bubblewrap ${ready[*]}"
    } >"$state/env"
}

stop() {
    local pid place
    if pid=$(own_daemon); then
        as_root kill -- "$pid"
        while [[ -d /proc/$pid ]]; do sleep 0.1; done
        note "docker: ended our own engine"
    fi
    # Network namespaces of the daemon and podman's storage stay mounted.
    while read -r place; do
        as_root umount -- "$place" || true
    done < <(cut -d ' ' -f 5 /proc/self/mountinfo | grep -E -- "^($(readlink -f -- "$state")|$(
        readlink -- "$state/runtime" || printf /nowhere
    ))/" | sort -r)
    if [[ -L $state/runtime ]]; then
        as_root rm -rf -- "$(readlink -- "$state/runtime")"
        rm -f -- "$state/runtime"
    fi
    rm -f -- "$state/env"
}

case ${1:-} in
start) start ;;
env)
    if [[ ! -r $state/env ]]; then
        printf 'engines: nothing was started: bash tests/support/engines.sh start\n' >&2
        exit 1
    fi
    cat -- "$state/env"
    ;;
stop) stop ;;
remove)
    stop
    as_root rm -rf -- "$state"
    ;;
*)
    printf 'Usage: bash tests/support/engines.sh start|env|stop|remove\n' >&2
    exit 2
    ;;
esac
