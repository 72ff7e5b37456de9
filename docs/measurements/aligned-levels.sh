# document: band-multifidelity/README.md
# takes: idle
# exact: no
# mf where it matters what divides sizes, against full runs alone and against itself without alignment: 4 seeds. Seven minutes.
"$ROOT/attune" bench run aligned-levels --tuners 'mf,gp-lcm,mf[alignment=false]' --seeds 60-63 --trials 20 --out aligned-levels.jsonl --workers 2 \
    > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
echo "| pairs of runs that \`mf\` wins against | at a cost of 5 | 10 | 20 |"
echo "|---|---|---|---|"
for other in gp-lcm 'mf[alignment=false]'; do
    "$ROOT/attune" bench compare aligned-levels.jsonl --tuner mf --against "$other" --budgets 5,10,20 2> /dev/null |
        awk -v other="$other" '$1 ~ /:0$/ { sum[$2] += $5; count[$2]++ }
            END { printf "| `%s` |", other; for (b = 5; b <= 20; b *= 2) printf " %.3f |", sum[b] / count[b]; print "" }'
done
