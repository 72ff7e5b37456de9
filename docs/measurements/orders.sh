# document: benchmarks/README.md
# takes: idle
# exact: no
# gp-lcm on permutations of eight items with noise against the same as eight reals (random keys) and against evolutionary; 20 seeds. A quarter of an hour.
run() {
    "$ROOT/attune" bench run "$@" --seeds 30-49 --trials 80 --workers 2 > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
}
run orders-report --tuners gp-lcm,evolutionary --out orders.jsonl
run orders-report-keys --tuners gp-lcm --out keys.jsonl
sed 's/"peer":"gp-lcm"/"peer":"keys"/' keys.jsonl >> orders.jsonl
for against in keys evolutionary; do
    "$ROOT/attune" bench compare orders.jsonl --tuner gp-lcm --against $against --budgets 20,40,80 2> /dev/null |
        awk -v against=$against '$1 ~ /:0$/ { sub(/:0$/, "", $1); print $1, against $2, $5 }'
done > figures
echo "| problem | pairs won against random keys after 20 trials | 40 | 80 | against \`evolutionary\` after 20 | 40 | 80 |"
echo "|---|---|---|---|---|---|---|"
awk '{ value[$1, $2] = $3; known[$1] } END {
    for (p in known)
        printf "| `%s` | %s | %s | %s | %s | %s | %s |\n", p, value[p, "keys20"], value[p, "keys40"], value[p, "keys80"],
            value[p, "evolutionary20"], value[p, "evolutionary40"], value[p, "evolutionary80"]
}' figures | sort
