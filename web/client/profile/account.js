/** Devices, people one avoids, a copy of one's data, and leaving. */

import { notice } from '../announcer.js';
import { api } from '../api.js';
import { Icon } from '../components/icon.js';
import { useReading } from '../components/reading.js';
import { attempt } from '../components/trouble.js';
import { save } from '../download.js';
import { html, useState } from '../html.js';
import { ago } from '../i18n.js';
import { forget } from '../session.js';
import { deviceName } from './device-name.js';
import { say } from './words.js';

/** @param {{guest: boolean}} props */
export function Devices({ guest }) {
  const { data, again } = useReading('me/devices?limit=100');
  const [sure, setSure] = useState(/** @type {any} */ (null));
  const signOut = (/** @type {any} */ device) =>
    attempt(async () => {
      await api.remove(`me/devices/${device.id}`);
      notice(say('signed_out'));
      if (device.current) forget();
      else again();
    });
  return html`<section class="panel"><h2>${say('devices')}</h2><ul class="lines">${(
    /** @type {any} */ (data)?.results ?? []
  ).map(
    (/** @type {any} */ device) => html`
    <li key=${device.id}><span class="grow"><span class="device">${deviceName(device.device)}</span> ${device.current && html`<span class="tag">${say('this_device')}</span>`}<span class="dim">${say('seen', { ago: ago(device.seen_at) })}</span></span>
      <button class="button small plain" onClick=${() => (guest && device.current ? setSure(device) : signOut(device))}>${say('sign_out')}</button></li>`,
  )}</ul>
    ${guest && !sure && html`<p class="dim">${say('guest_out')}</p>`}
    ${
      sure
      && html`<p role="alert">${say('guest_out_sure')}</p><div class="row"><button class="button small" onClick=${() => signOut(sure)}>${say('guest_out_yes')}</button>
      <button class="button small plain" onClick=${() => setSure(null)}>${say('stay')}</button></div>`
    }</section>`;
}

export function Shunned() {
  const { data, again } = useReading('me/blocks?limit=100');
  const rows = /** @type {any[]} */ (/** @type {any} */ (data)?.results ?? []);
  if (!rows.length) return null;
  const undo = (/** @type {any} */ row) =>
    attempt(async () => {
      await api.remove(`players/${row.player.id}/${row.kind}`);
      again();
    });
  return html`<section class="panel"><h2>${say('blocks')}</h2><ul class="lines">${rows.map(
    (row) => html`<li key=${`${row.player.id} ${row.kind}`}>
    <span class="grow"><a href=${`/players/${row.player.id}`}>${row.player.name}</a> <span class="tag">${say(row.kind === 'block' ? 'blocked' : 'muted')}</span></span>
    <button class="button small plain" onClick=${() => undo(row)}>${say(row.kind === 'block' ? 'unblock' : 'unmute')}</button></li>`,
  )}</ul></section>`;
}

export function Data() {
  const [sure, setSure] = useState(false);
  const copy = () =>
    attempt(async () => save(await api.file('me/export'), 'gobelet-me.json', 'application/json'));
  const leave = () =>
    attempt(async () => {
      await api.remove('me');
      notice(say('left'));
      forget();
    });
  return html`<section class="panel stack tight"><h2>${say('data')}</h2>
    <div class="row"><button class="button small plain" onClick=${copy}><${Icon} name="down" size=${18} /> ${say('copy')}</button>
      ${!sure && html`<button class="button small plain" onClick=${() => setSure(true)}>${say('leave')}</button>`}</div>
    ${sure && html`<p role="alert">${say('leave_sure')}</p><div class="row"><button class="button small" onClick=${leave}>${say('leave_yes')}</button></div>`}</section>`;
}
