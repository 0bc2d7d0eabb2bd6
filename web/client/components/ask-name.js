/** A guest is asked for a name once, before others see it; no answer is an answer too. */
import { html, useState } from '../html.js';
import { isFirst } from '../preferences.js';
import { rename, session } from '../session.js';
import { say } from './people-words.js';
import { Sheet } from './sheet.js';
import { attempt } from './trouble.js';

/** Whether to ask for a name now; true only once on a device, and only for guests. */
export function asksName() {
  return Boolean(session.value.player?.guest) && isFirst('name');
}

/** @param {{done: () => void}} props what was to be done when the question came up */
export function AskName({ done }) {
  const [name, setName] = useState('');
  const keep = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (await attempt(() => rename(name.trim()))) done();
  };
  return html`<${Sheet} title=${say('ask_name')} close=${done}><form class="stack" onSubmit=${keep}>
    <p>${say('ask_name_detail')}</p>
    <label class="field">${say('your_name')}<input value=${name} maxlength="40" autocomplete="nickname"
      onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
    <p class="row spread"><button type="button" class="button plain" onClick=${done}>${say('no_name')}</button>
      <button class="button" disabled=${!name.trim()}>${say('keep_name')}</button></p></form><//>`;
}
