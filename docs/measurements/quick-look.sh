# document: benchmarks/README.md
# takes: idle
# exact: no
start=$SECONDS
"$ROOT/attune" bench run synthetic --quick --out quick.jsonl > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
"$ROOT/attune" bench report quick.jsonl --out report > /dev/null 2>&1
echo "\`bench run synthetic --quick\` ($(wc -l < quick.jsonl) runs) and its report take $((SECONDS - start)) seconds."
