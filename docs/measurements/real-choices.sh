# document: hybrid-mcts/README.md
# takes: idle
# exact: no
# hybrid against gp-lcm on Hypre and a matrix product themselves (apt-get install --no-install-recommends gcc openmpi-bin libopenmpi-dev libhypre-dev), both
# tasks of the first, ten seeds. An hour.
. "$ROOT/docs/measurements/problem-pairs"
"$ROOT/benchmarks/applications/build.sh" amg mm > build.log
[ "$(grep -c ': built$' build.log)" = 2 ] || { cat build.log >&2; exit 1; }
run() {
    "$ROOT/attune" bench run "$ROOT/benchmarks/applications/$1/problem.yaml" --problems "$2" --tuners hybrid,gp-lcm --seeds 30-39 --trials 80 \
        --out "$1.jsonl" > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
}
run amg amg:0,amg:1
run mm mm
problem_pairs 'pairs won after 20 trials' hybrid gp-lcm 20,40,80 amg.jsonl mm.jsonl
