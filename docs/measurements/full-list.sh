# document: benchmarks/README.md
# takes: idle
# exact: no
# Average ranks of all tuners on the suite synthetic, and on those of its problems on which nothing was decided.
tuners=gp-lcm,tpe,bandit,evolutionary,forest,lhs,random,sobol
start=$SECONDS
"$ROOT/attune" bench run synthetic --tuners $tuners --seeds 0-4 --trials 40 --workers 2 --out all.jsonl > /dev/null 2> progress ||
    { tail -n 3 progress >&2; exit 1; }
minutes=$(((SECONDS - start + 30) / 60))
grep '"problem":"bbob-' all.jsonl > bbob.jsonl

# ranks FILE TITLE: a table of the ranks at 20 and 40 trials, best tuner first.
ranks() {
    "$ROOT/attune" bench report "$1.jsonl" --out "$1" > /dev/null 2>&1
    awk -F, -v title="$2" '
        NR > 1 && ($1 == 20 || $1 == 40) {
            rank[$1 "," $2] = sprintf("%.1f ± %.1f", $3, $6)
            if ($1 == 40) { order[++n] = $2; problems = $8 }
        }
        END {
            printf "%s (%d tasks; 5 seeds, ± by redrawing them):\n\n| trials |", title, problems
            for (i = 1; i <= n; i++) printf " %s |", order[i]
            printf "\n|---|"
            for (i = 1; i <= n; i++) printf "---|"
            for (b = 20; b <= 40; b += 20) {
                printf "\n| %d |", b
                for (i = 1; i <= n; i++) printf " %s |", rank[b "," order[i]]
            }
            print "\n"
        }' "$1/figures/ranks.csv"
}
ranks all 'Average ranks on what all tuners take of the list'
ranks bbob 'On the problems `bbob-...` alone, on which nothing was decided'
echo "$(wc -l < all.jsonl) runs took $minutes minutes."
