# document: benchmarks/jmh/README.md
# takes: idle
# exact: no
# The model of ten tasks, three axes, one latent function, by the observations of all tasks. Minutes.
for runs in '-p n=200,400,800 -wi 2 -w 1 -i 3 -r 2' '-p n=1600,3200 -wi 1 -w 1 -i 5 -r 3'; do
    # shellcheck disable=SC2086 # words
    "$ROOT/benchmarks/jmh/run" Coregionalization -bm sample $runs -rf csv -rff scores.csv > log 2>&1 || { tail -n 5 log >&2; exit 1; }
    tr -d '"\r' < scores.csv >> all.csv
done
# the shortest time of each, which other work disturbs least
awk -F, '
    $1 ~ /p0.00$/ {
        name = $1; sub(/:[^:]*$/, "", name); sub(/.*\./, "", name); n = $NF
        value[name, n] = $5; if (!seen[n]++) order[++count] = n
    }
    END {
        print "| n | likelihood + gradient, ms | conditioning, ms | prediction, µs |\n|---:|---:|---:|---:|"
        for (i = 1; i <= count; i++) {
            n = order[i]
            printf "| %s | %.3g | %.3g | %.3g |\n", n, value["likelihoodAndGradient", n] / 1000, value["conditioned", n] / 1000, value["prediction", n]
        }
    }' all.csv
