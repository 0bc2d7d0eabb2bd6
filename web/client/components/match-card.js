/** A match in a list: the game, who sits there, and what is going on. */
import { html } from '../html.js';
import { ago, local, t } from '../i18n.js';
import { nameAndTime, othersWait, Terms } from '../time/terms.js';
import { Emblem } from './emblem.js';
import { useGame } from './games.js';
import { Icon } from './icon.js';
import { TimeLeft } from './time-left.js';

/**
 * Names of the others at a table, as a list; who does not sit there learns how they keep time.
 * @param {import('../types').SeatShown[]} seats
 * @param {number | null} you
 */
export function others(seats, you) {
  const taken = seats
    .filter((seat) => seat.player && seat.seat !== you)
    .map((seat) => (you === null ? nameAndTime(seat) : seat.player?.name));
  const free = seats.filter((seat) => !seat.player).length;
  return [taken.join(', '), free ? t('free_seats', { n: free }) : ''].filter(Boolean).join(' · ');
}

/** @param {{match: import('../types').OwnMatch | import('../types').MatchSummary, mark?: string, href?: string}} props */
export function MatchCard({ match, mark, href }) {
  const game = useGame(match.game);
  const own = 'you' in match ? match : null;
  const deadline = /** @type {any} */ (match).deadline;
  return html`<a class=${`card match-card ${own?.awaiting_you ? 'mine' : ''}`} href=${href ?? `/matches/${match.id}`}>
    <${Emblem} game=${game} size=${52} />
    <span class="grow">
      <strong>${game ? local(game.titles) : match.game}</strong>
      <span class="dim">${others(match.seats, own?.you ?? null)}</span>
      ${deadline && html`<${TimeLeft} at=${deadline.at} quiet=${own && !othersWait(own)} />`}
    </span>
    <span class="end">
      ${mark && html`<span class="mark">${mark}</span>`}
      ${
        own
        && own.unread_messages > 0
        && html`<span class="dim">
        <${Icon} name="talk" size=${14} /> ${own.unread_messages}<span
          class="unseen"> ${t('unread', { n: own.unread_messages })}</span>
        </span>`
      }
      <span class="dim">${ago(match.finished_at ?? match.started_at ?? match.created_at)}</span>
    </span>
    ${match.status === 'open' && html`<${Terms} table=${match} />`}
  </a>`;
}
