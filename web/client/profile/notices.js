/** Of what one is told, by which way, how soon. */
import { html } from '../html.js';
import { PushSwitch } from './push.js';
import { say } from './words.js';

const KINDS = /** @type {const} */ ([
  'your_turn',
  'deadline_near',
  'timed_out',
  'match_started',
  'match_finished',
  'invited',
  'message',
  'cup_started',
  'cup_ended',
]);
const PACES = /** @type {const} */ (['instant', 'hourly', 'daily', 'none']);

/** @param {{me: import('../types').Profile, change: import('./away.js').Change}} props */
export function Notices({ me, change }) {
  const chosen = /** @type {any} */ (me.notifications);
  /** @type {('email' | 'push')[]} */
  const ways = me.email ? ['push', 'email'] : ['push'];
  const set = (/** @type {string} */ kind, /** @type {string} */ way, /** @type {string} */ pace) =>
    change({ notifications: { [kind]: { [way]: pace } } });
  return html`<section class="panel stack tight"><h2>${say('notices')}</h2><${PushSwitch} />
    <table class="choices"><thead><tr><td></td>${ways.map((way) => html`<th key=${way} scope="col">${say(`by_${way}`)}</th>`)}</tr></thead>
      <tbody>${KINDS.map(
        (kind) =>
          html`<tr key=${kind}><th scope="row">${say(kind)}</th>${ways.map(
            (way) => html`<td key=${way}>
        <select aria-label=${`${say(kind)}, ${say(`by_${way}`)}`} value=${chosen[kind]?.[way]} onChange=${(/** @type {any} */ event) => set(kind, way, event.target.value)}>
          ${PACES.map((pace) => html`<option key=${pace} value=${pace}>${say(pace === 'none' ? 'never' : pace)}</option>`)}</select></td>`,
          )}</tr>`,
      )}</tbody></table>
    ${!me.email && html`<p class="dim">${say('email_first')}</p>`}
  </section>`;
}
