/** The cups that one has entered, and the leagues of this server. */
import { Emblem } from '../components/emblem.js';
import { Frame } from '../components/frame.js';
import { useGames } from '../components/games.js';
import { useReading } from '../components/reading.js';
import { Trouble } from '../components/trouble.js';
import { html } from '../html.js';
import { local, t } from '../i18n.js';
import { CupCard } from '../leagues/cup-card.js';
import { say } from '../leagues/words.js';
import { session } from '../session.js';
import { useStore } from '../store.js';

/** @typedef {import('../types').CupSummary} CupSummary */
/** @typedef {import('../types').LeagueSummary} LeagueSummary */

export default function Leagues() {
  const { token } = useStore(session);
  const { data, error, again } = useReading('leagues');
  const mine = useReading(token ? 'cups' : null, token);
  const leagues = /** @type {LeagueSummary[] | undefined} */ (/** @type {any} */ (data)?.results);
  const cups = /** @type {CupSummary[]} */ (/** @type {any} */ (mine.data)?.results ?? []);
  return html`<${Frame} title=${say('title')} back="/lobby" kind="leagues">
    ${error && !data ? html`<${Trouble} error=${error} again=${again} />` : null}
    ${!leagues && !error && html`<p class="loading">${t('loading')}</p>`}
    ${
      token
      && html`<section><h2>${say('own')}</h2>${!cups.length && html`<p class="dim">${say('none')}</p>`}
      <ul class="cards">${cups.map((cup) => html`<li key=${cup.id}><${CupCard} cup=${cup} /></li>`)}</ul></section>`
    }
    ${(!token || mine.data) && !cups.length && html`<p class="row spread"><a class="button plain" href="/people">${say('in_a_circle')}</a></p>`}
    ${
      leagues
      && html`<section><h2>${say('leagues')}</h2>${!leagues.length && html`<p class="dim">${say('no_leagues')}</p>`}
      <ul class="cards">${leagues.map((league) => html`<li key=${league.id}><${LeagueCard} league=${league} /></li>`)}</ul></section>`
    }
  <//>`;
}

/** @param {{league: LeagueSummary}} props */
function LeagueCard({ league }) {
  const game = useGames().find((one) => one.id === league.game);
  return html`<a class="card" href=${`/leagues/${league.id}`}><${Emblem} game=${game} size=${48} />
    <span class="grow"><strong>${game ? local(game.titles) : league.game}</strong>
    <span class="dim">${league.season ? say('season', { n: league.season }) : say('before_season')} · ${say('signed_up', { n: league.signed_up })}</span></span></a>`;
}
