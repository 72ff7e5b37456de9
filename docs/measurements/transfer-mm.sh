# document: tla/README.md
# takes: idle
# exact: no
# Tiled matrix multiplication (benchmarks/applications/mm, needs gcc) for n = 768, with 20 trials each of n = 256, 384 and 512 as sources and without; for each
# seed sources of its own, the two studies in turns of ten trials. TRANSFER_MM_SEEDS has another number of seeds; some minutes on an idle machine.
cp "$ROOT"/benchmarks/applications/mm/{mm.c,mm.sh,problem.yaml} .
sources='256 384 512'
for n in $sources 768; do sed "s/^tasks: .*/tasks: [{n: $n}]/" problem.yaml > "mm$n.yaml"; done
load() { cut -d' ' -f1 /proc/loadavg; }
quietly() { "$ROOT/attune" "$@" > last.log 2>&1 || { cat last.log >&2; exit 1; }; }
before=$(load)
for seed in $(seq 0 $((${TRANSFER_MM_SEEDS:-5} - 1))); do
    from=()
    for n in $sources; do
        quietly tune "mm$n.yaml" --study "n$n-$seed" --tuner gp-lcm --seed "$seed" --trials 20
        from+=(--transfer-from "n$n-$seed")
    done
    quietly tune mm768.yaml --study "tla-$seed" --seed "$seed" --trials 10 "${from[@]}"
    quietly tune mm768.yaml --study "gp-lcm-$seed" --tuner gp-lcm --seed "$seed" --trials 10
    quietly tune mm768.yaml --study "gp-lcm-$seed" --trials 20
    quietly tune mm768.yaml --study "tla-$seed" --trials 20
    for tuner in tla gp-lcm; do # the best beside the default, in one turn
        "$ROOT/attune" confirm mm768.yaml --study "$tuner-$seed" --top 1 --repeats 5 --json 2> last.log > confirmed || { cat last.log >&2; exit 1; }
        sed "s/.*\"gain\": \\([0-9.eE+-]*\\).*/$tuner gain \\1/" confirmed >> reached
    done
done
for seed in $(seq 0 $((${TRANSFER_MM_SEEDS:-5} - 1))); do
    for tuner in tla gp-lcm; do
        quietly history export mm768.yaml --study "$tuner-$seed" --to trials.csv --force
        sed 's/"[^"]*"/order/g' trials.csv | awk -F, -v tuner="$tuner" '
            NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
            $(column["trial.state"]) == "measured" && (best == "" || $(column["seconds"]) + 0 < best) { best = $(column["seconds"]) + 0 }
            NR == 6 || NR == 11 || NR == 21 { print tuner, NR - 1, best }' >> reached
    done
done
awk -v seeds="${TRANSFER_MM_SEEDS:-5}" '
    function summary(key,   i, j, t, n) {
        n = count[key]
        for (i = 1; i <= n; i++) v[i] = value[key, i]
        for (i = 2; i <= n; i++) for (j = i; j > 1 && v[j] < v[j - 1]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
        return sprintf("%.4g (%.4g to %.4g)", (v[int((n + 1) / 2)] + v[int((n + 2) / 2)]) / 2, v[1], v[n])
    }
    function won(what, sign,   i, j, w) {
        for (i = 1; i <= count["tla " what]; i++) for (j = 1; j <= count["gp-lcm " what]; j++) {
            t = sign * (value["gp-lcm " what, j] - value["tla " what, i])
            w += t > 0 ? 1 : t == 0 ? 0.5 : 0
        }
        return sprintf("%.2f", w / count["tla " what] / count["gp-lcm " what])
    }
    { key = $1 " " $2; value[key, ++count[key]] = $3 }
    END {
        printf "| n = 768, %d seeds, median (range) | `tla`, three sources | `gp-lcm`, none | pairs won |\n|---|---|---|---|\n", seeds
        for (n = 5; n <= 20; n *= 2)
            printf "| CPU s after %d trials | %s | %s | %s |\n", n, summary("tla " n), summary("gp-lcm " n), won(n, 1)
        printf "| speed-up over the default, measured again | %s | %s | %s |\n", summary("tla gain"), summary("gp-lcm gain"), won("gain", -1)
    }' reached
printf '\nLoad of the machine before and after: %s, %s.\n' "$before" "$(load)"
