# document: docs/ablation.md
# takes: idle
# exact: no
# The default tuner against others where runs fail beyond a limit: 10 seeds, 60 trials, and how many of these fail.
others='tpe forest evolutionary random'
for suite in limits limits-report; do
    "$ROOT/attune" bench run "$suite" --tuners "gp-lcm,${others// /,}" --seeds 40-49 --trials 60 --out "$suite.jsonl" --workers 2 \
        > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
done
failures() {
    awk -v tuner="$2" 'index($0, "\"peer\":\"" tuner "\"") && match($0, /"failures":[0-9]+/) {
        sum += substr($0, RSTART + 11, RLENGTH - 11); n++ } END { printf " %.1f |", sum / n }' "$1.jsonl"
}
echo "| pairs won by \`gp-lcm\` after | \`limits\`: 20 trials | 40 | 60 | fail of 60 | \`limits-report\`: 20 | 40 | 60 | fail of 60 |"
echo "|---|---|---|---|---|---|---|---|---|"
printf '| `gp-lcm` itself |'
for suite in limits limits-report; do
    printf ' | | |'
    failures "$suite" gp-lcm
done
echo
for other in $others; do
    printf '| against `%s` |' "$other"
    for suite in limits limits-report; do
        "$ROOT/attune" bench compare "$suite.jsonl" --tuner gp-lcm --against "$other" --budgets 20,40,60 2> /dev/null |
            awk '$1 ~ /:0$/ { sum[$2] += $5; count[$2]++ }
                END { for (b = 20; b <= 60; b += 20) printf " %.3f |", sum[b] / count[b] }'
        failures "$suite" "$other"
    done
    echo
done
