# document: docs/ablation.md
# takes: idle
# exact: no
# Tasks together against each alone, on kernels whose tasks are devices: share of the pairs of runs, and its standard error. A quarter of an hour.
alone='gp-lcm[sharing=none]'
run() {
    "$ROOT/attune" bench run "$1" --problems "$2" --tuners "$3" --seeds "$4" --trials 20 --out runs.jsonl > /dev/null 2> progress ||
        { tail -n 3 progress >&2; exit 1; }
}
# both SUITE PROBLEMS SEEDS SEEDS: those of the runs together, and of the cheaper ones alone.
both() {
    run "$1" "$2" gp-lcm "$3"
    run "$1" "$2" "$alone" "$4"
}
both devices 'product4:*,histogram3:*,stencil2:*,sparse3:*,particles3:*,transform4:*' 8000-8059 8000-8119
both devices-report 'sort3:*,convolve4:*' 8000-8059 8000-8119
echo "| kernel | 5 trials | 10 | 20 | seeds, alone |"
echo "|---|---|---|---|---|"
# A run's share is the mean over its tasks of the pairs that it wins, ties by half. The variance of the mean over all pairs
# is that of the runs' own means, together and alone, each divided by their number.
awk -v alone="$alone" '
function row(p,    cells, b, budget, i, j, t, s, a, n, m, wins, all, mean, variance) {
    cells = ""
    n = runs[p, "together"]
    m = runs[p, "alone"]
    for (b = 1; b <= 3; b++) {
        all = 0
        for (j = 1; j <= m; j++) a[j] = 0
        variance = 0
        for (i = 1; i <= n; i++) {
            s[i] = 0
            for (j = 1; j <= m; j++) {
                wins = 0
                for (t = 0; t < tasks[p]; t++) {
                    x = best[p, t, "together", seeds[p, "together", i], b]
                    y = best[p, t, "alone", seeds[p, "alone", j], b]
                    wins += (x < y ? 1 : x == y ? 0.5 : 0) / tasks[p]
                }
                s[i] += wins / m
                a[j] += wins / n
            }
            all += s[i] / n
        }
        for (i = 1; i <= n; i++) variance += (s[i] - all) ^ 2 / (n - 1) / n
        for (j = 1; j <= m; j++) variance += (a[j] - all) ^ 2 / (m - 1) / m
        cells = cells sprintf(" %.3f ± %.3f |", all, sqrt(variance))
    }
    printf "| `%s` |%s %d, %d |\n", p, cells, n, m
}
{
    match($0, /"problem":"[^"]*/)
    split(substr($0, RSTART + 11, RLENGTH - 11), name, ":")
    match($0, /"seed":[0-9]*/)
    seed = substr($0, RSTART + 7, RLENGTH - 7)
    match($0, /"best":\[[^]]*/)
    split(substr($0, RSTART + 8, RLENGTH - 8), value, ",")
    arm = index($0, alone) > 0 ? "alone" : "together"
    p = name[1]
    if (!(p in tasks)) order[++problems] = p
    if (name[2] + 1 > tasks[p]) tasks[p] = name[2] + 1
    if (name[2] == 0) seeds[p, arm, ++runs[p, arm]] = seed
    best[p, name[2], arm, seed, 1] = value[5] + 0
    best[p, name[2], arm, seed, 2] = value[10] + 0
    best[p, name[2], arm, seed, 3] = value[20] + 0
}
END { for (k = 1; k <= problems; k++) row(order[k]) }' runs.jsonl
