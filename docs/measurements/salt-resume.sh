# document: band-multifidelity/README.md
# takes: idle
# exact: no
# LAMMPS (apt-get install --no-install-recommends lammps) on benchmarks/applications/salt/resume.yaml: runs of 60 and 180 steps go on
# from the restart files of shorter ones. What the budget counts, in full runs, beside the steps that LAMMPS says it has made; and
# the CPU seconds in its loop, beside those of runs that start from the beginning at the same seconds per step.
cp "$ROOT"/benchmarks/applications/salt/{in.resume,resume.yaml,salt.sh} .
"$ROOT/attune" tune resume.yaml > tune.log 2>&1
"$ROOT/attune" history export resume.yaml --to trials.csv > export.log 2>&1
echo "| runs | number | counted | steps made | from the beginning | loop, CPU s | from the beginning |"
echo "|---|---|---|---|---|---|---|"
awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $(column["trial.state"]) == "measured" {
        key = ""
        for (i = column["n"]; i <= column["newton"]; i++) key = key " " $i
        share = $(column["trial.fidelity"]); steps = $(column["steps"]); made = $(column["made"])
        kind = share > paid[key] && paid[key] > 0 ? "resumed" : "others"
        number[kind]++; counted[kind] += share - paid[key]; does[kind] += made / 180; all[kind] += steps / 180
        cpu[kind] += made * $(column["seconds_per_step"]); whole[kind] += steps * $(column["seconds_per_step"])
        paid[key] = share
    }
    END {
        for (k in number)
            printf "| %s | %d | %.4f | %.4f | %.4f | %.2f | %.2f |\n", k, number[k], counted[k], does[k], all[k], cpu[k], whole[k]
    }' trials.csv
