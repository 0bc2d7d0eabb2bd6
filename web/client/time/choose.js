/** For a new match: the clock, what being late does, and how punctual the others have to be. */

import { Choice } from '../components/settings.js';
import { html, useState } from '../html.js';
import { clockInWords } from './terms.js';
import { say } from './words.js';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** The presets as docs/clocks.md has them, of which only the names are sent. */
const PRESETS = /** @type {const} */ ({
  blitz: { kind: 'bank', bank: 24 * HOUR, increment: 4 * HOUR },
  fast: { kind: 'bank', bank: 72 * HOUR, increment: 12 * HOUR },
  slow: { kind: 'bank', bank: 72 * HOUR, increment: 36 * HOUR },
});
const DAYS = [1, 3, 7];
const TIME_OUTS = /** @type {const} */ (['autoplay', 'forfeit', 'end']);
const MINIMA = [80, 90, 95];

/** @typedef {{clock: string, late: typeof TIME_OUTS[number], minimum: number}} Wanted `clock` is a preset, `none`, or days for a move */

/** @type {Wanted} */
const USUAL = { clock: 'fast', late: 'autoplay', minimum: 0 };

/** What is asked for, and how to change it. */
export function useTime() {
  const [wanted, set] = useState(USUAL);
  return { wanted, change: (/** @type {Partial<Wanted>} */ some) => set({ ...wanted, ...some }) };
}

/** The same as POST matches wants it. @param {Wanted} wanted */
export function inForm({ clock, late, minimum }) {
  const kind = Number(clock) ? { kind: 'per_move', seconds: Number(clock) * DAY } : { kind: clock };
  return {
    clock: clock === 'none' ? kind : { ...kind, time_out: late },
    ...(minimum && { minimum_reliability: minimum }),
  };
}

/** @param {{wanted: Wanted, change: (some: Partial<Wanted>) => void, strangers: boolean}} props `strangers` may come */
export function TimeFields({ wanted, change, strangers }) {
  const { clock, late, minimum } = wanted;
  const none = clock === 'none';
  return html`<details class="options"><summary>${say('more_options')}</summary>
    <label class="field">${say('clock')}<select value=${clock} onChange=${(/** @type {any} */ event) => change({ clock: event.target.value })}>
      ${/** @type {(keyof typeof PRESETS)[]} */ (Object.keys(PRESETS)).map((name) => html`<option key=${name} value=${name}>${say(name, { terms: clockInWords(PRESETS[name]) })}</option>`)}
      ${DAYS.map((days) => html`<option key=${days} value=${String(days)}>${clockInWords({ kind: 'per_move', seconds: days * DAY })}</option>`)}
      <option value="none">${say('none')}</option></select></label>
    ${
      !none
      && html`<${Choice} label=${say('time_out')} name="time_out" value=${late}
      answers=${TIME_OUTS.map((one) => [one, say(one)])} choose=${(/** @type {Wanted['late']} */ one) => change({ late: one })} />`
    }
    <p class="dim">${say(none ? 'none_detail' : `${late}_detail`)}</p>
    ${
      strangers
      && html`<${Choice} label=${say('minimum')} name="minimum" value=${String(minimum)}
      answers=${[['0', say('minimum_none')], ...MINIMA.map((percent) => [String(percent), say('percent', { percent })])]}
      choose=${(/** @type {string} */ percent) => change({ minimum: Number(percent) })} />
      <p class="dim">${say('minimum_detail')}</p>`
    }
  </details>`;
}
