/* A surface in space that can be turned, with the surfaces between which it lies with 95 %. */
attune.Surface = class {
    constructor(figure, data) {
        this.data = data;
        this.turn = 35 * Math.PI / 180;
        this.tilt = 28 * Math.PI / 180;
        this.band = false;
        const label = "Surface of " + data.labels[2] + " over " + data.labels[0] + " and " + data.labels[1] + "; arrow keys turn it";
        this.size = Math.min(480, Math.max(300, figure.clientWidth - 8));
        const [canvas, g] = attune.canvas(this.size, this.size * 0.9, label);
        [this.canvas, this.g] = [canvas, g];
        canvas.tabIndex = 0;
        const box = attune.el("input", { type: "checkbox", onchange: e => { this.band = e.target.checked; this.draw(); } });
        figure.prepend(attune.el("div", { class: "turned" }, canvas,
            attune.el("div", { class: "bar" }, attune.el("label", {}, box, " Show the 95 % interval"),
                attune.el("button", { type: "button", onclick: () => { this.turn = 35 * Math.PI / 180; this.tilt = 28 * Math.PI / 180; this.draw(); } }, "Turn back"),
                attune.el("span", {}, "Drag to turn it, or use the arrow keys."))));
        canvas.addEventListener("pointerdown", e => { this.last = [e.clientX, e.clientY]; canvas.setPointerCapture(e.pointerId); });
        canvas.addEventListener("pointermove", e => {
            if (this.last) {
                this.turnBy((e.clientX - this.last[0]) / 120, (e.clientY - this.last[1]) / 160);
                this.last = [e.clientX, e.clientY];
            }
        });
        canvas.addEventListener("pointerup", () => { this.last = null; });
        canvas.addEventListener("keydown", e => {
            const by = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.07], ArrowDown: [0, 0.07] }[e.key];
            if (by) { this.turnBy(...by); e.preventDefault(); }
        });
        const flat = rows => rows.flat().filter(v => v !== null);
        this.heights = [Math.min(...flat(data.median)), Math.max(...flat(data.median))];
        this.wide = [Math.min(...flat(data.lower), this.heights[0]), Math.max(...flat(data.upper), this.heights[1])];
        this.spread = [Math.min(...flat(data.sd)), Math.max(...flat(data.sd))];
        this.draw();
    }

    turnBy(a, b) {
        this.turn += a;
        this.tilt = Math.min(Math.max(this.tilt + b, 0.05), Math.PI / 2);
        this.draw();
    }

    place(x, y, z) {
        const u = x - 0.5, v = y - 0.5, c = Math.cos(this.turn), s = Math.sin(this.turn);
        const across = u * c - v * s, deep = u * s + v * c;
        const up = deep * Math.sin(this.tilt) + (z - 0.5) * 0.55 * Math.cos(this.tilt), r = this.size * 0.62;
        return [this.size / 2 + across * r, this.size * 0.45 - up * r, -deep];
    }

    /* The height of a value, as a share; open is where one lies that is not bounded, or has no logarithm. */
    z(v, open) {
        const [low, high] = this.band ? this.wide : this.heights;
        if (v === null) { return open; }
        return high > low ? (Math.min(Math.max(v, low), high) - low) / (high - low) : 0.5;
    }

    facets(rows, fill, open) {
        const n = rows.length, m = rows[0].length, all = [];
        for (let i = 0; i + 1 < n; i++) {
            for (let j = 0; j + 1 < m; j++) {
                const p = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]].map(([a, b]) => this.place(a / (n - 1), b / (m - 1), this.z(rows[a][b], open)));
                all.push([p.reduce((d, q) => d + q[2], 0), p, fill ? fill(i, j) : null]);
            }
        }
        return all;
    }

    draw() {
        const g = this.g, d = this.data, ink = attune.color("ink");
        g.clearRect(0, 0, this.size, this.size);
        const edge = (a, b) => { g.beginPath(); g.moveTo(...a); g.lineTo(...b); g.stroke(); };
        g.strokeStyle = attune.color("soft");
        g.lineWidth = 1;
        for (const [a, b] of [[[0, 0], [1, 0]], [[1, 0], [1, 1]], [[0, 0], [0, 1]], [[0, 1], [1, 1]]]) { edge(this.place(...a, 0), this.place(...b, 0)); }
        const [low, high] = this.spread;
        let all = this.facets(d.median, (i, j) => attune.shade(high > low ? ((d.sd[i][j] + d.sd[i + 1][j + 1]) / 2 - low) / (high - low) : 0), 0);
        if (this.band) { all = all.concat(this.facets(d.lower, null, 0), this.facets(d.upper, null, 1)); }
        all.sort((a, b) => a[0] - b[0]);
        for (const [, p, fill] of all) {
            g.beginPath();
            p.forEach((q, k) => k ? g.lineTo(q[0], q[1]) : g.moveTo(q[0], q[1]));
            g.closePath();
            g.globalAlpha = fill ? 1 : 0.25;
            g.strokeStyle = fill || attune.color("soft");
            g.lineWidth = 0.6;
            if (fill) { g.fillStyle = fill; g.fill(); }
            g.stroke();
        }
        g.globalAlpha = 1;
        g.fillStyle = ink;
        g.textAlign = "center";
        const text = (words, p, bold) => { g.font = (bold ? "bold " : "") + "12px Helvetica, Arial, sans-serif"; g.fillText(words, p[0], p[1] + 4); };
        const front = (out, near) => near ? -out : 1 + out; // the edge that nothing hides
        const y = out => front(out, Math.cos(this.turn) > 0), x = out => front(out, Math.sin(this.turn) > 0);
        text(d.labels[0], this.place(0.5, y(0.2), 0), true);
        text(d.ends[0][0], this.place(0.05, y(0.08), 0));
        text(d.ends[0][1], this.place(0.95, y(0.08), 0));
        text(d.labels[1], this.place(x(0.2), 0.5, 0), true);
        text(d.ends[1][0], this.place(x(0.08), 0.06, 0));
        text(d.ends[1][1], this.place(x(0.08), 0.94, 0));
        const range = this.band ? this.wide : this.heights;
        g.textAlign = "left";
        g.font = "12px Helvetica, Arial, sans-serif";
        g.fillText(d.labels[2] + ": " + attune.number(range[0]) + " to " + attune.number(range[1]), 4, 14);
        g.fillText("colour, " + d.labels[3] + ": " + attune.number(low) + " to " + attune.number(high), 4, 30);
        for (let k = 0; k < 10; k++) { g.fillStyle = attune.shade(k / 9); g.fillRect(4 + 14 * k, 36, 14, 7); }
    }
};
