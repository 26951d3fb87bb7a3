// What stands around the board: names, words, choices, and how the buttons look at a step.

class Face {
  constructor(root) {
    this.root = root;
    this.find = (selector) => root.querySelector(selector);
    for (const button of root.querySelectorAll("[data-icon]")) button.append(icon(button.dataset.icon));
  }

  // All words, names and choices of a game.
  write(frames) {
    this.frames = frames;
    const { root } = this;
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

  // The step shown: numbers, words, and which buttons have something to do.
  show(step) {
    const { frames } = this;
    this.find(".slider").value = step;
    this.find(".slider").setAttribute("aria-valuetext", this.place(step));
    this.find(".number").value = step;
    this.find(".now-round").textContent = frames.count ? frames.say("round", { round: frames.round(step) }) : "";
    this.find(".now-text").textContent = this.told(step);
    for (const name of ["first", "previous", "previousRound"]) this.able(name, step > 0);
    for (const name of ["next", "last", "nextRound"]) this.able(name, step < frames.last);
    this.able("play", frames.last > 0);
  }

  // The step in words: what was done, and what came of it.
  told(step) {
    const results = this.frames.count ? this.frames.results(step) : "";
    return results ? `${this.frames.sentence(step)} — ${results}` : this.frames.sentence(step);
  }

  place(step) {
    return this.frames.say("place", { step, last: this.frames.last });
  }

  // Not `disabled`: a button that loses the focus under the fingers would end keyboard use.
  able(name, can) {
    this.find(`[data-do="${name}"]`).setAttribute("aria-disabled", String(!can));
  }

  // What a screen reader says once the player rests.
  announce(text) {
    this.find(".live").textContent = text;
  }

  playing(isPlaying) {
    const button = this.find('[data-do="play"]');
    button.setAttribute("aria-pressed", String(isPlaying));
    button.replaceChildren(icon(isPlaying ? "pause" : "play"));
    this.name(button, isPlaying ? "pause" : "play");
    this.root.dataset.playing = String(isPlaying);
  }

  speed(speed) {
    this.find(".speed").value = speed;
    this.root.dataset.speed = speed;
  }

  // The button says for a moment that it has been done.
  copied(link) {
    const button = this.find('[data-do="copy"]');
    button.replaceChildren(icon("done"));
    button.dataset.copied = link;
    this.announce(this.frames.say("copied"));
    window.setTimeout(() => button.replaceChildren(icon("copy")), 1500);
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
}
