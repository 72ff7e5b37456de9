# document: docs/ablation.md
# takes: idle
# exact: no
# The default tuner where failing runs give a number, against others and against itself that takes it as measured: 10 seeds, 60 trials.
run() {
    "$ROOT/attune" bench run "$@" --seeds 50-59 --trials 60 --workers 2 > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
}
others='values tpe forest evolutionary random'
for suite in penalties penalties-report; do
    run $suite --tuners gp-lcm,tpe,forest,evolutionary,random --out $suite.jsonl
    run $suite-values --tuners gp-lcm --out values.jsonl
    sed 's/"peer":"gp-lcm"/"peer":"values"/' values.jsonl >> $suite.jsonl
    rm values.jsonl
done
echo "| pairs won by \`gp-lcm\` after | \`penalties\`: 10 trials | 20 | 40 | 60 | \`penalties-report\`: 10 | 20 | 40 | 60 |"
echo "|---|---|---|---|---|---|---|---|---|"
for other in $others; do
    [ $other = values ] && printf "| against itself, \`penalty: none\` |" || printf '| against `%s` |' $other
    for suite in penalties penalties-report; do
        "$ROOT/attune" bench compare $suite.jsonl --tuner gp-lcm --against $other --budgets 10,20,40,60 2> /dev/null |
            awk '$1 ~ /:0$/ { sum[$2] += $5; count[$2]++ }
                END { split("10 20 40 60", budgets); for (i = 1; i <= 4; i++) printf " %.3f |", sum[budgets[i]] / count[budgets[i]] }'
    done
    echo
done
