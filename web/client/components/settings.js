/** Name, language, light, and whether tables are drawn or told. */

import { api } from '../api.js';
import { html, useState } from '../html.js';
import { t } from '../i18n.js';
import { oneTap, scenes, sounds } from '../preferences.js';
import { language, light, pictures, rename, session } from '../session.js';
import { useStore } from '../store.js';
import { Icon } from './icon.js';
import { Sheet } from './sheet.js';
import { attempt } from './trouble.js';

/**
 * A question with a few answers of which one holds.
 * @param {{label: string, name: string, value: string, answers: [string, string][], choose: (value: string) => void}} props
 */
export function Choice({ label, name, value, answers, choose }) {
  return html`<fieldset class="choice"><legend>${label}</legend>
    <div class="segments">${answers.map(
      ([answer, words]) => html`
      <label key=${answer}>
        <input type="radio" name=${name} value=${answer} checked=${answer === value} onChange=${() => choose(answer)} />
        <span>${words}</span></label>`,
    )}
    </div></fieldset>`;
}

/** The language of this device, and of what the server writes to who plays here. @param {import('../types').Locale} locale */
function speak(locale) {
  language.set(locale);
  if (session.value.token) attempt(() => api.patch('me', { locale }));
}

/** Sounds are wanted or not; the first is heard at once. @param {string} value */
function listen(value) {
  sounds.set(value === 'on');
  import('../sounds.js').then(({ play }) => play('good')).catch(() => {});
}

/** Language, light, and how tables are shown. */
export function Look() {
  const tongue = useStore(language);
  const lit = useStore(light);
  const drawn = useStore(pictures);
  const atOnce = useStore(oneTap);
  const staged = useStore(scenes);
  const heard = useStore(sounds);
  return html`
    <${Choice} label=${t('language')} name="language" value=${tongue} answers=${[['fr', 'Français'], ['en', 'English']]}
      choose=${speak} />
    <${Choice} label=${t('light')} name="light" value=${lit}
      answers=${[['auto', t('light_auto')], ['light', t('light_light')], ['dark', t('light_dark')]]}
      choose=${(/** @type {any} */ value) => light.set(value)} />
    <${Choice} label=${t('pictures')} name="pictures" value=${drawn ? 'on' : 'off'}
      answers=${[['on', t('pictures_on')], ['off', t('pictures_off')]]}
      choose=${(/** @type {any} */ value) => pictures.set(value === 'on')} />
    <${Choice} label=${t('taps')} name="taps" value=${atOnce ? 'one' : 'two'}
      answers=${[['two', t('taps_two')], ['one', t('taps_one')]]}
      choose=${(/** @type {any} */ value) => oneTap.set(value === 'one')} />
    <${Choice} label=${t('scenes')} name="scenes" value=${staged ? 'on' : 'off'}
      answers=${[['on', t('scenes_on')], ['off', t('scenes_off')]]}
      choose=${(/** @type {any} */ value) => scenes.set(value === 'on')} />
    <${Choice} label=${t('sounds')} name="sounds" value=${heard ? 'on' : 'off'}
      answers=${[['off', t('no')], ['on', t('yes')]]} choose=${listen} />`;
}

/** @param {{close: () => void}} props */
export function Settings({ close }) {
  const { player } = useStore(session);
  const [name, setName] = useState(player?.name ?? '');
  const save = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    attempt(() => rename(name.trim()));
  };
  return html`<${Sheet} title=${t('settings')} close=${close}>
    ${
      player
      && html`<form class="row low" onSubmit=${save}>
      <label class="field grow">${t('name')}<input value=${name} maxlength="40" required autocomplete="nickname"
        onInput=${(/** @type {any} */ event) => setName(event.target.value)} />
        </label>
      <button class="button" disabled=${!name.trim() || name === player.name}>${t('save')}</button>
    </form>`
    }
    <${Look} />
    <a class="button plain" href="/me" onClick=${close}><${Icon} name="person" size=${20} /> ${t('profile')}</a>
  <//>`;
}
