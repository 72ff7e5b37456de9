# document: docs/choosing-a-tuner.md
# takes: idle
# exact: no

# Seeds 20 to 24, by which nothing was decided; several tasks in one study are dear, and have fewer.
# run FILE SUITE TRIALS SEEDS TUNERS ARGUMENTS...: adds what FILE.jsonl lacks.
run() {
    local file=$1 suite=$2 trials=$3 seeds=$4 tuners=$5
    shift 5
    "$ROOT/attune" bench run "$suite" --trials "$trials" --seeds "$seeds" --tuners "$tuners" "$@" \
        --workers 2 --older keep --out "$file.jsonl" > /dev/null 2> progress ||
        { tail -n 3 progress >&2; exit 1; }
}

baselines=random,sobol,lhs,tpe,bandit,evolutionary,asha,hyperband,bohb
single=gp-lcm,cgp,hybrid,forest,$baselines
bbob=$(for d in 5 10; do printf "bbob-%s$d," step-ellipsoid ellipsoid rastrigin weierstrass schaffers gallagher; done | sed 's/,$//')
run public public 80 20-24 "$single" \
    --problems demo:0,demo:1,demo:2,demo:3,branin,hartmann6,ackley5,rosenbrock4,func2c,func3c,pdgeqrf:0,pdgeqrf:1,pdgeqrf:2,pdgeqrf:3
run jumps jumps 80 20-24 "$single"
for suite in ablation regimes-report crashes devices emulators orders orders-report; do
    run $suite $suite 40 20-24 "$single"
done
run families families 40 20-24 "$single" --problems alike8,odd8,apart5,opposites4,sizes5,hardness6,matmul2
run bbob synthetic 40 20-24 "$single" --problems "$bbob"
for trials in 40 80; do
    for suite in categories categories-report; do
        run $suite-$trials $suite $trials 20-24 "$single"
    done
done
run fronts fronts 40 20-24 gp-lcm,cgp,hybrid,$baselines \
    --problems 'zdt1_3,zdt2_3,zdt3_3,dtlz2_5,branin_currin,time_memory,slu,zdt1_shifts:*,dtlz2_shifts:*'
run tasks families 20 20 "gp-lcm,cgp,forest,$baselines" --problems 'alike8:*,odd8:*,apart5:*,opposites4:*,sizes5:*,hardness6:*,matmul2:*'
run tasks-devices devices 20 20 "gp-lcm,cgp,forest,$baselines" --problems 'product4:*,histogram3:*,stencil2:*,sparse3:*,transform4:*,particles3:*'
run tasks-demo demo 20 20-22 "gp-lcm,cgp,forest,$baselines" --problems 'demo6:*'
for suite in fidelities fidelities-report; do
    run $suite $suite 20 20-24 mf,gptune-band,gp-lcm,cgp,hybrid,forest,$baselines
done
transfer=tla,gp-lcm,tla-sum,tla-stacking,tla-regression,tla1,tla2,tla-lcm,tla-lcm-bf,tla-toggling,tla-prob,tla-probdyn,tla-peeking
run sources public 20 20-24 $transfer --problems pdgeqrf:0,pdgeqrf:1,pdgeqrf:2,pdgeqrf:3 --sources 'pdgeqrf:*'
run sources-alike families 20 20-24 $transfer --problems "$(seq -f alike8:%g -s, 0 7)" --sources 'alike8:*'
for family in rosenbrock ripples; do
    run sources-$family misleading-report 20 20-24 $transfer --problems mislead-$family:0 --sources "mislead-$family:*"
done
"$ROOT/attune" bench experiment ChoiceGain ./*.jsonl
