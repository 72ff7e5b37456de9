# document: docs/ablation.md
# takes: idle
# exact: no
echo '```'
"$ROOT/attune" bench experiment RoundCost 5x40 10x80
echo '```'
