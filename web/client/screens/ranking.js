/** The rated players of a game, in one class of tables. */

import { api } from '../api.js';
import { Frame } from '../components/frame.js';
import { useGames } from '../components/games.js';
import { useReading } from '../components/reading.js';
import { Choice } from '../components/settings.js';
import { attempt, Trouble } from '../components/trouble.js';
import { html, useState } from '../html.js';
import { local, t } from '../i18n.js';
import { between } from '../people/rating.js';
import { say } from '../people/words.js';
import { go } from '../router.js';
import { session } from '../session.js';
import { useStore } from '../store.js';

/** @typedef {import('../types').RankedPlayer} RankedPlayer */
const POOLS = /** @type {const} */ (['two', 'more', 'teams']);

/** The classes of tables that a game can have. @param {import('../types').GameSummary} game */
export function poolsOf({ seats, options }) {
  const hasTeams = 'teams' in /** @type {any} */ (options).properties;
  return POOLS.filter(
    (pool) =>
      (pool === 'two' && seats.min <= 2)
      || (pool === 'more' && seats.max > 2)
      || (pool === 'teams' && hasTeams),
  );
}

/** @param {{game: string, hash: string}} props */
export default function RankingScreen({ game, hash }) {
  const games = useGames();
  const found = games.find(({ id }) => id === game) ?? games[0];
  if (!found)
    return html`<${Frame} title=${say('ranking')} back="/people" kind="person"><p class="loading">${t('loading')}</p><//>`;
  const pools = poolsOf(found);
  const pool = pools.find((one) => one === hash) ?? pools[0];
  const choose = (/** @type {string} */ id, /** @type {string} */ wanted) =>
    go(`/ranking/${id}#${wanted}`, { replace: true });
  return html`<${Frame} title=${say('ranking')} back="/people" kind="person">
    <div class="filters"><label class="field">${say('game')}<select value=${found.id} onChange=${(/** @type {any} */ event) => choose(event.target.value, pool ?? '')}>
        ${games.map((one) => html`<option key=${one.id} value=${one.id}>${local(one.titles)}</option>`)}</select></label>
      <${Choice} label=${say('pool')} name="pool" value=${pool} answers=${pools.map((one) => [one, say(one)])}
        choose=${(/** @type {string} */ wanted) => choose(found.id, wanted)} /></div>
    <${Ranked} key=${found.id + pool} game=${found.id} pool=${pool} />
    <p class="dim">${say('ranking_detail')}</p><//>`;
}

/** @param {{game: string, pool: string | undefined}} props */
function Ranked({ game, pool }) {
  const path = `games/${game}/ranking?pool=${pool}&limit=50`;
  const { player } = useStore(session);
  const { data, error, again } = useReading(path);
  const [older, setOlder] = useState(
    /** @type {{results: RankedPlayer[], next?: string | null}} */ ({ results: [] }),
  );
  const page = /** @type {import('../types').Ranking | null} */ (data);
  if (!page)
    return error
      ? html`<${Trouble} error=${error} again=${again} />`
      : html`<p class="loading">${t('loading')}</p>`;
  const next = older.next === undefined ? page.next : older.next;
  const more = () =>
    attempt(async () => {
      const found = await api.get(`${path}&cursor=${encodeURIComponent(next ?? '')}`);
      setOlder({ results: [...older.results, ...found.results], next: found.next });
    });
  const rows = [...page.results, ...older.results];
  if (!rows.length) return html`<p class="empty">${say('no_ranking')}</p>`;
  return html`<ol class="ranking players">${rows.map(
    (row, at) => html`<li key=${row.player.id} class=${row.player.id === player?.id ? 'you' : ''}>
      <span class="place">${t('place', { n: at + 1 })}</span>
      <span class="grow"><a href=${`/players/${row.player.id}`}>${row.player.name}</a>
        <span class="dim figure">${row.settled ? between(row) : say('settling')} · ${say('rated_matches', { n: row.matches })}</span></span>
      <strong>${row.rating}</strong></li>`,
  )}</ol>${next && html`<p class="row spread"><button class="button plain" onClick=${more}>${t('load_more')}</button></p>`}`;
}
