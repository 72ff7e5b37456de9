#!/bin/bash
# Stands in for sbatch, squeue, scontrol, scancel, sacct and srun, by the name under which it is called.
# Its folder has: next (id of the next job), jobs/ID.* of the jobs, calls (a line for each call),
# deaf (while it is there, calls hang), down (what calls complain of while it is there), lost (sbatch takes the job, but does not answer),
# forced (states that the next jobs get instead of being run, one a line: STATE REASON CODE),
# refuse (what sbatch refuses every job with), accounting (what sacct says of each job, ID for its id; none without it),
# late (so many answers of sacct are that the job still runs), away (what sacct complains of), config (of the cluster).
set -u
here=$(dirname "$0")
mkdir -p "$here/jobs"
me=$(basename "$0")
echo "$me $*" >> "$here/calls"
[ -e "$here/deaf" ] && exec sleep 60
if [ -e "$here/down" ]; then cat "$here/down" >&2; exit 1; fi

value() { # value NAME ARG...: what follows --NAME= in the arguments
    local name=$1 && shift
    for word in "$@"; do case $word in --"$name"=*) echo "${word#*=}" ;; esac; done
}

begin() { # begin ID SCRIPT INDEX
    if [ -s "$here/forced" ]; then
        head -n 1 "$here/forced" > "$here/jobs/$1.state"
        sed -i 1d "$here/forced"
        return
    fi
    echo RUNNING None 0:0 > "$here/jobs/$1.state"
    SLURM_ARRAY_TASK_ID=$3 setsid bash -c '
        shell=$(head -n 1 "$2"); ${shell#"#!"} "$2"
        code=$?
        state=FAILED; [ $code = 0 ] && state=COMPLETED
        echo $state None $code:0 > "$1.tmp"; mv "$1.tmp" "$1.state"' x "$here/jobs/$1" "$2" > /dev/null 2>&1 < /dev/null &
    echo $! > "$here/jobs/$1.pid"
}

case $me in
    sbatch)
        if [ -e "$here/refuse" ]; then cat "$here/refuse" >&2; exit 1; fi
        exec 9> "$here/lock" && flock 9
        id=$(cat "$here/next" 2> /dev/null || echo 100)
        echo $((id + 1)) > "$here/next"
        exec 9>&-
        script=${!#}
        value job-name "$@" > "$here/jobs/$id.name"
        cp "$script" "$here/jobs/$id.script"
        array=$(value array "$@")
        if [ -z "$array" ]; then begin "$id" "$here/jobs/$id.script" ""
        else for i in $(seq "${array%-*}" "${array#*-}"); do begin "${id}_$i" "$here/jobs/$id.script" "$i"; done; fi # as a scheduler does, from its copy
        [ -e "$here/lost" ] && rm "$here/lost" && exec sleep 60
        echo "$id" ;;
    squeue)
        name=$(value name "$@")
        if [ -n "$name" ]; then
            for file in "$here"/jobs/*.name; do [ "$(cat "$file")" = "$name" ] && basename "$file" .name; done
            exit 0
        fi
        found=1
        for id in $(value jobs "$@" | tr , ' '); do
            [ -e "$here/jobs/$id.state" ] || continue
            found=0
            read -r state reason _ < "$here/jobs/$id.state"
            echo "$id|$state|$reason"
        done
        [ $found = 0 ] || echo "slurm_load_jobs error: Invalid job id specified" >&2
        exit $found ;;
    scontrol)
        id=${!#}
        if [ "$id" = config ]; then cat "$here/config" 2> /dev/null; exit 0; fi
        if [ ! -e "$here/jobs/$id.state" ]; then echo "slurm_load_jobs error: Invalid job id specified" >&2; exit 1; fi
        read -r state reason code < "$here/jobs/$id.state"
        echo "JobId=$id JobName=x JobState=$state Reason=$reason Requeue=0 Restarts=0 ExitCode=$code" ;;
    scancel)
        for id in "$@"; do
            [ -e "$here/jobs/$id.pid" ] || continue
            echo CANCELLED None 0:0 > "$here/jobs/$id.state"
            pid=$(cat "$here/jobs/$id.pid")
            kill -9 -- "-$pid" 2> /dev/null || kill -9 "$pid" 2> /dev/null # before it had a session of its own
        done
        exit 0 ;;
    sacct)
        if [ -e "$here/away" ]; then cat "$here/away" >&2; exit 1; fi
        if [ ! -e "$here/accounting" ]; then echo "Slurm accounting storage is disabled" >&2; exit 1; fi
        id=$(value jobs "$@")
        [ "$id" = 0 ] && exit 0
        late=$(cat "$here/late" 2> /dev/null || echo 0)
        if [ "$late" -gt 0 ]; then
            echo $((late - 1)) > "$here/late"
            echo "$id|RUNNING||"
        else
            sed "s/ID/$id/" "$here/accounting"
        fi ;;
    srun)
        tasks=$(value ntasks "$@")
        while case ${1:-} in --*) true ;; *) false ;; esac; do shift; done
        for i in $(seq 0 $((tasks - 1))); do SLURM_PROCID=$i SLURM_JOB_ID=7 SLURM_STEP_ID=3 "$@" <&0 & done
        worst=0
        for pid in $(jobs -p); do wait "$pid" || worst=$?; done
        exit $worst ;;
esac
