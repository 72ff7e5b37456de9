# document: bayesopt/README.md
# takes: idle
# exact: no
# What 95 % intervals hold, of the default tuner's model; some minutes.
cover() {
    "$ROOT/attune" bench experiment PredictionCoverage "$@" 2> progress || { tail -n 3 progress >&2; exit 1; }
}
echo "| suite | trials | problems | seeds | in the interval | least | width, median problem |"
echo "|---|---|---|---|---|---|---|"
for suite in ablation regimes-report categories-report; do
    for trials in 10 20 40; do
        cover "$suite" 5 "$trials" | awk -v suite="$suite" -v trials="$trials" '
            NR > 1 && NF == 3 { widths[n++] = $3; if (least == "" || $2 < least) { least = $2; which = $1 } }
            $1 == "mean" { mean = $2 }
            END {
                for (i = 0; i < n; i++) {
                    below = 0
                    for (j = 0; j < n; j++) below += widths[j] < widths[i] || widths[j] == widths[i] && j < i
                    if (below == int((n - 1) / 2)) width = widths[i]
                }
                printf "| `%s` | %d | %d | 5 | %.2f | %.2f (`%s`) | %.1f |\n", suite, trials, n, mean, least, which, width
            }'
    done
done
