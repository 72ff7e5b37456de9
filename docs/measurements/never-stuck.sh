# document: bayesopt/README.md
# takes: idle
# exact: no
# Shares of runs that solve the problems of regimes-report beside random search, after 80 and 200 trials, and what looking elsewhere
# costs where there is nothing to find, against the engine without it, and without the last digits' quadratic, too. About four hours.
run() {
    "$ROOT/attune" bench run "$@" --workers 2 > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
}
hidden=jump2,jump4,jump-mixed5,noisy-jump2,plateaus4,pocket3,pocket4,pocket6,pocket3-percent,preconditioners,table1296,table360
run regimes-report --tuners random --seeds 200-219 --trials 200 --out random.jsonl
run regimes-report --tuners gp-lcm --seeds 200-219 --trials 80 --out short.jsonl
run regimes-report --problems $hidden --tuners gp-lcm --seeds 200-219 --trials 200 --out long.jsonl

# solved FILE N: for each problem its name, the medians of gp-lcm and random search, wins, and the shares that are solved.
solved() {
    "$ROOT/attune" bench compare "$1" random.jsonl --budgets "$2" 2> /dev/null |
        awk -v n="$2" '$1 != "At" && $2 == n { sub(/:0$/, "", $1); gsub(/[()]/, ""); print $1, $3, $4, $6, $7 }' | sort
}
solved short.jsonl 80 > short
solved long.jsonl 200 > long
echo "| problem | solved after 80 trials | random search | median | random search | solved after 200 | random search |"
echo "|---|---|---|---|---|---|---|"
join -a 1 short long | awk -v hidden="$hidden" '
    {
        printf "| `%s` | %s | %s | %s | %s | %s | %s |\n", $1, $4, $5, $2, $3, (NF > 5 ? $8 : ""), (NF > 5 ? $9 : "")
        if (index("," hidden ",", "," $1 ",")) { n++; a += $4; b += $5; c += $8; d += $9 }
    }
    END { if (n > 0) printf "| mean of the %d with a better region | %.2f | %.2f | | | %.2f | %.2f |\n", n, a / n, b / n, c / n, d / n }'
echo
without='gp-lcm[interleave=false;regimes=false]'
before='gp-lcm[interleave=false;regimes=false;refine=false]'
echo "| pairs won against | after 20 trials | after 40 |"
echo "|---|---|---|"
# cost NAME FILE...: the pairs that gp-lcm wins against both.
cost() {
    name=$1
    shift
    for other in "$without" "$before"; do
        "$ROOT/attune" bench compare "$@" --tuner gp-lcm --against "$other" --budgets 20,40 2> /dev/null |
            awk -v name="$name" -v other="${other#gp-lcm}" '/^At .* wins / { share[$2] = $6 }
                END { print "| `" other "`, " name " | " share[20] " | " share[40] " |" }'
    done
}
for suite in public ablation; do
    run $suite --tuners "gp-lcm,$without,$before" --seeds 300-319 --trials 40 --out $suite.jsonl
    cost "\`$suite\`" $suite.jsonl
done
run regimes-report --problems bowl2,bowl5 --tuners "gp-lcm,$without,$before" --seeds 300-319 --trials 40 --out bowls.jsonl
run regimes --problems bowl3,bowl6,noisy-bowl3 --tuners "gp-lcm,$without,$before" --seeds 300-319 --trials 40 --out more-bowls.jsonl
cost "five bowls" bowls.jsonl more-bowls.jsonl
