# document: baselines/README.md
# takes: idle
# exact: no
# Shares of pairs of runs that baselines win against random search on the suite ablation. Some minutes.
tuners='tpe evolutionary bandit sobol lhs'
"$ROOT/attune" bench run ablation --tuners "random,${tuners// /,}" --seeds 20-24 --trials 80 --workers 2 --out all.jsonl > /dev/null 2> progress ||
    { tail -n 3 progress >&2; exit 1; }
echo "| tuner | 20 trials | 40 | 80 |"
echo "|---|---|---|---|"
for tuner in $tuners; do
    "$ROOT/attune" bench compare all.jsonl --tuner "$tuner" --against random --budgets 20,40,80 2> /dev/null |
        awk -v tuner="$tuner" '/^At .* wins / { line = line " | " $6 } END { print "| `" tuner "`" line " |" }'
done
echo
echo "5 seeds, $(awk '/"peer":"random"/' all.jsonl | wc -l) runs of each tuner."
