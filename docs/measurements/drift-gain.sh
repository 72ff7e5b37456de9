# document: docs/drift.md
# takes: idle
# exact: no
"$ROOT/attune" bench experiment DriftGain 20 2> /dev/null
