/** A league: its season now, its divisions, and signing up. */
import { api } from '../api.js';
import { Frame } from '../components/frame.js';
import { useGames } from '../components/games.js';
import { useReading } from '../components/reading.js';
import { attempt, Trouble } from '../components/trouble.js';
import { html } from '../html.js';
import { local, t } from '../i18n.js';
import { CupCard } from '../leagues/cup-card.js';
import { day } from '../leagues/dates.js';
import { say } from '../leagues/words.js';
import { session } from '../session.js';
import { useStore } from '../store.js';

/** @typedef {import('../types').League} Found */

/** @param {{id: string}} props */
export default function OneLeague({ id }) {
  const { player } = useStore(session);
  const { data, error, again } = useReading(`leagues/${id}`, player?.id);
  const league = /** @type {Found | null} */ (data);
  const game = useGames().find((one) => one.id === league?.game);
  return html`<${Frame} title=${game ? local(game.titles) : say('title')} back="/leagues" kind="league">
    ${error && !league ? html`<${Trouble} error=${error} again=${again} />` : null}
    ${!league && !error && html`<p class="loading">${t('loading')}</p>`}
    ${
      league
      && html`<section class="panel stack tight"><p>${say('league_rules', { tables: league.tables, days: league.days })}</p>
      <p class="dim">${league.season ? say('season', { n: league.season }) : say('before_season')} · ${say('signed_up', { n: league.signed_up })}</p>
      ${league.next_season_at && html`<p class="dim">${say('next_season', { date: day(league.next_season_at) })}</p>`}
      <${SigningUp} league=${league} again=${again} /></section>
      <ul class="cards">${league.divisions.map((cup) => html`<li key=${cup.id}><${CupCard} cup=${cup} /></li>`)}</ul>`
    }
  <//>`;
}

/** @param {{league: Found, again: () => void}} props */
function SigningUp({ league, again }) {
  const { player } = useStore(session);
  const ask = (/** @type {string} */ what) =>
    attempt(async () => {
      await api.post(`leagues/${league.id}/${what}`, {});
      again();
    });
  if (!player || player.guest) return html`<p><a href="/me">${say('sign_in')}</a></p>`;
  return league.you?.signed_up
    ? html`<div class="row"><button class="button small plain" aria-describedby="leave-detail" onClick=${() => ask('leave')}>${say('leave')}</button><span id="leave-detail" class="dim grow">${say('leave_detail')}</span></div>`
    : html`<div class="row"><button class="button small" onClick=${() => ask('join')}>${say('join')}</button></div>`;
}
