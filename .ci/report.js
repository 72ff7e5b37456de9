// See .ci/report: node check.js ADDRESS-OF-A-LIVE-PAGE ATTUNE FOLDER...
"use strict";
const { chromium } = require("playwright-core");
const { execFileSync, spawn } = require("child_process");
const fs = require("fs"), http = require("http"), path = require("path");

const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const [address, attune, ...folders] = process.argv.slice(2);
const faults = [];
const check = (ok, what) => { if (!ok) { faults.push(what); console.log("FAILED: " + what); } };

async function opened(browser, url, width, colorScheme, name) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    page.on("console", m => check(m.type() !== "error", `${name}: console: ${m.text()}`));
    page.on("pageerror", e => check(false, `${name}: ${e.stack}`));
    page.on("dialog", d => { check(false, `${name}: a name became a script`); d.dismiss(); });
    page.on("request", r => check(/^(file:|data:|blob:)/.test(r.url()) || r.url().startsWith(address.split("/?")[0]), `${name}: a request to ${r.url()}`));
    await page.goto(url);
    await page.waitForTimeout(150);
    return page;
}

async function accessible(page, name) {
    await page.evaluate(axe);
    const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
    check(found.passes.length > 10, `${name}: axe has looked at nothing`);
    found.violations.forEach(v => check(false, `${name}: axe ${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(" | ")}`));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(wide <= 0, `${name}: ${wide} pixels too wide`);
}

async function used(page, name) {
    const said = () => page.locator("#trial-table .said").innerText();
    const all = parseInt(await said(), 10);
    check(all > 0, `${name}: no trial in the table`);
    // a range by the mouse: the upper half of the first parameter's axis
    const canvas = page.locator(".brushed canvas"), box = await canvas.boundingBox();
    await canvas.scrollIntoViewIfNeeded();
    const at = await canvas.boundingBox();
    const [x, top, low] = await page.evaluate(() => [attune.parallel.x(0), attune.parallel.top, attune.parallel.low]);
    await page.mouse.move(at.x + x, at.y + top);
    await page.mouse.down();
    await page.mouse.move(at.x + x, at.y + (top + low) / 2, { steps: 5 });
    await page.mouse.up();
    const some = parseInt(await said(), 10);
    const counted = await page.evaluate(() => Array.from(attune.parallel.places[0]).filter(p => p >= 0.5 - 2e-3).length);
    check(box !== null && some < all && Math.abs(some - counted) <= 1, `${name}: brushing chose ${some} of ${all}, and ${counted} lie in the range`);
    await page.getByRole("button", { name: "Show all" }).click();
    check(parseInt(await said(), 10) === all, `${name}: not all trials are back`);
    // the same by fields, with keys alone
    await page.locator("summary", { hasText: "Choose trials by ranges" }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".filters input, .filters select").first().focus();
    await page.keyboard.type("99999999");
    await page.keyboard.press("Tab");
    const none = parseInt(await said(), 10);
    const number = await page.locator(".filters input, .filters select").first().evaluate(e => e.tagName === "INPUT");
    check(!number || none === 0, `${name}: ${none} trials lie beyond everything`);
    await page.getByRole("button", { name: "Show all" }).click();
    const surface = page.locator(".turned canvas").first();
    if (await surface.count()) {
        await surface.focus();
        const before = await surface.evaluate(c => c.toDataURL());
        await page.keyboard.press("ArrowLeft");
        const open = await page.evaluate(() => [0, 1].map(end => attune.Surface.prototype.z.call({ band: true, wide: [-2, 3] }, null, end)));
        check(open[0] === 0 && open[1] === 1, `${name}: an interval without end ends at ${open} of the height`);
        check(before !== await surface.evaluate(c => c.toDataURL()), `${name}: the surface does not turn by keys`);
    }
    const choice = page.locator("#choice");
    if (await choice.count()) { // the task and output of the model that is shown, by keys
        const of = await page.locator(".choice").count();
        await choice.focus();
        await page.keyboard.press("End");
        const shown = await page.locator(".choice:visible").evaluateAll(all => all.map(c => c.dataset.label));
        const wanted = await page.locator(".choice").last().getAttribute("data-label");
        check(of > 1 && shown.length === 1 && shown[0] === wanted, `${name}: shown of the model is ${shown} and not ${wanted}`);
        check(await page.locator(".choice:visible .turned canvas").count() === 1, `${name}: no surface of ${wanted}`);
    }
    await page.locator("summary", { hasText: "Enlarge stretches" }).click();
    await page.waitForTimeout(100);
    check(await page.locator(".curves canvas").count() === 1, `${name}: no curve to enlarge`);
    await page.evaluate(() => document.querySelectorAll("details").forEach(d => { d.open = true; }));
}

