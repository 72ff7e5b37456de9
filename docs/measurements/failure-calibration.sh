# document: docs/ablation.md
# takes: idle
# exact: no
# Log losses of the probability of failing that users see, 20 histories of each problem: of the share of failures / of the model. Minutes.
"$ROOT/attune" bench experiment FailureCalibration 20 2> progress | awk '
    NR == 1 { print "| | fails | 5 runs | 10 | 20 | 40 |\n|---|---|---|---|---|---|"; next }
    { printf "| %s | %s |", $1, NF == 10 ? $2 : ""; for (i = NF - 7; i < NF; i += 2) printf " %s / %s |", $i, $(i + 1); print "" }'
