# document: benchmarks/jmh/README.md
# takes: idle
# exact: no
"$ROOT/benchmarks/jmh/run" 'SurrogateBenchmark|ProposalBenchmark' -rf csv -rff scores.csv > log || { tail -n 5 log >&2; exit 1; }
tr -d '"\r' < scores.csv | awk -F, '
    NR == 1 { for (c = 1; c <= NF; c++) { if ($c == "Score") score = c; if ($c == "Param: n") n = c }; next }
    { name = $1; sub(/.*\./, "", name); value[name "," $n] = sprintf("%.3g", $score); if (!seen[$n]++) order[++count] = $n }
    END {
        print "| n | likelihood + gradient, µs | prediction, µs | proposal, ms |\n|---:|---:|---:|---:|"
        for (i = 1; i <= count; i++)
            printf "| %s | %s | %s | %s |\n", order[i], value["likelihoodAndGradient," order[i]], value["prediction," order[i]], value["proposal," order[i]]
    }'
