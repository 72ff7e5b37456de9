#!/usr/bin/env bash
# Tests the shim on the example: what is handed over, ranks, environment, and what goes wrong.
# usage: test.sh [ATTUNE]      with the command, the example is tuned, too
set -euo pipefail
attune=${1:-}
[ -z "$attune" ] || attune=$(realpath "$attune")
cd "$(dirname "${BASH_SOURCE[0]}")"
./build.sh
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

# expect CODE TEXT COMMAND...: the exit code (any but 0: "failure"), and a text in the output of either kind.
expect() {
    local code=$1 text=$2 got=0
    shift 2
    timeout 60 "$@" > "$stage/out" 2>&1 || got=$?
    [ "$code" != failure ] || [ $got = 0 ] || [ $got = 124 ] || got=failure
    if [ "$got" != "$code" ] || ! grep -q -- "$text" "$stage/out"; then
        echo "FAILED: $* gave $got, expected $code and '$text':"
        cat "$stage/out"
        exit 1
    fi
    echo "ok: $* gives $code, $text"
}

spawn=(mpirun -n 1 --oversubscribe target/mpi-spawn)
work=(-o seconds,change -- target/stencil 300 10 16)
expect 0 '^change=' "${spawn[@]}" -n 3 -e TILE_WIDTH=64 "${work[@]}"
sed -n 's/^change=//p' "$stage/out" > "$stage/spawned"
expect 0 '^change=' env TILE_WIDTH=64 mpirun -n 3 --oversubscribe target/stencil 300 10 16
# However many ranks and tiles, alone or spawned, the stencil computes the same.
awk -v spawned="$(cat "$stage/spawned")" -v alone="$(sed -n 's/^change=//p' "$stage/out")" \
    'BEGIN { exit !(spawned > 0 && (spawned - alone) ^ 2 < (1e-5 * alone) ^ 2) }' || { echo "FAILED: results differ"; exit 1; }
expect 0 '^change=' "${spawn[@]}" -n 1 -e TILE_WIDTH=8 -e UNUSED=1 -i wdir="$PWD" "${work[@]}"
cmp -s <(sed -n 's/^change=//p' "$stage/out" | cut -c1-7) <(cut -c1-7 "$stage/spawned") || { echo "FAILED: other tiles, another result"; exit 1; }
expect 3 'TILE_WIDTH have to be positive' "${spawn[@]}" -n 2 "${work[@]}"
expect failure 'target/missing' "${spawn[@]}" -n 2 -o seconds -- target/missing
expect 2 "not 'x'" "${spawn[@]}" -n x -- target/stencil
expect 2 "unknown option '--help'" "${spawn[@]}" --help
expect 2 'no program' "${spawn[@]}" -n 2
expect 2 'NAME=VALUE' "${spawn[@]}" -e TILE_WIDTH -- target/stencil

if [ -n "$attune" ]; then
    "$attune" tune problem.yaml --trials 4 --history "$stage/stencil.jsonl" 2>&1 | tee "$stage/tuned"
    grep -q '^trial 4 (4 of 4): .*seconds=' "$stage/tuned" || { echo "FAILED: not 4 trials"; exit 1; }
fi
