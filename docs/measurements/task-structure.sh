# document: docs/ablation.md
# takes: idle
# exact: no
# Tasks in one study: the default tuner against itself without what it knows of one task alone, and with one study for each task: 6 seeds, 40 trials. Ten minutes.
run() {
    "$ROOT/attune" bench run "$1" --problems "$2" --tuners "$3" --seeds 60-65 --trials 40 --out runs.jsonl > /dev/null 2> progress ||
        { tail -n 3 progress >&2; exit 1; }
}
# row TUNER TEXT SUITE: shares of the pairs that the default tuner wins, mean over the tasks.
row() {
    "$ROOT/attune" bench compare runs.jsonl --tuner gp-lcm --against "$1" --budgets 5,10,20,30,40 2> /dev/null |
        awk -v text="$2" -v suite="$3" '$1 ~ /:[0-9]$/ { sum[$2] += $5; count[$2]++ }
            END { printf "| `%s` | %s |", suite, text
                  split("5 10 20 30 40", budgets)
                  for (b = 1; b <= 5; b++) printf " %.3f |", sum[budgets[b]] / count[budgets[b]]; print "" }'
    rm runs.jsonl
}
aligned='vectors4:*,warps4:*,sets4:*,machines4:*,strict4:*,smooth4:*'
jumping='panels4:*,tiles4:*,cores4:*,odd4:*'
echo "| suite | pairs won against | 5 trials | 10 | 20 | 30 | 40 |"
echo "|---|---|---|---|---|---|---|"
run alignment-tasks "$aligned" 'gp-lcm,gp-lcm[alignment=false]'
row 'gp-lcm[alignment=false]' '`gp-lcm[alignment=false]`' alignment-tasks
run alignment-tasks "$aligned" 'gp-lcm,tpe'
row tpe '`tpe`' alignment-tasks
run regime-tasks "$jumping" 'gp-lcm,gp-lcm[regimes=false]'
row 'gp-lcm[regimes=false]' '`gp-lcm[regimes=false]`' regime-tasks
run regime-tasks "$jumping" 'gp-lcm,tpe'
row tpe '`tpe`' regime-tasks
