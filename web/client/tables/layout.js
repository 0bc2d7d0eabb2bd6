/** Where the parts of every table stand: seats and board scroll together, the hand is always in reach. */
import { html } from '../html.js';
import { t } from '../i18n.js';
import { useInSight } from './in-sight.js';

/**
 * `over` lies over seats and board for a moment; style/table.css says what stands where on which screen.
 * `sights` find what is kept in view on the board, the most important last.
 * @param {{kind: string, seats?: any, board: any, over?: any, hand?: any, sights?: string[]}} props
 */
export function Layout({ kind, seats, board, over, hand, sights = [] }) {
  const table = useInSight(sights);
  return html`<div class=${`table ${kind}`}>
    <div class="tabletop" ref=${table} tabindex="0" role="region" aria-label=${t('table')}>${seats}${board}</div>
    ${over}${hand}</div>`;
}

/** Whether a match is being played, or its end is still to be shown. @param {import('./index.js').Scene} scene */
export function isPlayed({ match, busy }) {
  return match.status === 'running' || busy;
}
