/** Opening a cup for a circle: one form, of which every answer has a usual one. */
import { notice } from '../announcer.js';
import { api } from '../api.js';
import { useGames, usualSeats } from '../components/games.js';
import { Choice } from '../components/settings.js';
import { attempt } from '../components/trouble.js';
import { html, useState } from '../html.js';
import { local, t } from '../i18n.js';
import { go } from '../router.js';
import { BEGINNINGS, dayAfter, inForm, LENGTHS, ROUNDS, sizesOf } from './cup-form.js';
import { day } from './dates.js';
import { say } from './words.js';

/** @typedef {import('../types').GameSummary} GameSummary */

/** @param {{circle: string}} props */
export function OpenCup({ circle }) {
  const games = useGames();
  const [chosen, choose] = useState('');
  const game = games.find((one) => one.id === chosen) ?? games[0];
  if (!game) return html`<p class="loading">${t('loading')}</p>`;
  return html`<${Form} key=${game.id} circle=${circle} game=${game} games=${games} choose=${choose} />`;
}

/** @param {{circle: string, game: GameSummary, games: GameSummary[], choose: (game: string) => void}} props */
function Form({ circle, game, games, choose }) {
  const [name, setName] = useState(say('name_of', { game: local(game.titles) }));
  const [seats, setSeats] = useState(usualSeats(game));
  const [rolling, setRolling] = useState(false);
  const [rounds, setRounds] = useState(3);
  const [begins, setBegins] = useState(3);
  const [weeks, setWeeks] = useState(2);
  const [plays, setPlays] = useState(true);
  const [busy, setBusy] = useState(false);
  const open = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    setBusy(true);
    const wanted = { name: name.trim(), game: game.id, seats, rolling, rounds, begins, weeks };
    const done = await attempt(async () => {
      const cup = await api.post('cups', inForm(circle, wanted));
      if (plays) await attempt(() => api.post(`cups/${cup.id}/join`, {}));
      notice(say('opened'));
      go(`/cups/${cup.id}`);
    });
    if (!done) setBusy(false);
  };
  return html`<form class="panel stack" onSubmit=${open}><h3>${say('new_cup')}</h3>
    <${Select} label=${say('game')} value=${game.id} answers=${games.map((one) => [one.id, local(one.titles)])} choose=${choose} />
    <label class="field">${say('name')}<input value=${name} maxlength="40" required
      onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
    <${Choice} label=${say('seats')} name="cup-seats" value=${String(seats)}
      answers=${sizesOf(game.seats).map((n) => [String(n), String(n)])} choose=${(/** @type {string} */ n) => setSeats(Number(n))} />
    ${seats > 2 && html`<p class="dim">${say('seats_detail')}</p>`}
    <${Choice} label=${say('way')} name="cup-way" value=${rolling ? 'rolling' : 'rounds'}
      answers=${[['rounds', say('in_rounds')], ['rolling', say('as_free')]]} choose=${(/** @type {string} */ way) => setRolling(way === 'rolling')} />
    <p class="dim">${say(rolling ? 'as_free_detail' : 'in_rounds_detail')}</p>
    <${Select} label=${say(rolling ? 'most_tables' : 'rounds')} value=${String(rounds)}
      answers=${ROUNDS.map((n) => [String(n), String(n)])} choose=${(/** @type {string} */ n) => setRounds(Number(n))} />
    <${Select} label=${say('begins')} value=${String(begins)} choose=${(/** @type {string} */ n) => setBegins(Number(n))}
      answers=${BEGINNINGS.map((days) => [String(days), say('begin_in', { days, date: day(dayAfter(days)) })])} />
    <${Select} label=${say('lasts')} value=${String(weeks)} choose=${(/** @type {string} */ n) => setWeeks(Number(n))}
      answers=${LENGTHS.map((n) => [String(n), say('last_in', { weeks: n, date: day(dayAfter(begins + n * 7)) })])} />
    <${Choice} label=${say('play_too')} name="cup-plays" value=${plays ? 'yes' : 'no'}
      answers=${[['yes', t('yes')], ['no', t('no')]]} choose=${(/** @type {string} */ answer) => setPlays(answer === 'yes')} />
    <button class="button" disabled=${busy || !name.trim()}>${busy ? t('loading') : say('open_it')}</button></form>`;
}

/** @param {{label: string, value: string, answers: [string, string][], choose: (answer: string) => void}} props */
function Select({ label, value, answers, choose }) {
  return html`<label class="field">${label}<select value=${value} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
    ${answers.map(([answer, words]) => html`<option key=${answer} value=${answer}>${words}</option>`)}</select></label>`;
}
