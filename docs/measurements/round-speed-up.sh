# document: docs/cluster.md
# takes: idle
# exact: no
# Figure 7 of GPTune's guide, with the sizes that it has; some minutes on an idle machine. ROUND_SPEED_UP has others.
load() { cut -d' ' -f1 /proc/loadavg; }
before=$(load)
# shellcheck disable=SC2086 # words
"$ROOT/attune" bench experiment RoundSpeedUp ${ROUND_SPEED_UP:-20x10 20x20 20x40 20x80 20x160} "$ROOT/docs/round-speed-up.svg"
printf '\nLoad of the machine before and after: %s, %s.\n' "$before" "$(load)"
