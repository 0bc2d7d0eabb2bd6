/** Somebody comes by a link: what table it is, as far as one may know, and a seat. */

import { Problem } from '../api.js';
import { Emblem, Logo } from '../components/emblem.js';
import { Frame } from '../components/frame.js';
import { useGame } from '../components/games.js';
import { tellGoal } from '../components/goal.js';
import { say } from '../components/join-words.js';
import { others } from '../components/match-card.js';
import { useReading } from '../components/reading.js';
import { TooLate } from '../components/too-late.js';
import { attempt, Trouble } from '../components/trouble.js';
import { html, useState } from '../html.js';
import { local, t } from '../i18n.js';
import { isFirst } from '../preferences.js';
import { go } from '../router.js';
import { sitDown } from '../seed.js';
import { rename, session, someone } from '../session.js';
import { useStore } from '../store.js';
import { Terms } from '../time/terms.js';

const LATE = ['match_not_open', 'match_full'];

/** @param {{id: string, hash: string}} props */
export default function Join({ id, hash }) {
  const { player } = useStore(session);
  const { data, error } = useReading(`matches/${id}`, player?.id, hash ? { Invitation: hash } : {});
  const match = /** @type {import('../types').Match | null} */ (data);
  const game = useGame(match?.game);
  const [name, setName] = useState(player?.name ?? '');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(/** @type {unknown} */ (undefined));
  if (match && match.you !== null) {
    go(`/matches/${id}`, { replace: true });
    return null;
  }

  const join = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    setBusy(true);
    const done = await attempt(async () => {
      await someone(name.trim() || undefined);
      isFirst('name'); // it has been asked here
      if (name.trim() && name.trim() !== session.value.player?.name) await rename(name.trim());
      try {
        const last = match?.seats.filter((seat) => !seat.player).length === 1;
        await sitDown(`matches/${id}/join`, hash ? { invite: hash } : {}, last);
        if (match) tellGoal(match.game);
      } catch (error) {
        if (!(error instanceof Problem && [403, 404, 409].includes(error.status))) throw error;
        if (error.code !== 'already_seated') {
          setRefused(error);
          return;
        }
      }
      go(`/matches/${id}`, { replace: true });
    });
    if (!done) setBusy(false);
  };
  const fault = refused ?? (match ? null : error);
  const isFull = match?.status !== 'open' || match.seats.every((seat) => seat.player);
  if ((match && isFull) || (fault instanceof Problem && LATE.includes(fault.code)))
    return html`<${TooLate} match=${match} />`;
  if (fault instanceof Problem)
    return html`<${Frame} title=${say('title')} back="/"><${Trouble} error=${fault} /><//>`;
  const host = match?.seats.find(({ player }) => player?.id === match.creator)?.player?.name;
  return html`<${Frame} title=${say('title')} back="/">
    <form class="stack join" onSubmit=${join}>
      <div class="hero">${match ? html`<${Emblem} game=${game} size=${72} />` : html`<${Logo} size=${96} />`}
        ${
          game
          && html`<h2>${local(game.titles)}</h2><p class="dim">${local(game.blurbs)}</p>
          <p><a href=${`/rules/${game.id}`}>${t('rules')}</a>${game.lesson && html` · <a href=${`/learn/${game.id}`}>${say('learn')}</a>`}</p>`
        }
        <p>${host ? say('host', { name: host }) : say('somebody')}</p>
        ${match && html`<p class="dim">${say('with', { names: others(match.seats, null) })}</p><${Terms} table=${match} />`}</div>
      <label class="field">${t('your_name')}<input value=${name} maxlength="40" autocomplete="nickname"
        onInput=${(/** @type {any} */ event) => setName(event.target.value)} />
        </label>
      <button class="button big" disabled=${busy}>${busy ? t('loading') : t('join')}</button>
      ${match && match.visibility !== 'private' && html`<a class="button plain" href=${`/matches/${id}`}>${t('watch')}</a>`}
    </form>
  <//>`;
}
