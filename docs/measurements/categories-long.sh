# document: hybrid-mcts/README.md
# takes: idle
# exact: no
# hybrid against gp-lcm on categories in studies of 200 trials, three seeds. A quarter of an hour.
"$ROOT/attune" bench run categories-report --tuners hybrid,gp-lcm --seeds 30-32 --trials 200 --workers 2 --out long.jsonl \
    > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
echo "| problem | pairs won after 80 trials of 200 | 200 |"
echo "|---|---|---|"
"$ROOT/attune" bench compare long.jsonl --tuner hybrid --against gp-lcm --budgets 80,200 2> /dev/null |
    awk '$1 ~ /:0$/ { sub(/:0$/, "", $1); value[$1, $2] = $5; known[$1] } END {
        for (p in known) printf "| `%s` | %s | %s |\n", p, value[p, 80], value[p, 200]
    }' | sort
