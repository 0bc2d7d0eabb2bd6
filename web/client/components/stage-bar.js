/** While something is being shown: whether it happened in an absence, and the way to go on faster. */
import { html } from '../html.js';
import { t } from '../i18n.js';
import { Icon } from './icon.js';

/** @param {{away: {at: number, of: number} | null}} props */
export function Away({ away }) {
  return (
    away
    && html`<p class="stage-away"><${Icon} name="clock" size=${18} /> <strong>${t('while_away')}</strong> <span>${away.at}/${away.of}</span></p>`
  );
}

/** @param {{stage: {away: {at: number, of: number} | null, skip: () => void, finish: () => void}}} props */
export function StageBar({ stage }) {
  const { away, skip, finish } = stage;
  return html`<div class="stage-bar"><button class="button plain small" onClick=${skip}>${t('skip_one')} <${Icon} name="next" size=${16} /></button>
    ${away && away.of > 1 && html`<button class="button plain small" onClick=${finish}>${t('skip_all')} <${Icon} name="last" size=${16} /></button>`}</div>`;
}
