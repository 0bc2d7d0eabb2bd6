/** A cup in a list. */
import { Emblem } from '../components/emblem.js';
import { useGames } from '../components/games.js';
import { html } from '../html.js';
import { local } from '../i18n.js';
import { day } from './dates.js';
import { say } from './words.js';

/** How far a cup is, with its date. @param {import('../types').CupSummary} cup */
export function state(cup) {
  return say(cup.status, { date: day(cup.status === 'open' ? cup.starts_at : cup.ends_at) });
}

/** @param {{cup: import('../types').CupSummary}} props */
export function CupCard({ cup }) {
  const game = useGames().find((one) => one.id === cup.game);
  const title = cup.name || say('division', { n: cup.division });
  return html`<a class="card" href=${`/cups/${cup.id}`}><${Emblem} game=${game} size=${48} />
    <span class="grow"><strong>${title}</strong><span class="dim">${game ? local(game.titles) : cup.game}${cup.season ? ` · ${say('season', { n: cup.season })}` : ''}</span>
    <span class="dim">${state(cup)}</span></span></a>`;
}
