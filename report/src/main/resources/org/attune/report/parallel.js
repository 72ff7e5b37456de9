/* Parallel coordinates: lines on a canvas, ranges on their axes, and the trials that lie in all of them. */
attune.Parallel = class {
    constructor(figure, trials, changed) {
        this.trials = trials;
        this.columns = trials.columns;
        this.changed = changed;
        this.count = trials.rank.length;
        this.filters = new Map(); // of a column: [low, high] as shares
        this.marked = -1;
        this.places = this.columns.map(c => Float32Array.from(c.values, v => attune.place(c, v)));
        this.selected = Uint8Array.from({ length: this.count }, () => 1);
        this.order = Array.from({ length: this.count }, (_, i) => i)
            .sort((a, b) => this.rank(b) - this.rank(a));
        this.timing = [];
        this.holder = attune.el("div", { class: "brushed", tabindex: "0", role: "group", "aria-label": "Parallel coordinates; ranges can be set by the fields below" });
        figure.prepend(this.holder);
        this.controls(figure);
        this.build();
        new ResizeObserver(() => { if (Math.abs(this.holder.clientWidth - this.seen) > 2) { this.build(); } }).observe(this.holder);
    }

    rank(i) { const r = this.trials.rank[i]; return r === null ? 2 : r; }

    build() {
        this.seen = this.holder.clientWidth;
        this.width = Math.max(this.seen, 70 + 84 * this.columns.length) - 2;
        this.height = 340;
        this.top = 44;
        this.low = this.height - 14;
        this.left = 44;
        this.step = (this.width - this.left - 62) / Math.max(this.columns.length - 1, 1);
        const [canvas, g] = attune.canvas(this.width, this.height, "Parallel coordinates of " + this.count + " trials");
        [this.canvas, this.g] = [canvas, g];
        this.holder.replaceChildren(canvas);
        const [back, b] = attune.canvas(this.width, this.height, "");
        this.back = back;
        b.strokeStyle = attune.color("rule");
        b.globalAlpha = this.count > 2000 ? 0.35 : 0.7;
        b.lineWidth = 0.7;
        const step = Math.max(1, Math.floor(this.count / 3000));
        b.beginPath();
        for (let k = 0; k < this.count; k += step) { this.trace(b, this.order[k]); }
        b.stroke();
        canvas.addEventListener("pointerdown", e => this.press(e));
        canvas.addEventListener("pointermove", e => this.move(e));
        canvas.addEventListener("pointerup", e => this.release(e));
        this.draw(true);
    }

    x(a) { return this.left + a * this.step; }

    y(share) { return this.low - share * (this.low - this.top); }

    trace(g, i) {
        let pen = false;
        for (let a = 0; a < this.columns.length; a++) {
            const p = this.places[a][i];
            if (p !== p) { pen = false; continue; }
            if (pen) { g.lineTo(this.x(a), this.y(p)); } else { g.moveTo(this.x(a), this.y(p)); pen = true; }
        }
    }

    select() {
        const ranges = [...this.filters];
        let n = 0;
        for (let i = 0; i < this.count; i++) {
            let inside = 1;
            for (const [a, [low, high]] of ranges) {
                const p = this.places[a][i];
                if (!(p >= low - 1e-9 && p <= high + 1e-9)) { inside = 0; break; }
            }
            this.selected[i] = inside;
            n += inside;
        }
        this.inside = n;
    }

    /* Draws some of the lines at once and the others in the frames that follow, unless something changes before. */
    draw(all) {
        const g = this.g, turn = this.turn = {};
        this.select();
        g.clearRect(0, 0, this.width, this.height);
        g.drawImage(this.back, 0, 0, this.width, this.height);
        const chosen = this.order.filter(i => this.selected[i]);
        const once = 700, stride = Math.max(1, Math.ceil(chosen.length / once));
        this.lines(chosen.filter((_, k) => k % stride === 0 || k === chosen.length - 1), chosen.length);
        this.axes();
        if (all && stride > 1) {
            let from = 0;
            const more = () => {
                if (this.turn !== turn) { return; }
                this.lines(chosen.slice(from, from + once), chosen.length);
                from += once;
                this.axes();
                if (from < chosen.length) { requestAnimationFrame(more); }
            };
            requestAnimationFrame(more);
        }
    }

    lines(some, of) {
        const g = this.g, bins = Array.from({ length: 11 }, () => []), cheap = this.trials.cheap || [];
        for (const i of some) { const r = this.trials.rank[i]; if (!cheap[i]) { bins[r === null ? 0 : 10 - Math.round(r * 9)].push(i); } }
        g.lineJoin = "round";
        const dark = attune.dark.matches;
        g.strokeStyle = "#c57bab";
        g.globalAlpha = of > 300 ? 0.35 : 0.75;
        g.lineWidth = 1;
        g.setLineDash([3, 3]);
        g.beginPath();
        for (const i of some) { if (cheap[i]) { this.trace(g, i); } }
        g.stroke();
        g.setLineDash([]);
        bins.forEach((bin, k) => {
            if (!bin.length) { return; }
            const share = 1 - (k - 1) / 9; // 0 the best
            g.strokeStyle = k === 0 ? attune.color("soft") : attune.shade(dark ? 0.95 - 0.65 * share : 0.1 + 0.75 * share);
            g.globalAlpha = k === 0 ? 0.35 : of > 2000 ? 0.05 + 0.3 * Math.pow(k / 10, 8) : of > 300 ? 0.55 : 0.8;
            g.lineWidth = 1;
            g.beginPath();
            for (const i of bin) { this.trace(g, i); }
            g.stroke();
        });
        g.globalAlpha = 1;
        g.strokeStyle = attune.color("warn");
        g.lineWidth = 2;
        g.beginPath();
        for (const i of some) { if (this.trials.rank[i] === 0) { this.trace(g, i); } }
        g.stroke();
        if (this.marked >= 0) {
            g.strokeStyle = attune.color("ink");
            g.lineWidth = 3;
            g.beginPath();
            this.trace(g, this.marked);
            g.stroke();
        }
    }

    axes() {
        const g = this.g, ink = attune.color("ink"), paper = attune.color("paper");
        g.font = "11px Helvetica, Arial, sans-serif";
        this.columns.forEach((c, a) => {
            const x = this.x(a);
            g.strokeStyle = ink;
            g.lineWidth = 1.2;
            g.beginPath();
            g.moveTo(x, this.top);
            g.lineTo(x, this.low);
            g.stroke();
            const range = this.filters.get(a);
            if (range) {
                const y = this.y(range[1]), h = this.y(range[0]) - y;
                g.fillStyle = attune.color("mark");
                g.globalAlpha = 0.35;
                g.fillRect(x - 7, y, 14, Math.max(h, 2));
                g.globalAlpha = 1;
                g.strokeStyle = attune.color("mark");
                g.strokeRect(x - 7, y, 14, Math.max(h, 2));
            }
            const marks = c.names.length ? c.names.map((n, i) => [i, n]) : [0, 0.25, 0.5, 0.75, 1].map(s => [attune.value(c, s), attune.number(attune.value(c, s))]);
            const every = Math.ceil(marks.length / 12);
            g.textAlign = "left";
            marks.forEach(([v, label], i) => {
                if (i % every) { return; }
                const y = this.y(attune.place(c, v)) + 3.5, cut = label.length > 11 ? label.slice(0, 10) + "…" : label;
                g.lineWidth = 3;
                g.strokeStyle = paper;
                g.strokeText(cut, x + 6, y);
                g.fillStyle = ink;
                g.fillText(cut, x + 6, y);
            });
            g.textAlign = "center";
            g.font = "bold 11px Helvetica, Arial, sans-serif";
            const name = c.name.length > 13 ? c.name.slice(0, 12) + "…" : c.name;
            g.fillText(name, x, a % 2 && this.step < 80 ? 14 : 30);
            g.font = "11px Helvetica, Arial, sans-serif";
        });
    }

    at(e) {
        const box = this.canvas.getBoundingClientRect();
        return [e.clientX - box.left, e.clientY - box.top];
    }

    press(e) {
        if (e.pointerType === "touch") { return; } // a finger moves the picture; the fields set ranges
        const [x, y] = this.at(e), a = Math.round((x - this.left) / this.step);
        if (a < 0 || a >= this.columns.length || Math.abs(x - this.x(a)) > 22) { return; }
        this.drag = { a, from: this.share(y), moved: false };
        this.canvas.setPointerCapture(e.pointerId);
        e.preventDefault();
    }

    share(y) { return Math.min(Math.max((this.low - y) / (this.low - this.top), 0), 1); }

    move(e) {
        const [x, y] = this.at(e);
        if (!this.drag) {
            const a = Math.round((x - this.left) / this.step);
            this.canvas.style.cursor = a >= 0 && a < this.columns.length && Math.abs(x - this.x(a)) <= 22 ? "ns-resize" : "default";
            return;
        }
        const start = performance.now(), to = this.share(y);
        this.drag.moved = this.drag.moved || Math.abs(to - this.drag.from) > 0.015;
        if (this.drag.moved) {
            this.filters.set(this.drag.a, [Math.min(this.drag.from, to), Math.max(this.drag.from, to)]);
            this.draw(false);
            this.changed(false);
            this.timing.push(performance.now() - start);
        }
    }

    release() {
        if (!this.drag) { return; }
        if (!this.drag.moved) { this.filters.delete(this.drag.a); }
        this.drag = null;
        this.update();
    }

    update() {
        this.draw(true);
        this.fields();
        this.changed(true);
    }

    mark(i) {
        this.marked = i;
        this.draw(true);
    }

    /* Fields that do the same as the mouse. */
    controls(figure) {
        const box = attune.el("details", { class: "explore" }, attune.el("summary", {}, "Choose trials by ranges"));
        const all = attune.el("div", { class: "filters" });
        this.inputs = this.columns.map((c, a) => {
            const set = attune.el("fieldset", {}, attune.el("legend", {}, c.name + (c.unit ? " (" + c.unit + ")" : "")));
            let low, high, read;
            if (c.names.length) {
                const options = () => [attune.el("option", { value: "" }, "any"), ...c.names.map((n, i) => attune.el("option", { value: i }, n))];
                low = attune.el("select", { "aria-label": c.name + " from" }, ...options());
                high = attune.el("select", { "aria-label": c.name + " to" }, ...options());
            } else {
                low = attune.el("input", { type: "number", step: "any", "aria-label": c.name + " at least" });
                high = attune.el("input", { type: "number", step: "any", "aria-label": c.name + " at most" });
            }
            read = () => {
                const one = (input, none) => input.value === "" ? none : attune.place(c, Number(input.value));
                const l = one(low, -1e-3), h = one(high, 1.001);
                if (low.value === "" && high.value === "") { this.filters.delete(a); } else { this.filters.set(a, [Math.min(l, h), Math.max(l, h)]); }
                this.draw(true);
                this.changed(true);
            };
            low.addEventListener("change", read);
            high.addEventListener("change", read);
            set.append(low, " to ", high);
            all.append(set);
            return [low, high];
        });
        box.append(all);
        const bar = attune.el("div", { class: "bar" },
            attune.el("span", {}, "Drag along an axis to choose a range, click on it to end that."),
            attune.el("button", { type: "button", onclick: () => { this.filters.clear(); this.update(); } }, "Show all"));
        this.holder.after(bar, box);
    }

    fields() {
        this.columns.forEach((c, a) => {
            const range = this.filters.get(a), [low, high] = this.inputs[a];
            const text = s => c.names.length ? String(Math.min(Math.max(Math.round(attune.value(c, s)), 0), c.names.length - 1)) : String(Number(attune.value(c, s).toPrecision(4)));
            low.value = range ? text(range[0]) : "";
            high.value = range ? text(range[1]) : "";
        });
    }
};
