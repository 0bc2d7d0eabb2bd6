/** A circle: its tables, members and points; who comes by its link may join. */

import { notice } from '../announcer.js';
import { api } from '../api.js';
import { Frame } from '../components/frame.js';
import { useGames } from '../components/games.js';
import { Icon } from '../components/icon.js';
import { MatchCard } from '../components/match-card.js';
import { useReading } from '../components/reading.js';
import { shareLink } from '../components/share-link.js';
import { attempt, Trouble } from '../components/trouble.js';
import { html, useState } from '../html.js';
import { local, t } from '../i18n.js';
import { CircleCups } from '../leagues/circle-cups.js';
import { Manage } from '../people/manage.js';
import { say } from '../people/words.js';
import { isFirst } from '../preferences.js';
import { go } from '../router.js';
import { rename, session, someone } from '../session.js';
import { useStore } from '../store.js';

/** @typedef {import('../types').Circle} Circle */

/** @param {{id: string, hash: string}} props */
export default function CircleScreen({ id, hash }) {
  const { token, player } = useStore(session);
  const { data, error, again } = useReading(token ? `circles/${id}` : null, player?.id);
  const circle = /** @type {Circle | null} */ (data);
  if (!circle && hash && (error || !token))
    return html`<${Frame} title=${say('circle')} back="/people" kind="person"><${Invited} id=${id} invite=${hash} /><//>`;
  return html`<${Frame} title=${circle?.name ?? say('circle')} back="/people" kind="person">
    ${error && !circle ? html`<${Trouble} error=${error} again=${again} />` : null}
    ${!circle && (token ? !error && html`<p class="loading">${t('loading')}</p>` : html`<p class="empty">${say('no_circle')}</p>`)}
    ${circle && player && html`<${Tables} id=${id} /><${CircleCups} circle=${id} /><${Standings} id=${id} /><${Members} circle=${circle} you=${player.id} again=${again} />`}<//>`;
}

/** @param {{id: string, invite: string}} props */
function Invited({ id, invite }) {
  const { player } = useStore(session);
  const [name, setName] = useState(player?.name ?? '');
  const [busy, setBusy] = useState(false);
  const join = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    setBusy(true);
    const wanted = name.trim();
    const done = await attempt(async () => {
      await someone(wanted || undefined);
      isFirst('name');
      if (wanted && wanted !== session.value.player?.name) await rename(wanted);
      await api.post(`circles/${id}/join`, { invite });
      notice(say('joined'));
      go(`/circles/${id}`, { replace: true });
    });
    if (!done) setBusy(false);
  };
  return html`<form class="stack join" onSubmit=${join}><div class="hero"><h2>${say('invited')}</h2><p>${say('invited_detail')}</p></div>
    <label class="field">${t('your_name')}<input value=${name} maxlength="40" autocomplete="nickname"
      onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
    <button class="button big" disabled=${busy}>${busy ? t('loading') : say('join')}</button></form>`;
}

/** @param {{id: string}} props */
function Tables({ id }) {
  const open = /** @type {any} */ (useReading(`circles/${id}/matches?status=open`).data);
  const running = /** @type {any} */ (useReading(`circles/${id}/matches?status=running`).data);
  /** @type {import('../types').MatchSummary[]} */
  const found = [...(open?.results ?? []), ...(running?.results ?? [])];
  return html`<section><h2>${say('tables')}</h2>
    ${open && running && !found.length && html`<p class="dim">${say('no_tables')}</p>`}
    <ul class="cards">${found.map(
      (match) =>
        html`<li key=${match.id}><${MatchCard} match=${match} mark=${match.status === 'open' ? t('join') : t('watch')} href=${match.status === 'open' ? `/join/${match.id}` : `/matches/${match.id}`} /></li>`,
    )}</ul>
    <p class="row spread"><a class="button" href=${`/new#${id}`}>${say('new_table')}</a></p></section>`;
}

/** @param {{id: string}} props */
function Standings({ id }) {
  const games = useGames();
  const [game, setGame] = useState('');
  const { data } = useReading(`circles/${id}/standings${game ? `?game=${game}` : ''}`);
  const rows = /** @type {import('../types').CircleStanding[] | undefined} */ (
    /** @type {any} */ (data)?.results
  );
  return html`<section><h2>${say('standings')}</h2>
    <label class="field">${say('game')}<select value=${game} onChange=${(/** @type {any} */ event) => setGame(event.target.value)}>
      <option value="">${say('all_games')}</option>${games.map((one) => html`<option key=${one.id} value=${one.id}>${local(one.titles)}</option>`)}</select></label>
    ${rows && !rows.length && html`<p class="dim">${say('no_standings')}</p>`}
    <ol class="ranking players">${rows?.map(
      (
        row,
      ) => html`<li key=${row.player.id}><span class="place">${t('place', { n: 1 + rows.findIndex(({ points }) => points === row.points) })}</span>
      <span class="grow"><a href=${`/players/${row.player.id}`}>${row.player.name}</a><span class="dim figure">${say('played_won', { ...row })}</span></span>
      <strong>${say('points', { n: row.points })}</strong></li>`,
    )}</ol></section>`;
}

/** @param {{circle: Circle, you: string, again: () => void}} props */
function Members({ circle, you, again }) {
  const [link, setLink] = useState('');
  const owns = circle.owner.id === you;
  const invite = () =>
    attempt(async () => {
      const { url } = await api.post(`circles/${circle.id}/link`, {});
      setLink(url);
      again();
    });
  return html`<section class="panel stack tight"><h2>${say('members')}</h2>
    <ul class="lines">${circle.members.map(
      ({ player }) =>
        html`<li key=${player.id}><span class="grow"><a href=${`/players/${player.id}`}>${player.name}</a> ${player.id === circle.owner.id && html`<span class="tag">${say('owner')}</span>`}${player.id === you && html` <span class="tag">${t('you')}</span>`}</span></li>`,
    )}</ul>
    ${owns && !link && html`<button class="button" onClick=${invite}><${Icon} name="link" size=${20} /> ${say('invite_here')}</button>`}
    ${
      link
      && html`<div class="stack invited"><label class="field">${say('link_detail')}<input readonly value=${link} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label>
      <button class="button" onClick=${() => shareLink(link)}>${t('share' in navigator ? 'share' : 'copy')}</button></div>`
    }</section><${Manage} circle=${circle} you=${you} again=${again} />`;
}
