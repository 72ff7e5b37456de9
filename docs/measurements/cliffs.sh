# document: docs/ablation.md
# takes: idle
# exact: no
# The default tuner against itself with softer boundaries and without regimes, and against others, where runs are slower beyond a limit: 10 seeds, 40 trials. Three minutes.
others='cgp[classifier=process] gp-lcm[regimes=false] tpe forest evolutionary'
"$ROOT/attune" bench run cliffs-report --tuners "gp-lcm,${others// /,}" --seeds 40-49 --trials 40 --out cliffs.jsonl --workers 2 \
    > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
echo "| \`cliffs-report\` | 10 trials | 20 | 30 | 40 |"
echo "|---|---|---|---|---|"
for other in $others; do
    "$ROOT/attune" bench compare cliffs.jsonl --tuner gp-lcm --against "$other" --budgets 10,20,30,40 2> /dev/null |
        awk -v other="$other" '$1 ~ /:0$/ { sum[$2] += $5; count[$2]++ }
            END { printf "| pairs won against `%s` |", other
                  for (b = 10; b <= 40; b += 10) printf " %.3f |", sum[b] / count[b]; print "" }'
done
