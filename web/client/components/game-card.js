/** What a list shows of a game: emblem, title, blurb and number of players; then its children. */
import { html } from '../html.js';
import { local, t } from '../i18n.js';
import { Emblem } from './emblem.js';

/** @param {{game: import('../types').GameSummary, children?: any}} props */
export function GameCard({ game, children }) {
  return html`<${Emblem} game=${game} size=${64} />
    <span class="grow"><strong role="heading" aria-level="3">${local(game.titles)}</strong>
      <span class="dim">${local(game.blurbs)}</span>
      <span class="dim">${t('players_range', game.seats)}</span></span>
    ${children}`;
}
