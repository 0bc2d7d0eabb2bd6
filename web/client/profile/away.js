/** Time zone, quiet hours and vacation: when the clock does not run. */
import { html, useState } from '../html.js';
import { say } from './words.js';

/** @typedef {import('../types').Profile} Profile */
/** @typedef {(changes: Record<string, unknown>) => Promise<boolean>} Change */

const USUAL = { from: '22:00', until: '08:00' };
const DAY = 86400;

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All time zones that this browser knows, and the one that is set. @param {string} now */
function zones(now) {
  const known =
    typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  return [...new Set([now, own, 'UTC', ...known])];
}

/** @param {{me: Profile, change: Change}} props */
export function Away({ me, change }) {
  const quiet = /** @type {any} */ (me.quiet_hours);
  return html`<section class="panel stack tight"><h2>${say('away')}</h2>
    <label class="field">${say('time_zone')}<select value=${me.time_zone} onChange=${(/** @type {any} */ event) => change({ time_zone: event.target.value })}>
      ${zones(me.time_zone).map((zone) => html`<option key=${zone} value=${zone}>${zone.replaceAll('_', ' ')}</option>`)}</select></label>
    ${own && own !== me.time_zone && html`<div class="row"><button class="button small plain" onClick=${() => change({ time_zone: own })}>${say('use_zone', { zone: own.replaceAll('_', ' ') })}</button></div>`}
    <label class="switch"><input type="checkbox" checked=${Boolean(quiet)} onChange=${(/** @type {any} */ event) => change({ quiet_hours: event.target.checked ? USUAL : null })} /><span><strong>${say('quiet')}</strong><span class="dim">${say('quiet_detail')}</span></span></label>
    ${
      quiet
      && html`<div class="row two"><${Hour} label=${say('from')} value=${quiet.from} set=${(/** @type {string} */ from) => change({ quiet_hours: { from } })} />
      <${Hour} label=${say('until')} value=${quiet.until} set=${(/** @type {string} */ until) => change({ quiet_hours: { until } })} /></div>`
    }
    <${Vacation} me=${me} change=${change} />
  </section>`;
}

/** @param {{label: string, value: string, set: (value: string) => void}} props */
function Hour({ label, value, set }) {
  return html`<label class="field grow">${label}<input type="time" required value=${value} onChange=${(/** @type {any} */ event) => event.target.value && set(event.target.value)} /></label>`;
}

/** @param {{me: Profile, change: Change}} props */
function Vacation({ me, change }) {
  const planned = /** @type {any} */ (me.vacation);
  const [from, setFrom] = useState(planned?.from ?? '');
  const [until, setUntil] = useState(planned?.until ?? '');
  const save = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    change({ vacation: { from, until } });
  };
  const drop = async () => {
    if (await change({ vacation: null })) {
      setFrom('');
      setUntil('');
    }
  };
  return html`<form class="stack tight" onSubmit=${save}><h3>${say('vacation')}</h3><p class="dim">${say('vacation_detail', { n: Math.floor(me.vacation_left_seconds / DAY) })}</p>
    <div class="row two"><label class="field grow">${say('first_day')}<input type="date" required value=${from} onInput=${(/** @type {any} */ event) => setFrom(event.target.value)} /></label>
      <label class="field grow">${say('last_day')}<input type="date" required min=${from} value=${until} onInput=${(/** @type {any} */ event) => setUntil(event.target.value)} /></label></div>
    <div class="row"><button class="button small" disabled=${!from || !until || (from === planned?.from && until === planned?.until)}>${say('plan')}</button>
      ${planned && html`<button type="button" class="button small plain" onClick=${drop}>${say('none')}</button>`}</div>
    <label class="switch"><input type="checkbox" checked=${me.automatic_vacation} onChange=${(/** @type {any} */ event) => change({ automatic_vacation: event.target.checked })} /><span>${say('automatic')}</span></label></form>`;
}
