// @ts-check
/** The other players: their strengths, their speed and whether they wait (the reader's choices, kept for the next visit), and the pause between pictures. */

const KEY = "whister-pace";
const PAUSED = "whister-paused";
const STRENGTHS = "whister-strengths";

/** The factor for pauses that are longer or shorter than usual. */
export const SPEEDS = /** @type {const} */ ({ slow: 2, usual: 1, fast: 0.4, none: 0 });

/** @returns {keyof typeof SPEEDS} */
export function speed() {
  const chosen = kept(KEY);
  return chosen in SPEEDS ? /** @type {keyof typeof SPEEDS} */ (chosen) : "usual";
}

/** @param {string} chosen */
export const setSpeed = (chosen) => keep(KEY, chosen);

/** The strengths of the other players by seat, as the engine takes them; `others` is for those not listed. @returns {Record<string, string>} */
export function strengths() {
  try { return { ...JSON.parse(kept(STRENGTHS)) }; } catch { return {}; }
}

/** @param {Record<string, string>} chosen */
export const setStrengths = (chosen) => keep(STRENGTHS, JSON.stringify(chosen));

/** @param {string} key */
function kept(key) {
  try { return localStorage.getItem(key) ?? ""; } catch { return ""; }
}

/** @param {string} key @param {string} chosen */
function keep(key, chosen) {
  try { localStorage.setItem(key, chosen); } catch { /* the choice then applies only to this page */ }
}

export class Pace {
  /** Whether the other players wait after each step until the reader lets them continue. */
  paused = kept(PAUSED) === "yes";
  /** Ends the current pause. @type {(() => void) | null} */
  end = null;

  /** Whether intermediate pictures are skipped, by choice or because the reader prefers reduced motion. */
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

  /** Continue by one step. */
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