/* A note that is typed here is saved as a file, which the terminal takes; markup stays text. */
async function noted(page, name) {
    const field = page.locator("#note-2");
    await field.focus();
    await page.keyboard.type("busy <b>machine</b> \"ä\"");
    await page.keyboard.press("Tab");
    const button = page.getByRole("button", { name: "Save my notes (1)" });
    const [saved] = await Promise.all([page.waitForEvent("download"), button.click()]);
    await saved.saveAs("notes.jsonl");
    const said = execFileSync(attune, ["history", "note", "one.yaml", "--import", "notes.jsonl"]).toString();
    const kept = execFileSync(attune, ["history", "show", "one.yaml", "2"]).toString();
    check(said.startsWith("Kept 1 note.") && kept.includes("busy <b>machine</b> \"ä\""), `${name}: the saved note did not arrive: ${said} ${kept}`);
    await page.reload();
    check(await page.locator("#note-2").inputValue() === "busy <b>machine</b> \"ä\"", `${name}: the note is gone after reloading`);
}

/* Two people note something on a live page: it is kept, the other one sees it, and nobody overwrites what he has not seen. */
async function notedLive(browser, page) {
    const other = await opened(browser, address, 390, "dark", "live, the other");
    const trial = await page.locator("#trial-table textarea").first().getAttribute("data-trial"); // the best, of the first page
    const field = p => p.locator("#note-" + trial), told = p => p.locator("#trial-table .told");
    const write = async (p, text) => {
        await field(p).fill(text);
        await field(p).press("Tab");
        for (let i = 0; i < 40 && !(await told(p).innerText()).includes("note"); i++) { await p.waitForTimeout(250); }
    };
    await write(page, "after the reboot");
    check(/is kept/.test(await told(page).innerText()), `live: a note is not kept: ${await told(page).innerText()}`);
    const kept = execFileSync(attune, ["history", "note", "one.yaml", "--study", "followed"]).toString();
    check(kept.includes("after the reboot"), `live: the note is not in the history: ${kept}`);
    for (let i = 0; i < 40 && await field(other).inputValue() === ""; i++) { await other.waitForTimeout(250); }
    check(await field(other).inputValue() === "after the reboot", "live: the other page does not show the note");
    const post = (path, body) => new Promise((done, failed) => {
        const request = http.request(path, { method: "POST" }, r => { r.resume(); done(r.statusCode); });
        request.on("error", failed);
        request.end(body);
    });
    const notes = address.replace("/?", "/notes?");
    check(await post(notes, `trial=${trial}&seen=&text=mine`) === 409, "live: a note is overwritten by somebody who has not seen it");
    check(await post(notes.replace(/token=[0-9a-f]+/, "token=0"), `trial=${trial}&text=mine`) === 403, "live: a note without the token is taken");
    await write(other, "");
    check(/is gone/.test(await told(other).innerText()), `live: a note is not taken away: ${await told(other).innerText()}`);
    await accessible(other, "live, the other");
    await other.context().close();
}

