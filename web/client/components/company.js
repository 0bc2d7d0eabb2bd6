/** For a new match: the circle that it is opened to, and whether it counts for ratings. */
import { html } from '../html.js';
import { t } from '../i18n.js';
import { say } from '../people/words.js';
import { session } from '../session.js';
import { useStore } from '../store.js';
import { useReading } from './reading.js';
import { Choice } from './settings.js';

/** @param {{value: string, choose: (circle: string) => void}} props nothing for players without a circle */
export function CircleChoice({ value, choose }) {
  const { token } = useStore(session);
  const { data } = useReading(token ? 'circles?limit=100' : null);
  const circles = /** @type {import('../types').CircleSummary[]} */ (
    /** @type {any} */ (data)?.results ?? []
  );
  if (!circles.length) return null;
  return html`<label class="field">${say('for_circle')}<select value=${value} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
      <option value="">${t('no')}</option>${circles.map((one) => html`<option key=${one.id} value=${one.id}>${one.name}</option>`)}</select>
    ${value && html`<span class="dim">${say('for_circle_detail')}</span>`}</label>`;
}

/** @param {{value: boolean, choose: (rated: boolean) => void}} props */
export function RatedChoice({ value, choose }) {
  return html`<${Choice} label=${say('rated')} name="rated" value=${value ? 'yes' : 'no'} answers=${[
    ['yes', t('yes')],
    ['no', t('no')],
  ]} choose=${(/** @type {string} */ chosen) => choose(chosen === 'yes')} />`;
}
