# document: tla/README.md
# takes: idle
# exact: no
# Section 5.6 and figure 11 of GPTune's guide on the model of QR with any number of nodes, five seeds. A quarter of an hour.
"$ROOT/attune" bench experiment OneSource results.jsonl 0-4 "$ROOT/docs/one-source.svg" 2> progress
