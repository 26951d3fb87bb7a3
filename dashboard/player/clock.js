// Playing by itself: calls `advance` at a steady pace until that says that the end is reached.

const SPEEDS = [0.5, 1, 2, 4, 8, 16]; // steps in a second

class Clock {
  constructor(advance, changed) {
    this.advance = advance;
    this.changed = changed;
    this.speed = 1;
    this.isPlaying = false;
  }

  play() {
    this.isPlaying = true;
    this.due = performance.now();
    this.changed();
    this.tick();
  }

  pause() {
    window.clearTimeout(this.timer);
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.changed();
  }

  // It counts from when a step was due, so that slow drawing does not slow the game down.
  tick() {
    this.due = Math.max(this.due + 1000 / this.speed, performance.now());
    this.timer = window.setTimeout(() => {
      if (this.advance()) this.tick();
      else this.pause();
    }, this.due - performance.now());
  }

  setSpeed(speed) {
    this.speed = speed;
    if (!this.isPlaying) return;
    window.clearTimeout(this.timer);
    this.due = performance.now();
    this.tick();
  }

  faster(by) {
    const place = SPEEDS.indexOf(this.speed) + by;
    if (place in SPEEDS) this.setSpeed(SPEEDS[place]);
  }
}
