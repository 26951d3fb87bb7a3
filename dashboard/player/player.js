// The player: buttons, keys, slider and clock around the frames of one game.
//
// Python owns the address: the step is reported once it has rested, and the perspective is asked for, not
// worked out here, because this page never holds what the chosen seat may not see.

const REST = 400; // milliseconds without a move after which a step is reported and read out
const WIDE = 800; // pixels from which the wide picture fits

class Player {
  constructor(parent) {
    this.root = parent.querySelector(".player");
    this.find = (selector) => this.root.querySelector(selector);
    this.board = new Board(this.find(".board"));
    this.feed = new Feed(this.root, (step) => this.go(step), (rule) => this.face.showRule(rule));
    this.lines = new Lines(this.find(".lines"), (step) => this.go(step));
    this.face = new Face(this.root);
    this.clock = new Clock(() => this.advance(), () => this.onClock());
    this.step = 0;
    this.jump = -1;
    this.wanted = null; // a step to go to as soon as there are frames
    this.key = (event) => this.onKey(event);
    this.scheme = window.matchMedia("(prefers-color-scheme: dark)");
    this.onScheme = () => window.setTimeout(() => this.readTheme(), 100);
    this.sizes = new ResizeObserver(() => this.measure());
    this.find(".speed").append(...SPEEDS.map((speed) => new Option(`${speed}×`, speed, speed === 1, speed === 1)));
    this.listen();
  }

  listen() {
    this.root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-do]");
      if (button && button.getAttribute("aria-disabled") !== "true") this.act(button.dataset.do);
      const view = event.target.closest("[data-perspective]");
      if (view) this.look(view.dataset.perspective);
      if (event.target.closest(".result .rule-button")) this.face.showRule(this.face.ruleOf(this.frames.rule));
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
    this.clock.pause();
    window.clearTimeout(this.resting);
    document.removeEventListener("keydown", this.key);
    this.scheme.removeEventListener("change", this.onScheme);
    this.sizes.disconnect();
  }

  // A rerun cleans up before it calls again, and a slow machine takes its time between the two. Whoever presses a key
  // meanwhile is to be heard: only a player that is no longer on the page has ended.
  leave() {
    this.leaving = window.setTimeout(() => (this.root.isConnected ? this.leave() : this.stop()), 200);
  }

  // Called on each rerun of the page; frames are opened only when they are others.
  async update(data, report) {
    this.report = report;
    this.start();
    this.readTheme();
    if (data.jump[0] !== this.jump) this.wanted = data.jump[1];
    this.jump = data.jump[0];
    if (data.id !== this.id) {
      this.id = data.id;
      const frames = new Frames(await unpack(data.packed));
      if (data.id === this.id) this.open(frames, data.game); // else others were asked for meanwhile
    } else if (this.frames?.id === data.id && this.wanted !== null) {
      this.go(this.wanted, false);
      this.wanted = null;
    }
  }

  open(frames, game) {
    const isOther = game !== this.game;
    this.game = game;
    this.frames = frames;
    frames.id = this.id;
    if (isOther) {
      this.clock.pause();
      this.face.closeRule();
    }
    this.step = frames.clamp(this.wanted ?? (isOther ? 0 : this.step));
    this.wanted = null;
    this.face.write(frames);
    this.face.playing(this.clock.isPlaying);
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

  act(what) {
    const { step, frames } = this;
    const steps = {
      first: 0, previous: step - 1, next: step + 1, last: frames.last,
      previousRound: frames.roundStart(step, -1), nextRound: frames.roundStart(step, 1),
    };
    if (what in steps) this.go(steps[what]);
    else this[what]();
  }

  go(step, isOwn = true) {
    const before = this.step;
    this.step = this.frames.clamp(step);
    if (this.step === before) return;
    this.show(Math.abs(this.step - before) === 1 && !(this.clock.isPlaying && this.clock.speed > 4));
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
    this.face.show(step);
    root.dataset.last = frames.last;
    root.dataset.step = step;
  }

  rest() {
    window.clearTimeout(this.resting);
    if (this.clock.isPlaying) return;
    this.resting = window.setTimeout(() => {
      this.face.announce(`${this.face.place(this.step)}: ${this.face.told(this.step)}`);
      this.report("step", this.step);
    }, REST);
  }

  play() {
    if (this.clock.isPlaying) {
      this.clock.pause();
    } else if (this.frames.last) {
      if (this.step >= this.frames.last) this.go(0);
      this.clock.play();
    }
  }

  // One step of the clock; says whether there are more.
  advance() {
    this.go(this.step + 1);
    return this.step < this.frames.last;
  }

  onClock() {
    this.face.playing(this.clock.isPlaying);
    if (!this.clock.isPlaying) this.rest();
  }

  setSpeed(speed) {
    this.clock.setSpeed(speed);
    this.face.speed(speed);
  }

  faster(by) {
    this.clock.faster(by);
    this.face.speed(this.clock.speed);
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

  help() {
    this.find(".help").showModal();
  }

  closeRule() {
    this.face.closeRule();
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
    this.face.copied(address.href);
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
      " ": () => this.play(), "+": () => this.faster(1), "=": () => this.faster(1),
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

export default function ({ data, parentElement, setTriggerValue }) {
  let player = players.get(parentElement);
  if (!player) players.set(parentElement, (player = new Player(parentElement)));
  window.clearTimeout(player.leaving);
  player.update(data, setTriggerValue); // triggers: also the same value twice in a row is told
  return () => player.leave();
}
