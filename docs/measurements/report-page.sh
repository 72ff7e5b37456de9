# document: report/README.md
# takes: idle
# exact: no
# Needs chromium and npm, which .ci/report installs; says so where they are missing.
command -v chromium > /dev/null && command -v npm > /dev/null ||
    { echo "The page was not measured: chromium or npm is missing." >&2; exit 1; }
npm install --silent --no-audit --no-fund --no-save --no-package-lock playwright-core@1.49.1 > /dev/null
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
"$ROOT/attune" report large.yaml --out page > written 2>&1 || { tail -n 3 written >&2; exit 1; }
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
read -r loaded moves median late worst < <(node measure.js "$PWD/page/index.html")
size=$(awk -v b="$(wc -c < page/index.html)" 'BEGIN { printf "%.1f", b / 1e6 }')
echo "Of 10,000 trials of 12 parameters: the page has $size MB and is loaded in $loaded s; a move of the brush is drawn, the table with it, in $median ms in the middle"
echo "and $late ms at the 95th percentile of $moves moves (the worst: $worst ms), in Chromium without a graphics processor."
