# document: docs/ablation.md
# takes: idle
# exact: no
# The default tuner against itself without the quadratic through the nearest trials, on suites by which that was not decided: 10 seeds, 40 trials.
echo "| pairs won by \`gp-lcm\` after | 10 trials | 20 | 30 | 40 | problems |"
echo "|---|---|---|---|---|---|"
bbob=$(for d in 5 10; do printf "bbob-%s$d," step-ellipsoid ellipsoid rastrigin weierstrass schaffers gallagher; done | sed 's/,$//')
for suite in faces-report limits-report tails-report regimes-report tiers-report bbob; do
    problems=(); [ "$suite" != bbob ] || problems=(--problems "$bbob")
    "$ROOT/attune" bench run "${suite/bbob/synthetic}" "${problems[@]}" --tuners 'gp-lcm,gp-lcm[refine=false]' --seeds 510-519 --trials 40 \
        --out "$suite.jsonl" --workers 2 > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
    "$ROOT/attune" bench compare "$suite.jsonl" --tuner gp-lcm --against 'gp-lcm[refine=false]' --budgets 10,20,30,40 2> /dev/null |
        awk -v suite="$suite" '$1 ~ /:[0-9]+$/ { sum[$2] += $5; count += !seen[$1]++ }
            END {
                printf "| `%s` |", suite
                for (b = 10; b <= 40; b += 10) printf " %.3f |", sum[b] / count
                printf " %d |\n", count
            }'
done
