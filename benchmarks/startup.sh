#!/usr/bin/env bash
# Prints how long short commands take, as multiples of `java -version` with the same Java: medians of wall and CPU
# seconds over interleaved rounds. benchmarks/startup.sh [ROUNDS]; the aims are 6 for tuners and 25 for ask.
set -euo pipefail
rounds=${1:-15}
root=$(cd "${BASH_SOURCE[0]%/*}/.." && pwd)
. "$root/cli/src/main/dist/libexec/launch.sh"
find_java
attune=$root/attune
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
cd "$stage"

# A study of 30 finished trials; each round asks for trial 31.
sed 's/^tasks:.*/tasks: [{n: 1}]/; s/^trials:.*/trials: 40/' \
    "$root/cli/src/main/dist/libexec/rehearsal/problem.yaml" > problem.yaml
"$attune" ask problem.yaml --count 30 > trials
while read -r line; do
    trial=${line#trial=} trial=${trial%% *}
    "$attune" tell problem.yaml --trial "$trial" --output seconds=$((1 + trial * 7 % 11)) > /dev/null
done < trials
cp -r attune.db saved.db

java_version_only() { "$java_home/bin/java" -version; }
tuners() { "$attune" tuners; }
ask() { "$attune" ask problem.yaml; }
best() { "$attune" best problem.yaml; }
commands=(java_version_only tuners ask best)

TIMEFORMAT='%R %U %S'
for ((round = 0; round < rounds; round++)); do
    for command in "${commands[@]}"; do
        rm -rf attune.db
        cp -r saved.db attune.db
        { time "$command" > /dev/null 2>&1; } 2>> "$command.times"
    done
done

median() { # of a sum of columns, as an awk expression
    awk "{print $1}" "$2" | sort -n | sed -n "$(((rounds + 1) / 2))p"
}
wall0=$(median '$1' java_version_only.times)
cpu0=$(median '$2 + $3' java_version_only.times)
printf '%-20s %8s %8s %6s %6s\n' command wall/s cpu/s wall cpu
for command in "${commands[@]}"; do
    wall=$(median '$1' "$command.times")
    cpu=$(median '$2 + $3' "$command.times")
    awk -v c="$command" -v w="$wall" -v u="$cpu" -v w0="$wall0" -v u0="$cpu0" \
        'BEGIN {printf "%-20s %8.3f %8.3f %6.1f %6.1f\n", c, w, u, w / w0, u / u0}'
done