/* What is written while the page is brought up to date stays, whether the server keeps it or not, and so does what the server said. */
async function notedMeanwhile(browser, page) {
    const refused = await (await browser.newContext()).newPage();
    const field = p => p.locator("#trial-table textarea").first(), told = p => p.locator("#trial-table .told").innerText();
    const posted = (p, answer) => p.route("**/notes?*", route => route.request().method() === "POST" ? answer(route) : route.continue());
    const slow = milliseconds => async route => { await new Promise(done => setTimeout(done, milliseconds)); await route.continue(); };
    await posted(refused, route => route.fulfill({ status: 503, body: "The disk is full." }));
    await refused.goto(address);
    await field(refused).fill("in vain");
    await field(refused).press("Tab");
    await posted(page, slow(3000));
    await page.route(url => url.href === address, slow(1500));
    const asked = page.waitForRequest(address);
    spawn(attune, ["tune", "one.yaml", "--study", "followed", "--tuner", "random", "--trials", "31"], { stdio: "ignore" });
    await asked;
    await field(page).fill("meanwhile");
    await page.waitForTimeout(2500);
    check(await field(page).inputValue() === "meanwhile", "live: what is typed while the page is loaded is taken away");
    await field(page).fill("meanwhile");
    await field(page).press("Tab");
    await page.waitForTimeout(6000);
    check(/is kept/.test(await told(page)), `live: nothing says that the note of meanwhile is kept: ${await told(page)}`);
    for (const p of [page, refused]) {
        check((await p.locator("header").innerText()).includes("31 trials"), "live: the page does not follow after a note");
    }
    check((await told(refused)).includes("The disk is full.") && await field(refused).inputValue() === "in vain", "live: a note that is not kept is lost");
    await refused.context().close();
}

const status = (url, headers) => new Promise((done, failed) =>
    http.get(url, { headers }, r => { r.resume(); done(r.statusCode); }).on("error", failed));

async function followed(browser) {
    check(await status(address.replace(/token=[0-9a-f]+/, "token=" + "0".repeat(32))) === 403, "live: another token is let in");
    check(await status(address.replace(/\?.*/, "")) === 403, "live: no token is let in");
    check(await status(address, { Host: "attune.example" }) === 421, "live: another Host is let in");
    const page = await opened(browser, address, 1280, "light", "live");
    const trials = () => page.locator("header").innerText().then(t => parseInt((t.match(/(\d+) trials? with/) || [0, 0])[1], 10));
    check(await trials() === 0, "live: trials before the first one");
    const tune = spawn(attune, ["tune", "one.yaml", "--study", "followed", "--tuner", "random", "--trials", "30"], { stdio: "ignore" });
    const ended = new Promise(done => tune.on("exit", done));
    await ended;
    for (let i = 0; i < 60 && await trials() < 30; i++) { await page.waitForTimeout(500); }
    check(await trials() === 30, `live: ${await trials()} trials of 30 are shown`);
    check(await page.locator("#studies").count() === 1, "live: the studies are not beside each other");
    await notedLive(browser, page);
    await notedMeanwhile(browser, page);
    await accessible(page, "live");
}

(async () => {
    const browser = await chromium.launch({
        executablePath: execFileSync("sh", ["-c", "command -v chromium"]).toString().trim(),
        args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
    });
    for (const folder of folders) {
        for (const width of [1280, 390]) {
            for (const scheme of ["light", "dark"]) {
                const name = `${folder} ${width} ${scheme}`;
                const page = await opened(browser, "file://" + path.resolve(folder, "index.html"), width, scheme, name);
                if (folder !== "bench") { await used(page, name); }
                await accessible(page, name);
                if (folder === "one" && width === 1280 && scheme === "light") { await noted(page, name); }
                await page.context().close();
            }
        }
    }
    await followed(browser);
    await browser.close();
    if (faults.length) { process.exit(1); }
    console.log(`ok: ${folders.length} pages, two widths, light and dark, and a live one`);
})().catch(e => { console.log(e); process.exit(1); });
