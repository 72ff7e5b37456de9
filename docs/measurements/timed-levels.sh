# document: band-multifidelity/README.md
# takes: idle
# exact: no
# mf against full runs alone on programs whose seconds grow with the cost, after a default: 20 seeds, a cost of 10 full runs.
"$ROOT/attune" bench run timed-levels --tuners mf,gp-lcm --seeds 100-119 --trials 10 --out timed.jsonl --workers 2 \
    > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
echo "| problem | at a cost of 3 | 5 | 10 |"
echo "|---|---|---|---|"
"$ROOT/attune" bench compare timed.jsonl --tuner mf --against gp-lcm --budgets 3,5,10 2> /dev/null |
    awk '$1 ~ /:0$/ { name = $1; sub(/:0$/, "", name); if (!(name in row)) order[++n] = name; row[name] = row[name] " " $5 " |" }
        END { for (i = 1; i <= n; i++) printf "| `%s` |%s\n", order[i], row[order[i]] }'
