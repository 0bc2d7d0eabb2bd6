/** Before the match: who is there, and how others come. */

import { notice } from '../announcer.js';
import { html, useState } from '../html.js';
import { listed, t } from '../i18n.js';
import { go } from '../router.js';
import { session } from '../session.js';
import { useStore } from '../store.js';
import { Terms } from '../time/terms.js';
import { AskName, asksName } from './ask-name.js';
import { Emblem } from './emblem.js';
import { useGame } from './games.js';
import { Icon } from './icon.js';
import { Sign } from './seat.js';
import { attempt } from './trouble.js';
import { Withheld } from './withheld.js';

/** @typedef {import('../types').Match} Match */

/** What is being waited for, in a headline and a sentence. @param {Match} match @param {string | undefined} me @returns {[string, string]} */
export function waitsFor({ seats, you, starting }, me) {
  const free = seats.filter((seat) => !seat.player);
  const kept = free.flatMap((seat) => seat.kept_for ?? []);
  if (starting) return [t('waiting_room'), t('starting')];
  if (you === null && kept.some(({ id }) => id === me)) {
    const there = seats.filter(({ player }) => player?.kind === 'human');
    const names = listed(there.map(({ player }) => player?.name ?? ''));
    const several = there.length > 1;
    return [t('waiting_you', { names, several }), t('waiting_you_detail')];
  }
  if (free.length && kept.length === free.length)
    return [
      t('waiting_for', { names: listed(kept.map(({ name }) => name)) }),
      t('waiting_kept', { n: kept.length }),
    ];
  return [t('waiting_room'), t('waiting_detail', { n: free.length })];
}

/** @param {{match: Match, model: import('../match-model.js').MatchModel}} props */
export function WaitingRoom({ match, model }) {
  const { player } = useStore(session);
  const game = useGame(match.game);
  const [link, setLink] = useState('');
  const [headline, detail] = waitsFor(match, player?.id);
  const isFree = match.seats.some((seat) => !seat.player && !seat.kept_for);
  const mine = player?.id === match.creator;
  const [asking, setAsking] = useState(false);
  const invite = () => {
    if (asksName()) setAsking(true);
    else makeLink();
  };
  const makeLink = () =>
    attempt(async () => {
      setAsking(false);
      const made = await model.ask('invitations');
      setLink(made.url);
      await model.look(); // the name at one's own seat may be new
    });
  const leave = () =>
    attempt(async () => {
      await model.ask('leave');
      go('/matches');
    });
  return html`<section class="waiting stack">
    <div class="hero"><${Emblem} game=${game} size=${84} /><h2>${headline}</h2>
      <p>${detail}</p><${Terms} table=${match} /></div>
    <${Withheld} seats=${match.seats} />
    <ul class="seats">${match.seats.map(
      (seat) => html`<li key=${seat.seat} class=${seat.player ? 'taken' : 'free'}>
      <${Sign} seat=${seat.seat} size=${30} />
      <span class="grow">${seat.player?.name ?? (seat.kept_for ? t('kept_for', { name: seat.kept_for.name }) : t('free_seat'))}</span>
      ${
        seat.seat === match.you
          ? html`<span class="tag">${t('you')}</span>`
          : seat.player?.kind === 'bot'
            ? html`<span
        class="tag">${t('bot_level', { level: seat.player.level ?? 0 })}</span>`
            : null
      }</li>`,
    )}</ul>
    ${
      match.you !== null
      && isFree
      && (link
        ? html`<${Link} link=${link} />`
        : html`<button class="button big" onClick=${invite}>
      <${Icon} name="link" /> ${t('invite')}</button>`)
    }
    ${match.you === null && html`<a class="button big" href=${`/join/${match.id}`}>${t('join')}</a>`}
    ${
      mine
      && html`<button class="button plain"
      onClick=${() => attempt(() => model.ask('start', { bots: true }))}>${t('fill_bots')}</button>`
    }
    ${asking && html`<${AskName} done=${makeLink} />`}
    ${match.you !== null && html`<button class="button plain" onClick=${leave}>${t('leave')}</button>`}
  </section>`;
}

/** @param {{link: string}} props */
function Link({ link }) {
  const copy = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(link);
      notice(t('copied'));
    });
  return html`<div class="stack invited">
    <label class="field">${t('invite_detail')}<input readonly value=${link}
      onFocus=${(/** @type {any} */ event) => event.target.select()} />
    </label>
    <div class="row"><button class="button grow" onClick=${copy}>${t('copy')}</button>
      ${
        'share' in navigator
        && html`<button class="button plain grow"
        onClick=${() => navigator.share({ url: link }).catch(() => {})}>${t('share')}</button>`
      }</div>
        </div>`;
}
