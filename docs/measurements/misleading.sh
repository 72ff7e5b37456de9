# document: tla/README.md
# takes: idle
# exact: no
# What misleading sources cost each method of transfer, and GPTune's methods as published, against gp-lcm without sources.
# The problems are those that reported; each has one source with 20 trials of a Sobol design. Three quarters of an hour.
seeds=${MISLEADING_SEEDS:-80-99}
methods=(tla tla1 tla2 tla-lcm tla-lcm-bf tla-sum tla-regression tla-stacking tla-toggling tla-prob tla-probdyn tla-peeking)
published=(tla2 tla-lcm tla-lcm-bf tla-sum tla-regression tla-stacking tla-toggling tla-prob tla-probdyn tla-peeking)
tuners=("${methods[@]}" "${published[@]/%/[profile=published]}")
run() {
    "$ROOT/attune" bench run misleading-report "$@" --seeds "$seeds" --trials 20 --workers 2 > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
}
for family in rosenbrock ripples; do
    problem=mislead-$family
    run --problems $problem:0 --tuners gp-lcm --out $family.jsonl
    for source in 1 2 3 4; do
        run --problems $problem:0 --tuners "$(IFS=,; echo "${tuners[*]}")" --sources "$problem:$source" --source-trials 20 --out "$family-$source.jsonl"
    done
done
echo "| pairs won after 10 / 20 trials | \`mislead-rosenbrock\`: negated | permuted axes | noise | unrelated | \`mislead-ripples\`: negated | permuted axes | noise | unrelated |"
echo "|---|---|---|---|---|---|---|---|---|"
for tuner in "${tuners[@]}"; do
    line="| \`$tuner\`"
    for family in rosenbrock ripples; do
        for source in 1 2 3 4; do
            line+=" | $("$ROOT/attune" bench compare $family.jsonl "$family-$source.jsonl" --tuner "$tuner" --against gp-lcm --budgets 10,20 2> /dev/null |
                awk '/^At .* wins / { printf "%s%.2f", n++ ? " / " : "", $6 }')"
        done
    done
    echo "$line |"
done
