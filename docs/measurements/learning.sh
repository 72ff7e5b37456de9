# document: benchmarks/jmh/README.md
# takes: idle
# exact: no
# Learning the model of several tasks afresh, on one thread and on two. Two minutes of an idle machine.
"$ROOT/benchmarks/jmh/run" LearningBenchmark -rf csv -rff scores.csv > log 2>&1 || { tail -n 5 log >&2; exit 1; }
tr -d '"\r' < scores.csv | awk -F, '
    NR == 1 { for (c = 1; c <= NF; c++) { if ($c == "Score") score = c; if ($c == "Param: size") size = c; if ($c == "Param: threads") threads = c }; next }
    { value[$size, $threads] = $score; if (!seen[$size]++) order[++count] = $size }
    END {
        print "| tasks x observations | one thread | two threads |\n|---|---:|---:|"
        for (i = 1; i <= count; i++) printf "| %s | %.0f | %.0f |\n", order[i], value[order[i], 1], value[order[i], 2]
    }'
