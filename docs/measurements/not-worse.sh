# document: docs/ablation.md
# takes: idle
# exact: no
for suite in public ablation; do
    "$ROOT/attune" bench run $suite --tuners gp-lcm --seeds 0-9 --trials 80 --workers 2 --out ours.jsonl > /dev/null 2> progress ||
        { tail -n 3 progress >&2; exit 1; }
    "$ROOT/attune" bench run $suite --tuners random --seeds 0-999 --trials 80 --workers 2 --out random.jsonl > /dev/null 2> progress ||
        { tail -n 3 progress >&2; exit 1; }
    "$ROOT/attune" bench compare ours.jsonl random.jsonl 2> /dev/null > compared
    echo "On \`$suite\`, 10 seeds against 1000 of random search:"
    echo
    grep -E '^At |significantly worse' compared | sed 's/^/- /'
    echo
    rm ours.jsonl random.jsonl
done
