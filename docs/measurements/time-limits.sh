# document: docs/ablation.md
# takes: idle
# exact: no
# The default tuner where a time limit ends most runs, against itself with these as failures and against others: 6 seeds, 40 trials.
others='gp-lcm[censored=false] tpe forest evolutionary bandit'
"$ROOT/attune" bench run time-limits --tuners "gp-lcm,${others// /,}" --seeds 44-49 --trials 40 --out runs.jsonl --workers 2 \
    > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
echo "| pairs won by \`gp-lcm\` on \`time-limits\` after | 8 trials | 10 | 20 | 30 | 40 |"
echo "|---|---|---|---|---|---|"
for other in $others; do
    printf '| against `%s` |' "$other"
    "$ROOT/attune" bench compare runs.jsonl --tuner gp-lcm --against "$other" --budgets 8,10,20,30,40 2> /dev/null |
        awk '$1 ~ /:0$/ { sum[$2] += $5; count[$2]++ }
            END { n = split("8 10 20 30 40", b, " "); for (i = 1; i <= n; i++) printf " %.3f |", sum[b[i]] / count[b[i]] }'
    echo
done
