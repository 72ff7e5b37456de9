# document: gp-lcm/README.md
# takes: idle
# exact: no
# Sections 5.1 and 5.3 of GPTune's guide in small: 80 runs divided among 1 to 20 tasks, ten seeds. A quarter of an hour.
"$ROOT/attune" bench experiment TaskCount 80 10 "$ROOT/docs/task-count.svg" 2> progress |
    sed -e '/./,$!d' -e 's/^\([a-z].*\), 80 runs$/`\1`:\n/'
