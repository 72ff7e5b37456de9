#!/bin/sh
# usage: salt.sh ARGUMENT...: runs LAMMPS, for at most two seconds of CPU time.
ulimit -t 2
exec lmp "$@"
