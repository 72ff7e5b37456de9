# document: band-multifidelity/README.md
# takes: idle
# exact: no
# Medians of the bandits on currin_mf, ten seeds. Minutes.
"$ROOT/attune" bench run fidelities --problems currin_mf --tuners gptune-band,bohb,hyperband,asha --seeds 0-9 --trials 40 --workers 2 \
    --out currin.jsonl > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
echo "| tuner | after 10 full runs | 20 | 40 |"
echo "|---|---|---|---|"
for tuner in gptune-band bohb hyperband asha; do
    against=asha
    [ $tuner != asha ] || against=bohb
    "$ROOT/attune" bench compare currin.jsonl --tuner $tuner --against $against --budgets 10,20,40 2> /dev/null |
        awk -v tuner=$tuner '$1 ~ /:0$/ { line = line " | " $3 } END { print "| `" tuner "`" line " |" }'
done
