/* Begins what the page can do besides being read; called again when a live page has changed. */
attune.begin = kept => {
    const data = JSON.parse(document.getElementById("data").textContent);
    attune.redraw = [];
    document.documentElement.classList.add("script");
    const figure = id => { const h = document.getElementById(id); return h && h.parentElement.querySelector("figure"); };
    document.querySelectorAll("pre.copy").forEach(pre => {
        const button = attune.el("button", { type: "button", class: "copier", "aria-label": "Copy the " + pre.getAttribute("aria-label") }, "Copy");
        button.addEventListener("click", () => {
            const said = text => { button.textContent = text; setTimeout(() => { button.textContent = "Copy"; }, 1500); };
            const mark = () => { getSelection().selectAllChildren(pre); said("Marked"); };
            if (navigator.clipboard) { navigator.clipboard.writeText(pre.textContent).then(() => said("Copied"), mark); } else { mark(); }
        });
        const both = attune.el("div", { class: "copying" });
        pre.replaceWith(both);
        both.append(pre, button);
    });
    let parallel = null;
    if (data.trials) {
        const holder = document.getElementById("trial-table");
        const table = new attune.Table(holder, data.trials);
        attune.table = table;
        const place = figure("parallel-coordinates");
        if (place) {
            place.querySelector(".picture").classList.add("static");
            parallel = new attune.Parallel(place, data.trials, () => table.show(parallel));
            parallel.table = table;
            if (kept) {
                kept.filters.forEach((range, a) => parallel.filters.set(a, range));
                table.page = kept.page;
                parallel.marked = kept.marked;
                parallel.update();
            }
            attune.redraw.push(() => parallel.build());
        }
        table.show(parallel);
    }
    attune.surfaces = data.surfaces || [];
    attune.choices(kept ? kept.choice : null);
    if (data.progress) { attune.curves(figure("best-so-far"), data.progress); }
    attune.parallel = parallel;
};

/* Surfaces are made when they are seen first: there may be many. */
attune.raise = within => {
    attune.surfaces.filter(s => !s.raised).forEach(s => {
        const h = document.getElementById(s.id), place = h && h.parentElement.querySelector("figure");
        if (place && (!within || within.contains(place))) {
            s.raised = true;
            place.querySelector(".picture").classList.add("static");
            const surface = new attune.Surface(place, s);
            attune.redraw.push(() => surface.draw());
        }
    });
};

/* What the model believes of each task and output, of which one is shown. */
attune.choices = chosen => {
    const all = [...document.querySelectorAll(".choice")];
    attune.chosen = null;
    if (all.length < 2) { attune.raise(null); return; }
    const select = attune.el("select", { id: "choice" }, ...all.map((c, i) => attune.el("option", { value: i }, c.dataset.label)));
    const show = () => {
        attune.chosen = all[select.value].dataset.label;
        all.forEach((c, i) => { c.hidden = i !== Number(select.value); });
        attune.raise(all[select.value]);
    };
    const at = all.findIndex(c => c.dataset.label === chosen);
    select.value = at < 0 ? 0 : at;
    select.addEventListener("change", show);
    all[0].before(attune.el("div", { class: "bar" }, attune.el("label", { for: "choice" }, "Show what is believed of "), select, attune.el("span", {}, all.length + " to choose from.")));
    show();
};

