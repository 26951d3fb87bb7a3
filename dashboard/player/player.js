// The player: buttons, keys, slider and clock around the frames of one game.
//
// Python owns the address: the step is reported once it has rested, and the perspective is asked for, not
// worked out here, because this page never holds what the chosen seat may not see.

const SPEEDS = [0.5, 1, 2, 4, 8, 16];
const REST = 400; // milliseconds without a move after which a step is reported and read out
const WIDE = 800; // pixels from which the wide picture fits

class Player {
  constructor(parent) {
    this.root = parent.querySelector(".player");
    this.find = (selector) => this.root.querySelector(selector);
    this.board = new Board(this.find(".board"));
    this.feed = new Feed(this.root, (step) => this.go(step), (rule) => this.showRule(rule));
    this.lines = new Lines(this.find(".lines"), (step) => this.go(step));
    this.step = 0;
    this.speed = 1;
    this.jump = -1;
    this.key = (event) => this.onKey(event);
    this.scheme = window.matchMedia("(prefers-color-scheme: dark)");
    this.onScheme = () => window.setTimeout(() => this.readTheme(), 100);
    this.sizes = new ResizeObserver(() => this.measure());
    for (const button of this.root.querySelectorAll("[data-icon]")) button.append(icon(button.dataset.icon));
    this.find(".speed").append(...SPEEDS.map((speed) => new Option(`${speed}×`, speed, speed === 1, speed === 1)));
    this.listen();
  }

