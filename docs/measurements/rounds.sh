# document: gp-lcm/README.md
# takes: idle
# exact: no
# One proposal for each of 20 tasks (figure 7 of GPTune's guide), CPU seconds of one thread, by the trials of each. Four minutes.
export ATTUNE_JAVA_OPTS="-Djava.util.concurrent.ForkJoinPool.common.parallelism=0"
"$ROOT/attune" bench experiment RoundCost 20x10 20x40 20x160 20x500 "$ROOT/docs/round-cost.svg" 2> progress |
    awk -F ' *[|] *' 'NR == 1 { print "| tasks x trials | trials | first: model | search | next: model | search |"; next }
        NR == 2 { print "|---|---|---|---|---|---|"; next }
        { printf "| %s | %s | %s | %s | %s | %s |\n", $2, $3, $4, $5, $7, $8 }'
