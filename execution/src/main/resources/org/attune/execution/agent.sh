# An agent: runs what it reads on stdin, one run at a time, and says on stdout how each ended.
#   run NAME N      and then N lines: a text for a shell, whose run has this name, used only once
#   stop            ends the run that is under way
# The end of stdin ends the run, too, and the agent: nobody is there any more.
# What it says: "attune-ready HOST" once, then "attune-end NAME EXIT KILLED" for each run, where KILLED says
# whether the kernel has killed anybody for memory meanwhile.
# Whoever belongs to a run is found by a variable that all its processes inherit.
name=

left() { # the processes of the run
    [ -z "$name" ] || grep -lsz "^ATTUNE_ATTEMPT=$name\$" /proc/[0-9]*/environ 2> /dev/null
}

sweep() { # asks those that are left to end, and kills them a second later
    signal=TERM tries=0
    while found=$(left) # whose exit code tells of processes that end meanwhile
        [ -n "$found" ] && [ $tries -lt 120 ]; do
        [ $tries -lt 20 ] || signal=KILL
        for file in $found; do
            process=${file#/proc/}
            kill -s $signal "${process%/environ}" 2> /dev/null
        done
        tries=$((tries + 1))
        sleep 0.05
    done
}

kills() { grep -s '^oom_kill ' /proc/vmstat; }

handle() {
    before=$(kills)
    (
        export ATTUNE_ATTEMPT="$name"
        eval "$text"
    ) > /dev/null 2>&1 &
    wait $!
    code=$?
    killed=no
    [ $code != 137 ] || [ "$before" = "$(kills)" ] || killed=yes
    sweep
    echo "attune-end $name $code $killed"
}

trap 'sweep; exit 143' TERM HUP INT
echo "attune-ready $(uname -n)"
while IFS=' ' read -r verb next count; do
    case $verb in
        run)
            text=
            while [ "$count" -gt 0 ]; do
                IFS= read -r line || exit 1
                text="$text$line
"
                count=$((count - 1))
            done
            wait # the last one has ended, and is counted until somebody asks
            name=$next
            handle < /dev/null &
            ;;
        stop) sweep ;;
    esac
done
sweep
