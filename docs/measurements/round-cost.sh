# document: docs/ablation.md
# takes: idle
# exact: no
"$ROOT/attune" bench experiment RoundCost 5x40 10x80

