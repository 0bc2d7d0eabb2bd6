/** Who plays: their sign, their pawns, whose turn it is, and who is still to answer. */

import { Icon } from '../../components/icon.js';
import { Sign } from '../../components/seat.js';
import { Absent, goesOn } from '../../components/seat-strip.js';
import { html } from '../../html.js';
import { capital, t } from '../../i18n.js';
import { say } from './words.js';

/** @param {{scene: import('../index.js').Scene}} props */
export function Players({ scene }) {
  const { view, names, you, moment, match } = scene;
  return html`<ul class=${`cc-players n${names.length}`}
    aria-label=${t('players')}>${view.players.map(
      (/** @type {any} */ player, /** @type {number} */ seat) => {
        const turn = view.turn === seat && view.phase !== 'over' && goesOn(scene);
        const asked = view.answerers.includes(seat) && goesOn(scene);
        return html`<li key=${seat} class=${`cc-player ${turn ? 'turn' : ''} ${seat === you ? 'you' : ''}`}
      aria-current=${turn ? 'true' : undefined}>
      <span class="cc-name"><${Sign} seat=${seat} size=${20} />
        <span class="name">${seat === you ? capital(t('you')) : names[seat]}</span></span>
      <${Pips} player=${player} />
      <${Absent} seat=${match.seats[seat]} />
      ${moment?.kind === 'believe' && moment.seat === seat ? html`<span class="cc-word">${say('believes')}</span>` : null}
      ${asked && html`<span class="cc-asked" title=${t('choose_move')}><i></i><i></i><i></i></span>`}
      ${turn && html`<span class="cc-turn"><${Icon} name="eye" size=${14} /></span>`}
    </li>`;
      },
    )}</ul>`;
}

/**
 * Seven pawns: in reserve, on the bridge, across, or lost; each has a form of its own.
 * @param {{player: any}} props
 */
function Pips({ player }) {
  const across = player.podium.length;
  const label = say('pips', { reserve: player.reserve, fallen: player.fallen, across });
  const kinds = [
    ...Array(across).fill('across'),
    ...(player.plank ? ['bridge'] : []),
    ...Array(player.reserve).fill('reserve'),
    ...Array(player.fallen).fill('lost'),
  ];
  return html`<span class="cc-pips" role="img" aria-label=${label}>${kinds.map(
    (kind, at) => html`<i key=${at}
    class=${`pip ${kind}`}>
    </i>`,
  )}</span>`;
}
