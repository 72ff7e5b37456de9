"use strict";
/* What the drawings share: colours of the page, sharp canvases, elements made of text. */
const attune = {
    shades: ["#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725"],
    dark: matchMedia("(prefers-color-scheme: dark)"),
    color(name) { return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim(); },
    shade(share) { // like Shades in Java
        const place = Math.min(Math.max(share, 0), 1) * 9, low = Math.min(Math.floor(place), 8), part = place - low;
        const one = c => [1, 3, 5].map(i => parseInt(c.slice(i, i + 2), 16));
        const a = one(attune.shades[low]), b = one(attune.shades[low + 1]);
        return "rgb(" + a.map((v, i) => Math.round(v + part * (b[i] - v))).join(",") + ")";
    },
    canvas(width, height, label) {
        const canvas = document.createElement("canvas"), ratio = Math.min(devicePixelRatio || 1, 2);
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
        canvas.style.width = width + "px";
        canvas.style.height = height + "px";
        canvas.setAttribute("role", "img");
        canvas.setAttribute("aria-label", label);
        const g = canvas.getContext("2d");
        g.scale(ratio, ratio);
        return [canvas, g];
    },
    el(name, attributes, ...children) {
        const e = document.createElement(name);
        for (const [k, v] of Object.entries(attributes || {})) {
            if (k.startsWith("on")) { e.addEventListener(k.slice(2), v); } else if (v !== false && v !== null) { e.setAttribute(k, v === true ? "" : v); }
        }
        e.append(...children);
        return e;
    },
    number(v) {
        if (v === null || v === undefined || Number.isNaN(v)) { return ""; }
        if (Number.isInteger(v) && Math.abs(v) < 1e7) { return String(v); }
        const size = Math.abs(v);
        return size >= 1e-4 && size < 1e7 ? String(Number(v.toPrecision(4))) : v.toExponential(3);
    },
    /* Where a value of a column lies on its axis: 0 the lower, 1 the upper end. */
    place(column, v) {
        if (v === null) { return NaN; }
        return column.log
            ? (Math.log(Math.max(v, 1e-300)) - Math.log(column.low)) / (Math.log(column.high) - Math.log(column.low))
            : (v - column.low) / (column.high - column.low);
    },
    value(column, share) {
        return column.log ? column.low * Math.pow(column.high / column.low, share) : column.low + share * (column.high - column.low);
    },
    shown(column, v) { return v === null ? "" : column.names.length ? column.names[v] : attune.number(v); },
    redraw: []
};
