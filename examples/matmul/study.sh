#!/usr/bin/env bash
# Tunes the example with several seeds, draws random configurations for comparison, measures what each study found again,
# in turns, and prints a table per task. Killed and started again with the same arguments, it goes on.
#
#   examples/matmul/study.sh FOLDER [--seeds 0,1,2,3,4] [--trials 30] [--random 300] [--top 5] [--rounds 10]
#
# FOLDER keeps the histories (seed-S.jsonl, random.jsonl, confirm.jsonl) and the rounds. Trials are per task.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
problem=$here/problem.yaml
attune=$here/../../attune
seeds=0,1,2,3,4 trials=30 random=300 top=5 rounds=10

usage() {
    sed -n 's/^#   //p' "${BASH_SOURCE[0]}" >&2
    exit 2
}

[[ $# -gt 0 && $1 != -* ]] || usage
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
while [ $# -gt 0 ]; do
    [[ $# -gt 1 && $1 =~ ^--(seeds|trials|random|top|rounds)$ ]] || usage
    printf -v "${1#--}" %s "$2"
    shift 2
done

tune() { # NAME ARGUMENTS...
    local name=$1
    shift
    "$attune" tune "$problem" --history "$folder/$name.jsonl" "$@" > "$folder/$name.txt" 2>> "$folder/log"
}

# The words "n=384 bi=32 ..." of a study's best trial for a task.
finalist() {
    "$attune" best "$problem" --history "$folder/seed-$1.jsonl" --task "$2" --format env
}

# The same of the best random ones, a line each, best first.
best_random() {
    "$attune" history list "$problem" --history "$folder/random.jsonl" |
        awk -v task="$1" 'match($0, / seconds=[^ ]+/) && (at = index($0, " " task " ")) {
            print substr($0, RSTART + 9, RLENGTH - 9), substr($0, at + 1) }' |
        LC_ALL=C sort -g | cut -d ' ' -f 2- | sed -n "1,${top}p" # not head, which lets its writers die
}

# Medians over the rounds; sd is relative to the mean.
table() { # TASK
    local rounds_of_task=()
    for ((round = 1; round <= rounds; round++)); do
        rounds_of_task+=("$folder/$1.round-$round")
    done
    echo
    echo "$1: $trials trials per seed, best $top of $random random, medians of $rounds rounds"
    awk -F '\t' '
        function sort(v, n,    i, j, x) {
            for (i = 2; i <= n; i++) {
                x = v[i]
                for (j = i - 1; j > 0 && v[j] > x; j--) v[j + 1] = v[j]
                v[j + 1] = x
            }
        }
        function median(v, n) { # of sorted values
            return (v[int((n + 1) / 2)] + v[int(n / 2) + 1]) / 2
        }
        function over_seeds(what, v) {
            sort(v, seeds)
            printf "%s over seeds: median %.3f, range %.3f to %.3f\n", what, median(v, seeds), v[1], v[seeds]
        }
        NR == FNR {
            label[FNR] = $1
            configuration[FNR] = $2
            sub(/^[^ ]* /, "", configuration[FNR])
            rows = FNR
            next
        }
        match($0, / seconds=[^ ]+/) {
            x = substr($0, RSTART + 9, RLENGTH - 9) + 0
            seconds[FNR, ++n[FNR]] = x
            sum[FNR] += x
            squares[FNR] += x * x
        }
        END {
            for (r = 1; r <= rows; r++) {
                for (i = 1; i <= n[r]; i++) v[i] = seconds[r, i]
                sort(v, n[r])
                middle[r] = median(v, n[r])
                least[r] = v[1]
                most[r] = v[n[r]]
                if (label[r] == "random" && (!best || middle[r] < best)) best = middle[r]
            }
            printf "%-8s %9s %9s %9s %5s %9s %10s  %s\n",
                "", "seconds", "smallest", "largest", "sd", "speed-up", "to random", "configuration"
            for (r = 1; r <= rows; r++) {
                variance = (squares[r] - sum[r] ^ 2 / n[r]) / (n[r] > 1 ? n[r] - 1 : 1)
                printf "%-8s %9.5f %9.5f %9.5f %4.1f%% %8.2fx %10.3f  %s\n", label[r], middle[r], least[r], most[r],
                    100 * sqrt(variance > 0 ? variance : 0) / (sum[r] / n[r]), middle[1] / middle[r], middle[r] / best,
                    configuration[r]
                if (label[r] ~ /^seed/) {
                    speed_up[++seeds] = middle[1] / middle[r]
                    ratio[seeds] = middle[r] / best
                }
            }
            over_seeds("Speed-up over the default", speed_up)
            over_seeds("Seconds, relative to the best random configuration,", ratio)
        }' "$folder/$1.chosen" "${rounds_of_task[@]}"
}

for seed in ${seeds//,/ }; do
    echo "Tuning with seed $seed..." >&2
    tune "seed-$seed" --trials "$trials" --seed "$seed"
done
echo "Measuring $random random configurations per task..." >&2
tune random --tuner random --trials "$random" --seed 100

for task in $("$attune" best "$problem" --history "$folder/random.jsonl" --format env | cut -d ' ' -f 1); do
    # A line per configuration: a label, a tab, its words. Chosen once, and then kept.
    chosen=$folder/$task.chosen
    if [ ! -e "$chosen" ]; then
        {
            "$attune" history list "$problem" --history "$folder/random.jsonl" |
                awk -v task="$task" '(at = index($0, " " task " ")) && !seen++ { print "default\t" substr($0, at + 1) }'
            for seed in ${seeds//,/ }; do
                printf 'seed %s\t%s\n' "$seed" "$(finalist "$seed" "$task")"
            done
            best_random "$task" | sed 's/^/random\t/'
        } > "$chosen.new"
        mv "$chosen.new" "$chosen"
    fi
    # Each round measures all of them once: what changes on the machine changes for all.
    read -ra words < <(cut -f 2 "$chosen" | sed "s/^$task //" | paste -s -d ' ')
    for ((round = 1; round <= rounds; round++)); do
        measured=$folder/$task.round-$round
        if [ ! -e "$measured" ]; then
            echo "Task $task: round $round of $rounds..." >&2
            "$attune" run "$problem" --history "$folder/confirm.jsonl" --task "$task" --set "${words[@]}" \
                > "$measured.new" 2>> "$folder/log"
            mv "$measured.new" "$measured"
        fi
    done
    table "$task"
done
