/** A match seen again: what is under the cup, as far as whoever looks may know it. */
import { html } from '../../html.js';
import { Cup, Die } from './cup.js';

/** @param {{view: any}} props */
export function Peek({ view }) {
  if (view.phase !== 'announce' && view.phase !== 'answer') return null;
  return html`<div class="cc-under"><${Cup} size=${76} /><${Die} face=${view.die} size=${48} /></div>`;
}
