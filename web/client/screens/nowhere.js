/** An address that leads nowhere. */

import { Frame } from '../components/frame.js';
import { html } from '../html.js';
import { t } from '../i18n.js';

export default function Nowhere() {
  return html`<${Frame} title=${t('nowhere')}><p class="empty">${t('nowhere_detail')}</p>
    <p class="row spread"><a class="button" href="/">${t('to_start')}</a></p><//>`;
}
