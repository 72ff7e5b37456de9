# document: hybrid-mcts/README.md
# takes: idle
# exact: no
# Figure 13 of GPTune's guide with the problem that is at hand: mean and deviation of the best value of func3c, ten seeds. Minutes.
"$ROOT/attune" bench run public --problems func3c --tuners hybrid,gp-lcm,tpe,forest,random --seeds 0-9 --trials 80 --workers 2 \
    --out tools.jsonl > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
echo "| tuner | mean ± deviation after 10 trials | 20 | 40 | 80 |"
echo "|---|---|---|---|---|"
awk '{
    match($0, /"peer":"[^"]*/); tuner = substr($0, RSTART + 8, RLENGTH - 8)
    if (!(tuner in runs)) order[++tuners] = tuner
    runs[tuner]++
    match($0, /"best":\[[^]]*/); split(substr($0, RSTART + 8, RLENGTH - 8), best, ",")
    for (n = 10; n <= 80; n *= 2) { sum[tuner, n] += best[n]; squares[tuner, n] += best[n] * best[n] }
} END {
    for (i = 1; i <= tuners; i++) {
        tuner = order[i]
        printf "| `%s` |", tuner
        for (n = 10; n <= 80; n *= 2) {
            mean = sum[tuner, n] / runs[tuner]
            printf " %.2f ± %.2f |", mean, sqrt(squares[tuner, n] / runs[tuner] - mean * mean)
        }
        print ""
    }
}' tools.jsonl
