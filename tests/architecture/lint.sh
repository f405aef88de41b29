#!/usr/bin/env bash
# clang-tidy over the sources that the last commit or the working tree changed: all of them take longer than the other
# tests together. Usage: lint.sh BUILD_FOLDER. Exit status 77: could not run here, and says why.
set -euo pipefail
build=$1
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

skip() {
    printf 'not run: %s\n' "$1"
    exit 77
}
command -v clang-tidy >/dev/null || skip "clang-tidy is not installed"
[[ -f $build/compile_commands.json ]] || skip "$build has no compile_commands.json"
git rev-parse --quiet --verify 'HEAD~1^{commit}' >/dev/null 2>&1 || skip "there is no earlier commit to compare with"

mapfile -t changed < <(git diff --name-only --diff-filter=d HEAD~1 -- 'app/*.cpp' 'core/*.cpp' 'sandbox/*.cpp' 'tests/*.cpp')
declare -a files=()
for file in "${changed[@]}"; do
    # Sources of a part that this build leaves out have no command to go by.
    if grep --quiet --fixed-strings "/$file\"" "$build/compile_commands.json"; then
        files+=("$file")
    fi
done
printf '%d files changed since the last commit but one\n' "${#files[@]}"
[[ ${#files[@]} -eq 0 ]] || printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p "$build"
