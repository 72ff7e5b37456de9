# document: docs/drift.md
# takes: seconds
# exact: yes
"$ROOT/attune" bench experiment DriftAlarms 2000 2> /dev/null
