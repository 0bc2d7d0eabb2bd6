/** Third-party apps that may act for the player. */

import { notice } from '../announcer.js';
import { api } from '../api.js';
import { useReading } from '../components/reading.js';
import { attempt } from '../components/trouble.js';
import { html } from '../html.js';
import { say } from './app-words.js';

/** @typedef {'play' | 'read' | 'profile'} Scope */

export function Apps() {
  const { data, again } = useReading('me/grants?limit=100');
  const rows = /** @type {any[]} */ (/** @type {any} */ (data)?.results ?? []);
  if (!rows.length) return null;
  const revoke = (/** @type {any} */ row) =>
    attempt(async () => {
      await api.remove(`me/grants/${row.id}`);
      notice(say('revoked', { app: row.name }));
      again();
    });
  return html`<section class="panel apps"><h2>${say('apps')}</h2><ul class="lines">${rows.map(
    (
      row,
    ) => html`<li key=${row.id}><span class="grow"><span class="device">${row.name}</span> <span class="dim">${row.scopes.map((/** @type {Scope} */ scope) => say(scope)).join(' ')}</span></span>
      <button class="button small plain" onClick=${() => revoke(row)}>${say('revoke')}</button></li>`,
  )}</ul></section>`;
}
