# document: cgp/README.md
# takes: idle
# exact: no
# The default tuner with and without regimes where nothing jumps or jumps are hidden: 10 seeds, 40 trials. Ten minutes.
one='gp-lcm[regimes=false]'
run() {
    "$ROOT/attune" bench run "$1" --problems "$2" --tuners "gp-lcm,$one" --seeds 60-69 --trials 40 --out smooth.jsonl > /dev/null 2> progress ||
        { tail -n 3 progress >&2; exit 1; }
}
run public branin,hartmann6,ackley5,rosenbrock4,pdgeqrf:0,demo:0,func2c,func3c
run regimes-report jump-mixed5,preconditioners
# CPU seconds of the proposals for trials 9 to 40
awk -v one="$one" '{
    match($0, /"problem":"[^"]*/); problem = substr($0, RSTART + 11, RLENGTH - 11)
    match($0, /"overhead":\[[^]]*/); split(substr($0, RSTART + 12, RLENGTH - 12), seconds, ",")
    for (i = 9; i <= 40; i++) total[problem, index($0, one) > 0] += seconds[i]
    known[problem]
} END { for (p in known) print p, "cost", sprintf("%.1f", total[p, 0] / total[p, 1]) }' smooth.jsonl > figures
"$ROOT/attune" bench compare smooth.jsonl --tuner gp-lcm --against "$one" --budgets 20,40 2> /dev/null | awk '$1 ~ /:/ { print $1, "wins" $2, $5 }' >> figures
echo "| problem | pairs won after 20 trials | 40 trials | time of proposals |"
echo "|---|---|---|---|"
sort figures | awk '{
    if (!($1 in seen)) { seen[$1]; order[++n] = $1 }
    value[$1, $2] = $3
    sum[$2] += $3
} END {
    for (i = 1; i <= n; i++) {
        p = order[i]
        name = p
        sub(/:0$/, "", name)
        printf "| `%s` | %s | %s | %s |\n", name, value[p, "wins20"], value[p, "wins40"], value[p, "cost"]
    }
    printf "| mean | %.3f | %.3f | %.1f |\n", sum["wins20"] / n, sum["wins40"] / n, sum["cost"] / n
}'
