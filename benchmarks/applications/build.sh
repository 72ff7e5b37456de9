#!/usr/bin/env bash
# Builds the applications, or those that are named, into their target folders. What lacks a tool or a library is skipped
# with a line that says so. On Debian 12 all that is needed is
#   apt-get install -y --no-install-recommends gcc gfortran openmpi-bin libopenmpi-dev libopenblas-dev \
#       libscalapack-openmpi-dev libsuperlu-dist-dev libhypre-dev lammps zstd
# usage: build.sh [pdqr|slu|amg|mm|salt|zstd ...]
cd "$(dirname "${BASH_SOURCE[0]}")" || exit

declare -A packages=(
    [pdqr]="gcc openmpi-bin libopenmpi-dev libscalapack-openmpi-dev libopenblas-dev"
    [slu]="gcc openmpi-bin libopenmpi-dev libsuperlu-dist-dev libopenblas-dev"
    [amg]="gcc openmpi-bin libopenmpi-dev libhypre-dev"
    [mm]="gcc libc6-dev"
    [salt]="lammps"
    [zstd]="zstd"
)

pdqr() { link pdqr -lscalapack-openmpi -lopenblas; }
slu() { link slu -I/usr/include/superlu-dist -lsuperlu_dist -lopenblas; }
amg() { link amg -I/usr/include/hypre -lHYPRE; }
mm() { needs gcc && gcc -fsyntax-only mm/mm.c; }  # every trial compiles its own
salt() { needs lmp; }
zstd() { needs zstd && needs bash && data; }

needs() {
    type -P "$1" > /dev/null || { echo "there is no $1 on the PATH" >&2; return 1; }
}

# link NAME FLAG...: compiles NAME/NAME.c.
link() {
    local name=$1
    shift
    needs mpicc && mpicc -O2 -march=native -o "$name/target/$name" "$name/$name.c" "$@" -lm
}

# 12 MB that look like a log file, the same on every machine.
data() {
    [ -e zstd/target/data ] && return
    LC_ALL=C awk 'BEGIN {
        split("open close read write seek flush lock map wait send", verb, " ")
        split("ok ok ok ok retry timeout denied", state, " ")
        for (x = 1; bytes < 12000000; ) {
            x = (x * 16807) % 2147483647; a = x
            x = (x * 16807) % 2147483647; b = x
            line = sprintf("%010d node%02d %s /data/set%03d/block-%06x size=%d %s", time += a % 97, b % 24,
                verb[a % 10 + 1], (b / 64) % 300, a % 1048576, b % 100000, state[a % 7 + 1])
            bytes += length(line) + 1
            print line
        }
    }' > zstd/target/data.new && mv zstd/target/data.new zstd/target/data
}

[ $# -gt 0 ] || set -- pdqr slu amg mm salt zstd
for name; do
    if [ -z "${packages[$name]-}" ]; then
        echo "build.sh: there is no application '$name'. Known are: pdqr, slu, amg, mm, salt, zstd." >&2
        exit 2
    fi
    mkdir -p "$name/target"
    if why=$("$name" 2>&1); then
        echo "$name: built"
    else
        echo "$name: skipped: $(grep -m 1 . <<< "$why"). Maybe apt-get install ${packages[$name]}"
    fi
done
