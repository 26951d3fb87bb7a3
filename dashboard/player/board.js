// The picture of the board: one drawing whose groups are exchanged when the step changes.

class Board {
  constructor(place) {
    this.place = place;
    this.frames = null;
    this.groups = new Map();
    this.shown = new Map();
  }

  open(frames) {
    this.frames = frames;
    this.groups.clear();
    this.shown.clear();
    // The markup is our own drawing, with every text escaped by whoever drew it.
    this.place.innerHTML = frames.picture.shell || "";
    const svg = this.place.querySelector("svg");
    if (!svg) {
      this.place.append(make("p", "empty", frames.say("empty")));
      return;
    }
    // A screen reader gets one short label instead of every number on the board.
    svg.removeAttribute("role");
    svg.removeAttribute("aria-label");
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("focusable", "false");
    for (const id of Object.keys(frames.picture.groups)) {
      this.groups.set(id, svg.querySelector(`#${CSS.escape(id)}`));
    }
    this.marks = draw("g", { class: "marks" });
    svg.append(this.marks);
  }

  // Show a step; with `mark` the groups that this very step changed are framed for a moment.
  show(step, mark) {
    const { picture, texts } = this.frames;
    if (!this.groups.size) return;
    const changed = [];
    for (const [id, [steps, values]] of Object.entries(picture.groups)) {
      const place = placeAt(steps, step);
      if (steps[place] === step && step > 0) changed.push(id);
      if (place >= 0 && this.shown.get(id) !== values[place]) {
        this.exchange(id, picture.pool[values[place]]);
        this.shown.set(id, values[place]);
      }
    }
    this.place.setAttribute("aria-label", texts[valueAt(picture.labels, step)] ?? "");
    this.marks.replaceChildren();
    if (mark) this.frame(changed);
  }

  exchange(id, markup) {
    const holder = draw("svg");
    holder.innerHTML = markup;
    const fresh = holder.firstElementChild;
    this.groups.get(id).replaceWith(fresh);
    this.groups.set(id, fresh);
  }

  frame(ids) {
    const boxes = ids.map((id) => [this.groups.get(id), this.groups.get(id).getBBox()]);
    for (const [group, box] of boxes) {
      if (!box.width || !box.height) continue;
      const rect = draw("rect", {
        x: box.x - 4, y: box.y - 4, width: box.width + 8, height: box.height + 8, rx: 8, class: "mark",
      });
      const transform = group.getAttribute("transform");
      if (transform) rect.setAttribute("transform", transform);
      this.marks.append(rect);
    }
  }
}
