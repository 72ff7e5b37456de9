# document: docs/ablation.md
# takes: idle
# exact: no
# The default tuner against itself without a first trial in the middle, on suites by which that was not decided: 10 seeds, 40 trials.
echo "| pairs won by \`gp-lcm\` after | 5 trials | 10 | 20 | 40 | problems |"
echo "|---|---|---|---|---|---|"
bbob=$(for d in 5 10; do printf "bbob-%s$d," step-ellipsoid ellipsoid rastrigin weierstrass schaffers gallagher; done | sed 's/,$//')
for suite in limits-report tails-report regimes-report tiers-report bbob; do
    problems=(); [ "$suite" != bbob ] || problems=(--problems "$bbob")
    "$ROOT/attune" bench run "${suite/bbob/synthetic}" "${problems[@]}" --tuners 'gp-lcm,gp-lcm[center-first=false]' --seeds 500-509 --trials 40 \
        --out "$suite.jsonl" --workers 2 > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
    # where both begin alike, all pairs are ties
    "$ROOT/attune" bench compare "$suite.jsonl" --tuner gp-lcm --against 'gp-lcm[center-first=false]' --budgets 1,5,10,20,40 2> /dev/null |
        awk -v suite="$suite" '$1 ~ /:[0-9]+$/ { share[$1, $2] = $5; seen[$1] = 1 }
            END {
                for (p in seen) {
                    if (share[p, 1] == 0.5 && share[p, 5] == 0.5 && share[p, 10] == 0.5 && share[p, 40] == 0.5) continue
                    count++
                    for (b = 5; b <= 40; b *= 2) sum[b] += share[p, b]
                }
                printf "| `%s` |", suite
                for (b = 5; b <= 40; b *= 2) printf " %.3f |", sum[b] / count
                printf " %d |\n", count
            }'
done
