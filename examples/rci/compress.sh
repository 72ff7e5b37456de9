#!/usr/bin/env bash
# compress.sh TEXT LEVEL CHUNK RSYNC: compresses a text in chunks, and says how long that took and how large the result is.
set -euo pipefail
text=$1 level=$2 chunk=$3 rsync=$4
make_text() {
    case $text in
        numbers) seq 1 150000 ;;
        words) awk 'BEGIN { srand(1); for (i = 0; i < 60000; i++) print "word" int(40 * rand()), "of", int(9 * rand()) }' ;;
        noise) awk 'BEGIN { srand(1); for (i = 0; i < 50000; i++) print rand() rand() }' ;;
    esac
}
options=("-$level")
[ "$rsync" = no ] || options+=(--rsyncable)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
make_text > "$folder/text"
split -a 4 -b "${chunk}K" "$folder/text" "$folder/chunk."
start=$(date +%s%N)
gzip "${options[@]}" "$folder"/chunk.*
echo "Time: $(awk -v ns=$(($(date +%s%N) - start)) 'BEGIN { print ns / 1e9 }') s"
echo "Size: $(cat "$folder"/chunk.* | wc -c | awk '{ print int(($1 + 1023) / 1024) }') KiB"
