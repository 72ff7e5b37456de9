# document: docs/ablation.md
# takes: idle
# exact: no
export ATTUNE_JAVA_OPTS=-Djava.util.concurrent.ForkJoinPool.common.parallelism=0
"$ROOT/attune" bench experiment ProposalCost | awk '
    NR > 1 { trials = trials " " $1 " |"; first = first sprintf(" %.2g |", $2); next_ = next_ sprintf(" %.2g |", $3); rule = rule "---|" }
    END { print "| trials |" trials; print "|---|" rule; print "| first |" first; print "| next |" next_ }'
