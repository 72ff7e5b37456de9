# document: execution/README.md
# takes: idle
# exact: no
# Two trials at once, each of one core, beside one busy process; without and with pins. What varies of equal runs is noise.
cat > spin.c << 'C'
#include <stdio.h>
#include <time.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    enum { N = 1 << 15 };                  /* 256 KiB: what a core's cache holds */
    double *a = malloc(N * sizeof *a), s = 0;
    struct timespec b, e;
    memset(a, 1, N * sizeof *a);
    clock_gettime(CLOCK_MONOTONIC, &b);
    for (int r = 0; r < 6000; r++)
        for (int i = 0; i < N; i++) s += a[i] * r;
    clock_gettime(CLOCK_MONOTONIC, &e);
    printf("seconds = %f %g\n", e.tv_sec - b.tv_sec + (e.tv_nsec - b.tv_nsec) / 1e9, s);
}
C
cc -O1 -o spin spin.c
problem() {
    cat > "$1.yaml" << YAML
tuning_problem_name: $1
parameter_space: [{name: x, type: integer, lower_bound: 1, upper_bound: 100000, default: 50}]
output_space: [{name: seconds, unit: s}]
trials: 60
parallel: 2
tuner: {name: random}
evaluation:
  command: [./spin]
  pin: $2
  outputs: {seconds: {regex: "seconds = ([0-9.]+)"}}
YAML
}
problem shared false
problem pinned true
for round in 1 2 3; do
    for kind in shared pinned; do
        "$ROOT/attune" tune $kind.yaml --study "r$round" > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
    done
done
echo "| 2 trials at once on $(nproc) cores | median, s | middle half, of the median | middle 90 % |"
echo "|---|---|---|---|"
for kind in shared pinned; do
    grep -h -o '"seconds":{"evaluations":\[[0-9.]*' attune.db/$kind.jsonl | sed 's/.*\[//' | sort -n | awk -v kind=$kind '
        { v[NR] = $1 }
        function q(p) { return v[int(1 + p * (NR - 1) + .5)] }
        END { m = q(.5); printf "| %s | %.3f | %.1f %% | %.1f %% |\n", kind, m, 100 * (q(.75) - q(.25)) / m, 100 * (q(.95) - q(.05)) / m }'
done
