/** Being friends: what stands between two players, and what one can do about it. */
import { notice } from '../announcer.js';
import { api } from '../api.js';
import { Icon } from '../components/icon.js';
import { useReading } from '../components/reading.js';
import { attempt } from '../components/trouble.js';
import { html } from '../html.js';
import { say } from './words.js';

/** @typedef {import('../types').Friend} Friend */

/** All friends and requests of this player. @param {boolean} [wanted] */
export function useFriends(wanted = true) {
  const { data, error, again } = useReading(wanted ? 'me/friends?limit=100' : null);
  const friends = /** @type {Friend[]} */ (/** @type {any} */ (data)?.results ?? []);
  const ask = (/** @type {string} */ id) =>
    attempt(async () => {
      const { state } = await api.post(`players/${id}/friend`, {});
      notice(say(state === 'friends' ? 'are_friends' : 'befriended'));
      again();
    });
  const end = (/** @type {string} */ id) =>
    attempt(async () => {
      await api.remove(`players/${id}/friend`);
      again();
    });
  return { friends, ask, end, error, again, known: data !== null };
}

/** On another player's page. @param {{id: string}} props */
export function Befriend({ id }) {
  const { friends, ask, end, known } = useFriends();
  if (!known) return null;
  const state = friends.find(({ player }) => player.id === id)?.state;
  const off = (/** @type {'unfriend' | 'withdraw' | 'decline'} */ word) =>
    html`<button class="button small plain" onClick=${() => end(id)}>${say(word)}</button>`;
  return html`<section class="panel row friend">${
    state === 'friends'
      ? html`<span class="grow"><${Icon} name="check" size=${18} /> ${say('are_friends')}</span>${off('unfriend')}`
      : state === 'asked'
        ? html`<span class="dim grow">${say('has_asked')}</span>${off('withdraw')}`
        : state === 'asks_you'
          ? html`<span class="grow">${say('asks_you_here')}</span><button class="button small" onClick=${() => ask(id)}>${say('accept')}</button>${off('decline')}`
          : html`<button class="button grow" onClick=${() => ask(id)}><${Icon} name="person" size=${20} /> ${say('befriend')}</button>`
  }</section>`;
}
