# document: docs/cluster.md
# takes: idle
# exact: no
# Eight workers with names of hosts of their own, so that nobody can look for their processes; five are killed.
cat > problem.yaml << 'YAML'
tuning_problem_name: lost
parameter_space: [{name: x, type: integer, lower_bound: 1, upper_bound: 100000, default: 50}]
output_space: [{name: y}]
trials: 48
tuner: {name: random}
evaluation:
  command: [sh, -c, "echo {trial} $(date +%s) >>../../../../ran; sleep 10; echo y={x}"]
  workdir: "{workdir}"
  outputs: {y: {regex: "y=(.*)"}}
YAML
for i in $(seq 8); do
    # a session of its own, so that a kill of the worker is one of a node: its runs go on
    HOSTNAME=node$i setsid "$ROOT/attune" worker problem.yaml > "worker$i" 2>&1 &
    sleep 1
done
until [ "$(wc -l < attune.db/ran 2> /dev/null || echo 0)" -ge 14 ]; do sleep 1; done
killed=$(date +%s)
for i in $(seq 5); do
    for p in $(pgrep -f 'Attune worker problem.yaml'); do
        if grep -qzx "HOSTNAME=node$i" "/proc/$p/environ" && [ "$(readlink "/proc/$p/cwd")" = "$PWD" ]; then kill -9 "$p"; fi
    done
done
wait
sort -n attune.db/ran | awk -v killed="$killed" '
    { n[$1]++; last[$1] = $2 }
    END {
        for (t in n) if (n[t] > 1) { again++; late = last[t] - killed; if (late > worst) worst = late }
        printf "Of 8 workers 5 were killed in mid-run: %d trials were begun again, the last one %d s after the kill.\n", again, worst
    }'
told=$(grep -c '"state":"measured"' attune.db/lost.jsonl)
echo "The study has $told outcomes for 48 trials."
