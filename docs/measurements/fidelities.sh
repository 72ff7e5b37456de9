# document: band-multifidelity/README.md
# takes: idle
# exact: no
# mf against full runs alone at equal cost, and these with one run less against themselves, forty seeds. Half an hour.
for suite in fidelities fidelities-report; do
    "$ROOT/attune" bench run $suite --tuners mf,gp-lcm --seeds 100-139 --trials 20 --workers 2 --out $suite.jsonl > /dev/null 2> progress ||
        { tail -n 3 progress >&2; exit 1; }
done
# one_less FILE: the pairs that full runs alone with one run less win against themselves, after 10 and 20.
one_less() {
    grep '"peer":"gp-lcm"' "$1" | sed 's/.*"problem":"\([^:]*\):0".*"best":\[\([^]]*\)\].*/\1,\2/' |
        awk -F, '{ run[$1, ++count[$1]] = $0; names[$1] }
            END {
                for (p in names) {
                    printf "%s", p
                    for (n = 10; n <= 20; n += 10) {
                        wins = 0
                        for (i = 1; i <= count[p]; i++) {
                            split(run[p, i], less, ",")
                            for (j = 1; j <= count[p]; j++) {
                                split(run[p, j], more, ",")
                                wins += less[n] < more[n + 1] ? 1 : less[n] == more[n + 1] ? 0.5 : 0
                            }
                        }
                        printf " %.2f", wins / count[p] ^ 2
                    }
                    print ""
                }
            }'
}
echo "| problem | pairs at 10 | at 20 | one full run less: at 10 | at 20 | \`mf\` at 5 | \`gp-lcm\` at 5 | \`mf\` at 6 | \`gp-lcm\` at 6 | \`mf\` at 10 | \`gp-lcm\` at 10 |"
echo "|---|---|---|---|---|---|---|---|---|---|---|"
for suite in fidelities fidelities-report; do
    one_less $suite.jsonl > less
    "$ROOT/attune" bench compare $suite.jsonl --tuner mf --against gp-lcm --budgets 5,6,10,20 2> /dev/null |
        awk 'NR == FNR { less[$1] = $2 " | " $3; next }
        $1 ~ /:0$/ {
            sub(/:0$/, "", $1)
            if (!($1 in seen)) { seen[$1]; order[++n] = $1 }
            value[$1, $2] = $3 " | " $4
            wins[$1, $2] = $5
        } END {
            for (i = 1; i <= n; i++) {
                p = order[i]
                printf "| `%s` | %s | %s | %s | %s | %s | %s |\n", p, wins[p, 10], wins[p, 20], less[p], value[p, 5], value[p, 6], value[p, 10]
            }
        }' less -
done
