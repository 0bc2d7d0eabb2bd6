/** An address that leads nowhere. */
import { html } from '../html.js';
import { Frame } from '../parts/frame.js';
import { t } from '../words.js';

export default function Nowhere() {
  return html`<${Frame} title=${t('nowhere')}><p class="empty">${t('nowhere_detail')}</p>
    <p class="row spread"><a class="button" href="/">${t('to_start')}</a></p><//>`;
}
