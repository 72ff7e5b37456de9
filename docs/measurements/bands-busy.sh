# document: band-multifidelity/README.md
# takes: idle
# exact: no
# Eight slots with runs of random length: of level 1/9, 1/3 or 1, which take 30 s times the level, times a factor between 0.5 and
# 1.5 that each run draws for itself. Busy is the share of the slots' time in which a run is under way, from when the first run
# begins until the last one begins. The objective is Branin's function, by awk; 48 full runs.
cat > run.sh << 'RUN'
began=$(date +%s.%N)
sleep "$(awk -v share="$3" -v seed="$4" 'BEGIN { srand(seed); rand(); print 30 * share * (0.5 + rand()) }')"
awk -v x="$1" -v y="$2" -v s="$3" 'BEGIN {
    b = 5.1 / (4 * 3.14159265 ^ 2); c = 5 / 3.14159265; t = 1 / (8 * 3.14159265)
    print "y=" (y - b * x * x + c * x - 6) ^ 2 + 10 * (1 - t) * cos(x) + 10 + (1 - s) * 5 * sin(y) }'
echo "$began $(date +%s.%N)" >> "$RAN"
RUN
cat > problem.yaml << 'YAML'
tuning_problem_name: busy
parameter_space:
  - {name: x, type: real, lower_bound: -5, upper_bound: 10}
  - {name: y, type: real, lower_bound: 0, upper_bound: 15}
output_space: [{name: y_out}]
fidelity: {name: share, type: real, lower_bound: 0.1111111111, upper_bound: 1}
trials: 48
machine: {nodes: 1, cores: 8}        # the runs sleep
evaluation:
  command: [sh, run.sh, "{x}", "{y}", "{share}", "{trial}"]
  outputs: {y_out: {regex: "y=(.*)"}}
YAML

# busy FILE: the share of the time of 8 slots, until no run is left to begin.
busy() {
    sort -n "$1" | awk '
        { began[NR] = $1; ended[NR] = $2 }
        END {
            from = began[1]; to = began[NR]
            for (i = 1; i <= NR; i++) {
                e = ended[i] < to ? ended[i] : to
                if (e > began[i]) under += e - began[i]
            }
            printf "%.3f", under / (8 * (to - from))
        }'
}

load() {
    cut -d ' ' -f 1 /proc/loadavg
}

export RAN
before=$(load)
echo "| tuner, \`--parallel 8\` | runs | busy |"
echo "|---|---|---|"
for tuner in asha mf; do
    RAN=$PWD/ran-$tuner
    "$ROOT/attune" tune problem.yaml --parallel 8 --tuner $tuner --history $tuner.jsonl > $tuner.log 2>&1
    echo "| \`$tuner\` | $(wc -l < "$RAN") | $(busy "$RAN") |"
done
echo
echo "Load of the machine before and after: $before, $(load)."
