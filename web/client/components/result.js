/** The end: who came where, why, what was hidden, and the same again. */

import { api } from '../api.js';
import { html, useEffect, useState } from '../html.js';
import { capital, local, t } from '../i18n.js';
import { go } from '../router.js';
import { sitDown } from '../seed.js';
import { Icon } from './icon.js';
import { useReading } from './reading.js';
import { Sign } from './seat.js';
import { attempt } from './trouble.js';

const PAGE = 200;

/** All events of a finished match. @param {string} id @param {boolean} wanted */
function useEvents(id, wanted) {
  const [events, setEvents] = useState(/** @type {import('../types').Event[]} */ ([]));
  useEffect(() => {
    if (!wanted) return;
    attempt(async () => {
      const all = [];
      for (
        let page = await api.get(`matches/${id}/events?limit=${PAGE}`);
        ;
        page = await api.get(`matches/${id}/events?limit=${PAGE}&after=${all.length}`)
      ) {
        all.push(...page.events);
        if (!page.has_more) break;
      }
      setEvents(all);
    });
  }, [id, wanted]);
  return events;
}

/**
 * @param {{scene: import('../tables/index.js').Scene, table: import('../tables/index.js').Table | null}} props
 */
export function Result({ scene, table }) {
  const { match, names, you } = scene;
  const { data } = useReading(`games/${match.game}`);
  const events = useEvents(match.id, Boolean(table?.aftermath));
  const outcome = match.outcome;
  const told = outcome && events.length ? table?.telling?.(events, { names, you }) : '';
  const reason =
    outcome && local(/** @type {any} */ (data)?.manifest.labels[`reason.${outcome.reason}`]);
  const again = () =>
    attempt(async () => {
      const made = await sitDown(`matches/${match.id}/rematch`, {}, false);
      go(`/matches/${made.id}`);
    });
  return html`<section class="result" aria-labelledby="result">
    ${outcome && you !== null && outcome.winners.includes(you) && html`<${Confetti} />`}
    <h2 id="result" tabindex="-1">${headline(scene)}</h2>
    ${reason && html`<p class="dim">${capital(reason)}.</p>`}
    ${outcome && table?.telling && (told || !events.length) && html`<p class="telling">${told}</p>`}
    ${
      outcome
      && html`<ol class="ranking">${outcome.ranking.flatMap((group, at) => {
        const place = outcome.ranking.slice(0, at).flat().length + 1;
        return group.map(
          (seat) => html`<li key=${seat} class=${seat === you ? 'you' : ''}>
        <span class="place">${t('place', { n: place })}</span><${Sign} seat=${seat} size=${26} />
        <span class="grow">${names[seat]}${table?.figure && match.view && html`<span class="dim figure">${table.figure(match.view, seat)}</span>`}</span>${seat === you && html`<span class="tag">${t('you')}</span>`}</li>`,
        );
      })}</ol>`
    }
    <p class="row spread">${
      match.rematch
        ? html`<a class="button"
      href=${`/matches/${match.rematch}`}>${t('to_rematch')}</a>`
        : you !== null && html`<button class="button" onClick=${again}>${t('rematch')}</button>`
    }
      <a class="button plain" href="/">${t('to_start')}</a></p>
    ${table?.aftermath && events.length > 0 && table.aftermath(scene, events)}
    ${
      match.version > 0
      && html`<p class="row spread"><a class="button plain small" href=${`/matches/${match.id}/replay`}><${Icon} name="play" size=${18} /> ${t('watch_again')}</a>
      <a class="button plain small" href=${`/matches/${match.id}/proof`}><${Icon} name="shield" size=${18} /> ${t('check_proof')}</a></p>`
    }
  </section>`;
}

/** @param {import('../tables/index.js').Scene} scene */
function headline({ match, names, you }) {
  const winners = match.outcome?.winners;
  if (!winners) return t('cancelled');
  if (you !== null && winners.includes(you))
    return winners.length > 1 ? t('you_share') : t('you_win');
  return t('winner', {
    names: winners.map((seat) => names[seat]).join(', '),
    several: winners.length > 1 ? 1 : 0,
  });
}

function Confetti() {
  return html`<div class="confetti" aria-hidden="true">${Array.from(
    { length: 24 },
    (_, at) => html`<i key=${at}
    class=${`c${at % 6}`}>
    </i>`,
  )}</div>`;
}
