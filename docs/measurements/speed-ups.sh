# document: benchmarks/applications/README.md
# takes: idle
# exact: no
# What gp-lcm finds on real programs with 30 trials, beside 300 random ones, five seeds. Hours.
cd "$ROOT"
benchmarks/applications/build.sh > /dev/null
./attune bench experiment SpeedUps gp-lcm 0-4 30 300 benchmarks/applications/{mm,zstd,amg,salt}/problem.yaml benchmarks/applications/slu/fast.yaml \
    benchmarks/applications/pdqr/problem.yaml 2> /dev/null
