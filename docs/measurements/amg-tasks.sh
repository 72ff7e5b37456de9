# document: band-multifidelity/README.md
# takes: idle
# exact: no
# Figure 10 of GPTune's guide, on Hypre (apt-get install --no-install-recommends gcc openmpi-bin libopenmpi-dev libhypre-dev), ten tasks of
# benchmarks/applications/amg/levels.yaml: five tuners at a cost of 15 full runs for each task, and full runs alone at 25. A tuner and
# seed take some minutes. AMG_SEEDS has other seeds, AMG_TUNERS other tuners at 15, AMG_PICTURE another file for the picture; the folder
# AMG_RUNS keeps results, so that a run that was interrupted goes on.
"$ROOT/benchmarks/applications/build.sh" amg > build.log
grep -qx 'amg: built' build.log || { cat build.log >&2; exit 1; }
runs=${AMG_RUNS:-.}
tuners=${AMG_TUNERS:-gptune-band,tpe,bohb,mf}
run() {
    "$ROOT/attune" bench run "$ROOT/benchmarks/applications/amg/levels.yaml" --problems 'amg_levels:*' --workers 1 \
        --seeds "${AMG_SEEDS:-1-2}" "$@" >> bench.log 2>&1 || { tail -n 3 bench.log >&2; exit 1; }
}
run --tuners gp-lcm --trials 25 --out "$runs/single.jsonl"
run --tuners "$tuners" --trials 15 --out "$runs/five.jsonl"
"$ROOT/attune" bench experiment TaskValues "gp-lcm@15,${tuners//,/@15,}@15,gp-lcm@25" \
    "$runs/single.jsonl" "$runs/five.jsonl" "${AMG_PICTURE:-$ROOT/docs/amg-tasks.svg}" over-first 2> experiment.log
