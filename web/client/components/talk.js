/** Table talk. */

import { say } from '../announcer.js';
import { api } from '../api.js';
import { html, useEffect, useMemo, useRef, useState } from '../html.js';
import { ago, t } from '../i18n.js';
import { EmoteButton, Emotes, Face, showEmote } from './emotes.js';
import { useReading } from './reading.js';
import { Sign } from './seat.js';
import { attempt } from './trouble.js';

/** @typedef {import('../types').Message} Message */
/** @typedef {{messages: Message[] | null, again: () => void, unread: number}} Talked the newest last, null until read */

/**
 * What is said at a table, told to who listens; unread is what others said and nobody has looked at here.
 * @param {string} id
 * @param {import('../match-model.js').Known} known
 * @param {boolean} open whether it is being looked at
 * @returns {Talked}
 */
export function useTalk(id, { match, news, heard }, open) {
  const begun = match !== null && match.status !== 'open';
  const { data, again } = useReading(begun ? `matches/${id}/messages?limit=50` : null, news);
  const read = /** @type {{results: Message[]} | null} */ (data);
  const messages = useMemo(() => read && [...read.results].reverse(), [read]);
  const last = messages?.at(-1)?.id ?? 0;
  const told = useRef(/** @type {number | null} */ (null));
  const [looked, setLooked] = useState(0);
  const fromOthers = (/** @type {number} */ after) =>
    (messages ?? []).filter(
      (one) => one.id > after && (one.seat === null || one.seat !== match?.you),
    );

  useEffect(() => {
    if (!messages) return;
    if (told.current !== null)
      for (const one of fromOthers(told.current)) {
        say(`${one.player.name}: ${one.text}`);
        showEmote(one);
      }
    else if (match?.you === null) setLooked(last); // who only watches has left no mark
    told.current = last;
  }, [messages]);
  useEffect(() => {
    if (!open || !last) return;
    setLooked(last);
    if (match?.you !== null)
      api.post(`matches/${id}/seen`, { message: last }, { tries: 1 }).catch(() => {});
  }, [open, last]);
  const unmarked = heard === null && match?.you !== null;
  return {
    messages,
    again,
    unread:
      open || unmarked
        ? 0
        : fromOthers(Math.max(heard ?? 0, looked)).filter((one) => !one.emote).length,
  };
}

/** @param {{match: import('../types').Match, talk: Talked}} props */
export function Talk({ match, talk }) {
  const [text, setText] = useState('');
  const [choosing, setChoosing] = useState(false);
  const list = useRef(/** @type {HTMLUListElement | null} */ (null));
  const messages = talk.messages ?? [];
  const last = messages.at(-1)?.id;

  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [last]);

  const send = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    attempt(async () => {
      await api.post(`matches/${match.id}/messages`, { text });
      setText('');
      talk.again();
    });
  };
  const show = (/** @type {import('./emotes.js').Emote} */ emote) =>
    attempt(async () => {
      setChoosing(false);
      showEmote(await api.post(`matches/${match.id}/messages`, { emote }));
      talk.again();
    });
  return html`<div class="talk">
    <ul class="messages" ref=${list} tabindex="0" aria-label=${t('talk')}>${messages.map(
      (message) => html`
      <li key=${message.id} class=${message.seat === match.you && match.you !== null ? 'own' : ''}>
        <span class="who">${message.seat !== null && html`<${Sign} seat=${message.seat} size=${16} />`} ${message.player.name} · <span
          class="dim">${ago(message.at)}</span>
        </span>
        <span class="said">${message.emote && html`<${Face} emote=${message.emote} />`} ${message.text}</span></li>`,
    )}</ul>
    ${talk.messages && !messages.length ? html`<p class="empty">${t('talk_empty')}</p>` : null}
    ${
      match.you !== null
      && html`${choosing && html`<${Emotes} send=${show} />`}<form class="row" onSubmit=${send}>
      <${EmoteButton} open=${choosing} toggle=${() => setChoosing(!choosing)} />
      <input class="grow" value=${text} maxlength="1000" aria-label=${t('say_something')}
        placeholder="…" autocomplete="off"
        onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
      <button class="button" disabled=${!text.trim()}>${t('send')}</button></form>`
    }
  </div>`;
}
