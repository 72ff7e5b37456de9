# document: bayesopt/README.md
# takes: idle
# exact: no
# Where runs fail, the default tuner that looks elsewhere against one that does not: 15 seeds, 60 trials. Five minutes.
stay='gp-lcm[interleave=false]'
"$ROOT/attune" bench run crashes --tuners "gp-lcm,$stay" --seeds 720-734 --trials 60 --out crashes.jsonl > /dev/null 2> progress ||
    { tail -n 3 progress >&2; exit 1; }
# failed runs, the mean over the seeds
awk -v stay="$stay" '{
    match($0, /"problem":"[^"]*/); problem = substr($0, RSTART + 11, RLENGTH - 11)
    match($0, /"failures":[0-9]*/)
    other = index($0, stay) > 0
    failed[problem, other] += substr($0, RSTART + 11, RLENGTH - 11)
    runs[problem, other]++
    known[problem]
} END { for (p in known) printf "%s failed %.0f of them %.0f\n", p, failed[p, 0] / runs[p, 0], failed[p, 1] / runs[p, 1] }' crashes.jsonl > figures
"$ROOT/attune" bench compare crashes.jsonl --tuner gp-lcm --against "$stay" --budgets 20,40,60 2> /dev/null |
    awk '$1 ~ /:/ { print $1, "wins" $2, $5 }' >> figures
echo "| problem | pairs won after 20 trials | 40 | 60 | failed of 60 | failed without |"
echo "|---|---|---|---|---|---|"
sort figures | awk '{
    if (!($1 in seen)) { seen[$1]; order[++n] = $1 }
    value[$1, $2] = $3
    if ($2 == "failed") without[$1] = $6
} END {
    for (i = 1; i <= n; i++) {
        p = order[i]
        name = p
        sub(/:0$/, "", name)
        printf "| `%s` | %s | %s | %s | %s | %s |\n", name, value[p, "wins20"], value[p, "wins40"], value[p, "wins60"], value[p, "failed"], without[p]
    }
}'
