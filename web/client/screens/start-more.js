/** What the first screen shows below the button: matches that go on, and the games. */

import { GameCard } from '../components/game-card.js';
import { useGames } from '../components/games.js';
import { Icon } from '../components/icon.js';
import { MatchCard } from '../components/match-card.js';
import { useUrgentFirst } from '../components/own-matches.js';
import { useReading } from '../components/reading.js';
import { html } from '../html.js';
import { local, t } from '../i18n.js';
import { session } from '../session.js';
import { useStore } from '../store.js';
import { listsChanged } from '../turn-badge.js';

const MOST_CONTINUED = 3;

/** The matches that wait for this player, else those that go on. */
export function Continue() {
  const { token } = useStore(session);
  const changed = useStore(listsChanged);
  const { data } = useReading(token ? 'me/matches?status=running' : null, changed);
  const first = useUrgentFirst(/** @type {any} */ (data)?.results ?? [], token, changed);
  if (!first.length) return null;
  return html`<section><h2>${t('continue_')}</h2><ul class="cards">
    ${first.slice(0, MOST_CONTINUED).map(
      (match) => html`<li key=${match.id}>
      <${MatchCard} match=${match} mark=${match.awaiting_you ? t('your_turn') : ''} /></li>`,
    )}
  </ul></section>`;
}

/** The way to friends, circles and rankings. */
export function Ways() {
  return html`<p class="row spread ways"><a class="button plain small" href="/people"><${Icon} name="person" size=${18} /> ${t('people')}</a>
    <a class="button plain small" href="/ranking"><${Icon} name="list" size=${18} /> ${t('ranking')}</a></p>`;
}

/** Every game, with the way to a match and to its rules. */
export function Games() {
  const games = useGames();
  return html`<section><h2>${t('all_games')}</h2><ul class="cards games">${games.map(
    (game) => html`<li key=${game.id} class="card game-card"><${GameCard} game=${game}>
        <span class="row">
          <a class="button small" href=${`/new/${game.id}`}
            aria-label=${`${t('new_match')}: ${local(game.titles)}`}>${t('new_match')}</a>
          ${
            game.lesson
            && html`<a class="button small plain" href=${`/learn/${game.id}`}
            aria-label=${`${t('learn')}: ${local(game.titles)}`}>${t('learn')}</a>`
          }
          <a class="button small plain" href=${`/rules/${game.id}`}
            aria-label=${`${t('rules')}: ${local(game.titles)}`}>${t('rules')}</a>
            </span>
      <//></li>`,
  )}</ul></section>`;
}
