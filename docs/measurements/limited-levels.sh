# document: band-multifidelity/README.md
# takes: idle
# exact: no
# mf against full runs alone where runs fail beyond a limit, and cheap ones there as well or elsewhere: 5 seeds, a cost of 20 full runs.
for suite in limited-levels limited-levels-report; do
    "$ROOT/attune" bench run "$suite" --tuners mf,gp-lcm --seeds 40-44 --trials 20 --out "$suite.jsonl" --workers 2 \
        > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
    "$ROOT/attune" bench compare "$suite.jsonl" --tuner mf --against gp-lcm --budgets 5,10,20 2> /dev/null |
        awk '$1 ~ /:0$/ { kind = $1; sub(/:0$/, "", kind); sub(/.*-/, "", kind); sum[kind, $2] += $5; count[kind, $2]++ }
            END { split("alike later never near", kinds, " "); for (k = 1; k <= 4; k++) { printf "%s", kinds[k]
                for (b = 5; b <= 20; b *= 2) printf " %.3f", sum[kinds[k], b] / count[kinds[k], b]; print "" } }' > "$suite.shares"
done
echo "| cheap runs fail | \`limited-levels\`: at a cost of 5 | 10 | 20 | \`limited-levels-report\`: 5 | 10 | 20 |"
echo "|---|---|---|---|---|---|---|"
paste -d ' ' limited-levels.shares limited-levels-report.shares | awk '
    BEGIN { where["alike"] = "where full ones do"; where["later"] = "where full ones do, but later"; where["never"] = "nowhere"; where["near"] = "there, and where the best full ones are" }
    { printf "| %s | %s | %s | %s | %s | %s | %s |\n", where[$1], $2, $3, $4, $6, $7, $8 }'
