/** A cup: its standings, one's own tables with their results, and all others. */
import { notice } from '../announcer.js';
import { api } from '../api.js';
import { Frame } from '../components/frame.js';
import { useReading } from '../components/reading.js';
import { Sure } from '../components/sure.js';
import { attempt, Trouble } from '../components/trouble.js';
import { html } from '../html.js';
import { t } from '../i18n.js';
import { state } from '../leagues/cup-card.js';
import { Plot, Standings } from '../leagues/standings.js';
import { say } from '../leagues/words.js';
import { session } from '../session.js';
import { useStore } from '../store.js';

/** @typedef {import('../types').Cup} Cup */

/** @param {{id: string}} props */
export default function OneCup({ id }) {
  const { player } = useStore(session);
  const { data, error, again } = useReading(`cups/${id}`, player?.id);
  const cup = /** @type {Cup | null} */ (data);
  const own = cup?.tables.filter((table) => cup.you !== null && table.entrants.includes(cup.you));
  const back = cup?.league
    ? `/leagues/${cup.league}`
    : cup?.circle
      ? `/circles/${cup.circle}`
      : '/leagues';
  const title = cup ? cup.name || say('division', { n: cup.division }) : say('title');
  return html`<${Frame} title=${title} back=${back} kind="cup">
    ${error && !cup ? html`<${Trouble} error=${error} again=${again} />` : null}
    ${!cup && !error && html`<p class="loading">${t('loading')}</p>`}
    ${
      cup
      && html`<section class="panel stack tight"><p>${state(cup)}</p>
      ${cup.round > 0 && !cup.rolling && html`<p class="dim">${say('round', { n: cup.round, of: cup.rounds })}</p>`}
      <${People} cup=${cup} /><${Actions} cup=${cup} again=${again} /></section>
      ${cup.standings.length > 0 && html`<${Standings} cup=${cup} />`}<${Plot} cup=${cup} />
      <${Tables} cup=${cup} title=${say('your_tables')} tables=${own} /><${Tables} cup=${cup} title=${say('tables')} tables=${cup.tables} />`
    }
  <//>`;
}

/** @param {{cup: Cup}} props */
function People({ cup }) {
  const there = cup.entrants.filter((one) => !one.left);
  const waiting = there.filter((one) => one.waiting).map((one) => one.player.name);
  const entered = there.filter((one) => !one.waiting).map((one) => one.player.name);
  return html`${cup.status === 'open' && entered.length > 0 && html`<p>${say('entrants', { names: entered.join(', ') })}</p>`}
    ${waiting.length > 0 && html`<p class="dim">${say('waiting', { names: waiting.join(', ') })}</p>`}`;
}

/** @param {{cup: Cup, again: () => void}} props */
function Actions({ cup, again }) {
  const { player } = useStore(session);
  const ask = (/** @type {string} */ what) =>
    attempt(async () => {
      await api.post(`cups/${cup.id}/${what}`, {});
      again();
    });
  const cancel = () =>
    attempt(async () => {
      await api.remove(`cups/${cup.id}`);
      notice(say('cancelled_now'));
      again();
    });
  if (!player || cup.league || cup.status === 'ended' || cup.status === 'cancelled') return null;
  const organises = cup.status === 'open' && cup.organiser?.id === player.id;
  return html`<${Entering} cup=${cup} player=${player} ask=${ask} />
    ${
      organises
      && html`<div class="row"><button class="button small" onClick=${() => ask('start')}>${say('start')}</button></div>
      <${Sure} word=${say('cancel')} question=${say('cancel_sure')} act=${cancel} />`
    }`;
}

/** Each account enters a cup once. @param {{cup: Cup, player: {id: string, guest: boolean}, ask: (what: string) => unknown}} props */
function Entering({ cup, player, ask }) {
  if (cup.you !== null)
    return html`<${Sure} word=${say('leave')} question=${leaving(cup)} act=${() => ask('leave')} />`;
  if (cup.entrants.some((one) => one.player.id === player.id))
    return html`<p class="dim">${say('has_left')}</p>`;
  if (player.guest) return html`<p><a href="/me">${say('sign_in')}</a></p>`;
  return html`<div class="row"><button class="button small" onClick=${() => ask('join')}>${say('join')}</button></div>`;
}

/** @param {Cup} cup */
function leaving(cup) {
  return `${say('leave_sure')}${cup.status === 'running' ? ` ${say('leave_detail')}` : ''}`;
}

/** @param {{cup: Cup, title: string, tables: Cup['tables'] | undefined}} props */
function Tables({ cup, title, tables = [] }) {
  if (!tables.length) return null;
  const name = (/** @type {number} */ number) => cup.entrants[number]?.player.name ?? '';
  return html`<section><h2>${title}</h2><ul class="cards">${[...tables].reverse().map((table) => {
    const result = (table.ranking ?? []).map((group) => group.map(name).join(' = ')).join(' > ');
    const note = table.ranking ? table.as_it_stood && say('as_it_stood') : say('playing');
    return html`<li key=${table.number}><a class="card" href=${`/matches/${table.match}`}><span class="grow">
      <strong>${say('table', { n: table.number + 1 })}</strong>
      <span>${result || table.entrants.map(name).join(', ')}</span>${note && html`<span class="dim">${note}</span>`}</span></a></li>`;
  })}</ul></section>`;
}
