#!/usr/bin/env bash
# Makes the counterparts of the pictures in docs/from-gptune.md, each by the command that stands there, in the folder given:
#     docs/pictures.sh FOLDER
# Programs are stand-ins of a line of awk, so that the pictures have the form of those of the guide and the paper, not their numbers. Some minutes.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
attune=${ATTUNE:-$root/attune}
mkdir -p "$1"
cd "$1"
run() { echo "attune $*"; "$attune" "$@" > last.log 2>&1 || { cat last.log; exit 1; }; }

# Guide, figure 6: the demo function (equation 17) for four tasks.
cat > demo.yaml << 'END'
tuning_problem_name: demo
input_space: [{name: t, type: real, lower_bound: 0, upper_bound: 10}]
parameter_space: [{name: x, type: real, lower_bound: 0, upper_bound: 1, default: 0.5}]
output_space: [{name: y, type: real}]
tasks: [{t: 0}, {t: 0.5}, {t: 1}, {t: 2}]
trials: 20
evaluation: {command: [sh, demo.sh, "{t}", "{x}"], outputs: {y: {regex: "y=([0-9.eE+-]+)"}}}
END
cat > demo.sh << 'END'
awk -v t="$1" -v x="$2" 'BEGIN { p = 3.14159265358979; for (i = 1; i <= 3; i++) s += sin(2 * p * x * (t + 2) ^ i); print "y=" exp(-((x + 1) ^ (t + 1))) * cos(2 * p * x) * s }'
END
run tune demo.yaml
run report demo.yaml --out guide-6

# Guide, figure 8: run time and Gflops of 20 tasks of QR. Paper, figure 3: the landscape over its two block sizes.
{ cat << 'END'
tuning_problem_name: qr
input_space:
  - {name: m, type: integer, lower_bound: 100, upper_bound: 20000, scale: log}
  - {name: n, type: integer, lower_bound: 100, upper_bound: 20000, scale: log}
parameter_space:
  - {name: mb, type: integer, lower_bound: 1, upper_bound: 16, default: 4}
  - {name: nb, type: integer, lower_bound: 1, upper_bound: 16, default: 4}
output_space:
  - {name: seconds, type: real, unit: s}
  - {name: gflops, type: real, unit: Gflop/s, optimize: false, lower_bound: 0}
trials: 8
evaluation: {command: [sh, qr.sh, "{m}", "{n}", "{mb}", "{nb}"], outputs: {seconds: {regex: "time=([0-9.eE+-]+)"}, gflops: {regex: "rate=([0-9.eE+-]+)"}}}
tasks:
END
awk 'BEGIN { srand(3); for (i = 0; i < 20; i++) { n = int(exp(log(500) + rand() * log(12))); print "  - {m: " int(n * (1 + 2 * rand())) ", n: " n "}" } }'; } > qr.yaml
cat > qr.sh << 'END'
awk -v m="$1" -v n="$2" -v b="$3" -v c="$4" 'BEGIN { w = 2e-9 * n * n * (m - n / 3); t = w / 60 * (1 + (log(b / 7)) ^ 2 / 2 + (log(c / 9)) ^ 2 / 3) + 1e-3; print "time=" t, "rate=" w / t }'
END
run tune qr.yaml
run report qr.yaml --out guide-8

# Guide, figure 9: factor time and memory, together and each alone.
cat > slu.yaml << 'END'
tuning_problem_name: slu
parameter_space:
  - {name: order, type: categorical, categories: [natural, mmd, metis], default: natural}
  - {name: look, type: integer, lower_bound: 5, upper_bound: 20, default: 10}
  - {name: panel, type: integer, lower_bound: 20, upper_bound: 300, default: 60}
output_space:
  - {name: seconds, type: real, unit: s}
  - {name: megabytes, type: real, unit: MB}
trials: 24
evaluation: {command: [sh, slu.sh, "{order}", "{look}", "{panel}"], outputs: {seconds: {regex: "time=([0-9.eE+-]+)"}, megabytes: {regex: "mem=([0-9.eE+-]+)"}}}
END
sed -e 's/unit: MB/unit: MB, optimize: false, upper_bound: 1.0e+9/' slu.yaml > slu-time.yaml
sed -e 's/unit: s}/unit: s, optimize: false, upper_bound: 1.0e+9}/' slu.yaml > slu-memory.yaml
cat > slu.sh << 'END'
awk -v o="$1" -v l="$2" -v p="$3" 'BEGIN { f = o == "metis" ? 1 : o == "mmd" ? 1.4 : 4; print "time=" f * (2 + (log(p / 150)) ^ 2 + 4 / l), "mem=" f * (300 + 2 * p + 12 * l) }'
END
run tune slu.yaml
run tune slu-time.yaml --history attune.db/slu.jsonl --study time
run tune slu-memory.yaml --history attune.db/slu.jsonl --study memory
run best slu.yaml --plot guide-9.svg --beside time --beside memory
run report slu.yaml --out guide-9

# Guide, figure 11, and paper, figure 2: a task with and without the trials of another.
sed -e '/^tasks:/,$d' -e 's/^tuning_problem_name: qr/tuning_problem_name: source/' qr.yaml > source.yaml && echo 'tasks: [{m: 4000, n: 3000}]' >> source.yaml
sed -e '/^tasks:/,$d' -e 's/^tuning_problem_name: qr/tuning_problem_name: target/' qr.yaml > target.yaml && echo 'tasks: [{m: 9000, n: 8000}]' >> target.yaml
run tune source.yaml --trials 20
run tune target.yaml --trials 12
run tune target.yaml --trials 12 --study transferred --transfer-from attune.db/source.jsonl
run report target.yaml --study transferred --out guide-11

# Guide, figure 12: regimes of a blocked matrix multiplication.
cat > matmul.yaml << 'END'
tuning_problem_name: matmul
parameter_space: [{name: block, type: real, lower_bound: 8, upper_bound: 512, default: 100}]
output_space: [{name: mflops, type: real, unit: Mflop/s, goal: maximize}]
trials: 40
evaluation: {command: [sh, matmul.sh, "{block}"], outputs: {mflops: {regex: "rate=([0-9.eE+-]+)"}}}
END
cat > matmul.sh << 'END'
awk -v b="$1" 'BEGIN { print "rate=" (b < 90 ? 900 + 4 * b : b < 260 ? 1000 + b : 700 + 0.5 * b) }'
END
run tune matmul.yaml --tuner cgp
run report matmul.yaml --out guide-12

# Guide, figure 13: several tuners on one problem.
sed -e 's/^tuning_problem_name: slu/tuning_problem_name: strumpack/' slu-time.yaml > strumpack.yaml
for tuner in gp-lcm hybrid tpe forest random; do
    run tune strumpack.yaml --study "$tuner" --tuner "$tuner"
done
run report strumpack.yaml --study gp-lcm --out guide-13

# Paper, figures 1 and 2: best values and costs of a tuner over those of others, a point or a bar for each task, over seeds.
run bench run public --problems 'branin,pdgeqrf:*' --tuners gp-lcm,tpe,random --seeds 0-1 --trials 8 --workers 1 --out runs.jsonl
run bench report runs.jsonl --out paper-1
rm -f last.log
