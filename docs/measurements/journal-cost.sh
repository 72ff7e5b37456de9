# document: history/README.md
# takes: idle
# exact: no
# What a journal costs beside plain writes and SQLite, by its number of records. Minutes; the folder of the measurement is the disk that counts.
"$ROOT/attune" bench experiment JournalCost journal 2> progress | awk '
    NR == 1 { print "| records | raw, 1/s | appends, 1/s | ratio | SQLite, 1/s | in batches, 1/s | open, s | its CPU, s | heap, MB | resident, MB |\n|---|---|---|---|---|---|---|---|---|---|"; next }
    { printf "|"; for (i = 1; i <= 10; i++) printf " %s |", $i == "NaN" || i == 6 && $i == 0 ? "" : $i; print "" }'
