/** Table talk. */
import { html, useEffect, useRef, useState } from '../html.js';
import { api } from '../api.js';
import { ago, t } from '../words.js';
import { useReading } from './reading.js';
import { Sign } from './seat.js';
import { attempt } from './trouble.js';

/** @param {{match: import('../types').Match, news: number}} props `news` changes when there may be more */
export function Talk({ match, news }) {
  const { data, again } = useReading(`matches/${match.id}/messages?limit=50`, news);
  const [text, setText] = useState('');
  const list = useRef(/** @type {HTMLUListElement | null} */ (null));
  /** @type {import('../types').Message[]} */
  const messages = [...(/** @type {any} */ (data)?.results ?? [])].reverse();
  const last = messages.at(-1)?.id;

  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
    if (last && match.you !== null) api.post(`matches/${match.id}/seen`, { message: last }, { tries: 1 }).catch(() => {});
  }, [last]);

  const send = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    attempt(async () => { await api.post(`matches/${match.id}/messages`, { text }); setText(''); again(); });
  };
  return html`<div class="talk">
    <ul class="messages" ref=${list} tabindex="0" aria-label=${t('talk')}>${messages.map((message) => html`
      <li key=${message.id} class=${message.seat === match.you && match.you !== null ? 'own' : ''}>
        <span class="who">${message.seat !== null && html`<${Sign} seat=${message.seat} size=${16} />`} ${message.player.name} · <span
          class="dim">${ago(message.at)}</span>
        </span>
        <span class="said">${message.text}</span></li>`)}</ul>
    ${data && !messages.length ? html`<p class="empty">${t('talk_empty')}</p>` : null}
    ${match.you !== null && html`<form class="row" onSubmit=${send}>
      <input class="grow" value=${text} maxlength="1000" aria-label=${t('say_something')}
        placeholder=${t('say_something')} autocomplete="off"
        onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
      <button class="button" disabled=${!text.trim()}>${t('send')}</button></form>`}
  </div>`;
}
