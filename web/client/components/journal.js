/** What happened, in sentences; what is new since the last visit is marked. */
import { html, useEffect, useRef } from '../html.js';
import { t } from '../i18n.js';

/** @param {{journal: import('../types').Sentence[], read: number}} props */
export function Journal({ journal, read }) {
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  useEffect(() => {
    const shown = list.current;
    if (shown) shown.scrollTop = shown.scrollHeight;
  }, [journal]);
  const since = journal.some((line) => line.seq <= read) ? read : Infinity; // a first visit has nothing new
  const fresh = journal.find((line) => line.seq > since);
  return html`<ol class="journal" ref=${list} tabindex="0" aria-label=${t('journal')}>${journal.map(
    (line) => html`
    <li key=${line.seq} class=${line.seq > since ? 'new' : ''}>${
      line === fresh
      && html`<strong
      class="since">${t('since_last')}</strong>`
    }${line.text}</li>`,
  )}</ol>`;
}
