/** One's own matches: those that wait for one first. */

import { api, Unreachable } from '../api.js';
import { Frame } from '../components/frame.js';
import { MatchCard } from '../components/match-card.js';
import { keptMatches, useUrgentFirst } from '../components/own-matches.js';
import { useReading } from '../components/reading.js';
import { attempt, Trouble } from '../components/trouble.js';
import { html, useState } from '../html.js';
import { capital, t } from '../i18n.js';
import { session } from '../session.js';
import { useStore } from '../store.js';
import { say } from '../time/words.js';
import { listsChanged } from '../turn-badge.js';

/** @typedef {import('../types').OwnMatch} OwnMatch */
/** @type {[import('../i18n.js').Word, (match: OwnMatch) => boolean][]} */
const SECTIONS = [
  ['section_mine', (match) => match.awaiting_you],
  ['section_running', (match) => match.status === 'running' && !match.awaiting_you],
  ['section_open', (match) => match.status === 'open'],
  ['section_over', (match) => match.status === 'finished' || match.status === 'cancelled'],
];

/** What is worth saying of a match in one's own list. @param {OwnMatch} match */
function mark(match) {
  if (match.status === 'running' && match.seats[match.you]?.stand_in)
    return capital(say('stand_in_other'));
  if (match.awaiting_you) return t('your_turn');
  if (match.status === 'cancelled') return t('cancelled');
  return match.rank ? t('rank', { n: match.rank }) : '';
}

export default function Matches() {
  const { token } = useStore(session);
  const changed = useStore(listsChanged);
  const { data, error, again } = useReading(token ? 'me/matches?limit=50' : null, changed);
  const [older, setOlder] = useState({
    results: /** @type {OwnMatch[]} */ ([]),
    next: /** @type {string | null | undefined} */ (undefined),
  });
  const page = /** @type {any} */ (data);
  const next = older.next === undefined ? page?.next : older.next;
  const more = () =>
    attempt(async () => {
      const found = await api.get(`me/matches?limit=50&cursor=${encodeURIComponent(next)}`);
      setOlder({ results: [...older.results, ...found.results], next: found.next });
    });
  const away = !page && error instanceof Unreachable ? keptMatches() : [];
  const asked =
    /** @type {any} */ (useReading(token ? 'me/invitations?limit=50' : null, changed).data)?.results
    ?? [];
  const matches = useUrgentFirst([...(page?.results ?? away), ...older.results], token, changed);
  return html`<${Frame} title=${t('my_matches')}>
    ${error && !page && !away.length ? html`<${Trouble} error=${error} again=${again} />` : null}
    ${away.length > 0 && html`<p class="banner" role="status">${t('offline')}</p>`}
    ${
      asked.length > 0
      && html`<section><h2>${t('section_asked')}</h2><ul class="cards">
      ${asked.map(
        (/** @type {any} */ match) => html`<li key=${match.id}>
        <${MatchCard} match=${match} mark=${match.invited_by.name} href=${`/join/${match.id}`} /></li>`,
      )}</ul></section>`
    }
    ${
      (page || !token)
      && !matches.length
      && !asked.length
      && html`<p class="empty">${t('none_yet')}</p><p class="row spread">
      <a class="button" href="/">${t('play_now')}</a></p>`
    }
    ${SECTIONS.map(([title, belongs]) => {
      const found = matches.filter(belongs);
      return (
        found.length > 0
        && html`<section key=${title}><h2>${t(title)}</h2><ul class="cards">
        ${found.map(
          (match) => html`<li key=${match.id}><${MatchCard} match=${match} mark=${mark(match)} />
          </li>`,
        )}</ul></section>`
      );
    })}
    ${next && html`<p class="row spread"><button class="button plain" onClick=${more}>${t('load_more')}</button></p>`}
  <//>`;
}
