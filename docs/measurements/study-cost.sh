# document: docs/ablation.md
# takes: idle
# exact: no
export ATTUNE_JAVA_OPTS=-Djava.util.concurrent.ForkJoinPool.common.parallelism=0
echo "| trials | 1 to 20 | 21 to 40 | 41 to 80 |"
echo "|---|---|---|---|"
for problem in ellipsoid6 levy4 noisy-levy4 steps5 cliff2 crash3; do
    "$ROOT/attune" bench experiment StudyCost gp-lcm $problem |
        awk -v problem=$problem 'NR > 1 { row = row sprintf(" %.2g |", $4) } END { print "| `" problem "` |" row }'
done
