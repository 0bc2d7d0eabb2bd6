/** The apps that the player has written: registered for players to authorise, listed, removed. */

import { notice } from '../announcer.js';
import { api } from '../api.js';
import { useReading } from '../components/reading.js';
import { Sure } from '../components/sure.js';
import { attempt } from '../components/trouble.js';
import { html, useState } from '../html.js';
import { t } from '../i18n.js';
import { say } from './own-app-words.js';

/** @typedef {import('../types').App} App */

export function OwnApps() {
  const { data, again } = useReading('me/apps?limit=100');
  const [open, setOpen] = useState(false);
  const rows = /** @type {App[]} */ (/** @type {any} */ (data)?.results ?? []);
  const remove = (/** @type {App} */ app) =>
    attempt(async () => {
      await api.remove(`me/apps/${app.id}`);
      notice(say('removed', { app: app.name }));
      again();
    });
  const registered = () => {
    setOpen(false);
    again();
  };
  return html`<section class="panel own-apps stack tight"><h2>${say('title')}</h2><p class="dim">${say('detail')} <a href="/api/docs/">${say('docs')}</a></p><ul class="lines">${rows.map(
    (
      app,
    ) => html`<li key=${app.id}><span class="grow"><span class="device">${app.name}</span><code>${app.id}</code><span class="dim">${app.redirect_uris.join(' ')}</span></span>
      <${Sure} word=${say('remove')} question=${say('remove_sure', { app: app.name })} act=${() => remove(app)} /></li>`,
  )}</ul>
    ${
      open
        ? html`<${Registration} done=${registered} />`
        : html`<div class="row"><button class="button small" onClick=${() => setOpen(true)}>${say('register')}</button></div>`
    }</section>`;
}

/** @param {{done: () => void}} props */
function Registration({ done }) {
  const [name, setName] = useState('');
  const [uris, setUris] = useState('');
  const addresses = uris.split(/\s+/).filter(Boolean);
  const register = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    attempt(async () => {
      const made = await api.post('me/apps', { name: name.trim(), redirect_uris: addresses });
      notice(say('registered', { app: made.name }));
      done();
    });
  };
  return html`<form class="stack tight" onSubmit=${register}>
    <label class="field">${say('name')}<input value=${name} maxlength="40" required onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
    <label class="field">${say('addresses')}<textarea rows="3" required value=${uris} onInput=${(/** @type {any} */ event) => setUris(event.target.value)}></textarea></label>
    <p class="dim">${say('addresses_detail')}</p>
    <div class="row"><button class="button small" disabled=${!name.trim() || !addresses.length}>${say('register')}</button>
      <button type="button" class="button small plain" onClick=${done}>${t('no')}</button></div></form>`;
}