/* The course of a task in a frame that can be enlarged: drag to choose a stretch, double-click to see all. */
attune.curves = (figure, courses) => {
    const box = attune.el("details", { class: "explore" }, attune.el("summary", {}, "Enlarge stretches"));
    const task = attune.el("select", { "aria-label": "Task" }, ...courses.map((c, i) => attune.el("option", { value: i }, c.task)));
    const over = attune.el("select", { "aria-label": "Horizontal axis" }, ...(courses[0].cost ? [attune.el("option", { value: "cost" }, "over cost")] : []), attune.el("option", { value: "trials" }, "over trials"), attune.el("option", { value: "time" }, "over time"));
    const holder = attune.el("div", { class: "curves", tabindex: "0", role: "group", "aria-label": "Best so far, can be enlarged" });
    let plot = null;
    const draw = () => {
        if (plot) { plot.destroy(); plot = null; }
        if (!box.open) { return; }
        const c = courses[task.value], time = over.value === "time", cost = over.value === "cost";
        const order = c.value.map((_, i) => i);
        if (time) { order.sort((a, b) => c.time[a] - c.time[b]); }
        const x = order.map(i => time ? c.time[i] : cost ? c.cost[i] : i + 1), ink = attune.color("ink"), grid = { stroke: attune.color("grid"), width: 1 };
        const axis = label => ({ label, stroke: ink, grid, ticks: grid, size: 60 });
        const series = [{ label: time ? "seconds" : cost ? "full runs" : "trial" },
            { label: c.cheap ? "full run" : "trial", stroke: attune.color("mark"), paths: () => null, points: { show: true, size: 4, fill: attune.color("mark") }, value: (u, v) => attune.number(v) },
            { label: "best so far", stroke: attune.dark.matches ? "#2fc79b" : "#009E73", width: 2, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false }, value: (u, v) => attune.number(v) }];
        const rows = [x, order.map(i => c.value[i]), order.map(i => c.best[i])];
        for (const level of c.cheap || []) {
            series.push({ label: level.name, stroke: level.color, paths: () => null, points: { show: true, size: 5, stroke: level.color, fill: attune.color("paper") }, value: (u, v) => attune.number(v) });
            rows.push(order.map(i => level.value[i]));
        }
        if (c.default !== null) {
            series.push({ label: "default", stroke: attune.color("soft"), dash: [5, 3], points: { show: false }, value: (u, v) => attune.number(v) });
            rows.push(x.map(() => c.default));
        }
        plot = new uPlot({
            width: Math.max(300, Math.min(holder.clientWidth || 300, 980)), height: 320, cursor: { drag: { x: true, y: true, uni: 30 } },
            scales: { x: { time: false }, y: { distr: c.log ? 3 : 1 } }, series,
            axes: [axis(time ? "seconds of work" : cost ? "cost in full runs" : "trials of the task"), axis(c.y)]
        }, rows, holder);
        const canvas = holder.querySelector("canvas");
        canvas.setAttribute("role", "img");
        canvas.setAttribute("aria-label", "Best so far of " + c.task);
    };
    box.addEventListener("toggle", draw);
    task.addEventListener("change", draw);
    over.addEventListener("change", draw);
    attune.redraw.push(draw);
    box.append(attune.el("div", { class: "bar" }, task, over, attune.el("span", {}, "Drag to enlarge, double-click to see all again.")), holder);
    figure.querySelector("figcaption").after(box);
};

attune.dark.addEventListener("change", () => attune.redraw.forEach(f => f()));

/* A live page: the server says when there is something new, and the text is put in the place of the old one. */
attune.follow = () => {
    const live = document.querySelector(".live[data-events]");
    if (!live) { return; }
    const say = text => { const s = document.getElementById("live-state"); if (s) { s.textContent = text; } };
    let loading = false, again = false, waiting = 0;
    const later = () => {
        say("There is something new; the page follows when the note is written.");
        clearTimeout(waiting);
        waiting = setTimeout(load, 300);
    };
    const load = async () => {
        if (loading) { again = true; return; }
        if (attune.writing()) { later(); return; }
        loading = true;
        try {
            const answer = await fetch(location.href, { cache: "no-store" });
            if (!answer.ok) { throw new Error("status " + answer.status); }
            const page = new DOMParser().parseFromString(await answer.text(), "text/html");
            if (attune.writing()) { loading = false; later(); return; }
            const p = attune.parallel, active = document.activeElement && document.activeElement.id;
            const kept = p && { filters: new Map(p.filters), page: p.table.page, marked: p.marked, choice: attune.chosen };
            const open = [...document.querySelectorAll("main details")].map(d => d.open), y = scrollY;
            for (const part of ["header", "nav", "main"]) { document.querySelector(part).replaceWith(document.adoptNode(page.querySelector(part))); }
            document.getElementById("data").textContent = page.getElementById("data").textContent;
            attune.begin(kept);
            document.querySelectorAll("main details").forEach((d, i) => { if (open[i]) { d.open = true; } });
            scrollTo(0, y);
            if (active) { const e = document.getElementById(active); if (e) { e.focus(); } }
            say("Up to date.");
        } catch (e) { say("Could not be brought up to date: " + e.message); }
        loading = false;
        if (again) { again = false; load(); }
    };
    const events = new EventSource(live.dataset.events);
    events.addEventListener("notes", () => { if (attune.table) { attune.table.notes.load(); } });
    events.addEventListener("changed", load);
    events.addEventListener("open", () => say("Up to date."));
    events.addEventListener("error", () => say("The server does not answer; trying again."));
};

attune.begin(null);
attune.follow();
