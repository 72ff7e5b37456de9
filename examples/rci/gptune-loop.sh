#!/usr/bin/env bash
# The loop of GPTune's manual (User Guide, section 4.3.2): jq takes what to run from gptune.db/gzip.json and writes
# results back. Any number of these may run at once, and one that was stopped goes on when it is started again.
set -u
cd "$(dirname "$0")" || exit
attune=${ATTUNE:-../../attune}
obj1=time # the first objective of gzip.yaml
obj2=size
database=gptune.db/gzip.json
out=$(mktemp)
trap 'rm -f "$out"' EXIT

# jq_write FILTER [OPTIONS]: changes the database. Without the lock, records that others add meanwhile would be lost.
jq_write() {
    (
        flock 9
        jq "$@" "$database" > "$database.$$" && mv "$database.$$" "$database"
    ) 9> "$database.lock"
}

# Ask for one trial of each of the three tasks; 4 is the end, 3 that other processes are at work on the rest.
while "$attune" ask gzip.yaml --db-format gptune --count 3 > /dev/null; code=$?; [ $code -eq 0 ]; do

    # all records that have no result yet
    for idx in $(jq '.func_eval | to_entries[] | select(any(.value.evaluation_result[]; . == null)) | .key' $database); do

        # parameters in the order of gzip.yaml
        mapfile -t input_para < <(jq -r --argjson v1 "$idx" '.func_eval[$v1].task_parameter[]' $database)
        mapfile -t tuning_para < <(jq -r --argjson v1 "$idx" '.func_eval[$v1].tuning_parameter[]' $database)

        # run the application; 124 means that it took too long
        timeout 20 bash compress.sh "${input_para[0]}" "${tuning_para[@]}" > "$out"
        run=$?

        result1=$(grep 'Time:' "$out" | grep -Eo '[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?')
        result2=$(grep 'Size:' "$out" | grep -Eo '[0-9]+')
        if [ -n "$result1" ] && [ -n "$result2" ]; then
            jq_write --argjson v1 "$idx" --arg o1 $obj1 --arg o2 $obj2 --argjson r1 "$result1" --argjson r2 "$result2" \
                '.func_eval[$v1].evaluation_result |= (.[$o1] = $r1 | .[$o2] = $r2)'
        elif [ $run -eq 124 ]; then
            jq_write --argjson v1 "$idx" --arg o1 $obj1 '.func_eval[$v1].evaluation_result[$o1] = "timeout: 20 s"'
        elif [ $run -ne 0 ]; then # a failure is said in words; never as a large number
            jq_write --argjson v1 "$idx" --arg o1 $obj1 --arg why "crash: exit code $run" \
                '.func_eval[$v1].evaluation_result[$o1] = $why'
        fi # else it stays null: ask hands it out again, and counts it as failed after 3 times
    done
done
if [ $code -ne 4 ]; then
    exit "$code"
fi
"$attune" best gzip.yaml --db-format gptune
