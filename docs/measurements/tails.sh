# document: docs/ablation.md
# takes: idle
# exact: no
# The default tuner against others, and against other output warps, where outputs span decades: 6 seeds, 40 trials.
others='gp-lcm[output-warp=none] gp-lcm[output-warp=log] gp-lcm[output-warp=rank] tpe forest random'
for suite in tails tails-report; do
    "$ROOT/attune" bench run "$suite" --tuners "gp-lcm,${others// /,}" --seeds 36-41 --trials 40 --out "$suite.jsonl" --workers 2 \
        > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
done
echo "| pairs won by \`gp-lcm\` after | \`tails\`: 10 trials | 20 | 40 | \`tails-report\`: 10 | 20 | 40 |"
echo "|---|---|---|---|---|---|---|"
for other in $others; do
    printf '| against `%s` |' "$other"
    for suite in tails tails-report; do
        "$ROOT/attune" bench compare "$suite.jsonl" --tuner gp-lcm --against "$other" --budgets 10,20,40 2> /dev/null |
            awk '$1 ~ /:0$/ { sum[$2] += $5; count[$2]++ }
                END { for (b = 10; b <= 40; b *= 2) printf " %.3f |", sum[b] / count[b] }'
    done
    echo
done
