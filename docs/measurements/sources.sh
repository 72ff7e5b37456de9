# document: tla/README.md
# takes: idle
# exact: no
# tla with sources of 20 trials that are alike against gp-lcm without, ten seeds. Some minutes.
run() {
    "$ROOT/attune" bench run "$@" --seeds 40-49 --trials 20 --workers 2 > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
}
# row NAME FILES...: the shares of the pairs after 5, 10 and 20 trials.
row() {
    local name=$1
    shift
    "$ROOT/attune" bench compare "$@" --tuner tla --against gp-lcm --budgets 5,10,20 2> /dev/null |
        awk -v name="$name" '/^At .* wins / { line = line " | " $6 } END { print "| " name line " |" }'
}
echo "| sources | pairs won at 5 trials | 10 | 20 |"
echo "|---|---|---|---|"
targets=pdgeqrf:0,pdgeqrf:1,pdgeqrf:2,pdgeqrf:3
run public --problems $targets --tuners gp-lcm --out pdgeqrf.jsonl
run public --problems $targets --tuners tla --sources 'pdgeqrf:*' --source-trials 20 --out pdgeqrf-tla.jsonl
row '`pdgeqrf`: each of four sizes, from the other three' pdgeqrf.jsonl pdgeqrf-tla.jsonl
targets=$(seq -f alike8:%g -s, 0 7)
run families --problems "$targets" --tuners gp-lcm --out alike8.jsonl
run families --problems "$targets" --tuners tla --sources 'alike8:*' --source-trials 20 --out alike8-tla.jsonl
row '`alike8`: each of eight tasks, from the other seven' alike8.jsonl alike8-tla.jsonl
for family in rosenbrock ripples; do
    problem=mislead-$family
    run misleading-report --problems $problem:0 --tuners gp-lcm --out $family.jsonl
    run misleading-report --problems $problem:0 --tuners tla --sources "$problem:5" --source-trials 20 --out "$family-5.jsonl"
    row "\`$problem\`, one source, shifted by 0.03" $family.jsonl "$family-5.jsonl"
done
