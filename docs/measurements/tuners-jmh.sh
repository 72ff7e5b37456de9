# document: benchmarks/jmh/README.md
# takes: idle
# exact: no
# The tuners by best value and time per proposal, as JMH measures them: 3 seeds, 20 trials. Some ten minutes.
problems=demo/demo6,public/pdgeqrf:0,emulators/emulated-amg,emulators/emulated-mm,emulators/emulated-slu
tuners=gp-lcm,hybrid,tpe,forest,bandit,evolutionary,sobol,random
"$ROOT/benchmarks/jmh/run" TunerBenchmark -p problem=$problems -p tuner=$tuners -p trials=20 -wi 0 -i 3 \
    -rf csv -rff results.csv > log 2>&1 || { tail -n 5 log >&2; exit 1; }
awk -F, '
    /:best/ || /:msPerProposal/ {
        gsub(/["\r]/, "")
        problem = $8; tuner = $10; metric = ($1 ~ /best/) ? "best" : "ms"
        if (!(problem in seen)) { seen[problem]; order[++n] = problem }
        value[problem, tuner, metric] = $5
        if (!(tuner in known)) { known[tuner]; tuners[++m] = tuner }
    }
    END {
        printf "| tuner |"
        for (i = 1; i <= n; i++) printf " %s |", order[i]
        printf "\n|---|"
        for (i = 1; i <= n; i++) printf "---:|"
        for (t = 1; t <= m; t++) {
            printf "\n| `%s` |", tuners[t]
            for (i = 1; i <= n; i++)
                if ((order[i], tuners[t], "ms") in value)
                    printf " %.4g (%.1f) |", value[order[i], tuners[t], "best"], value[order[i], tuners[t], "ms"]
                else
                    printf " - |" # refused
        }
        print ""
    }' results.csv
echo
echo "Best value after 20 trials, mean of three seeds, and in brackets milliseconds per proposal (model and search); a dash: the tuner refuses the problem."
