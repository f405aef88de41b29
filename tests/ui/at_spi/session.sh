#!/usr/bin/env bash
# Runs a command on a display and a session bus of its own, as a desktop would, with nothing of the user's.
# Usage: session.sh [--size 1280x800] [--root FOLDER] COMMAND...
set -euo pipefail

size=1280x800
root=
while [[ $# -gt 0 ]]; do
    case $1 in
    --size) size=$2 && shift 2 ;;
    --root) root=$2 && shift 2 ;;
    *) break ;;
    esac
done
for tool in Xvfb openbox xdotool dbus-run-session python3; do
    command -v "$tool" >/dev/null || { printf 'session.sh: %s is not installed\n' "$tool" >&2; exit 1; }
done

scratch=$(mktemp -d "${TMPDIR:-/tmp}/vouchsafe-window-XXXXXX")
[[ -n $root ]] || root=$scratch
display_pipe=$scratch/display
mkfifo "$display_pipe"
Xvfb -displayfd 3 -screen 0 "${size}x24" -nolisten tcp 3>"$display_pipe" 2>"$scratch/xvfb.log" &
server=$!
window_manager=
cleanup() {
    [[ -z $window_manager ]] || kill "$window_manager" 2>/dev/null || true
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    rm -rf -- "$scratch"
}
trap cleanup EXIT
read -r number <"$display_pipe"

mkdir -p "$root"/{home,config,data,cache,state,runtime}
chmod 700 "$root"/*
export DISPLAY=:$number HOME=$root/home XDG_CONFIG_HOME=$root/config XDG_DATA_HOME=$root/data
export XDG_CACHE_HOME=$root/cache XDG_STATE_HOME=$root/state XDG_RUNTIME_DIR=$root/runtime
export QT_QPA_PLATFORM=xcb QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 LC_ALL=C.UTF-8
# No engine: trying those of this machine would take the processors from the window that is timed.
export DOCKER_HOST=unix:///nonexistent CONTAINERS_CONF=/nonexistent/containers.conf
unset DBUS_SESSION_BUS_ADDRESS WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS

openbox --sm-disable >"$scratch/openbox.log" 2>&1 &
window_manager=$!
dbus-run-session -- "$@"
