#!/usr/bin/env bash
# Prints how long Attune takes to start, as ratios to `java -version`: medians of wall time and of CPU time (user and
# system), of commands run in turn so that a busy machine slows all of them alike.
#
#   benchmarks/startup.sh [ROUNDS]        21 rounds unless said otherwise
#
# ATTUNE names the command (the repository's ./attune if unset), JAVA the java to compare with (the one that ./attune
# finds if unset). Goals: attune tuners within 6 times java -version, attune ask on a history of 30 trials within 25.
set -euo pipefail
export LC_ALL=C

rounds=${1:-21}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
attune=${ATTUNE:-$root/attune}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$attune" tuners > /dev/null # builds where that is needed
if [ -z "${JAVA:-}" ]; then
    . "$root/cli/src/main/dist/libexec/launch.sh"
    find_java
    JAVA=$java_home/bin/java
fi

cat > "$folder/problem.yaml" << 'YAML'
tuning_problem_name: startup
parameter_space:
  - {name: block, type: integer, lower_bound: 4, upper_bound: 512, scale: log}
  - {name: threads, type: integer, lower_bound: 1, upper_bound: 16}
  - {name: order, type: categorical, categories: [ijk, ikj, jki]}
  - {name: share, type: real, lower_bound: 0, upper_bound: 1}
output_space: [{name: seconds, unit: s}]
constraints: {fits: "block*threads <= 4096"}
evaluation:
  command: [awk, -f, seconds.awk, -v, "b={block}", -v, "t={threads}", -v, "o={order}", -v, "s={share}"]
  outputs: {seconds: {regex: "(.+)"}}
YAML
cat > "$folder/seconds.awk" << 'AWK'
BEGIN { print 1 + (log(b) - 4)^2 / 4 + 3 / t + 0.1 * t + (s - 0.3)^2 + (o == "ikj" ? 0 : 0.5) }
AWK

journal=$folder/attune.db/startup.jsonl
"$attune" tune "$folder/problem.yaml" --tuner gp-lcm --trials 30 > /dev/null 2> "$folder/errors" || {
    cat "$folder/errors" >&2
    exit 1
}
cp "$journal" "$folder/journal"

# measure NAME COMMAND...: appends wall and CPU seconds of one run to the file NAME.
measure() {
    local name=$1
    shift
    TIMEFORMAT='%R %U %S'
    { time "$@" > /dev/null 2> "$folder/errors"; } 2>> "$folder/$name" || {
        cat "$folder/errors" >&2
        exit 1
    }
}

for ((i = 0; i < rounds; i++)); do
    cp "$folder/journal" "$journal" # every ask sees the same 30 trials
    measure java "$JAVA" -version
    measure tuners "$attune" tuners
    measure ask "$attune" ask "$folder/problem.yaml" --trials 40
done

# median NAME COLUMN: 1 for wall seconds, 2 for CPU seconds.
median() {
    awk -v c="$2" '{ print c == 1 ? $1 : $2 + $3 }' "$folder/$1" | sort -n |
        awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

printf '%-28s %8s %8s %12s %12s %6s\n' "median of $rounds" 'wall s' 'CPU s' 'wall ratio' 'CPU ratio' goal
row() {
    awk -v n="$1" -v w="$(median "$2" 1)" -v c="$(median "$2" 2)" -v w0="$(median java 1)" -v c0="$(median java 2)" \
        -v g="$3" 'BEGIN { printf "%-28s %8.3f %8.3f %12.1f %12.1f %6s\n", n, w, c, w / w0, c / c0, g }'
}
row 'java -version' java ''
row 'attune tuners' tuners 6
row 'attune ask (30 trials)' ask 25
