# document: docs/cluster.md
# takes: idle
# exact: no
# Runs of 5 s, 32 at once; the first 64 trials are not counted.
cat > problem.yaml << 'YAML'
tuning_problem_name: busy
parameter_space:
  - {name: x, type: real, lower_bound: 0, upper_bound: 1, default: 0.5}
  - {name: y, type: real, lower_bound: 0, upper_bound: 1, default: 0.5}
output_space: [{name: z}]
trials: 384
machine: {nodes: 16, cores: 2}                # 32 runs that sleep disturb nobody
tuner: {name: gp-lcm}
evaluation:
  command: [sh, -c, "sleep 5; echo \"$0 $1\" | awk '{{print \"z=\" ($1 - 0.3)^2 + ($2 - 0.7)^2}}'", "{x}", "{y}"]
  outputs: {z: {regex: "z=(.*)"}}
YAML
"$ROOT/attune" tune problem.yaml --parallel 32 --json > tuned.json 2> log
# the times of the journal: from the end of the 64th trial to that of the last
grep -o '"told":"[^"]*"' attune.db/busy.jsonl | cut -d'"' -f4 | sort | while read -r told; do date -d "$told" +%s.%N; done > told
awk 'NR == 64 { begin = $1 } NR > 64 { end = $1; n++ } END {
    printf "`tune --parallel 32`, runs of 5 s, `gp-lcm`, %d trials after the first 64: %.1f s, busy for %.2f of the time.\n",
        n, end - begin, n * 5 / (32 * (end - begin)) }' told
