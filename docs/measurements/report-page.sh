# document: report/README.md
# takes: idle
# exact: no
# Needs chromium and npm, which .ci/report installs; says so where they are missing.
command -v chromium > /dev/null && command -v npm > /dev/null ||
    { echo "The page was not measured: chromium or npm is missing." >&2; exit 1; }
npm install --silent --no-audit --no-fund --no-save --no-package-lock playwright-core@1.49.1 > /dev/null
# The README's example; the program's runs take most of its half minute.
"$ROOT/attune" tune "$ROOT/examples/matmul/problem.yaml" --history readme.jsonl > tuned 2>&1 || { tail -n 3 tuned >&2; exit 1; }
"$ROOT/attune" report "$ROOT/examples/matmul/problem.yaml" --history readme.jsonl --out page-readme > written 2>&1 || { tail -n 3 written >&2; exit 1; }
# 12 parameters, 4 tasks, failures of two kinds.
cat > wide.yaml << 'EOF'
tuning_problem_name: wide
input_space:
  - {name: n, type: integer, lower_bound: 100, upper_bound: 10000, scale: log}
parameter_space:
  - {name: block, type: integer, lower_bound: 1, upper_bound: 512, scale: log, default: 16}
  - {name: panel, type: integer, lower_bound: 1, upper_bound: 512, scale: log, default: 16}
  - {name: rows, type: integer, lower_bound: 1, upper_bound: 64, scale: log, default: 8}
  - {name: relax, type: real, lower_bound: 0.1, upper_bound: 2, default: 1}
  - {name: drop, type: real, lower_bound: 1.0e-6, upper_bound: 0.1, scale: log, default: 0.001}
  - {name: fill, type: real, lower_bound: 1, upper_bound: 20, default: 10}
  - {name: levels, type: integer, lower_bound: 1, upper_bound: 12, default: 4}
  - {name: threads, type: ordinal, values: [1, 2, 4, 8, 16], default: 4}
  - {name: solver, type: categorical, categories: [cg, gmres, bicgstab], default: cg}
  - {name: smoother, type: categorical, categories: [jacobi, gauss-seidel, chebyshev], default: jacobi}
  - {name: loops, type: permutation, items: [i, j, k], default: [i, j, k]}
  - {name: pad, type: integer, lower_bound: 0, upper_bound: 8, default: 0}
output_space:
  - {name: seconds, type: real, unit: s}
tasks: [{n: 300}, {n: 900}, {n: 2700}, {n: 8100}]
trials: 30
evaluation:
  command: [sh, wide.sh, "{n}", "{block}", "{panel}", "{relax}", "{drop}", "{levels}", "{threads}", "{solver}", "{smoother}", "{loops}"]
  outputs: {seconds: {regex: "time=([0-9.eE+-]+)"}}
EOF
cat > wide.sh << 'EOF'
awk -v n="$1" -v b="$2" -v p="$3" -v r="$4" -v d="$5" -v l="$6" -v t="$7" -v s="$8" -v m="$9" -v o="${10}" 'BEGIN {
    if (r > 1.8) { print "diverged: residual 1e12" > "/dev/stderr"; exit 1 }
    if (d < 3e-6) { print "time=none"; exit 0 }
    c = log(b / 64) / 3; q = log(p / 48) / 4; e = log(d / 0.004) / 4
    srand(int(1e6 * (r + d)) + b * 7 + p); noise = 1 + 0.03 * (rand() - 0.5)
    print "time=" n / 900 * noise * (0.2 + 0.3 * c * c + 0.2 * q * q + 0.3 * (r - 1.2) ^ 2 + 0.1 * e * e + (s == "gmres" ? 0 : 0.15) + (m == "chebyshev" ? 0 : 0.1) + 0.4 / t + (substr(o, 1, 1) == "k" ? 0 : 0.12) + 0.02 * (l - 5) ^ 2) }'
