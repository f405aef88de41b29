#!/usr/bin/env bash
# Takes the strings of ui/ and app/ into every vouchsafe_*.ts of a folder, this one unless another is named,
# and drops those that are gone. $LUPDATE names Qt's program where it is not in the usual place.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
folder=$(cd -- "${1:-$here}" && pwd)
lupdate=${LUPDATE:-/usr/lib/qt6/bin/lupdate}
cd -- "$here/.."

sources=$(mktemp)
trap 'rm -f -- "$sources"' EXIT
# In one order on every machine, so that the entries are too.
find ui app -name '*.cpp' -o -name '*.h' | LC_ALL=C sort >"$sources"

for file in "$folder"/vouchsafe_*.ts; do
  options=(-no-obsolete -locations none -source-language en_US)
  # English is what the sources say already, but for the forms of a number.
  [[ $file == */vouchsafe_en.ts ]] && options+=(-pluralonly)
  "$lupdate" "${options[@]}" -I . "@$sources" -ts "$file"
done
