/** What one can do about a match beside playing it. */
import { html, useState } from '../html.js';
import { span, t } from '../i18n.js';
import { Terms, waitedFor } from '../time/terms.js';
import { say } from '../time/words.js';
import { Icon } from './icon.js';
import { Sheet } from './sheet.js';
import { TimeLeft } from './time-left.js';
import { attempt } from './trouble.js';
import { Withheld } from './withheld.js';

/** @param {{match: import('../types').Match, model: import('../match-model.js').MatchModel, close: () => void}} props */
export function MatchMenu({ match, model, close }) {
  const [sure, setSure] = useState(false);
  const plays = match.status === 'running' && match.you !== null && !match.seats[match.you]?.gone;
  const humans = match.seats.filter((seat) => seat.player?.kind === 'human' && !seat.gone).length;
  const voted = match.you !== null && match.cancel_votes.includes(match.you);
  const ask = async (/** @type {string} */ what, /** @type {unknown} */ body = {}) => {
    if (await attempt(() => model.ask(what, body))) close();
  };
  return html`<${Sheet} title=${t('more')} close=${close}><${Withheld} seats=${match.seats} /><div class="menu">
    ${match.status === 'running' && html`<p><${Terms} table=${match} /></p>${match.deadline && html`<p><${TimeLeft} at=${match.deadline.at} /></p>`}`}
    <a class="button plain" href=${`/rules/${match.game}`}><${Icon} name="book" size=${20} /> ${t('rules')}</a>
    ${match.seats
      .filter(({ seat, player }) => player?.kind === 'human' && seat !== match.you)
      .map(
        ({ seat, player }) => html`
      <a key=${seat} class="button plain" href=${`/players/${player?.id}`}><${Icon} name="person" size=${20} /> ${player?.name}</a>`,
      )}
    ${
      plays
      && waitedFor(match).map(
        ({ seat, player }) => html`<button key=${seat} class="button plain"
      onClick=${() => ask('more-time', { seat })}><${Icon} name="clock" size=${20} /> ${say('give', { name: player?.name, time: span(match.clock.increment ?? match.clock.seconds ?? 0) })}</button>`,
      )
    }
    ${
      plays
      && html`<button class="button plain"
      onClick=${() => ask('cancel-vote', { agree: !voted })}>${voted ? t('cancel_voted') : t('cancel_together')}${humans < 2 ? '' : ` (${match.cancel_votes.length}/${humans})`}</button>`
    }
    ${plays && !sure && html`<button class="button plain" onClick=${() => setSure(true)}>${t('resign')}</button>`}
    ${
      sure
      && html`<p>${t('resign_sure')}</p>
      <button class="button bold" onClick=${() => ask('resign')}>${t('resign')}</button>`
    }
  </div><//>`;
}
