/** Tables that anybody can join, and those that can be watched. */

import { Frame } from '../components/frame.js';
import { useGames } from '../components/games.js';
import { MatchCard } from '../components/match-card.js';
import { useReading } from '../components/reading.js';
import { Choice } from '../components/settings.js';
import { Trouble } from '../components/trouble.js';
import { html, useEffect, useState } from '../html.js';
import { local, t } from '../i18n.js';

const LOOK_AGAIN = 10_000;
/** Ranges of ratings to choose from, as the API takes them. @type {[string, number?, number?][]} */
const RANGES = [[''], ['low', undefined, 1400], ['middle', 1400, 1600], ['high', 1600]];

/** The query of the lobby. @param {{status: string, game: string, range: string}} wish */
export function lobbyPath({ status, game, range }) {
  const [, from, to] = RANGES.find(([name]) => name === range) ?? [''];
  const wanted = { status, game, rating_from: from, rating_to: to };
  const given = Object.entries(wanted).filter(([, value]) => value);
  return `matches?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** A range in words. @param {number} [from] @param {number} [to] */
function inWords(from, to) {
  if (from && to) return t('rated_between', { from, to });
  if (from) return t('rated_above', { n: from });
  return to ? t('rated_below', { n: to }) : t('rated_any');
}

export default function Lobby() {
  const games = useGames();
  const [status, setStatus] = useState('open');
  const [game, setGame] = useState('');
  const [range, setRange] = useState('');
  const { data, error, again } = useReading(lobbyPath({ status, game, range }));
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) again();
    }, LOOK_AGAIN);
    return () => clearInterval(timer);
  }, [again]);
  const page = /** @type {any} */ (data);
  return html`<${Frame} title=${t('lobby')}>
    <div class="filters">
      <${Choice} label=${t('wish')} name="status" value=${status}
        answers=${[['open', t('join')], ['running', t('watch')]]} choose=${setStatus} />
      <label class="field">${t('choose_game')}<select value=${game}
        onChange=${(/** @type {any} */ event) => setGame(event.target.value)}>
        <option value="">${t('any_game')}</option>${games.map((one) => html`<option key=${one.id} value=${one.id}>${local(one.titles)}</option>`)}</select>
          </label>
      <label class="field">${t('rated_players')}<select value=${range} onChange=${(/** @type {any} */ event) => setRange(event.target.value)}>
        ${RANGES.map(([name, from, to]) => html`<option key=${name} value=${name}>${inWords(from, to)}</option>`)}</select></label>
    </div>
    <p><a href="/leagues">${t('leagues')}</a></p>
    ${error && !page ? html`<${Trouble} error=${error} again=${again} />` : null}
    ${
      page
      && !page.results.length
      && html`<p class="empty">${t('nobody_waits')}</p><p class="row spread">
      <a class="button" href="/new">${t('new_match')}</a></p>`
    }
    <ul class="cards">${(page?.results ?? []).map(
      (/** @type {import('../types').MatchSummary} */ match) => html`
      <li key=${match.id}>
        <${MatchCard} match=${match} mark=${status === 'open' ? t('join') : t('watch')}
          href=${status === 'open' ? `/join/${match.id}` : `/matches/${match.id}`} />
        </li>`,
    )}</ul>
  <//>`;
}
