# document: hybrid-mcts/README.md
# takes: idle
# exact: no
# hybrid against gp-lcm on categories, ten seeds. Some minutes.
run() {
    "$ROOT/attune" bench run "$@" --workers 2 > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
}
run categories-report --tuners hybrid,gp-lcm --seeds 30-39 --trials 80 --out report.jsonl
# CPU seconds of a proposal, on average over 80 trials
awk '{
    match($0, /"problem":"[^":]*/); problem = substr($0, RSTART + 11, RLENGTH - 11)
    tuner = index($0, "\"peer\":\"hybrid\"") > 0 ? "hybrid" : "gp-lcm"
    match($0, /"overhead":\[[^]]*/); n = split(substr($0, RSTART + 12, RLENGTH - 12), seconds, ",")
    for (i = 1; i <= n; i++) { total[problem, tuner] += seconds[i]; count[problem, tuner]++ }
    known[problem]
} END { for (p in known) printf "%s cpu %.3f | %.3f\n", p, total[p, "hybrid"] / count[p, "hybrid"], total[p, "gp-lcm"] / count[p, "gp-lcm"] }' \
    report.jsonl > figures
"$ROOT/attune" bench compare report.jsonl --tuner hybrid --against gp-lcm --budgets 20,40,80 2> /dev/null |
    awk '$1 ~ /:0$/ { sub(/:0$/, "", $1); print $1, "wins" $2, $5 }' >> figures
echo "| problem | pairs won after 20 trials | 40 | 80 | CPU s of \`hybrid\` | of \`gp-lcm\` |"
echo "|---|---|---|---|---|---|"
awk '{
    if (!($1 in seen)) { seen[$1]; order[++n] = $1 }
    key = $1 SUBSEP $2
    $1 = $2 = ""
    sub(/^ +/, "")
    value[key] = $0
} END {
    for (i = 1; i <= n; i++) {
        p = order[i]
        printf "| `%s` | %s | %s | %s | %s |\n", p, value[p, "wins20"], value[p, "wins40"], value[p, "wins80"], value[p, "cpu"]
    }
}' figures | sort
