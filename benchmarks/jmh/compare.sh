#!/usr/bin/env bash
# Compares two versions by JMH, fork by fork in turns, so that a busy machine slows both alike.
#
#   benchmarks/jmh/compare.sh [-n ROUNDS] BEFORE AFTER [OPTIONS OF JMH]       7 rounds unless said otherwise
#
#   benchmarks/jmh/compare.sh main HEAD Surrogate -p n=80
#   benchmarks/jmh/compare.sh -n 15 /path/to/old/lib benchmarks/jmh/target/lib Proposal -p n=20
#
# A version is a git revision, which is built in a folder that goes away again, or a folder with the jars of this module
# (benchmarks/jmh/target/lib). Both must have the benchmarks that the options choose. A round is one fork of each version,
# in the order before, after and after, before in turns. JAVA names the java (the one that ./attune finds if unset).
#
# Prints for each benchmark, and for all together, the geometric mean over rounds of the time after divided by that
# before (below 1 is faster; scores per time count as their inverse), its standard error in per cent, and the smallest
# and largest of the rounds. A mean that is less than two or three standard errors from 1 says nothing.
set -euo pipefail
export LC_ALL=C

usage() {
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | head -n 8 >&2
    exit 2
}

rounds=7
if [ "${1:-}" = -n ]; then
    rounds=${2:-}
    [[ $rounds =~ ^[0-9]+$ ]] && ((rounds > 1)) || { echo "'$rounds' rounds are too few: at least 2." >&2; exit 2; }
    shift 2
fi
[ $# -ge 2 ] || usage
before=$1
after=$2
shift 2

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
folder=$(mktemp -d)
clean() {
    for tree in "$folder"/tree-*; do
        [ -d "$tree" ] && git -C "$root" worktree remove --force "$tree"
    done
    rm -rf "$folder"
}
trap clean EXIT

if [ -z "${JAVA:-}" ]; then
    . "$root/cli/src/main/dist/libexec/launch.sh"
    find_java
    JAVA=$java_home/bin/java
fi

# jars VERSION NAME: sets $found to the folder with a version's jars.
jars() {
    if [ -d "$1" ]; then
        found=$(cd "$1" && pwd -P)
        ls "$found"/*jmh*.jar > /dev/null 2>&1 || { echo "$1 has no jars of JMH. Maybe .../benchmarks/jmh/target/lib." >&2; exit 2; }
        return
    fi
    git -C "$root" rev-parse --verify --quiet "$1^{commit}" > /dev/null || {
        echo "'$1' is neither a folder nor a revision." >&2
        exit 2
    }
    echo "building $1" >&2
    git -C "$root" worktree add --quiet --detach "$folder/tree-$2" "$1" >&2
    (cd "$folder/tree-$2" && mvn -q -B -pl benchmarks/jmh -am -DskipTests package >&2)
    found=$folder/tree-$2/benchmarks/jmh/target/lib
}
jars "$before" before
before=$found
jars "$after" after
after=$found

# fork ROUND NAME JARS OPTIONS...: runs one fork, and keeps its scores.
fork() {
    local csv=$folder/$1-$2.csv out=$folder/out lib=$3
    local name="round $1 of $rounds, $2"
    shift 3
    "$JAVA" --enable-native-access=ALL-UNNAMED --add-modules jdk.incubator.vector -cp "$lib/*" \
        org.openjdk.jmh.Main "$@" -f 1 -rf csv -rff "$csv" > "$out" 2>&1 && [ -s "$csv" ] || {
        echo "JMH failed ($name):" >&2
        tail -n 20 "$out" >&2
        exit 1
    }
    echo "$name" >&2
}
for ((i = 1; i <= rounds; i++)); do
    if ((i % 2)); then
        fork $i before "$before" "$@"
        fork $i after "$after" "$@"
    else
        fork $i after "$after" "$@"
        fork $i before "$before" "$@"
    fi
done

for ((i = 1; i <= rounds; i++)); do
    for version in before after; do
        sed -e 's/"//g' -e "s/^/$i,$version,/" "$folder/$i-$version.csv"
    done
done | awk -F, '
    $3 == "Benchmark" { for (c = 10; c <= NF; c++) { sub(/^Param: /, "", $c); name[c] = $c } next }
    {
        key = $3
        sub(/^([a-z0-9]+\.)+/, "", key)
        for (c = 10; c <= NF; c++) if ($c != "") key = key " " name[c] "=" $c
        if (!(key in known)) { known[key] = 1; keys[++count] = key }
        score[key, $1, $2] = $4 == "thrpt" ? 1 / $7 : $7
    }
    function line(label, n, sum, squares, low, high,    mean, error) {
        mean = sum / n
        error = n > 1 && squares > n * mean * mean ? sqrt((squares - n * mean * mean) / (n - 1) / n) : 0
        printf "%-60s %8.3f %8.1f%% %8.3f %8.3f %7d\n", label, exp(mean), 100 * (exp(error) - 1), exp(low), exp(high), n
    }
    END {
        printf "%-60s %8s %9s %8s %8s %7s\n", "time after / before", "mean", "error", "least", "most", "rounds"
        for (k = 1; k <= count; k++) {
            n = sum = squares = 0
            for (i = 1; i <= rounds; i++) {
                if (!((keys[k], i, "before") in score && (keys[k], i, "after") in score)) continue
                r = log(score[keys[k], i, "after"] / score[keys[k], i, "before"])
                low = n == 0 || r < low ? r : low
                high = n == 0 || r > high ? r : high
                n++; sum += r; squares += r * r
                all[i] += r; those[i]++
            }
            if (n == 0) { printf "%-60s only one version has it\n", keys[k]; continue }
            line(keys[k], n, sum, squares, low, high)
            shared++
        }
        if (shared > 1) {
            n = sum = squares = 0
            for (i = 1; i <= rounds; i++) {
                if (!those[i]) continue
                r = all[i] / those[i]
                low = n == 0 || r < low ? r : low
                high = n == 0 || r > high ? r : high
                n++; sum += r; squares += r * r
            }
            line("all", n, sum, squares, low, high)
        }
    }' rounds="$rounds" -
