#!/bin/sh
# Compiles the shim and the example with Open MPI: Debian's openmpi-bin, libopenmpi-dev and gcc.
set -eu
cd "$(dirname "$0")"
compiler=$(command -v mpicc.openmpi || command -v mpicc) || {
    echo "build.sh: there is no mpicc. Maybe install openmpi-bin and libopenmpi-dev." >&2
    exit 1
}
mkdir -p target
"$compiler" -O2 -Wall -Wextra -o target/mpi-spawn mpi-spawn.c
"$compiler" -O2 -Wall -Wextra -o target/stencil stencil.c -lm
