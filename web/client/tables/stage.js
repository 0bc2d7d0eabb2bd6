/**
 * Events are shown one after the other, each as long as its table asks for: as they happen, and those
 * of an absence when the player is back. Who asks for no motion sees the same scenes, as long, without
 * movement (style/motion.css); only the setting that shows everything at once leaves them out.
 */
import { useLayoutEffect, useRef, useState } from '../html.js';
import { scenes } from '../preferences.js';

/** @typedef {import('./index.js').Table} Table */
/** @typedef {import('./index.js').Step} Step */
/** @typedef {Step & {seq: number, away: boolean}} Shown */
/** @typedef {import('../types').Match} Match */
/** @typedef {import('../types').Event} Event */
/** @typedef {{version: number, view: any, read: number}} Before how this device last knew the match, and how far the player had read */
/**
 * @typedef {object} Given
 * @property {Table} table
 * @property {Match} match
 * @property {Event[]} recent the latest events
 * @property {Before | null} before
 * @property {{you: number | null, names: string[]}} scene
 */
/**
 * @typedef {object} Now
 * @property {any} view the table to be drawn, null for the match as it is
 * @property {any} moment what `step` said of the event that is being shown; `settled` once its outcome may be told
 * @property {boolean} busy
 * @property {number} upTo the seq up to which everything may be told
 * @property {{at: number, of: number} | null} away which of how many events of an absence is being shown
 */

const LONGEST = 9000;
const LONGEST_AWAY = 25_000;
const QUICKEST = 0.35;
const MOST = 120;
const SETTLED_FOR = 1000;
const FADES_FOR = 1500;

/** @type {Now} */
const IDLE = { view: null, moment: null, busy: false, upTo: Infinity, away: null };

export class Stage {
  /** @param {(now: Now) => void} show @param {(cue: string) => void} [sound] */
  constructor(show, sound = () => {}) {
    this.show = show;
    this.sound = sound;
    this.now = IDLE;
    /** @type {Shown[]} */
    this.queue = [];
    /** @type {(() => void) | null} what the next tap or the next moment leads to */
    this.next = null;
    this.timer = 0;
    /** The version up to which events have been taken in. */
    this.seen = 0;
    /** The view after the last event that was taken in, as its table foresaw it. @type {any} */
    this.last = null;
    /** The view of the match as it is. @type {any} */
    this.truth = null;
    /** How many events of an absence there are to show. */
    this.absent = 0;
    /** @type {Table | null} */
    this.table = null;
  }

  /** Take in the match as it is now. @param {Given} given */
  feed({ table, match, recent, before, scene }) {
    const first = !this.seen;
    const away = first || document.hidden;
    const from = first ? before : { view: this.last, version: this.seen, read: 0 };
    this.table = table;
    this.truth = match.view;
    this.seen = match.version;
    const fresh = from
      ? recent.filter(({ seq }) => seq > from.version && seq <= match.version)
      : [];
    const whole = from && fresh.length === match.version - from.version;
    const start = from?.view && (away ? (table.forgotten?.(from.view) ?? from.view) : from.view);
    const steps =
      table.step && start && (whole || !first) && scenes.value
        ? stepsOf(table, start, fresh, scene, away).filter(({ seq }) => seq > (from?.read ?? 0))
        : [];
    if (steps.length) this.last = steps.at(-1)?.view;
    this.queue.push(...steps);
    if (away) this.absent += steps.length;
    if (this.queue.length > MOST) this.finish();
    else if (!this.next && !document.hidden) this.advance();
    else if (!this.next && !this.queue.length) this.finish();
  }

  /** Show the next event, or the match as it is. */
  advance() {
    clearTimeout(this.timer);
    const step = this.queue.shift();
    if (!step) {
      this.finish();
      return;
    }
    if (!step.away) this.absent = 0;
    const away = this.absent ? { at: this.absent - this.left(), of: this.absent } : null;
    const pace = this.pace(step);
    const settle = () => {
      this.set({ moment: step.moment && { ...step.moment, settled: true }, upTo: step.seq });
      this.cue(step.told);
      this.wait(Math.max(SETTLED_FOR, (step.hold - (step.tells ?? 0)) * pace), () =>
        this.advance(),
      );
    };
    this.cue(step.cue);
    this.set({ view: step.view, moment: step.moment ?? null, busy: true, upTo: step.seq, away });
    if (step.tells) {
      this.set({ upTo: step.seq - 1 });
      this.wait(step.tells * pace, settle);
    } else this.wait(step.hold * pace, () => this.advance());
  }

  /** End what is being shown, and show what comes after it. */
  skip() {
    this.next?.();
  }

  /** The match as it is; what has been forgotten since is seen to fade. */
  finish() {
    clearTimeout(this.timer);
    const faded = this.now.busy ? this.table?.faded?.(this.now.view, this.truth) : null;
    this.queue = [];
    this.next = null;
    this.absent = 0;
    this.last = this.truth;
    this.set({ ...IDLE, view: this.truth, moment: faded ? { kind: 'faded', ...faded } : null });
    if (faded) this.timer = setTimeout(() => this.set({ moment: null }), FADES_FOR);
  }

  /** The player looks again: what happened meanwhile is shown. */
  look() {
    if (!document.hidden && !this.next && this.queue.length) this.advance();
  }

  stop() {
    clearTimeout(this.timer);
  }

  /** @param {Partial<Now>} news */
  set(news) {
    this.now = { ...this.now, ...news };
    this.show(this.now);
  }

  /** @param {number} milliseconds @param {() => void} then */
  wait(milliseconds, then) {
    clearTimeout(this.timer);
    this.next = then;
    this.timer = setTimeout(then, milliseconds);
  }

  /** @param {string | undefined} cue */
  cue(cue) {
    if (cue) this.sound(cue);
  }

  /** How many events of an absence come after the one that is being shown. */
  left() {
    return this.queue.filter((step) => step.away).length;
  }

  /** Long stories are told faster. @param {Step} step */
  pace(step) {
    const all = this.queue.reduce((sum, one) => sum + one.hold, step.hold);
    return Math.max(QUICKEST, Math.min(1, (this.absent ? LONGEST_AWAY : LONGEST) / all));
  }
}

/**
 * @param {Table} table
 * @param {any} view
 * @param {Event[]} events
 * @param {any} scene
 * @param {boolean} away
 * @returns {Shown[]}
 */
function stepsOf(table, view, events, scene, away) {
  const steps = [];
  let stands = view;
  for (const event of events) {
    const step = table.step?.(stands, event, scene);
    if (!step) continue;
    steps.push({ ...step, seq: event.seq, away });
    stands = step.view;
  }
  return steps;
}

/**
 * What is to be drawn now, and the ways to go on faster.
 * @param {Omit<Given, 'table' | 'match'> & {table: Table | null, match: Match | null}} given
 */
export function useStage({ table, match, recent, before, scene }) {
  const [now, setNow] = useState(IDLE);
  const held = useRef(/** @type {Stage | null} */ (null));
  held.current ??= new Stage(setNow, (cue) => {
    import('../sounds.js').then(({ play }) => play(cue)).catch(() => {});
  });
  const stage = held.current;
  // Before anything is painted: the end must not be seen before what led to it.
  useLayoutEffect(() => {
    if (table && match) stage.feed({ table, match, recent, before, scene });
  }, [table, match]);
  useLayoutEffect(() => {
    const look = () => stage.look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      stage.stop();
    };
  }, [stage]);
  return {
    ...now,
    view: now.view ?? match?.view ?? null,
    skip: () => stage.skip(),
    finish: () => stage.finish(),
  };
}
