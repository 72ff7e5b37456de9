# document: tla/README.md
# takes: idle
# exact: no
# An evaluation of the likelihood of a task that is added to ten sources of 80 trials. A minute.
"$ROOT/benchmarks/jmh/run" TaskExtensionBenchmark -rf csv -rff scores.csv > log 2>&1 || { tail -n 5 log >&2; exit 1; }
echo "| | ms |"
echo "|---|---|"
tr -d '"\r' < scores.csv | awk -F, '
    NR == 1 { for (c = 1; c <= NF; c++) { if ($c == "Score") score = c; if ($c == "Unit") unit = c }; next }
    { name = $1; sub(/.*\./, "", name); printf "| `%s` | %.3g |\n", name, $unit == "us/op" ? $score / 1000 : $score }'
