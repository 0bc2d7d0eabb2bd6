/** Something that cannot be undone: it is done only after a second look. */
import { html, useState } from '../html.js';
import { t } from '../i18n.js';

/** @param {{word: string, question: string, act: () => unknown}} props */
export function Sure({ word, question, act }) {
  const [asked, setAsked] = useState(false);
  if (!asked)
    return html`<div class="row"><button class="button small plain" onClick=${() => setAsked(true)}>${word}</button></div>`;
  return html`<p role="alert">${question}</p><div class="row"><button class="button small" onClick=${act}>${word}</button>
    <button class="button small plain" onClick=${() => setAsked(false)}>${t('no')}</button></div>`;
}