EOF
"$ROOT/attune" tune wide.yaml > tuned 2>&1 || { tail -n 3 tuned >&2; exit 1; }
"$ROOT/attune" report wide.yaml --out page-wide > written 2>&1 || { tail -n 3 written >&2; exit 1; }
# 10,000 trials.
cat > large.yaml << 'EOF'
tuning_problem_name: large
parameter_space:
  - {name: a, type: real, lower_bound: 0, upper_bound: 1, default: 0.5}
  - {name: b, type: real, lower_bound: 0, upper_bound: 1, default: 0.5}
  - {name: c, type: real, lower_bound: 0.001, upper_bound: 1, scale: log, default: 0.5}
  - {name: d, type: real, lower_bound: 0, upper_bound: 1, default: 0.5}
  - {name: e, type: integer, lower_bound: 1, upper_bound: 512, scale: log, default: 16}
  - {name: f, type: integer, lower_bound: 1, upper_bound: 512, scale: log, default: 16}
  - {name: g, type: integer, lower_bound: 1, upper_bound: 16, default: 4}
  - {name: h, type: integer, lower_bound: 1, upper_bound: 16, default: 4}
  - {name: i, type: categorical, categories: [red, green, blue], default: red}
  - {name: j, type: categorical, categories: ["yes", "no"], default: "no"}
  - {name: k, type: ordinal, values: [1, 2, 4, 8], default: 1}
  - {name: l, type: real, lower_bound: -1, upper_bound: 1, default: 0}
output_space:
  - {name: seconds, type: real, unit: s}
trials: 10000
tuner: random
EOF
awk 'BEGIN {
    srand(7); print "a,b,c,d,e,f,g,h,i,j,k,l,seconds"; split("red green blue", color, " "); split("yes no", flag, " ")
    for (n = 0; n < 10000; n++) {
        a = rand(); b = rand(); c = exp(log(.001) * rand()); d = rand(); e = int(exp(log(512) * rand())); f = int(exp(log(512) * rand()))
        g = 1 + int(16 * rand()); h = 1 + int(16 * rand()); i = color[1 + int(3 * rand())]; j = flag[1 + int(2 * rand())]; k = 2 ^ int(4 * rand()); l = 2 * rand() - 1
        s = .1 + (a - .3) ^ 2 + (b - .6) ^ 2 + (log(e / 64) / 6) ^ 2 + (i == "blue" ? 0 : .4) + l * l / 3 + .05 * rand()
        print a "," b "," c "," d "," e "," f "," g "," h "," i "," j "," k "," l "," s
    } }' > large.csv
"$ROOT/attune" history import large.yaml large.csv > imported 2>&1 || { tail -n 3 imported >&2; exit 1; }
"$ROOT/attune" report large.yaml --out page-large > written 2>&1 || { tail -n 3 written >&2; exit 1; }
cat > measure.js << 'EOF'
const { chromium } = require("playwright-core");
(async () => {
    const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
    await page.goto("file://" + process.argv[2]);
    const loaded = await page.evaluate(() => { const n = performance.getEntriesByType("navigation")[0]; return n.loadEventEnd - n.startTime; });
    const canvas = page.locator(".brushed canvas");
    await canvas.scrollIntoViewIfNeeded();
    const at = await canvas.boundingBox();
    const n = await page.evaluate(() => attune.parallel.columns.length);
    await page.evaluate(() => { // what was only noted down is drawn before the clock stops
        const p = attune.parallel, draw = p.draw.bind(p);
        p.draw = all => { draw(all); p.g.getImageData(0, 0, 1, 1); };
    });
    for (let a = 0; a < n; a++) {
        const [x, top, low] = await page.evaluate(k => [attune.parallel.x(k), attune.parallel.top, attune.parallel.low], a);
        await page.mouse.move(at.x + x, at.y + top + 2);
        await page.mouse.down();
        await page.mouse.move(at.x + x, at.y + low - 40 - 8 * a, { steps: 25 });
        await page.mouse.up();
        if (a % 4 === 3) { await page.getByRole("button", { name: "Show all" }).click(); }
    }
    const times = (await page.evaluate(() => attune.parallel.timing)).sort((a, b) => a - b);
    const q = p => times[Math.min(times.length - 1, Math.floor(p * times.length))].toFixed(0);
    console.log(`${(loaded / 1000).toFixed(2)} ${times.length} ${q(0.5)} ${q(0.95)} ${times[times.length - 1].toFixed(0)}`);
    await browser.close();
})();
EOF
row() { # NAME FOLDER
    local loaded moves median late worst size
    read -r loaded moves median late worst < <(node measure.js "$PWD/$2/index.html")
    size=$(awk -v b="$(wc -c < "$2/index.html")" 'BEGIN { printf "%.1f", b / 1e6 }')
    echo "| $1 | $size MB | $loaded s | $median ms | $late ms | $worst ms of $moves |"
}
echo "| page | size | loaded | a move of the brush, median | 95th percentile | worst of its moves |"
echo "|---|---|---|---|---|---|"
row "the README's example: 6 parameters, 2 tasks, 60 trials" page-readme
row "12 parameters, 4 tasks, 120 trials, some failed" page-wide
row "12 parameters, 10,000 trials" page-large
echo
echo "In Chromium without a graphics processor; a move ends when the picture and the table are drawn."
