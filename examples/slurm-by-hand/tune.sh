#!/bin/bash
# Tunes by ask, tell and sbatch: tune.sh PROBLEM COMMAND JOBS. COMMAND gets the values as variables and prints the seconds.
problem=$1 command=$2 jobs=$3
attune=${ATTUNE:-attune}
mkdir -p jobs
while true; do
    for file in jobs/*.job; do
        [ -e "$file" ] || continue
        trial=$(basename "$file" .job)
        squeue --noheader --jobs="$(cat "$file")" 2> /dev/null | grep -q . && continue # it waits or runs
        if [ -s "jobs/$trial.out" ]; then "$attune" tell "$problem" --trial "$trial" --output seconds="$(cat "jobs/$trial.out")"
        else "$attune" tell "$problem" --trial "$trial" --failed crash; fi && rm "$file"
    done
    [ "$(ls jobs/*.job 2> /dev/null | wc -l)" -ge "$jobs" ] && sleep 2 && continue
    line=$("$attune" ask "$problem"); code=$? # trial=7 tile=16
    case $code in 3) sleep 2 && continue ;; 4) break ;; 0) ;; *) exit $code ;; esac
    trial=${line%% *} && trial=${trial#trial=}
    sbatch --parsable --output="jobs/$trial.out" --export="ALL,${line// /,}" "$command" > "jobs/$trial.job"
done
"$attune" best "$problem"
