/* Notes on trials. A live page keeps them beside the history. Any other page shows those that are kept; new ones stay in this browser until
   they are saved as a file, which 'attune history note --import' takes. */
attune.sending = 0; // notes that are on their way to the server
attune.typed = new Map(); // of a trial of a live page: a text that the server did not keep

/* What somebody writes is not taken away: until it is kept, no page takes the place of this one. */
attune.writing = () => attune.sending > 0 || document.activeElement !== null && document.activeElement.classList.contains("note");

attune.Notes = class {
    constructor(trials, say, changed) {
        this.trials = trials;
        this.say = say;
        this.changed = changed;
        const live = document.querySelector(".live[data-notes]");
        this.address = live ? live.dataset.notes : null;
        this.key = "attune note " + document.title + " ";
        this.marks = trials.marks;
        if (this.address) { this.load(); }
    }

    kept(number) { return this.trials.notes[number] || ""; }

    words() { return this.address ? "Notes are kept beside the history." : "New notes stay in this browser until they are saved."; }

    buttons() {
        if (this.address) { return []; }
        this.saver = attune.el("button", { type: "button", onclick: () => this.save() }, "Save my notes");
        this.count();
        return [this.saver];
    }

    /* What somebody types stays when the rows are made anew. */
    before() {
        const e = document.activeElement;
        this.active = e && e.classList.contains("note") ? [e.dataset.trial, e.value, e.selectionStart] : null;
    }

    after() {
        if (!this.active) { return; }
        const [number, text, at] = this.active, e = document.getElementById("note-" + number);
        this.active = null;
        if (e) {
            e.value = text;
            e.dataset.changed = "yes"; // the browser knows of no change
            e.focus({ preventScroll: true });
            e.setSelectionRange(at, at);
        }
    }

    field(number) {
        const e = attune.el("textarea", {
            class: "note", id: "note-" + number, rows: "1", maxlength: String(this.trials.longest_note), "data-trial": String(number), "aria-label": "Note on trial " + number,
            onchange: () => this.keep(number, e), onblur: () => { if (e.dataset.changed) { delete e.dataset.changed; this.keep(number, e); } }
        });
        e.value = attune.typed.has(number) ? attune.typed.get(number) : this.own(number) ?? this.kept(number);
        if (attune.typed.has(number)) { e.setAttribute("aria-invalid", "true"); }
        return e;
    }

    own(number) {
        if (this.address) { return null; }
        try {
            const mine = localStorage.getItem(this.key + number);
            return mine === this.kept(number) ? null : mine;
        } catch (e) { return null; }
    }

    async keep(number, field) {
        const text = field.value.trim(), seen = this.kept(number);
        if (!this.address) { this.remember(number, text); return; }
        if (text === seen) { attune.typed.delete(number); return; }
        attune.sending++;
        try {
            const answer = await fetch(this.address, { method: "POST", body: new URLSearchParams({ trial: number, text, seen }) });
            const said = (await answer.text()).trim();
            if (!answer.ok) { throw new Error(said); }
            if (text) { this.trials.notes[number] = text; } else { delete this.trials.notes[number]; }
            attune.typed.delete(number);
            field.removeAttribute("aria-invalid");
            this.say(said);
        } catch (e) {
            attune.typed.set(number, text);
            field.setAttribute("aria-invalid", "true");
            this.say("Not kept: " + e.message);
            this.load(); // so that the next attempt has seen what stands there
        }
        attune.sending--;
    }

    async load() {
        try {
            const answer = await fetch(this.address, { cache: "no-store" });
            if (answer.ok) {
                this.trials.notes = await answer.json();
                this.changed();
            }
        } catch (e) { /* the page says that the server does not answer */ }
    }

    remember(number, text) {
        try {
            if (text === this.kept(number)) { localStorage.removeItem(this.key + number); } else { localStorage.setItem(this.key + number, text); }
            this.say("");
        } catch (e) { this.say("This browser keeps nothing: the note is lost when the page is closed."); }
        this.count();
    }

    mine() {
        try {
            return Object.keys(localStorage).filter(k => k.startsWith(this.key)).map(k => Number(k.slice(this.key.length)))
                .filter(n => n >= 1 && n <= this.trials.rank.length).sort((a, b) => a - b)
                .map(n => [n, this.own(n)]).filter(([, text]) => text !== null);
        } catch (e) { return []; }
    }

    count() {
        const n = this.mine().length;
        this.saver.disabled = n === 0;
        this.saver.textContent = n ? "Save my notes (" + n + ")" : "Save my notes";
    }

    save() {
        const lines = this.mine().map(([n, text]) => JSON.stringify({ uid: this.marks[n - 1], study: this.trials.study, trial: n, note: text, seen: this.kept(n) }));
        const link = attune.el("a", { href: URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "application/jsonl" })), download: this.trials.study + "-notes.jsonl" });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
        this.say("Then, where the history is: " + this.trials.import);
    }
};
