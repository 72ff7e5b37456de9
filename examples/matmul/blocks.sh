#!/usr/bin/env bash
# Figure 12 of GPTune's guide: regimes of a blocked matrix multiplication after 10 and 90 runs, beside the caches of this computer.
#
#   examples/matmul/blocks.sh FOLDER
#
# FOLDER gets the history, pictures (figures-10, figures-90), tables (10.txt, 90.txt) and caches.txt; and the same of the
# guide's method, which always takes regimes, by the same runs (figures-published-90, ...). Some minutes.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
attune=${ATTUNE:-$here/../../attune}
[[ $# -eq 1 && $1 != -* ]] || { sed -n 's/^#   //p' "${BASH_SOURCE[0]}" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)

show() { # STUDY NAME
    "$attune" surrogate show "$here/blocks.yaml" --history "$folder/blocks.jsonl" --study "$1" --plots "$folder/figures-$2" > "$folder/$2.txt" 2>> "$folder/log"
    sed -n '/^Regimes of/,/^[PO].*\.$/p;/^Boundaries of/,/^Where/p' "$folder/$2.txt"
}
tune() { # STUDY TRIALS ARGUMENTS...
    "$attune" tune "$here/blocks.yaml" --history "$folder/blocks.jsonl" --study "$1" --trials "$2" "${@:3}" >> "$folder/log" 2>&1 || { tail "$folder/log" >&2; exit 1; }
}

for trials in 10 90; do
    tune "runs-$trials" "$trials" --option initial=$((trials / 2))
    echo "After $trials runs:"
    show "runs-$trials" "$trials"
    tune "published-$trials" "$trials" --reuse "runs-$trials" --option profile=published
    echo "As published, by the same runs:"
    show "published-$trials" "published-$trials"
done

# Three blocks of doubles are used together; where they are larger than a cache, they come from the next one.
for cache in /sys/devices/system/cpu/cpu0/cache/index*; do
    [ "$(cat "$cache/type")" = Instruction ] ||
        echo "$(cat "$cache/level") $(cat "$cache/size")"
done 2> /dev/null | awk '
    BEGIN { print "cache  size      three blocks fit up to  one block" }
    { kib = $2 + 0; if ($2 ~ /M/) kib *= 1024
      printf "L%d     %-9s %-22d  %d\n", $1, $2, sqrt(kib * 1024 / 24), sqrt(kib * 1024 / 8) }' | tee "$folder/caches.txt"
