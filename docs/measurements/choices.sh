# document: hybrid-mcts/README.md
# takes: idle
# exact: no
# hybrid against gp-lcm on the suite choices-report and on the emulated programs with categories, five seeds. Minutes.
run() {
    "$ROOT/attune" bench run "$@" --tuners hybrid,gp-lcm --seeds 30-34 --trials 80 --out choices.jsonl --workers 2 \
        > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
}
run choices-report
run emulators --problems emulated-amg,emulated-mm
echo "| problem | pairs won after 20 trials | 40 | 80 |"
echo "|---|---|---|---|"
"$ROOT/attune" bench compare choices.jsonl --tuner hybrid --against gp-lcm --budgets 20,40,80 2> /dev/null |
    awk '$1 ~ /:0$/ { sub(/:0$/, "", $1); value[$1, $2] = $5; known[$1] } END {
        for (p in known) printf "| `%s` | %s | %s | %s |\n", p, value[p, 20], value[p, 40], value[p, 80]
    }' | sort
