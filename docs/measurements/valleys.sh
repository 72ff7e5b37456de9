# document: docs/ablation.md
# takes: idle
# exact: no
# The default tuner against itself without ridges and against others, where a sum of parameters matters most: 10 seeds, 40 trials. Two minutes.
others='gp-lcm[ridges=0] tpe forest evolutionary'
"$ROOT/attune" bench run valleys-report --tuners "gp-lcm,${others// /,}" --seeds 40-49 --trials 40 --out valleys.jsonl --workers 2 \
    > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
echo "| \`valleys-report\` | 10 trials | 20 | 30 | 40 |"
echo "|---|---|---|---|---|"
for other in $others; do
    "$ROOT/attune" bench compare valleys.jsonl --tuner gp-lcm --against "$other" --budgets 10,20,30,40 2> /dev/null |
        awk -v other="$other" '$1 ~ /:0$/ { sum[$2] += $5; count[$2]++ }
            END { printf "| pairs won against `%s` |", other
                  for (b = 10; b <= 40; b += 10) printf " %.3f |", sum[b] / count[b]; print "" }'
done
