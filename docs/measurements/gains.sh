# document: README.md
# takes: seconds
# exact: yes
# The first rows of the table of the applications, rounded for the front page.
awk -F ' *[|] *' '
    function row(program, chosen) { printf "| %s | %s | %#.2g s | %#.2g s | %.1fx |\n", program, chosen, $3, $4, $5 }
    BEGIN { print "| program | what is chosen | default | found | speed-up |\n|---|---|---|---|---|" }
    $2 == "mm n=512" { row("matrix product in C, n = 512", "tiles, loops, flags of gcc: 12 parameters") }
    $2 == "zstd" { row("zstd, 12 MB, no larger than by default", "7 parameters") }
    $2 == "amg k=24 conv=1 jump=10" { row("Hypre'\''s algebraic multigrid, 13,824 unknowns", "12 parameters") }' "$ROOT/benchmarks/applications/README.md"
