# document: docs/ablation.md
# takes: idle
# exact: no
# Tasks in one study: the default tuner against itself without what it knew of one task alone, and against tpe: 4 seeds, 30 trials. Eight minutes.
# won SUITE PROBLEMS OTHER: shares of the pairs that the default tuner wins against the other ones, mean over the tasks.
won() {
    "$ROOT/attune" bench run "$1" --problems "$2" --tuners "gp-lcm,$3,tpe" --seeds 60-63 --trials 30 --out "$1.jsonl" > /dev/null 2> progress ||
        { tail -n 3 progress >&2; exit 1; }
    for other in "$3" tpe; do
        "$ROOT/attune" bench compare "$1.jsonl" --tuner gp-lcm --against "$other" --budgets 5,10,20,30 2> /dev/null |
            awk -v other="$other" -v suite="$1" '$1 ~ /:[0-9]$/ { sum[$2] += $5; count[$2]++ }
                END { printf "| `%s` | `%s` |", suite, other
                      split("5 10 20 30", budgets)
                      for (b = 1; b <= 4; b++) printf " %.3f |", sum[budgets[b]] / count[budgets[b]]; print "" }'
    done
}
echo "| suite | pairs won against | 5 trials | 10 | 20 | 30 |"
echo "|---|---|---|---|---|---|"
won alignment-tasks 'vectors4:*,warps4:*,sets4:*,machines4:*,strict4:*,smooth4:*' 'gp-lcm[alignment=false]'
won regime-tasks 'panels4:*,tiles4:*,cores4:*,odd4:*' 'gp-lcm[regimes=false]'
