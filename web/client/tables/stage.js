/** Events are shown one after the other, each as long as its table asks for. */
import { useEffect, useRef, useState } from '../html.js';

/** @typedef {import('./index.js').Table} Table */
/** @typedef {import('./index.js').Step} Step */
/** @typedef {Step & {seq: number}} Shown */
/** @typedef {import('../types').Match} Match */

const LONGEST = 9000;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * The view to be drawn now: a moment of what has just happened, else the match as it is. Who wants no
 * motion, or does not look, is shown the end at once; the journal has told the rest. `upTo` is the seq
 * of what is being shown, so that nothing else tells more.
 * @param {Table | null} table
 * @param {Match | null} match
 * @param {import('../types').Event[]} recent the latest events
 * @param {{you: number | null, names: string[]}} scene
 */
export function useStage(table, match, recent, scene) {
  const [now, setNow] = useState(
    /** @type {{view: any, moment: any, busy: boolean, upTo: number}} */ ({
      view: null,
      moment: null,
      busy: false,
      upTo: Infinity,
    }),
  );
  const queue = useRef(/** @type {Shown[]} */ ([]));
  const timer = useRef(0);
  const last = useRef(/** @type {any} */ (null));
  const truth = useRef(/** @type {any} */ (null));
  const seen = useRef(0);

  const finish = () => {
    clearTimeout(timer.current);
    queue.current = [];
    timer.current = 0;
    last.current = truth.current;
    setNow({ view: truth.current, moment: null, busy: false, upTo: Infinity });
  };
  const next = () => {
    const step = queue.current.shift();
    if (!step) {
      finish();
      return;
    }
    setNow({ view: step.view, moment: step.moment ?? null, busy: true, upTo: step.seq });
    timer.current = setTimeout(next, step.hold * pace(queue.current, step));
  };

  useEffect(() => {
    if (!match) return;
    truth.current = match.view;
    const fresh = recent.filter((event) => event.seq > seen.current && event.seq <= match.version);
    seen.current = match.version;
    const steps =
      table?.step && last.current && !calm.matches && !document.hidden
        ? stepsOf(table, last.current, fresh, scene)
        : [];
    if (!steps.length) {
      if (!timer.current) finish();
      return;
    }
    last.current = steps.at(-1)?.view;
    queue.current.push(...steps);
    if (!timer.current) next();
  }, [table, match]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    view: now.view ?? match?.view ?? null,
    moment: now.moment,
    busy: now.busy,
    upTo: now.upTo,
    skip: finish,
  };
}

/** Long stories are told faster. @param {Step[]} left @param {Step} step */
function pace(left, step) {
  const all = left.reduce((sum, one) => sum + one.hold, step.hold);
  return Math.min(1, LONGEST / all);
}

/**
 * @param {Table} table
 * @param {any} view
 * @param {import('../types').Event[]} events
 * @param {any} scene
 * @returns {Shown[]}
 */
function stepsOf(table, view, events, scene) {
  const steps = [];
  let stands = view;
  for (const event of events) {
    const step = table.step?.(stands, event, scene);
    if (!step) continue;
    steps.push({ ...step, seq: event.seq });
    stands = step.view;
  }
  return steps;
}
