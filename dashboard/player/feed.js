// What happened: a row for each step and one for each of its events, with the rule that made it.
//
// Long games have tens of thousands of rows. All are as high as each other, so only those in sight exist.

const ROW = 28;
const SPARE = 12;

class Feed {
  constructor(root, jump, showRule) {
    this.scroll = root.querySelector(".scroll");
    this.tall = root.querySelector(".tall");
    this.rows = root.querySelector(".rows");
    this.filters = root.querySelector(".filters");
    this.jump = jump;
    this.showRule = showRule;
    this.only = null;
    this.drawn = new Map();
    this.scroll.addEventListener("scroll", () => this.render(), { passive: true });
    this.rows.addEventListener("click", (event) => this.click(event));
    this.filters.addEventListener("click", (event) => this.filter(event));
    new ResizeObserver(() => this.render()).observe(this.scroll);
  }

  open(frames) {
    if (this.frames?.game !== frames.game || this.frames?.seats.length !== frames.seats.length) this.only = null;
    this.frames = frames;
    this.step = -1;
    this.scroll.setAttribute("aria-label", frames.say("feed"));
    this.filters.setAttribute("aria-label", frames.say("filter"));
    const choices = [null, ...frames.seats.keys(), -1];
    this.filters.replaceChildren(...choices.map((seat) => this.choice(seat)));
    this.list();
  }

  choice(seat) {
    const button = make("button", "chip");
    button.type = "button";
    button.dataset.only = seat ?? "";
    button.setAttribute("aria-pressed", String(seat === this.only));
    if (seat !== null) button.append(marker(seat));
    button.append(seat === null ? this.frames.say("everybody") : this.frames.seatName(seat));
    return button;
  }

  filter(event) {
    const button = event.target.closest("button");
    if (!button) return;
    this.only = button.dataset.only === "" ? null : Number(button.dataset.only);
    for (const other of this.filters.children) other.setAttribute("aria-pressed", String(other === button));
    const step = this.step;
    this.list();
    this.show(step);
  }

  // Rows as two columns of numbers: the step, and its event (-1: the step's own row).
  list() {
    const { events, steps, count } = this.frames;
    this.stepOf = [];
    this.eventOf = [];
    this.rowOf = new Array(count);
    for (let step = 0; step < count; step += 1) {
      this.rowOf[step] = this.stepOf.length;
      const told = [];
      for (let event = events.first[step]; event < events.first[step + 1]; event += 1) {
        if (this.only === null || events.seat[event] === this.only) told.push(event);
      }
      if (this.only !== null && !told.length && steps.seat[step] !== this.only) continue;
      for (const event of [-1, ...told]) {
        this.stepOf.push(step);
        this.eventOf.push(event);
      }
    }
    this.tall.style.height = `${this.stepOf.length * ROW}px`;
    this.clear();
    this.render();
  }

  clear() {
    this.rows.replaceChildren();
    this.drawn.clear();
  }

  show(step) {
    if (step === this.step || !this.frames.count) return;
    this.step = step;
    const row = this.rowOf[step];
    this.scroll.scrollTop = Math.max(0, row * ROW - this.scroll.clientHeight * 0.35);
    this.render();
    for (const element of this.drawn.values()) this.mark(element);
  }

  mark(element) {
    const isNow = Number(element.dataset.step) === this.step;
    element.classList.toggle("now", isNow);
    if (isNow) element.setAttribute("aria-current", "step");
    else element.removeAttribute("aria-current");
  }

  render() {
    if (!this.stepOf) return;
    const first = Math.max(0, Math.floor(this.scroll.scrollTop / ROW) - SPARE);
    const end = Math.min(this.stepOf.length, first + Math.ceil(this.scroll.clientHeight / ROW) + 2 * SPARE);
    for (const [row, element] of this.drawn) {
      if (row < first || row >= end) {
        element.remove();
        this.drawn.delete(row);
      }
    }
    for (let row = first; row < end; row += 1) {
      if (!this.drawn.has(row)) this.drawRow(row);
    }
  }

  drawRow(row) {
    const step = this.stepOf[row];
    const event = this.eventOf[row];
    const element = event < 0 ? this.stepRow(step) : this.eventRow(step, event);
    element.dataset.step = step;
    element.style.top = `${row * ROW}px`;
    this.mark(element);
    this.drawn.set(row, element);
    // Rows stand in the order in which they are read, whichever way the list was scrolled.
    const after = [...this.drawn.keys()].filter((other) => other > row).sort((a, b) => a - b)[0];
    this.rows.insertBefore(element, this.drawn.get(after) ?? null);
  }

  stepRow(step) {
    const seat = this.frames.steps.seat[step];
    const element = make("button", "row step");
    element.type = "button";
    element.append(make("span", "n", String(step)), marker(seat));
    if (seat >= 0) element.append(make("span", "who", this.frames.seatName(seat)));
    element.append(make("span", "what", this.frames.action(step)));
    element.title = this.frames.sentence(step);
    return element;
  }

  eventRow(step, event) {
    const { events, texts, rules, steps } = this.frames;
    const element = make("div", "row event");
    const seat = events.seat[event];
    const text = texts[events.text[event]];
    // Whoever acts is named by the step's own row; others are named here.
    if (seat >= 0 && seat !== steps.seat[step]) {
      element.append(marker(seat), make("span", "who", this.frames.seatName(seat)));
    }
    const rule = make("button", "rule-button", rules[events.rule[event]].id);
    rule.type = "button";
    rule.dataset.rule = events.rule[event];
    rule.setAttribute("aria-label", this.frames.say("showRule", { rule: rules[events.rule[event]].id }));
    element.append(make("span", "what", text), rule);
    element.title = seat >= 0 ? `${this.frames.seatName(seat)} ${text}` : text;
    return element;
  }

  click(event) {
    const rule = event.target.closest("[data-rule]");
    if (rule) {
      this.showRule(this.frames.rules[Number(rule.dataset.rule)]);
      rule.scrollIntoView({ block: "nearest" }); // the rule's text takes some of the list's room
      return;
    }
    const row = event.target.closest(".row");
    if (row) this.jump(Number(row.dataset.step));
  }
}
