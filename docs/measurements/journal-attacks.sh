# document: history/README.md
# takes: idle
# exact: no
# Attacks on a journal, and how many it withstands. Two minutes.
"$ROOT/attune" bench journal journal > printed 2> progress || { tail -n 3 progress >&2; exit 1; }
awk '
    NR == 1 { print "| attack | tried | withstood |\n|---|---|---|"; next }
    /^[a-z].* [0-9]+ +[0-9]+$/ { tried = $(NF - 1); withstood = $NF; $NF = $(NF - 1) = ""; sub(/ +$/, ""); printf "| %s | %s | %s |\n", $0, tried, withstood }' printed
