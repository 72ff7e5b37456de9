#!/bin/bash
# Stands in for a scheduler: queue.sh FOLDER submit SCRIPT, poll JOB, cancel JOB.
folder=$1
case $2 in
    submit)
        setsid bash "$3" > /dev/null 2>&1 < /dev/null &
        echo "Job <$!> is submitted to queue <normal>." ;;
    poll) kill -0 "$3" 2> /dev/null && state=RUN || state=DONE; echo "$3 $state" ;;
    cancel) kill -9 -- "-$3" 2> /dev/null ;;
esac
echo "$2 ${3:-}" >> "$folder/calls"