  listen() {
    this.root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-do]");
      if (button && button.getAttribute("aria-disabled") !== "true") this.act(button.dataset.do);
      const view = event.target.closest("[data-perspective]");
      if (view) this.look(view.dataset.perspective);
      if (event.target.closest(".result .rule-button")) this.showRule(this.ruleOf(this.frames.rule));
    });
    this.find(".slider").addEventListener("input", (event) => this.go(Number(event.target.value)));
    this.find(".number").addEventListener("change", (event) => this.goTo(event.target.value));
    this.find(".number").addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.goTo(event.target.value);
    });
    this.find(".speed").addEventListener("change", (event) => this.setSpeed(Number(event.target.value)));
  }

  // Listening outside of the player, for as long as it is on the page.
  start() {
    if (this.isOn) return;
    this.isOn = true;
    document.addEventListener("keydown", this.key);
    this.scheme.addEventListener("change", this.onScheme);
    this.sizes.observe(this.root);
  }

  stop() {
    this.isOn = false;
    this.pause();
    window.clearTimeout(this.resting);
    document.removeEventListener("keydown", this.key);
    this.scheme.removeEventListener("change", this.onScheme);
    this.sizes.disconnect();
  }

  // Called on each rerun of the page; frames are opened only when they are others.
  async update(data, report) {
    this.report = report;
    this.start();
    this.readTheme();
    const jump = data.jump[0] !== this.jump ? data.jump[1] : null;
    this.jump = data.jump[0];
    if (data.id === this.id) {
      if (jump !== null && this.frames) this.go(jump, false);
      return;
    }
    this.id = data.id;
    const frames = new Frames(await unpack(data.packed));
    if (data.id !== this.id) return; // another game was chosen meanwhile
    this.open(frames, data.game, jump);
  }

  open(frames, game, jump) {
    const isOther = game !== this.game;
    this.game = game;
    this.frames = frames;
    if (isOther) {
      this.pause();
      this.closeRule();
    }
    this.step = frames.clamp(jump ?? (isOther ? 0 : this.step));
    this.write();
    this.board.open(frames);
    this.feed.open(frames);
    this.lines.open(frames);
    this.show(false);
    this.root.dataset.view = frames.perspective;
    this.root.dataset.state = "ready";
    this.root.removeAttribute("aria-busy");
    this.measure();
    if (isOther && !isWriting(deepFocus())) this.root.focus({ preventScroll: true });
  }

  // All words, names and choices of the game.
  write() {
    const { frames, root } = this;
    root.lang = frames.language;
    root.setAttribute("aria-label", frames.say("region", { game: frames.title }));
    this.find(".bar").setAttribute("aria-label", frames.say("toolbar"));
    for (const button of root.querySelectorAll("[data-do]")) this.name(button, button.dataset.do);
    this.find(".slider").setAttribute("aria-label", frames.say("slider"));
    this.find(".slider").max = frames.last;
    this.find(".goto-label").textContent = frames.say("goTo");
    this.find(".of").textContent = `/ ${frames.last}`;
    this.find(".speed").setAttribute("aria-label", frames.say("speed"));
    this.find(".seats").replaceChildren(...frames.seats.map((seat, place) => this.seat(seat, place)));
    this.writeViews();
    this.writeResult();
    this.writeHelp();
    const notice = this.find(".notice");
    notice.textContent = frames.notice ?? "";
    notice.hidden = !frames.notice;
  }

  name(button, what) {
    const text = this.frames.say(what);
    button.setAttribute("aria-label", text);
    button.title = text;
  }

  seat(seat, place) {
    const item = make("li", seat.winner ? "seat winner" : "seat");
    item.append(marker(place), make("span", "place", `P${place + 1}`), make("span", "name", seat.name));
    if (seat.agent) item.append(make("span", "agent", seat.agent));
    if (seat.winner) {
      const crown = make("span", "crown");
      crown.append(icon("crown"), make("span", "hidden", this.frames.say("winner")));
      item.append(crown);
    }
    return item;
  }

  writeViews() {
    const { frames } = this;
    const views = this.find(".views");
    views.setAttribute("aria-label", frames.say("view"));
    const buttons = frames.perspectives.map((name, place) => {
      const button = make("button", "chip");
      button.type = "button";
      button.dataset.perspective = name;
      button.setAttribute("aria-pressed", String(name === frames.perspective));
      if (place < frames.seats.length) button.append(marker(place), `P${place + 1}`);
      else button.append(frames.say(name));
      button.title = frames.say(place < frames.seats.length ? "viewOf" : `${name}Title`, { seat: `P${place + 1}` });
      return button;
    });
    views.replaceChildren(make("span", "label", frames.say("view")), ...buttons);
  }

  writeResult() {
    const { frames } = this;
    const result = this.find(".result");
    result.hidden = !frames.result;
    if (!frames.result) return;
    const winners = frames.seats.filter((seat) => seat.winner).map((seat) => seat.name);
    const text = frames.say("won", { names: winners.join(frames.say("and")), reason: frames.result });
    this.find(".result-text").textContent = winners.length ? text : frames.result;
    const rule = make("button", "rule-button", frames.rule);
    rule.type = "button";
    rule.setAttribute("aria-label", frames.say("showRule", { rule: frames.rule }));
    result.replaceChildren(this.find(".result-text"), " ", rule);
  }

  writeHelp() {
    const { frames } = this;
    this.find(".help h2").textContent = frames.say("keys");
    this.find(".help [data-do]").textContent = frames.say("closeHelp");
    const keys = [["← →", "helpStep"], ["Home End", "helpEnds"], ["[ ]", "helpRound"],
      [frames.say("space"), "helpPlay"], ["+ −", "helpSpeed"], ["f", "helpFlip"], ["?", "helpHelp"]];
    this.find(".help dl").replaceChildren(...keys.flatMap(([key, text]) => {
      const term = make("dt");
      term.append(...key.split(" ").map((part) => make("kbd", "", part)));
      return [term, make("dd", "", frames.say(text))];
    }));
  }

  act(what) {
    const { step, frames } = this;
    const steps = {
      first: 0, previous: step - 1, next: step + 1, last: frames.last,
      previousRound: frames.roundStart(step, -1), nextRound: frames.roundStart(step, 1),
    };
    if (what in steps) this.go(steps[what]);
    else this[what === "play" ? "toggle" : what]();
  }

  go(step, isOwn = true) {
    const before = this.step;
    this.step = this.frames.clamp(step);
    if (this.step === before) return;
    this.show(Math.abs(this.step - before) === 1 && !(this.isPlaying && this.speed > 4));
    if (isOwn) this.rest();
  }

  goTo(text) {
    const wanted = text.trim();
    if (/^-?\d+$/.test(wanted)) this.go(Number(wanted));
    this.find(".number").value = this.step;
  }

  show(mark) {
    const { frames, step, root } = this;
    this.board.show(step, mark);
    this.feed.show(step);
    this.lines.show(step);
    this.find(".slider").value = step;
    this.find(".slider").setAttribute("aria-valuetext", this.place());
    this.find(".number").value = step;
    this.find(".now-round").textContent = frames.count ? frames.say("round", { round: frames.round(step) }) : "";
    this.find(".now-text").textContent = this.told();
    for (const name of ["first", "previous", "previousRound"]) this.able(name, step > 0);
    for (const name of ["next", "last", "nextRound"]) this.able(name, step < frames.last);
    this.able("play", frames.last > 0);
    root.dataset.last = frames.last;
    root.dataset.step = step;
  }

  // The step in words: what was done, and what came of it.
  told() {
    const results = this.frames.count ? this.frames.results(this.step) : "";
    return results ? `${this.frames.sentence(this.step)} — ${results}` : this.frames.sentence(this.step);
  }

  place() {
    return this.frames.say("place", { step: this.step, last: this.frames.last });
  }

  // Not `disabled`: a button that loses the focus under the fingers would end keyboard use.
  able(name, can) {
    this.find(`[data-do="${name}"]`).setAttribute("aria-disabled", String(!can));
  }

  rest() {
    window.clearTimeout(this.resting);
    if (this.isPlaying) return;
    this.resting = window.setTimeout(() => {
      this.find(".live").textContent = `${this.place()}: ${this.told()}`;
      this.report("step", this.step);
    }, REST);
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play() {
    if (!this.frames.last) return;
    if (this.step >= this.frames.last) this.go(0);
    this.isPlaying = true;
    this.due = performance.now();
    this.writePlay();
    this.tick();
  }

  // The clock counts from when a step was due, so that slow drawing does not slow the game down.
  tick() {
    this.due = Math.max(this.due + 1000 / this.speed, performance.now());
    this.timer = window.setTimeout(() => {
      this.go(this.step + 1);
      if (this.step >= this.frames.last) this.pause();
      else this.tick();
    }, this.due - performance.now());
  }

  pause() {
    window.clearTimeout(this.timer);
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.writePlay();
    this.rest();
  }

  writePlay() {
    const button = this.find('[data-do="play"]');
    button.setAttribute("aria-pressed", String(this.isPlaying));
    button.replaceChildren(icon(this.isPlaying ? "pause" : "play"));
    this.name(button, this.isPlaying ? "pause" : "play");
    this.root.dataset.playing = String(this.isPlaying);
  }

  setSpeed(speed) {
    this.speed = speed;
    this.find(".speed").value = speed;
    this.root.dataset.speed = speed;
    if (!this.isPlaying) return;
    window.clearTimeout(this.timer);
    this.due = performance.now();
    this.tick();
  }

  faster(by) {
    const place = SPEEDS.indexOf(this.speed) + by;
    if (place in SPEEDS) this.setSpeed(SPEEDS[place]);
  }

  look(perspective) {
    if (perspective === this.frames.perspective) return;
    this.root.setAttribute("aria-busy", "true");
    this.report("seat", perspective);
  }

  flip() {
    const { perspectives, perspective } = this.frames;
    this.look(perspectives[(perspectives.indexOf(perspective) + 1) % perspectives.length]);
  }

  ruleOf(id) {
    return this.frames.rules.find((rule) => rule.id === id) ?? { id, chapter: "", text: "" };
  }

  showRule(rule) {
    this.find(".rule-id").textContent = rule.id;
    this.find(".rule-chapter").textContent = rule.chapter;
    this.find(".rule-text").textContent = rule.text || this.frames.say("noRule");
    this.find(".rule").hidden = false;
    this.find(".rule").dataset.rule = rule.id;
  }

  closeRule() {
    this.find(".rule").hidden = true;
  }

  help() {
    this.find(".help").showModal();
  }

  closeHelp() {
    this.find(".help").close();
  }

  async copy() {
    const address = new URL(window.location.href);
    const { perspective, language } = this.frames;
    address.search = new URLSearchParams({
      page: "replay", game: this.game, step: this.step, seat: perspective, lang: language,
    });
    try {
      await navigator.clipboard.writeText(address.href);
    } catch {
      window.prompt(this.frames.say("copy"), address.href); // no right to the clipboard: copy by hand
      return;
    }
    const button = this.find('[data-do="copy"]');
    button.replaceChildren(icon("done"));
    button.dataset.copied = address.href;
    this.find(".live").textContent = this.frames.say("copied");
    window.setTimeout(() => button.replaceChildren(icon("copy")), 1500);
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !this.frames) return;
    const target = event.composedPath()[0];
    const isInside = event.composedPath().includes(this.root);
    if (isWriting(target) || this.find(".help").open) return;
    if (!isInside && isControl(target)) return;
    if (event.key === " " && target.closest?.("button")) return;
    const act = this.keyAct(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  }

  keyAct(key) {
    return {
      ArrowLeft: () => this.act("previous"), ArrowRight: () => this.act("next"),
      Home: () => this.act("first"), End: () => this.act("last"),
      "[": () => this.act("previousRound"), "]": () => this.act("nextRound"),
      " ": () => this.toggle(), "+": () => this.faster(1), "=": () => this.faster(1),
      "-": () => this.faster(-1), f: () => this.flip(), "?": () => this.help(),
    }[key];
  }

  // The picture has two layouts; which one fits is known here, and asked for once when it is not the one sent.
  measure() {
    const width = this.root.getBoundingClientRect().width;
    if (!this.frames || !width) return;
    const isNarrow = width < WIDE;
    if (isNarrow === this.frames.narrow || this.asked === `${this.id} ${isNarrow}`) return;
    this.asked = `${this.id} ${isNarrow}`;
    this.report("layout", isNarrow ? "narrow" : "wide");
  }

  readTheme() {
    this.root.dataset.theme = themeOf(this.root);
  }
}

function isWriting(element) {
  if (!element?.matches) return false;
  return element.matches("textarea, select, [contenteditable], input:not([type=range])");
}

// Something outside of the player that has a use of its own for arrows or space.
function isControl(element) {
  return Boolean(element?.closest?.("input, button, a, [role=grid], [role=radio], [role=option], [role=tab]"));
}

function deepFocus() {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

const players = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  let player = players.get(parentElement);
  if (!player) players.set(parentElement, (player = new Player(parentElement)));
  window.clearTimeout(player.leaving);
  player.update(data, setStateValue);
  // A rerun also cleans up before it calls again: only one that is not followed by a call ends the player.
  return () => {
    player.leaving = window.setTimeout(() => player.stop(), 200);
  };
}
