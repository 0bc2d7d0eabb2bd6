/** Somebody else, as anybody may know them; and what to do if one would rather not meet them. */

import { notice } from '../announcer.js';
import { api } from '../api.js';
import { Emblem } from '../components/emblem.js';
import { Frame } from '../components/frame.js';
import { useGames } from '../components/games.js';
import { Icon } from '../components/icon.js';
import { useReading } from '../components/reading.js';
import { attempt, Trouble } from '../components/trouble.js';
import { html, useState } from '../html.js';
import { local, span, t } from '../i18n.js';
import { Befriend } from '../people/friend.js';
import { Ratings } from '../people/rating.js';
import { say as sayPeople } from '../people/words.js';
import { say } from '../profile/words.js';
import { language, session } from '../session.js';
import { useStore } from '../store.js';

/** @typedef {import('../types').PublicProfile} PublicProfile */

/** @param {{id: string}} props */
export default function Player({ id }) {
  const { player } = useStore(session);
  const { data, error, again } = useReading(`players/${id}`, player?.id);
  const found = /** @type {PublicProfile | null} */ (data);
  const own = player?.id === id;
  return html`<${Frame} title=${found?.name ?? say('title')} back=${own ? '/me' : '/matches'} kind="person">
    ${error && !found ? html`<${Trouble} error=${error} again=${again} />` : null}
    ${!found && !error && html`<p class="loading">${t('loading')}</p>`}
    ${found && html`<${Who} found=${found} own=${own} />`}
    ${found && player && !own && html`<${Befriend} id=${id} />`}
    ${found && html`<section><h2>${sayPeople('ratings')}</h2><${Ratings} id=${id} ratings=${found.ratings} /></section><${Record} found=${found} />`}
    ${found && player && !own && html`<${Avoid} id=${id} />`}
  <//>`;
}

/** @param {{found: PublicProfile, own: boolean}} props */
function Who({ found, own }) {
  const date = new Intl.DateTimeFormat(language.value, { dateStyle: 'long' }).format(
    new Date(found.created_at),
  );
  const kept = found.reliability;
  return html`<section class="hero who"><span class="face" aria-hidden="true">${[...found.name][0]?.toLocaleUpperCase()}</span><h2>${found.name}</h2>
    <p class="dim">${own ? `${say('it_is_you')} ` : ''}${found.guest ? `${say('a_guest')} · ` : ''}${say('since', { date })}</p>
    ${kept && html`<p><${Icon} name="clock" size=${16} /> ${say('reliability', { percent: kept.in_time_percent, n: kept.turns })}</p>`}
    ${kept?.median_answer_seconds != null && html`<p class="dim">${say('median', { time: span(kept.median_answer_seconds) })}</p>`}</section>`;
}

/** @param {{found: PublicProfile}} props */
function Record({ found }) {
  const games = useGames();
  const rows = Object.entries(found.record).filter(([, record]) => record.played > 0);
  return html`<section><h2>${say('record')}</h2>${!rows.length && html`<p class="dim">${say('no_record')}</p>`}
    <ul class="cards">${rows.map(([id, record]) => {
      const met = found.head_to_head?.[id];
      const game = games.find((one) => one.id === id);
      return html`<li key=${id} class="card"><${Emblem} game=${game} size=${56} /><span class="grow"><strong>${game ? local(game.titles) : id}</strong>
        <${Score} label=${say('with_people')} score=${record.people} /><${Score} label=${say('with_bots')} score=${record.bots} />
        ${met && html`<span class="dim">${say('head_to_head', { ...met })}</span>`}</span></li>`;
    })}</ul></section>`;
}

/** @param {{label: string, score: {played: number, won: number}}} props */
function Score({ label, score }) {
  if (!score.played) return null;
  return html`<span>${say('played', { n: score.played })} ${label}, ${say('won', { n: score.won })}</span>`;
}

/** @param {{id: string}} props */
function Avoid({ id }) {
  const { data, again } = useReading('me/blocks?limit=100');
  const [reason, setReason] = useState('');
  const [telling, setTelling] = useState(false);
  const kinds = new Set(
    /** @type {any} */ (data?.results ?? [])
      .filter((/** @type {any} */ row) => row.player.id === id)
      .map((/** @type {any} */ row) => row.kind),
  );
  const toggle = (/** @type {'block' | 'mute'} */ kind) =>
    attempt(async () => {
      await (kinds.has(kind)
        ? api.remove(`players/${id}/${kind}`)
        : api.post(`players/${id}/${kind}`, {}));
      again();
    });
  const report = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    attempt(async () => {
      await api.post(`players/${id}/report`, { reason });
      setReason('');
      setTelling(false);
      notice(say('reported'));
    });
  };
  return html`<section class="panel stack tight avoid">
    <div class="row"><button class="button small plain" aria-describedby="mute-detail" onClick=${() => toggle('mute')}>${say(kinds.has('mute') ? 'unmute' : 'mute')}</button><span id="mute-detail" class="dim grow">${say('mute_detail')}</span></div>
    <div class="row"><button class="button small plain" aria-describedby="block-detail" onClick=${() => toggle('block')}>${say(kinds.has('block') ? 'unblock' : 'block')}</button><span id="block-detail" class="dim grow">${say('block_detail')}</span></div>
    ${
      !telling
        ? html`<div class="row"><button class="button small plain" onClick=${() => setTelling(true)}><${Icon} name="flag" size=${18} /> ${say('report')}</button></div>`
        : html`<form class="stack tight" onSubmit=${report}><label class="field">${say('report_detail')}<textarea rows="3" maxlength="2000" required value=${reason} onInput=${(/** @type {any} */ event) => setReason(event.target.value)}></textarea></label>
        <div class="row"><button class="button small" disabled=${!reason.trim()}>${say('report_send')}</button></div></form>`
    }
  </section>`;
}
