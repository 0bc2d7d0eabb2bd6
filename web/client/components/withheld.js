/** That seats promised a number for the chance of a match and did not reveal it. */
import { html } from '../html.js';
import { t } from '../i18n.js';

/** @param {{seats: {contribution?: string}[]}} props */
export function Withheld({ seats }) {
  const n = seats.filter((seat) => seat?.contribution === 'withheld').length;
  return n > 0 && html`<p class="banner withheld">${t('withheld', { n, deals: 2 ** n })}</p>`;
}
