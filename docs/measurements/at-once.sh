# document: docs/ablation.md
# takes: idle
# exact: no
# The default tuner against others where trials run eight at a time, the next eight after all of them, and against itself where
# one runs after another: 2 seeds, 48 trials. A quarter of an hour.
eight='gp-lcm[parallel=8]'
others='tpe[parallel=8] forest[parallel=8] bandit[parallel=8] gp-lcm'
for suite in cliffs-report walls-report tails-report regimes-report; do
    "$ROOT/attune" bench run "$suite" --tuners "$eight,${others// /,}" --seeds 500-501 --trials 48 --out "$suite.jsonl" --workers 2 \
        > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
done
echo "| pairs won by eight at a time | after 16 trials | 24 | 32 | 48 |"
echo "|---|---|---|---|---|"
for other in $others; do
    printf '| against `%s` |' "$other"
    "$ROOT/attune" bench compare ./*-report.jsonl --tuner "$eight" --against "$other" --budgets 16,24,32,48 2> /dev/null |
        awk '/^At .* wins / { printf " %s |", $6 }'
    echo
done
