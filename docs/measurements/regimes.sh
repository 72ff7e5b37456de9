# document: cgp/README.md
# takes: idle
# exact: no
# cgp against the default tuner without regimes on problems that jump, by which nothing was decided: 20 seeds, 40 trials. Ten minutes.
one='gp-lcm[regimes=false]'
for suite in jumps tiers-report; do
    "$ROOT/attune" bench run $suite --tuners "cgp,$one" --seeds 0-19 --trials 40 --out $suite.jsonl > /dev/null 2> progress ||
        { tail -n 3 progress >&2; exit 1; }
    "$ROOT/attune" bench compare $suite.jsonl --tuner cgp --against "$one" --budgets 20,40 2> /dev/null |
        awk '$1 ~ /:0$/ { sub(/:0$/, "", $1); print $1, "wins" $2, $5 }' >> figures
    "$ROOT/attune" bench experiment RegimeDensity $suite 20 40 2> /dev/null |
        awk 'NR > 1 { print $1, "density", $2; print $1, "median", $3; print $1, "rand", $6 }' >> figures
    # CPU seconds of the proposals for trials 9 to 40
    awk -v one="$one" '{
        match($0, /"problem":"[^":]*/); problem = substr($0, RSTART + 11, RLENGTH - 11)
        match($0, /"overhead":\[[^]]*/); split(substr($0, RSTART + 12, RLENGTH - 12), seconds, ",")
        for (i = 9; i <= 40; i++) total[problem, index($0, one) > 0] += seconds[i]
        known[problem]
    } END { for (p in known) print p, "cost", sprintf("%.1f", total[p, 0] / total[p, 1]) }' $suite.jsonl >> figures
done
echo "| problem | pairs won after 20 trials | 40 trials | nats per held-out run, mean | median | Rand index | time of proposals |"
echo "|---|---|---|---|---|---|---|"
awk '{
    if (!($1 in seen)) { seen[$1]; order[++n] = $1 }
    value[$1, $2] = $3
    sum[$2] += $3
} END {
    for (i = 1; i <= n; i++) {
        p = order[i]
        printf "| `%s` | %s | %s | %s | %s | %s | %s |\n", p, value[p, "wins20"], value[p, "wins40"],
            value[p, "density"], value[p, "median"], value[p, "rand"], value[p, "cost"]
    }
    printf "| mean | %.3f | %.3f | | | %.2f | %.1f |\n", sum["wins20"] / n, sum["wins40"] / n, sum["rand"] / n, sum["cost"] / n
}' figures
