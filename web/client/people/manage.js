/** What changes a circle: its name, who is in charge, who is in it; and leaving it. */
import { notice } from '../announcer.js';
import { api } from '../api.js';
import { Sure } from '../components/sure.js';
import { attempt } from '../components/trouble.js';
import { html, useState } from '../html.js';
import { t } from '../i18n.js';
import { go } from '../router.js';
import { say } from './words.js';

/** @typedef {import('../types').Circle} Circle */

/** @param {{circle: Circle, you: string, again: () => void}} props */
export function Manage({ circle, you, again }) {
  const owns = circle.owner.id === you;
  const leave = () =>
    attempt(async () => {
      await api.remove(owns ? `circles/${circle.id}` : `circles/${circle.id}/members/${you}`);
      go('/people', { replace: true });
    });
  const word = owns ? 'dissolve' : 'leave';
  return html`<details class="panel"><summary>${say('manage')}</summary><div class="stack tight">
    ${owns && html`<${Own} circle=${circle} you=${you} again=${again} />`}
    <${Sure} word=${say(word)} question=${say(`${word}_sure`)} act=${leave} /></div></details>`;
}

/** What only the owner may do. @param {{circle: Circle, you: string, again: () => void}} props */
function Own({ circle, you, again }) {
  const [name, setName] = useState(circle.name);
  const others = circle.members.filter(({ player }) => player.id !== you);
  const [chosen, choose] = useState('');
  const act = (/** @type {() => Promise<unknown>} */ deed, /** @type {string} */ told) =>
    attempt(async () => {
      await deed();
      notice(told);
      again();
    });
  const save = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    act(() => api.patch(`circles/${circle.id}`, { name: name.trim() }), say('changed'));
  };
  return html`<form class="row low" onSubmit=${save}><label class="field grow">${t('name')}<input value=${name} maxlength="40" required onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
      <button class="button" disabled=${!name.trim() || name.trim() === circle.name}>${say('rename')}</button></form>
    ${circle.has_link && html`<div class="row"><button class="button small plain" onClick=${() => act(() => api.remove(`circles/${circle.id}/link`), say('voided'))}>${say('void_link')}</button></div>`}
    ${
      others.length > 0
      && html`<label class="field">${say('members')}<select value=${chosen} onChange=${(/** @type {any} */ event) => choose(event.target.value)}><option value=""></option>
        ${others.map(({ player }) => html`<option key=${player.id} value=${player.id}>${player.name}</option>`)}</select></label>
      <div class="row"><button class="button small plain" disabled=${!chosen} onClick=${() => act(() => api.patch(`circles/${circle.id}`, { owner: chosen }), say('changed'))}>${say('hand_over')}</button>
        <button class="button small plain" disabled=${!chosen} onClick=${() => act(() => api.remove(`circles/${circle.id}/members/${chosen}`), say('changed'))}>${say('remove')}</button></div>`
    }`;
}
