#!/usr/bin/env bash
# usage: zstd.sh PARAMETERS: compresses target/data three times with these parameters (as zstd --zstd= reads them) in one
# thread, prints the CPU seconds of each time and the size, and checks that the data come back.
cd "$(dirname "$0")" || exit
if [ ! -e target/data ]; then
    echo "There is no zstd/target/data. Maybe run build.sh zstd." >&2
    exit 1
fi
out=$(mktemp) || exit
trap 'rm -f "$out"' EXIT
TIMEFORMAT='cpu=%U'
for ((i = 0; i < 3; i++)); do
    { time zstd -q -f -T1 --single-thread --zstd="$1" -o "$out" target/data; } 2>&1 || exit
done
echo "size=$(stat -c %s "$out")"
if zstd -q -d -c "$out" | cmp -s - target/data; then
    echo check=ok
else
    echo check=failed
fi
