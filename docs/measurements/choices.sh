# document: hybrid-mcts/README.md
# takes: idle
# exact: no
# hybrid against gp-lcm on the suite choices-report and on the emulated programs with categories, five seeds. Minutes.
. "$ROOT/docs/measurements/problem-pairs"
run() {
    "$ROOT/attune" bench run "$@" --tuners hybrid,gp-lcm --seeds 30-34 --trials 80 --out choices.jsonl --workers 2 \
        > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
}
run choices-report
run emulators --problems emulated-amg,emulated-mm
problem_pairs 'pairs won after 20 trials' hybrid gp-lcm 20,40,80 choices.jsonl
