# document: docs/cluster.md
# takes: idle
# exact: no
# Runs of 5 s that note when they begin and end: 384 trials with 32 at once in one process, and 8 workers with one run each.
# Busy is the share of the slots' time in which a run is under way, from the end of the 64th run until the last one begins. The
# objective is Hartmann's function of 6 axes, by awk. Others who compute at the same time lower it: their load is printed.
cat > run.sh << 'RUN'
began=$(date +%s.%N)
sleep 5
awk -v x="$*" 'BEGIN {
    split(x, at, " "); split("1 1.2 3 3.2", c, " ")
    split("10 3 17 3.5 1.7 8 .05 10 17 .1 8 14 3 3.5 1.7 10 17 8 17 8 .05 10 .1 14", a, " ")
    split(".1312 .1696 .5569 .0124 .8283 .5886 .2329 .4135 .8307 .3736 .1004 .9991 .2348 .1451 .3522 .2883 .3047 .6650 .4047 .8828 .8732 .5743 .1091 .0381", p, " ")
    for (i = 0; i < 4; i++) { s = 0; for (j = 1; j <= 6; j++) s += a[6 * i + j] * (at[j] - p[6 * i + j]) ^ 2; y -= c[i + 1] * exp(-s) }
    print "y=" y }'
echo "$began $(date +%s.%N)" >> "$RAN"
RUN
cat > problem.yaml << 'YAML'
tuning_problem_name: busy
parameter_space:
  - {name: a, type: real, lower_bound: 0, upper_bound: 1}
  - {name: b, type: real, lower_bound: 0, upper_bound: 1}
  - {name: c, type: real, lower_bound: 0, upper_bound: 1}
  - {name: d, type: real, lower_bound: 0, upper_bound: 1}
  - {name: e, type: real, lower_bound: 0, upper_bound: 1}
  - {name: f, type: real, lower_bound: 0, upper_bound: 1}
output_space: [{name: y}]
trials: 384
machine: {nodes: 1, cores: 32}        # the runs sleep
tuner: {name: gp-lcm}
evaluation:
  command: [sh, run.sh, "{a}", "{b}", "{c}", "{d}", "{e}", "{f}"]
  outputs: {y: {regex: "y=(.*)"}}
YAML

# busy SLOTS FILE: the share of the slots' time after the first 64 runs, until no run is left to begin.
busy() {
    sort -n "$2" | awk -v slots="$1" '
        { began[NR] = $1; ended[NR] = $2 }
        END {
            from = ended[64]; to = began[NR]
            for (i = 1; i <= NR; i++) {
                b = began[i] > from ? began[i] : from
                e = ended[i] < to ? ended[i] : to
                if (e > b) under += e - b
            }
            printf "%.2f", under / (slots * (to - from))
        }'
}

TIMEFORMAT='%U %S'
cpu() {
    awk '{ printf "%.2f", ($1 + $2) / 384 }' "$1"
}

load() {
    cut -d ' ' -f 1 /proc/loadavg
}

export RAN
before=$(load)
RAN=$PWD/ran-one
{ time "$ROOT/attune" tune problem.yaml --parallel 32 --history one.jsonl > one.log 2>&1; } 2> one.time
RAN=$PWD/ran-eight
{ time {
    for i in $(seq 8); do "$ROOT/attune" worker problem.yaml --parallel 1 --history eight.jsonl > "worker$i.log" 2>&1 & done
    wait
}; } 2> eight.time
after=$(load)
echo "| 384 trials with \`gp-lcm\`, runs of 5 s | busy from trial 65 on | CPU s per trial, its run's own included |"
echo "|---|---|---|"
echo "| \`tune --parallel 32\` | $(busy 32 ran-one) | $(cpu one.time) |"
echo "| 8 workers, one run each | $(busy 8 ran-eight) | $(cpu eight.time) |"
echo
echo "Load of the machine before and after: $before, $after."
