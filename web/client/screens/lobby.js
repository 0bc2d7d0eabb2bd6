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

export default function Lobby() {
  const games = useGames();
  const [status, setStatus] = useState('open');
  const [game, setGame] = useState('');
  const { data, error, again } = useReading(
    `matches?status=${status}${game ? `&game=${game}` : ''}`,
  );
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
        <option value="">${t('all_games')}</option>${games.map((one) => html`<option key=${one.id} value=${one.id}>${local(one.titles)}</option>`)}</select>
          </label>
    </div>
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
