#!/usr/bin/env bash
# Tunes sort(1) with ask and tell, by hand: 24 open files at most, so that merging many at once fails, and 5 seconds.
# Stop it with Ctrl-C whenever you like; started again, it goes on. Any number of these may run at once.
set -u
cd "$(dirname "$0")" || exit
attune=${ATTUNE:-../../attune}
lines=${LINES_TO_SORT:-300000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
awk -v n="$lines" 'BEGIN { srand(1); for (i = 0; i < n; i++) print rand() }' > "$work/text"

# Trials of a script that was stopped are handed out again.
while line=$("$attune" ask sort.yaml --reissue); code=$?; [ $code -eq 0 ]; do
    eval "$line" # trial=7 buffer=1024 batch=16 compress=none threads=1
    options=(--buffer-size="${buffer}K" --batch-size="$batch" --parallel="$threads" --temporary-directory="$work")
    [ "$compress" = none ] || options+=(--compress-program="$compress")
    start=$(date +%s%N)
    (ulimit -n 24 && LC_ALL=C exec timeout 5 sort "${options[@]}" -o "$work/sorted" "$work/text") 2> "$work/err"
    run=$?
    seconds=$(awk -v ns=$(($(date +%s%N) - start)) 'BEGIN { print ns / 1e9 }')
    if [ $run -eq 124 ]; then
        "$attune" tell sort.yaml --trial "$trial" --failed timeout --detail 'more than 5 s'
    elif [ $run -ne 0 ]; then
        "$attune" tell sort.yaml --trial "$trial" --failed crash --detail "$(head -n 1 "$work/err")"
    elif ! LC_ALL=C sort -c "$work/sorted"; then
        "$attune" tell sort.yaml --trial "$trial" --failed wrong-answer
    else
        "$attune" tell sort.yaml --trial "$trial" --output seconds="$seconds"
    fi
done
if [ $code -ne 4 ]; then # 3: other processes are at work on the rest
    exit "$code"
fi
"$attune" best sort.yaml
