/** How much time a table gives, and what it asks of those who sit down. */

import { Icon } from '../components/icon.js';
import { html } from '../html.js';
import { span } from '../i18n.js';
import { say } from './words.js';

/** @typedef {import('../types').Match | import('../types').MatchSummary} Table */

/** A clock in a few words. @param {import('../types').Clock} clock */
export function clockInWords(clock) {
  if (clock.kind === 'none') return say('none');
  if (clock.kind === 'per_move') return say('per_move', { time: span(clock.seconds ?? 0) });
  return say('bank', { bank: span(clock.bank ?? 0), more: span(clock.increment ?? 0) });
}

/** The time, what is unusual about being late, and how punctual one has to be. @param {{table: Table}} props */
export function Terms({ table }) {
  const { clock, minimum_reliability: percent } = table;
  const late = clock.time_out;
  return html`<span class="dim terms"><${Icon} name="clock" size=${14} /> ${[
    clockInWords(clock),
    late === 'forfeit' || late === 'end' ? say(`late_${late}`) : '',
    percent ? say('minimum_asked', { percent }) : '',
  ]
    .filter(Boolean)
    .join('\u00a0· ')}</span>`;
}

/** A player's name, with what it says of them that they are a bot, or how they keep time if that is known. @param {import('../types').SeatShown} seat */
export function nameAndTime({ player, reliability }) {
  if (player?.kind === 'bot') return say('bot', { name: player.name });
  return reliability
    ? `${player?.name} (${say('in_time', { percent: reliability.in_time_percent })})`
    : player?.name;
}

/** The seats that one may give more time: other people's, while their clock runs. @param {import('../types').Match} match */
export function waitedFor(match) {
  const running = match.deadline?.seats ?? {};
  return match.seats.filter(
    (seat) =>
      String(seat.seat) in running
      && seat.seat !== match.you
      && seat.player?.kind === 'human'
      && !seat.gone
      && !seat.stand_in,
  );
}

/** Whether the clock of a match matters: whoever plays against bots alone keeps no one waiting. @param {{you?: number | null, seats: import('../types').SeatShown[]}} match */
export function othersWait({ you = null, seats }) {
  if (you === null) return true;
  return seats.some(({ seat, player, gone }) => seat !== you && player?.kind === 'human' && !gone);
}
