#!/bin/bash
# Stands in for a scheduler: queue.sh FOLDER submit SCRIPT, poll JOB, cancel JOB.
# Where there is a file FOLDER/away, it says only what stands there.
folder=$1
if [ -e "$folder/away" ]; then
    cat "$folder/away" >&2
    echo "$2 ${3:-}" >> "$folder/calls"
    exit 1
fi
case $2 in
    submit)
        setsid bash "$3" > /dev/null 2>&1 < /dev/null &
        echo "Job <$!> is submitted to queue <normal>." ;;
    poll) kill -0 "$3" 2> /dev/null && state=RUN || state=DONE; echo "$3 $state" ;;
    cancel) kill -9 -- "-$3" 2> /dev/null ;;
esac
echo "$2 ${3:-}" >> "$folder/calls"
