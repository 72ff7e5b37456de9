# document: examples/matmul/README.md
# takes: idle
# exact: no
# The study of examples/matmul: five seeds with 30 trials each, the best of 300 random configurations, 10 rounds. Half an hour.
"$ROOT/examples/matmul/study.sh" study > printed 2> progress || { tail -n 3 progress >&2; exit 1; }
awk '
    /^n=/ { task = $1; sub(":$", "", task); tasks[++count] = task }
    $1 == "default" || $1 == "seed" || $1 == "random" {
        label = $1 == "seed" ? $1 " " $2 : $1 == "random" ? "best random" : $1
        at = $1 == "seed" ? 3 : 2
        if (label == "best random" && (task, label) in row && best[task] <= $at) next # of several the fastest
        best[task] = $at
        row[task, label] = sprintf(" %.4f | %s | %.2f |", $at, $(at + 4), $(at + 5))
        sub("x", "", row[task, label])
        if (!seen[label]++) labels[++rows] = label
    }
    END {
        printf "| |"; for (t = 1; t <= count; t++) printf " %s: seconds | speed-up | to random |", tasks[t]
        printf "\n|---|"; for (t = 1; t <= count; t++) printf "---|---|---|"
        for (i = 1; i <= rows; i++) { printf "\n| %s |", labels[i]; for (t = 1; t <= count; t++) printf "%s", row[tasks[t], labels[i]] }
        print "" }' printed
