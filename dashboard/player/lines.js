// Score lines: a small chart for each headline number, a stepped line for each seat, a mark at the step
// shown. A click or a drag jumps. Shapes and labels stand at the lines, so that colour is not needed.

const HEIGHT = 150;
const PAD = { top: 14, right: 46, bottom: 18, left: 26 };

class Lines {
  constructor(place, jump) {
    this.place = place;
    this.jump = jump;
    this.charts = [];
    new ResizeObserver(() => this.redraw()).observe(place);
  }

  open(frames) {
    this.frames = frames;
    this.place.setAttribute("aria-label", frames.say("lines"));
    this.charts = frames.count ? frames.lines.map((line) => this.chart(line)) : [];
    this.place.replaceChildren(...this.charts.map((chart) => chart.figure));
    this.width = 0;
    this.redraw();
  }

  chart(line) {
    const figure = make("figure", "line");
    figure.append(make("figcaption", "", line.label));
    const svg = draw("svg", { "aria-hidden": "true", focusable: "false" });
    figure.append(svg);
    const toStep = (event) => {
      const box = svg.getBoundingClientRect();
      const share = (event.clientX - box.left - PAD.left) / (box.width - PAD.left - PAD.right);
      this.jump(Math.round(share * this.frames.last));
    };
    svg.addEventListener("pointerdown", (event) => {
      svg.setPointerCapture(event.pointerId);
      toStep(event);
    });
    svg.addEventListener("pointermove", (event) => {
      if (event.buttons) toStep(event);
    });
    return { line, figure, svg };
  }

  redraw() {
    const width = this.charts[0]?.svg.getBoundingClientRect().width ?? 0;
    if (!width || Math.abs(width - this.width) < 1) return;
    this.width = width;
    for (const chart of this.charts) this.drawChart(chart);
    this.show(this.step ?? 0);
  }

  scales(line) {
    const values = line.seats.flatMap((track) => track[1]);
    const high = Math.max(1, line.goal ?? 0, ...values);
    const low = Math.min(0, ...values);
    const { width } = this;
    const last = Math.max(1, this.frames.last);
    return {
      low, high,
      x: (step) => PAD.left + (step / last) * (width - PAD.left - PAD.right),
      y: (value) => HEIGHT - PAD.bottom - ((value - low) / (high - low)) * (HEIGHT - PAD.top - PAD.bottom),
    };
  }

  drawChart(chart) {
    const { line, svg } = chart;
    const scale = this.scales(line);
    svg.setAttribute("viewBox", `0 0 ${this.width} ${HEIGHT}`);
    svg.replaceChildren(this.grid(line, scale));
    line.seats.forEach((track, seat) => svg.append(this.path(track, seat, scale)));
    chart.scale = scale;
    chart.cursor = draw("g", { class: "cursor" });
    svg.append(chart.cursor);
  }

  grid(line, { low, high, x, y }) {
    const grid = draw("g", { class: "grid" });
    const right = this.width - PAD.right;
    for (const value of new Set([low, 0, Math.round((low + high) / 2), high])) {
      grid.append(draw("path", { d: `M${PAD.left} ${y(value)}H${right}` }));
      grid.append(draw("text", { x: PAD.left - 5, y: y(value) + 4, class: "tick" }, value));
    }
    if (line.goal) grid.append(draw("path", { d: `M${PAD.left} ${y(line.goal)}H${right}`, class: "goal" }));
    const { last } = this.frames;
    grid.append(draw("text", { x: x(0), y: HEIGHT - 4, class: "tick start" }, 0));
    if (last) grid.append(draw("text", { x: x(last), y: HEIGHT - 4, class: "tick" }, last));
    return grid;
  }

  path([steps, values], seat, { x, y }) {
    let d = "";
    steps.forEach((step, place) => {
      d += place ? `H${x(step)}V${y(values[place])}` : `M${x(step)} ${y(values[place])}`;
    });
    return draw("path", { d: `${d}H${x(this.frames.last)}`, class: `curve stroke-${(seat % SHAPES.length) + 1}` });
  }

  // The mark of the step shown, with each seat's value beside it.
  show(step) {
    this.step = step;
    for (const { line, cursor, scale } of this.charts) {
      if (!scale) continue;
      const x = scale.x(step);
      const marks = line.seats.map((track, seat) => ({ seat, value: valueAt(track, step) ?? 0 }));
      cursor.replaceChildren(draw("path", { d: `M${x} ${PAD.top - 6}V${HEIGHT - PAD.bottom}`, class: "now-line" }));
      for (const { seat, value } of marks) {
        cursor.append(shapeOf(seat, { transform: `translate(${x} ${scale.y(value)}) scale(.62)` }));
      }
      this.label(cursor, marks, scale);
    }
  }

  // Labels stand at the right edge, in the order of the values, pushed apart where they would overlap.
  label(cursor, marks, { y }) {
    const sorted = [...marks].sort((a, b) => b.value - a.value || a.seat - b.seat);
    const gap = 15;
    let free = PAD.top - gap;
    const places = sorted.map(({ value }) => (free = Math.max(y(value), free + gap)));
    const over = Math.max(0, places.at(-1) - (HEIGHT - PAD.bottom + 4));
    sorted.forEach(({ seat, value }, place) => {
      const top = places[place] - over;
      cursor.append(shapeOf(seat, { transform: `translate(${this.width - PAD.right + 12} ${top}) scale(.62)` }));
      cursor.append(draw("text", { x: this.width - PAD.right + 21, y: top + 4.5, class: "value" }, value));
    });
  }
}
