#!/bin/sh
# usage: descent.sh RATE MOMENTUM STEPS WORKDIR PARENT_WORKDIR: gradient descent on Rosenbrock's function, up to step STEPS.
# It goes on from the checkpoint in PARENT_WORKDIR, unless that is empty, prints its loss on its way and leaves a checkpoint.
[ -z "$5" ] || begun=$(cat "$5/checkpoint")
awk -v rate="$1" -v momentum="$2" -v steps="$3" -v begun="${begun:-0 -1.2 1 0 0}" -v checkpoint="$4/checkpoint" 'BEGIN {
    split(begun, at, " "); first = at[1]; x = at[2]; y = at[3]; u = at[4]; v = at[5]
    for (s = first + 1; s <= steps; s++) {
        u = momentum * u - rate * (-2 * (1 - x) - 400 * x * (y - x * x)); v = momentum * v - rate * 200 * (y - x * x)
        n = sqrt(u * u + v * v); if (n > 0.1) { u *= 0.1 / n; v *= 0.1 / n }
        x += u; y += v
        loss = (1 - x) ^ 2 + 100 * (y - x * x) ^ 2
        if (s % 50 == 0) print "step=" s " loss=" loss
    }
    printf "%d %.17g %.17g %.17g %.17g\n", steps, x, y, u, v > checkpoint
    print "made=" steps - first; print "final=" loss }'
