# document: docs/choosing-a-tuner.md
# takes: idle
# exact: no

# run FILE ARGUMENTS...: adds what FILE.jsonl lacks.
run() {
    local file=$1
    shift
    "$ROOT/attune" bench run "$@" --workers 2 --older keep --out "$file.jsonl" > /dev/null 2> progress ||
        { tail -n 3 progress >&2; exit 1; }
}

# row CLASS CHOSEN OTHERS BUDGETS FILES...: a row of the table for each budget; mean over problems of the share of pairs that the
# tuner which auto takes wins against each other one, and the least of these, which is against the best single choice.
row() {
    local class=$1 chosen=$2 others=$3 budgets=$4 budget other share least best
    shift 4
    for budget in $budgets; do
        least=2 best=none
        for other in $others; do
            share=$("$ROOT/attune" bench compare "$@" --tuner "$chosen" --against "$other" --budgets "$budget" 2> /dev/null |
                sed -n 's/^At .* wins \([0-9.]*\) of the pairs.*/\1/p') || share= # they share no run, as where one refuses
            if [ -n "$share" ] && awk "BEGIN { exit !($share < $least) }"; then
                least=$share best=$other
            fi
        done
        echo "| $class | $budget | \`$chosen\` | \`$best\` | $(printf %.2f "$least" | sed 's/^0//') |"
    done
}

baselines=tpe,bandit,evolutionary,forest
run numeric-public public --tuners cgp,gp-lcm,$baselines --seeds 0-4 --trials 40 \
    --problems demo:0,demo:1,demo:2,demo:3,branin,hartmann6,ackley5,rosenbrock4,pdgeqrf:0,pdgeqrf:1,pdgeqrf:2,pdgeqrf:3
run numeric-jumps jumps --problems cache1,cache2,threshold2,oblique3,threads2,disc2 \
    --tuners cgp,gp-lcm,$baselines --seeds 0-9 --trials 40
run numeric-regimes regimes-report --tuners cgp,gp-lcm,$baselines --seeds 0-4 --trials 40 \
    --problems jump2,jump4,plateaus4,pocket3,pocket4,pocket6,pocket3-percent,needle2,bowl2,bowl5,table1296,table360
run noisy regimes-report --problems noisy-jump2,noisy-needle6 --tuners cgp,gp-lcm,$baselines --seeds 0-4 --trials 40
run numeric-bbob synthetic --tuners cgp,gp-lcm --seeds 0-3 --trials 40 --problems "$(
    for d in 5 10; do printf "bbob-%s$d," step-ellipsoid ellipsoid rastrigin weierstrass schaffers gallagher; done | sed 's/,$//')"
run numeric-long jumps --problems cache1,cache2,threshold2,oblique3,threads2,disc2 --tuners cgp,gp-lcm --seeds 0-3 --trials 80
run mixed-jumps jumps --problems variants3,layout4 --tuners gp-lcm,cgp,$baselines --seeds 0-9 --trials 40
run mixed-regimes regimes-report --problems jump-mixed5,preconditioners \
    --tuners gp-lcm,cgp,$baselines --seeds 0-4 --trials 40
run mixed-public public --problems func2c,func3c --tuners gp-lcm,cgp,$baselines --seeds 0-4 --trials 40
run categories categories-report --problems tables5,pests25,ising24,labs30 \
    --tuners hybrid,gp-lcm,tpe,bandit,evolutionary --seeds 0-9 --trials 80
run mixed categories-report --problems stages6 --tuners hybrid,gp-lcm,tpe,bandit,evolutionary --seeds 0-9 --trials 80
run orders orders-report --tuners gp-lcm,$baselines --seeds 0-4 --trials 40
run tasks families --problems 'alike8:*,odd8:*,apart5:*,opposites4:*,sizes5:*,hardness6:*,matmul2:*' \
    --tuners gp-lcm,$baselines --seeds 0 --trials 20
run objectives fronts --tuners gp-lcm,tpe,bandit,evolutionary --seeds 0-4 --trials 40 \
    --problems 'zdt1_3,zdt2_3,zdt3_3,dtlz2_5,branin_currin,time_memory,slu,zdt1_shifts:*,dtlz2_shifts:*'
