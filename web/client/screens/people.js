/** Friends and circles, and the way to the rankings. */

import { notice } from '../announcer.js';
import { api } from '../api.js';
import { Frame } from '../components/frame.js';
import { Icon } from '../components/icon.js';
import { useReading } from '../components/reading.js';
import { shareLink } from '../components/share-link.js';
import { attempt, Trouble } from '../components/trouble.js';
import { html, useState } from '../html.js';
import { useFriends } from '../people/friend.js';
import { say } from '../people/words.js';
import { go } from '../router.js';
import { session } from '../session.js';
import { useStore } from '../store.js';

/** @typedef {import('../types').Friend} Friend */
const ORDER = ['asks_you', 'friends', 'asked'];

export default function People() {
  const { token, player } = useStore(session);
  return html`<${Frame} title=${say('people')} back="/" kind="person">
    ${
      token && player
        ? html`<${Friends} id=${player.id} /><${Circles} />`
        : html`<p class="empty">${say('no_player')}</p><p class="row spread"><a class="button" href="/me">${say('sign_in')}</a></p>`
    }
    <p class="row spread"><a class="button plain" href="/ranking"><${Icon} name="list" size=${20} /> ${say('ranking')}</a></p><//>`;
}

/** @param {{id: string}} props */
function Friends({ id }) {
  const { friends, ask, end, error, again, known } = useFriends();
  const sorted = friends.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  const mine = () => shareLink(`${location.origin}/players/${id}`);
  return html`<section class="panel stack tight"><h2>${say('friends')}</h2>
    ${error && !known ? html`<${Trouble} error=${error} again=${again} />` : null}
    ${known && !friends.length && html`<p class="dim">${say('no_friends')}</p>`}
    ${friends.length > 0 && html`<ul class="lines">${sorted.map((one) => html`<${Line} key=${one.player.id} friend=${one} ask=${ask} end=${end} />`)}</ul>`}
    <div class="row"><button class="button small plain" onClick=${mine}><${Icon} name="link" size=${18} /> ${say('send_page')}</button></div></section>`;
}

/** @param {{friend: Friend, ask: (id: string) => unknown, end: (id: string) => unknown}} props */
function Line({ friend: { player, state }, ask, end }) {
  const off = state === 'asks_you' ? 'decline' : 'withdraw';
  return html`<li><span class="grow"><a href=${`/players/${player.id}`}>${player.name}</a>${state !== 'friends' && html`<span class="dim">${say(state)}</span>`}</span>
    ${state === 'asks_you' && html`<button class="button small" onClick=${() => ask(player.id)}>${say('accept')}</button>`}
    ${state !== 'friends' && html`<button class="button small plain" onClick=${() => end(player.id)}>${say(off)}</button>`}</li>`;
}

function Circles() {
  const { data, error, again } = useReading('circles?limit=100');
  const [name, setName] = useState('');
  const circles = /** @type {import('../types').CircleSummary[]} */ (
    /** @type {any} */ (data)?.results ?? []
  );
  const open = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    attempt(async () => {
      const { id } = await api.post('circles', { name: name.trim() });
      notice(say('joined'));
      go(`/circles/${id}`);
    });
  };
  return html`<section class="panel stack tight"><h2>${say('circles')}</h2><p class="dim">${say('circles_detail')}</p>
    ${error && !data ? html`<${Trouble} error=${error} again=${again} />` : null}
    ${circles.length > 0 && html`<ul class="lines">${circles.map((one) => html`<li key=${one.id}><span class="grow"><a href=${`/circles/${one.id}`}>${one.name}</a><span class="dim">${say('of_owner', { name: one.owner.name })}</span></span></li>`)}</ul>`}
    <form class="row low" onSubmit=${open}><label class="field grow">${say('circle_name')}<input value=${name} maxlength="40" placeholder=${say('circle_example')}
        onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
      <button class="button" disabled=${!name.trim()}>${say('open_circle')}</button></form></section>`;
}
