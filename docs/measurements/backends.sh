# document: benchmarks/jmh/README.md
# takes: idle
# exact: no
# GFLOP/s of the backends, in turns in one JVM. Two minutes.
"$ROOT/benchmarks/jmh/run" --main org.attune.benchmarks.jmh.BackendTable 2> log || { tail -n 5 log >&2; exit 1; }