run fidelity fidelities-report --tuners mf,gp-lcm,gptune-band,bohb,hyperband,asha --seeds 0-9 --trials 20
siblings=tla-lcm,tla-lcm-bf,tla-sum,tla-regression,tla-stacking,tla-toggling,tla-prob,tla-probdyn,tla-peeking,tla1,tla2
run sources public --problems pdgeqrf:0,pdgeqrf:1,pdgeqrf:2,pdgeqrf:3 --sources 'pdgeqrf:*' \
    --tuners "tla,gp-lcm,$siblings" --seeds 0-9 --trials 20
alike=alike8:0,alike8:1,alike8:2,alike8:3,alike8:4,alike8:5,alike8:6,alike8:7
run sources-alike families --sources 'alike8:*' --problems $alike --tuners "tla,gp-lcm,$siblings" --seeds 0-1 --trials 10
run sources-alike families --sources 'alike8:*' --problems $alike --tuners tla,tla-sum,tla-prob,tla-regression --seeds 2-19 --trials 10
for family in rosenbrock ripples; do
    run misleading-$family misleading-report --problems mislead-$family:0 --sources "mislead-$family:*" \
        --tuners "tla,gp-lcm,$siblings" --seeds 0-9 --trials 20
done
run failing crashes --tuners gp-lcm,cgp,$baselines --seeds 0-4 --trials 40

all="tpe bandit evolutionary forest"
transfer="gp-lcm ${siblings//,/ }"
echo "| class | trials | \`auto\` | best other | pairs won against it |"
echo "|---|---|---|---|---|"
row "numbers: \`public\`" cgp "gp-lcm $all" "20 40" numeric-public.jsonl
row "numbers: \`jumps\`" cgp "gp-lcm $all" "20 40" numeric-jumps.jsonl
row "numbers: \`jumps\`" cgp gp-lcm 80 numeric-long.jsonl
row "numbers: \`regimes-report\`" cgp "gp-lcm $all" "20 40" numeric-regimes.jsonl
row "numbers: 12 \`bbob\`" cgp gp-lcm "20 40" numeric-bbob.jsonl
row "numbers, noisy" cgp "gp-lcm $all" "20 40" noisy.jsonl
row "categories alone" hybrid "gp-lcm tpe bandit evolutionary" 80 categories.jsonl
row "categories alone, as of a study of so many" gp-lcm "hybrid tpe bandit evolutionary" "20 40" categories.jsonl
row "categories beside numbers" gp-lcm "tpe bandit evolutionary" "20 40" mixed.jsonl mixed-jumps.jsonl mixed-regimes.jsonl mixed-public.jsonl
row "the same, \`stages6\` alone" gp-lcm "hybrid tpe bandit evolutionary" "20 40 80" mixed.jsonl
row "the same without \`stages6\`" gp-lcm "cgp $all" "20 40" mixed-jumps.jsonl mixed-regimes.jsonl mixed-public.jsonl
row "orders" gp-lcm "$all" "20 40" orders.jsonl
row "many tasks" gp-lcm "$all" "10 20" tasks.jsonl
row "several objectives" gp-lcm "tpe bandit evolutionary" "20 40" objectives.jsonl
row "fidelity" mf "gp-lcm gptune-band bohb hyperband asha" "5 10 20" fidelity.jsonl
mislead="misleading-rosenbrock.jsonl misleading-ripples.jsonl"
row "sources: \`pdgeqrf\`, \`alike8\`, and five that mislead beside two good ones" tla "$transfer" "5 10" sources.jsonl sources-alike.jsonl $mislead
row "the same without \`alike8\`" tla "$transfer" 20 sources.jsonl $mislead
row "of these, \`pdgeqrf\` alone" tla "$transfer" "5 10 20" sources.jsonl
row "of these, those that mislead alone" tla "$transfer" "5 10 20" $mislead
row "failing" gp-lcm "cgp $all" "20 40" failing.jsonl
