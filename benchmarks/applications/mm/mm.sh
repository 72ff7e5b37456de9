#!/bin/sh
# usage: mm.sh PROGRAM FLAG...: compiles mm.c with these flags to PROGRAM and runs it.
program=$1
shift
gcc "$@" mm.c -o "$program" -lm && exec "$program" 3
