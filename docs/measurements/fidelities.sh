# document: band-multifidelity/README.md
# takes: idle
# exact: no
# mf against full runs alone at equal cost, ten seeds. A quarter of an hour.
for suite in fidelities fidelities-report; do
    "$ROOT/attune" bench run $suite --tuners mf,gp-lcm --seeds 0-9 --trials 20 --workers 2 --out $suite.jsonl > /dev/null 2> progress ||
        { tail -n 3 progress >&2; exit 1; }
done
echo "| problem | pairs at 10 | at 20 | \`mf\` at 5 | \`gp-lcm\` at 5 | \`mf\` at 6 | \`gp-lcm\` at 6 | \`mf\` at 10 | \`gp-lcm\` at 10 |"
echo "|---|---|---|---|---|---|---|---|---|"
for suite in fidelities fidelities-report; do
    "$ROOT/attune" bench compare $suite.jsonl --tuner mf --against gp-lcm --budgets 5,6,10,20 2> /dev/null |
        awk '$1 ~ /:0$/ {
            sub(/:0$/, "", $1)
            if (!($1 in seen)) { seen[$1]; order[++n] = $1 }
            value[$1, $2] = $3 " | " $4
            wins[$1, $2] = $5
        } END {
            for (i = 1; i <= n; i++) {
                p = order[i]
                printf "| `%s` | %s | %s | %s | %s | %s |\n", p, wins[p, 10], wins[p, 20], value[p, 5], value[p, 6], value[p, 10]
            }
        }'
done
