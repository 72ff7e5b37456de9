# document: docs/drift.md
# takes: idle
# exact: yes
"$ROOT/attune" bench experiment DriftAlarms 2000 2> /dev/null
