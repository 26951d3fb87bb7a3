// The frames of one game: what Python packed, and questions about a step.
//
// Values that change rarely come as tracks: [[steps], [values]], the value in force at step n being the one
// of the last step that is not after n. So any step can be shown at once, without replaying to it.

async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

// The place in sorted `steps` of the last one that is not after `step`; -1 when all are.
function placeAt(steps, step) {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle] <= step) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function valueAt([steps, values], step) {
  return values[placeAt(steps, step)];
}

class Frames {
  constructor(data) {
    Object.assign(this, data);
    this.last = Math.max(0, this.count - 1);
  }

  say(key, values = {}) {
    const text = this.words[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  }

  clamp(step) {
    return Math.min(Math.max(Math.trunc(step) || 0, 0), this.last);
  }

  round(step) {
    return valueAt(this.steps.round, step) ?? 0;
  }

  // The first step of the round before or after the one under way. Back from the middle of a round leads
  // to its own beginning first.
  roundStart(step, direction) {
    const starts = this.steps.round[0];
    const place = placeAt(starts, step);
    if (direction > 0) return place + 1 < starts.length ? starts[place + 1] : this.last;
    if (place < 0) return 0;
    return starts[place] < step ? starts[place] : starts[Math.max(place - 1, 0)];
  }

  seatName(seat) {
    return seat < 0 ? this.say("table") : `P${seat + 1}`;
  }

  action(step) {
    return this.texts[this.steps.text[step]] ?? "";
  }

  // "p1 draws": what happened in a step, in words.
  sentence(step) {
    if (!this.count) return this.say("empty");
    const seat = this.steps.seat[step];
    return seat < 0 ? this.action(step) : `${this.seatName(seat)} ${this.action(step)}`;
  }

  // What came of it: "draws Owl (net black dots 1)", of the first few events.
  results(step) {
    const { first, seat, text } = this.events;
    const told = [];
    for (let event = first[step]; event < Math.min(first[step + 1], first[step] + 4); event += 1) {
      const isOther = seat[event] >= 0 && seat[event] !== this.steps.seat[step];
      told.push(isOther ? `${this.seatName(seat[event])} ${this.texts[text[event]]}` : this.texts[text[event]]);
    }
    return told.join(this.say("and"));
  }
}
