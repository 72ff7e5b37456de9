# document: tla/README.md
# takes: idle
# exact: no
# Trials of tla to within 10 % of the optimum by grid search, each size of pdgeqrf from the three others, forty seeds. Four minutes.
"$ROOT/attune" bench run public --problems pdgeqrf:0,pdgeqrf:1,pdgeqrf:2,pdgeqrf:3 --sources 'pdgeqrf:*' --source-trials 20 \
    --tuners tla --seeds 0-39 --trials 40 --workers 1 --out runs.jsonl > /dev/null 2> progress || { tail -n 3 progress >&2; exit 1; }
echo "| task | trials, median | of seeds 0 to 9 | runs beyond 40 | first trial over the optimum, median |"
echo "|---|---|---|---|---|"
for row in '0 0.05294913930 2000 x 2000' '1 0.34606311736 12000 x 4000' '2 4.80064593326 20000 x 20000' '3 0.32598762793 6000 x 6000'; do
    read -r task optimum size <<< "$row"
    grep "\"problem\":\"pdgeqrf:$task\"" runs.jsonl | sed 's/.*"best":\[//; s/\].*//' |
        awk -F, -v optimum="$optimum" '{ n = 41; for (i = NF; i > 0; i--) if ($i <= 1.1 * optimum) n = i; print n, $1 / optimum }' > found
    trials() { cut -d ' ' -f 1 | sort -n | middle; }
    middle() { awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'; }
    printf '| %s | %s | %s | %d | %.2f |\n' "$size" "$(trials < found)" "$(head -n 10 found | trials)" "$(grep -c '^41 ' found)" "$(cut -d ' ' -f 2 found | sort -n | middle)"
done
