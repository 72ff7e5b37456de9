# document: docs/cluster.md
# takes: idle
# exact: no
# CPU seconds of a proposal with 31 trials pending, six parameters, by the number of trials. A minute.
"$ROOT/attune" bench experiment PendingCost 2> progress | awk '
    NR > 1 { trials = trials " " $1 " |"; rule = rule "---|"; first = first sprintf(" %.2g |", $2); told = told sprintf(" %.2g |", $3); next_ = next_ sprintf(" %.2g |", $4) }
    END {
        print "| trials |" trials; print "|---|" rule; print "| a process that has seen nothing |" first
        print "| the same, where another process has learned |" told; print "| the next ones, in the mean |" next_ }'
