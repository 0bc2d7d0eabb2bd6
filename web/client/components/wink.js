/** A bluff was believed: only who made it is told. */
import { html } from '../html.js';
import { t } from '../i18n.js';
import { Hat } from './seat.js';

/** @param {{seat: number}} props */
export function Wink({ seat }) {
  return html`<div class="wink"><svg width="64" height="64" viewBox="-32 -38 64 64" aria-hidden="true">
      <circle r="22" cy="2" class="wink-face" /><circle cx="-8" cy="-2" r="3" class="wink-eye" /><path d="M3,-1 q6,-5 12,0" class="wink-line" />
      <path d="M-9,10 q10,9 19,-2" class="wink-line" /><g transform="translate(0 -16) scale(1.500) rotate(-6)"><${Hat} seat=${seat} /></g></svg>
    <p><strong>${t('bluff_believed')}</strong> <span class="dim">${t('only_you_know')}</span></p></div>`;
}
