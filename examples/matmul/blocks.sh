#!/usr/bin/env bash
# Figure 12 of GPTune's guide: regimes of a blocked matrix multiplication after 10 and 90 runs, beside the caches of this computer.
#
#   examples/matmul/blocks.sh FOLDER
#
# FOLDER gets the history, figures-10 and figures-90 (SVG), the tables of both (10.txt, 90.txt) and caches.txt. Some minutes.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
attune=${ATTUNE:-$here/../../attune}
[[ $# -eq 1 && $1 != -* ]] || { sed -n 's/^#   //p' "${BASH_SOURCE[0]}" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)

for trials in 10 90; do
    study=(--history "$folder/blocks.jsonl" --study "runs-$trials")
    "$attune" tune "$here/blocks.yaml" "${study[@]}" --trials "$trials" --option initial=$((trials / 2)) > "$folder/$trials.log" 2>&1 ||
        { cat "$folder/$trials.log" >&2; exit 1; }
    "$attune" surrogate show "$here/blocks.yaml" "${study[@]}" --plots "$folder/figures-$trials" > "$folder/$trials.txt"
    echo "after $trials runs:"
    sed -n '/^Boundaries/,/^Where/p;/^Regimes of/,/^[PO].*\.$/p' "$folder/$trials.txt"
done

# Three blocks of doubles are used together; where they are larger than a cache, they come from the next one.
for cache in /sys/devices/system/cpu/cpu0/cache/index*; do
    [ "$(cat "$cache/type")" = Instruction ] ||
        echo "$(cat "$cache/level") $(cat "$cache/size")"
done 2> /dev/null | awk '
    BEGIN { print "cache  size      three blocks fit up to  one block" }
    { kib = $2 + 0; if ($2 ~ /M/) kib *= 1024
      printf "L%d     %-9s %-22d  %d\n", $1, $2, sqrt(kib * 1024 / 24), sqrt(kib * 1024 / 8) }' | tee "$folder/caches.txt"
