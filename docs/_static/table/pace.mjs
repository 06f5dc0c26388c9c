// @ts-check
/** How fast the others play, and whether they wait: the reader's choice, kept for the next visit; and the rest between two pictures. */

const KEY = "whister-pace";
const PAUSED = "whister-paused";

/** By how much a rest is longer or shorter than usual. */
export const SPEEDS = /** @type {const} */ ({ slow: 2, usual: 1, fast: 0.4, none: 0 });

/** @returns {keyof typeof SPEEDS} */
export function speed() {
  const chosen = kept(KEY);
  return chosen in SPEEDS ? /** @type {keyof typeof SPEEDS} */ (chosen) : "usual";
}

/** @param {string} chosen */
export const setSpeed = (chosen) => keep(KEY, chosen);

/** @param {string} key */
function kept(key) {
  try { return localStorage.getItem(key) ?? ""; } catch { return ""; }
}

/** @param {string} key @param {string} chosen */
function keep(key, chosen) {
  try { localStorage.setItem(key, chosen); } catch { /* for this page alone nothing is lost */ }
}

export class Pace {
  /** The other players wait after each step, until they may go on. */
  paused = kept(PAUSED) === "yes";
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
    keep(PAUSED, paused ? "yes" : "no");
    if (!paused) this.go();
  }
}
