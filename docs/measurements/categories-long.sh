# document: hybrid-mcts/README.md
# takes: idle
# exact: no
# hybrid against gp-lcm on categories in studies of 200 trials, three seeds. A quarter of an hour.
. "$ROOT/docs/measurements/problem-pairs"
"$ROOT/attune" bench run categories-report --tuners hybrid,gp-lcm --seeds 30-32 --trials 200 --workers 2 --out long.jsonl \
    > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
problem_pairs 'pairs won after 80 trials of 200' hybrid gp-lcm 80,200 long.jsonl
