// @ts-check
/** How fast the others play: the reader's choice, kept for the next visit; and the rest between two pictures. */

const KEY = "whister-pace";

/** By how much a rest is longer or shorter than usual. */
export const SPEEDS = /** @type {const} */ ({ slow: 2, usual: 1, fast: 0.4, none: 0 });

/** @returns {keyof typeof SPEEDS} */
export function speed() {
  try {
    const kept = localStorage.getItem(KEY) ?? "";
    return kept in SPEEDS ? /** @type {keyof typeof SPEEDS} */ (kept) : "usual";
  } catch {
    return "usual";
  }
}

/** @param {string} chosen */
export function setSpeed(chosen) {
  try { localStorage.setItem(KEY, chosen); } catch { /* for this page alone nothing is lost */ }
}

export class Pace {
  /** The others wait after each step, until they are told to go on. */
  paused = false;
  /** Ends the rest that is being taken. @type {(() => void) | null} */
  end = null;

  /** Whether nothing is shown on the way: asked for, or no motion is wanted. */
  get none() {
    return !this.paused && (SPEEDS[speed()] === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches);
  }

  /** @param {number} time  in milliseconds, at the usual speed @returns {Promise<void>} */
  rest(time) {
    return new Promise((done) => {
      const timer = this.paused ? undefined : setTimeout(() => this.go(), time * SPEEDS[speed()]);
      this.end = () => {
        clearTimeout(timer);
        this.end = null;
        done();
      };
    });
  }

  /** One step on. */
  go() {
    this.end?.();
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.paused = paused;
    if (!paused) this.go();
  }
}
