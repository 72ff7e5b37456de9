/* The table of trials: a page of rows, sorted by a column, of the trials that are chosen. */
attune.Table = class {
    constructor(holder, trials) {
        this.holder = holder;
        this.trials = trials;
        this.notes = new attune.Notes(trials, text => { attune.told = this.told.textContent = text; }, () => this.show());
        this.page = 0;
        this.size = 25;
        const sort = trials.sort < 0 ? 0 : trials.sort;
        this.columns = [
            { name: "trial", number: true, of: i => i + 1 },
            { name: "state", of: i => ({ m: "measured", f: "failed", p: "pending" })[trials.state[i]] },
            ...trials.columns.filter(c => c.kind === "output").map(c => this.column(c)),
            ...trials.columns.filter(c => c.kind !== "output").map(c => this.column(c)),
            { name: "elapsed seconds", number: true, of: i => trials.seconds[i] },
            { name: "from", of: i => trials.techniques[trials.from[i]] }
        ];
        this.rank = { name: "rank", number: true, of: i => trials.rank[i] };
        this.by = this.rank;
        this.up = true;
        this.sort();
    }

    column(c) {
        return { name: c.name + (c.unit ? " (" + c.unit + ")" : ""), number: !c.names.length, of: i => c.values[i], text: i => attune.shown(c, c.values[i]) };
    }

    sort() {
        const of = this.by.of, up = this.up ? 1 : -1, n = this.trials.rank.length;
        const values = Array.from({ length: n }, (_, i) => of(i));
        const last = v => v === null || v === undefined ? 1 : 0;
        this.order = Array.from({ length: n }, (_, i) => i).sort((a, b) => {
            const x = values[a], y = values[b];
            return last(x) - last(y) || (last(x) ? 0 : up * (typeof x === "string" ? x.localeCompare(y) : x - y)) || a - b;
        });
    }

    /* Shows the rows; while something is dragged, no more than the rows themselves. */
    show(parallel, done) {
        this.parallel = parallel || this.parallel;
        const chosen = this.parallel ? this.order.filter(i => this.parallel.selected[i]) : this.order;
        const pages = Math.max(1, Math.ceil(chosen.length / this.size));
        this.page = Math.min(this.page, pages - 1);
        const rows = chosen.slice(this.page * this.size, (this.page + 1) * this.size);
        if (!this.body) { this.build(); }
        this.notes.before();
        this.body.replaceChildren(...rows.map(i => this.row(i, done)));
        this.notes.after();
        this.said.textContent = chosen.length + " of " + this.trials.rank.length + " trials" + (pages > 1 ? ", page " + (this.page + 1) + " of " + pages : "");
        this.before.disabled = this.page === 0;
        this.after.disabled = this.page >= pages - 1;
    }

    build() {
        this.heads = this.columns.map(c => attune.el("th", { class: c.number ? "n" : "", scope: "col" },
            attune.el("button", { type: "button", onclick: () => this.click(c) }, c.name)));
        this.body = attune.el("tbody", {});
        const head = attune.el("tr", {}, ...this.heads, ...["detail", "output", "note"].map(n => attune.el("th", { scope: "col" }, n)));
        this.said = attune.el("span", { role: "status", class: "said" });
        this.told = attune.el("span", { role: "status", class: "told" }, attune.told || "");
        this.before = attune.el("button", { type: "button", onclick: () => { this.page--; this.show(); } }, "Previous");
        this.after = attune.el("button", { type: "button", onclick: () => { this.page++; this.show(); } }, "Next");
        this.holder.replaceChildren(
            attune.el("div", { class: "bar" }, this.said, this.before, this.after, attune.el("span", {}, this.notes.words()), ...this.notes.buttons(), this.told),
            attune.el("div", { class: "wide", tabindex: "0", role: "group", "aria-label": "Table of trials" },
                attune.el("table", {}, attune.el("thead", {}, head), this.body)));
    }

    click(column) {
        this.up = this.by === column ? !this.up : true;
        this.by = column;
        this.heads.forEach((h, i) => {
            if (this.columns[i] === column) { h.setAttribute("aria-sort", this.up ? "ascending" : "descending"); } else { h.removeAttribute("aria-sort"); }
        });
        this.page = 0;
        this.sort();
        this.show();
    }

    row(i) {
        const number = i + 1, cells = this.columns.map((c, k) => {
            if (k === 0) {
                const pressed = this.parallel && this.parallel.marked === i;
                return attune.el("td", { class: "n" }, attune.el("button", {
                    type: "button", "aria-pressed": String(!!pressed), "aria-label": "Show trial " + number + " in the picture", onclick: () => this.mark(i)
                }, String(number)));
            }
            return attune.el("td", { class: c.number ? "n" : "" }, c.text ? c.text(i) : c.number ? attune.number(c.of(i)) : String(c.of(i)));
        });
        const link = this.trials.links[number], detail = this.trials.details[number] || "";
        return attune.el("tr", {}, ...cells,
            attune.el("td", { class: "long" }, detail),
            attune.el("td", { class: "link" }, link ? attune.el("a", { href: link }, "output " + number) : ""),
            attune.el("td", {}, this.notes.field(number)));
    }

    mark(i) {
        if (this.parallel) {
            this.parallel.mark(this.parallel.marked === i ? -1 : i);
            this.show();
            this.body.querySelectorAll("button").forEach(b => { if (b.textContent === String(i + 1)) { b.focus(); } });
        }
    }
};
