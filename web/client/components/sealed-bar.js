/** Below the hand: an answer was given before its turn, and can still be changed. */
import { html } from '../html.js';
import { t } from '../i18n.js';
import { Icon } from './icon.js';

/** @param {{match: import('../types').Match, names: string[]}} props */
export function SealedBar({ match, names }) {
  const next = match.awaiting.find((seat) => seat !== match.you);
  return html`<div class="confirm sealed" role="status"><${Icon} name="seal" size=${24} />
    <p class="grow"><strong>${t('answered')} ${next !== undefined && t('answer_awaited', { name: names[next] })}</strong> ${t('sealed_detail')}</p></div>`;
}
