# document: docs/cluster.md
# takes: idle
# exact: no
# As root, where Slurm can be installed.
slurm=$(mktemp -d)
trap '"$ROOT/.ci/slurm" stop "$slurm" > /dev/null 2>&1; rm -rf "$slurm"' EXIT
eval "$("$ROOT/.ci/slurm" start "$slurm" 2> /dev/null | grep '^export ')"

# problem TRIALS SECTION: a problem whose runs take no time.
problem() {
    cat > problem.yaml << YAML
tuning_problem_name: trivial
parameter_space: [{name: x, type: integer, lower_bound: 1, upper_bound: 100000, default: 50}]
output_space: [{name: y}]
trials: $1
tuner: {name: random}
evaluation: {command: [echo, "y={x}"], outputs: {y: {regex: "y=(.*)"}}$2}
YAML
    rm -rf attune.db
}
milliseconds() { echo $(($(date +%s%N) / 1000000)); }
tuned() { "$ROOT/attune" tune problem.yaml --json --parallel "$1" > tuned.json 2> log && span; }

# span: seconds from when the first trial was asked for until the last was told, by the journal.
span() {
    grep -oE '"(asked|told)":"[^"]*"' attune.db/trivial.jsonl | cut -d'"' -f4 | sort | sed -n '1p;$p' |
        while read -r at; do date -d "$at" +%s.%N; done | paste -s -d ' ' | awk '{ print $2 - $1 }'
}

# what Slurm takes itself: from sbatch until it says COMPLETED, and srun in an allocation
printf '#!/bin/bash\necho y=1\n' > job.sh
begin=$(milliseconds)
for _ in $(seq 10); do
    id=$(sbatch --parsable --output=/dev/null job.sh)
    until scontrol -o show job "$id" | grep -q JobState=COMPLETED; do sleep 0.02; done
done
own=$(awk -v t=$(($(milliseconds) - begin)) 'BEGIN { print t / 10 / 1000 }')
problem 20 ""
child=$(tuned 1)
problem 20 ", slurm: {}"
jobs=$(tuned 1)
cat > pilot.sh << SH
#!/bin/bash
$(declare -f milliseconds)
begin=\$(milliseconds)
for _ in \$(seq 20); do srun --exact --ntasks=1 true; done
echo \$((\$(milliseconds) - begin)) > srun.time
SH
sbatch --wait --ntasks=4 --output=pilot.log pilot.sh > pilot.log
run_in_pilot() { # TRIALS PARALLEL STEPS
    problem "$1" ", slurm: {steps: $3}"
    printf '#!/bin/bash\n"%s" tune problem.yaml --json --parallel %s > steps.json\n' "$ROOT/attune" "$2" > pilot.sh
    sbatch --wait --ntasks=4 --output=pilot.log pilot.sh > /dev/null
    span
}
for round in 1 2 3; do # in turns, as others use the machine
    run_in_pilot 20 1 agent >> agent.spans
    run_in_pilot 20 1 srun >> srun.spans
done
mean() { awk '{ s += $1 } END { print s / NR }' "$1"; }
agent=$(mean agent.spans)
steps=$(mean srun.spans)
many=$(run_in_pilot 200 4 agent)
awk -v own="$own" -v child="$child" -v jobs="$jobs" -v srun="$(cat srun.time)" -v agent="$agent" -v steps="$steps" -v many="$many" 'BEGIN {
    print "| a trial that does nothing | seconds | of which the scheduler'"'"'s own |"
    print "|---|---|---|"
    printf "| child process | %.3f | |\n", child / 20
    printf "| job of Slurm | %.2f | %.2f: sbatch until COMPLETED |\n", jobs / 20, own
    printf "| step of an allocation, by an agent | %.3f | |\n", agent / 20
    printf "| step of an allocation, by an srun of its own | %.3f | %.3f: srun |\n", steps / 20, srun / 20 / 1000
    printf "\n200 such trials as steps on 4 slots take %.1f s.\n", many
}'
