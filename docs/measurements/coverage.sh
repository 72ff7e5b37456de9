# document: bayesopt/README.md
# takes: idle
# exact: no
# What 95 % intervals hold, and how far off medians are, of the default tuner's model; some minutes.
echo "| suite | trials | problems | seeds | in the interval | least | median error |"
echo "|---|---|---|---|---|---|---|"
for suite in ablation regimes-report categories-report; do
    for trials in 10 20 40; do
        "$ROOT/attune" bench experiment PredictionCoverage "$suite" 5 "$trials" 2> progress > lines || { tail -n 3 progress >&2; exit 1; }
        awk -v suite="$suite" -v trials="$trials" '
            $1 == "mean" { mean = $2; error = $3; next }
            NR > 1 { n++; if (least == "" || $2 < least) { least = $2; which = $1 } }
            END { printf "| `%s` | %d | %d | 5 | %.2f | %.2f (`%s`) | %.3f |\n", suite, trials, n, mean, least, which, error }' lines
    done
done
