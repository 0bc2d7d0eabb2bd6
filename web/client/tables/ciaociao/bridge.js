/** The picture: swamp, bridge, podium, and every pawn where it stands. */

import { Hat, Pawn } from '../../components/seat.js';
import { html } from '../../html.js';
import { called } from '../../i18n.js';
import {
  drifting,
  HEIGHT,
  onPlank,
  onStep,
  plankFront,
  plankLabel,
  plankMarks,
  plankPath,
  postAt,
  rope,
  SHORE,
  stepBox,
  stepsShown,
  WIDTH,
} from './geometry.js';
import { say } from './words.js';

/** @typedef {import('./steps.js').View} View */

/** @param {{view: View, moment: any, names: string[], you: number | null, recent: any[]}} props */
export function Bridge({ view, moment, names, you, recent }) {
  const { planks, players } = view;
  const highest = Math.max(0, ...players.flatMap((player) => player.podium));
  const shown = stepsShown(highest);
  const claimed = claimedStep(view, recent);
  const numbers = Array.from({ length: planks }, (_, at) => planks - at);
  return html`<svg class="cc-picture" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${inWords(view, names, you)}>
    <${Scenery} />
    <${Podium} shown=${shown} />
    <g class="cc-bridge">
      ${[0, 1, 2, 3, 4].map((post) => html`<${Posts} key=${post} post=${post} />`)}
      ${numbers.map(
        (plank) => html`<g key=${plank} class=${`cc-plank p${plank % 3}`}>
        <path d=${plankFront(plank, planks)} class="cc-plank-front" />
          <path d=${plankPath(plank, planks)} class="cc-plank-top" />
        <${PlankMarks} plank=${plank} planks=${planks} /><${PlankNumber} plank=${plank} planks=${planks} /></g>`,
      )}
      <path d=${rope(-1, 58)} class="cc-rope" /><path d=${rope(1, 58)} class="cc-rope" />
    </g>
    <g>${players.flatMap((player, seat) => Array.from({ length: player.fallen }, (_, number) => html`<${Drifting} key=${`${seat}-${number}`} seat=${seat} number=${number} />`))}</g>
    <g>${standing(view, moment, shown, you, claimed).map((pawn) => html`<${Standing} key=${pawn.key} ...${pawn} />`)}</g>
    ${moment?.kind === 'fall' && html`<${Fall} key=${`fall-${moment.seat}-${players[moment.seat]?.fallen}`} moment=${moment} view=${view} shown=${shown} />`}
    ${view.phase === 'answer' && view.number && html`<${Claim} view=${view} step=${claimed} shown=${shown} />`}
  </svg>`;
}

/** The table in a sentence or two, for who does not see it. @param {View} view @param {string[]} names @param {number | null} you */
function inWords(view, names, you) {
  const pawns = view.players.flatMap((player, seat) => [
    ...(player.plank ? [say('pawn_on', { name: called(names, seat, you), n: player.plank })] : []),
    ...player.podium.map((n) => say('pawn_up', { name: called(names, seat, you), n })),
  ]);
  return say('board', { planks: view.planks, pawns: `${pawns.join(', ')}.` });
}

function Scenery() {
  return html`<defs>
      <linearGradient id="cc-sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" class="cc-sky-top" />
        <stop offset="1" class="cc-sky-low" /></linearGradient>
      <linearGradient id="cc-mud" x1="0" y1="0" x2="0" y2="1"><stop offset="0" class="cc-mud-far" />
        <stop offset="1" class="cc-mud-near" /></linearGradient>
    </defs>
    <rect x="-2000" y="-700" width="4400" height="860" fill="url(#cc-sky)" />
    <circle cx="318" cy="36" r="24" class="cc-moon" />
    <path d="M-900,110 C-600,60 -420,120 -220,92 S60,70 140,96 S330,64 470,92 S800,60 1300,104 V170 H-900 Z"
      class="cc-hills" />
    <path d="M-900,128 q20,-26 40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 t40,0 V180 H-900 Z"
      class="cc-trees" />
    <path d="M64,34 q6,-7 12,0 q6,-7 12,0 M104,52 q5,-6 10,0 q5,-6 10,0 M40,62 q4,-5 8,0 q4,-5 8,0" class="cc-birds" />
    <rect x="-2000" y=${SHORE} width="4400" height="900" fill="url(#cc-mud)" />
    <path d="M-900,${SHORE} q550,14 1095,6 t1105,-6 v-8 H-900 Z" class="cc-bank" />
    <g class="cc-ripples">
      <path d="M8,214 q10,-4 20,0 M352,246 q10,-4 22,0 M4,300 q12,-5 24,0 M362,330 q9,-4 18,0 M2,400 q10,-4 20,0 M372,424 q8,-4 18,0 M-120,260 q20,-6 40,0 M470,300 q20,-6 40,0 M-200,380 q24,-7 48,0 M540,400 q24,-7 48,0" />
      </g>
    <g class="cc-lilies"><path d="M24,262 m-13,0 a13,5 0 1 0 26,0 a13,5 0 1 0 -26,0 l13,0 Z" />
      <path d="M368,288 m-12,0 a12,4.600 0 1 0 24,0 a12,4.600 0 1 0 -24,0 l12,0 Z" />
      <path d="M6,372 m-17,0 a17,6 0 1 0 34,0 a17,6 0 1 0 -34,0 l17,0 Z" />
      <path d="M-90,330 m-20,0 a20,7 0 1 0 40,0 a20,7 0 1 0 -40,0 l20,0 Z" />
      <path d="M480,360 m-22,0 a22,8 0 1 0 44,0 a22,8 0 1 0 -44,0 l22,0 Z" /></g>
    <g class="cc-reeds">
      <path d="M22,196 q-2,-26 -8,-40 M26,196 q1,-22 6,-36 M30,198 q4,-18 12,-28 M366,206 q2,-26 8,-40 M360,206 q-1,-20 -6,-32 M-60,220 q-2,-30 -8,-46 M-54,220 q1,-24 6,-40 M450,214 q2,-30 8,-46 M444,214 q-1,-24 -6,-40" />
      </g>`;
}

/** @param {{shown: number}} props */
function Podium({ shown }) {
  const top = stepBox(shown, shown);
  const pole = top.left + top.width - 7;
  return html`<g class="cc-podium"><path d=${`M${pole},${top.top} v-44`} class="cc-pole" />
    <path d=${`M${pole},${top.top - 44} l26,8 l-26,9 Z`}
      class="cc-flag" />${Array.from({ length: shown }, (_, at) => at + 1).map((step) => {
        const box = stepBox(step, shown);
        return html`<g key=${step}>
      <rect x=${box.left} y=${box.top} width=${box.width} height=${box.height + 6} class="cc-step" />
      <rect x=${box.left} y=${box.top} width=${box.width} height="5" class="cc-step-top" />
      <text x=${box.left + box.width / 2} y=${SHORE + 1} text-anchor="middle" class="cc-step-number">${step}</text>
        </g>`;
      })}</g>`;
}

/** @param {{post: number}} props */
function Posts({ post }) {
  return html`${
    /** @type {const} */ ([-1, 1]).map((side) => {
      const { x, y, scale } = postAt(post, side, 58);
      return html`<path d=${`M${x},${y} v${64 * scale}`} class="cc-post" stroke-width=${9 * scale} />`;
    })
  }`;
}

/** @param {{plank: number, planks: number}} props */
function PlankMarks({ plank, planks }) {
  const { nails, grain, size } = plankMarks(plank, planks);
  return html`<path d=${grain}
    class="cc-grain" />${nails.map(
      (nail, at) => html`<circle key=${at} cx=${nail.x} cy=${nail.y} r=${size}
    class="cc-nail" />`,
    )}`;
}

/** @param {{plank: number, planks: number}} props */
function PlankNumber({ plank, planks }) {
  const { x, y, scale } = plankLabel(plank, planks);
  return html`<text x=${x} y=${y + 4 * scale}
    class="cc-plank-number" font-size=${Math.min(15 * scale, 160 / planks)} text-anchor="middle">${plank}</text>`;
}

/** @param {{seat: number, number: number}} props */
function Drifting({ seat, number }) {
  const { x, y, scale, turn } = drifting(seat, number);
  return html`<g transform=${`translate(${x} ${y}) scale(${scale})`}><ellipse cy="2" rx="14" ry="4" class="cc-wake" />
    <g transform=${`rotate(${turn})`} class="cc-hat"><${Hat} seat=${seat} /></g></g>`;
}

/**
 * The step that the claim now open has led to, or null if its pawn is on the bridge. The view alone
 * does not tell, once a new pawn has entered.
 * @param {View} view @param {any[]} recent
 */
function claimedStep(view, recent) {
  const claim = recent.findLast((event) => event.type === 'number_announced');
  if (claim) return claim.data.step ?? null;
  return view.players[view.turn]?.plank ? null : (view.players[view.turn]?.podium.at(-1) ?? null);
}

/**
 * Every pawn that stands somewhere, the far ones first. One that has just reached the podium is still
 * the one that was on the bridge, so that it can be seen to walk there.
 * @param {View} view @param {any} moment @param {number} shown @param {number | null} you @param {number | null} claimed
 */
function standing(view, moment, shown, you, claimed) {
  const walks = moment?.kind === 'announce' || moment?.kind === 'advance' ? moment : null;
  const pawns = view.players.flatMap((player, seat) => {
    const walking = walks?.seat === seat ? walks : null;
    const doubtful = view.phase === 'answer' && view.turn === seat && !walking;
    const up = player.podium
      .filter((step) => step !== walking?.step)
      .map((step) => ({
        key: `p${seat}-${step}`,
        seat,
        spot: onStep(step, shown),
        mine: false,
        hop: false,
        uneasy: doubtful && step === claimed,
      }));
    const spot = walking?.step
      ? onStep(walking.step, shown)
      : player.plank
        ? onPlank(player.plank, view.planks, seat, view.players.length)
        : null;
    if (!spot) return up;
    return [
      ...up,
      {
        key: `b${seat}`,
        seat,
        spot,
        mine: seat === you,
        hop: Boolean(walking),
        uneasy: doubtful && !claimed,
      },
    ];
  });
  return pawns.sort((one, other) => one.spot.y - other.spot.y);
}

/** @param {{seat: number, spot: import('./geometry.js').Spot, mine: boolean, hop: boolean, uneasy: boolean}} props */
function Standing({ seat, spot, mine, hop, uneasy }) {
  const style = { transform: `translate(${spot.x}px, ${spot.y}px) scale(${spot.scale})` };
  return html`<g class="cc-pawn" style=${style}>
    <ellipse rx="15" ry="5" class=${mine ? 'cc-ring mine' : 'cc-ring'} />
    <g class=${hop ? 'cc-hop' : uneasy ? 'cc-uneasy' : ''}><${Pawn} seat=${seat} /></g></g>`;
}

/**
 * What is claimed, above the pawn that moved by it.
 * @param {{view: View, step: number | null, shown: number}} props
 */
function Claim({ view, step, shown }) {
  const plank = view.players[view.turn]?.plank ?? 1;
  const spot = step
    ? onStep(step, shown)
    : onPlank(plank, view.planks, view.turn, view.players.length);
  const y = Math.max(30, spot.y - 62 * spot.scale);
  return html`<g class="cc-claim" style=${{ transform: `translate(${spot.x}px, ${y}px)` }}>
    <path d="M-19,-30 h38 q7,0 7,7 v15 q0,7 -7,7 h-12 l-7,9 l-7,-9 h-12 q-7,0 -7,-7 v-15 q0,-7 7,-7 Z"
      class="cc-bubble" />
    <text y="-7" text-anchor="middle" class="cc-claim-number">${view.number} ?</text></g>`;
}

/** @param {{moment: any, view: View, shown: number}} props */
function Fall({ moment, view, shown }) {
  const from = moment.step
    ? onStep(moment.step, shown)
    : onPlank(moment.plank ?? 1, view.planks, moment.seat, view.players.length);
  const side = from.x < WIDTH / 2 ? -1 : 1;
  const into = { x: side < 0 ? 26 : WIDTH - 26, y: Math.max(SHORE + 40, from.y + 20) };
  const style = {
    '--from-x': `${from.x}px`,
    '--from-y': `${from.y}px`,
    '--to-x': `${into.x}px`,
    '--to-y': `${into.y}px`,
    '--size': from.scale,
    '--turn': `${side * 200}deg`,
  };
  return html`<g class="cc-fall" style=${style}><g class="cc-falling"><${Pawn} seat=${moment.seat} /></g>
    <g transform=${`translate(${into.x} ${into.y})`}><g class="cc-splash">
      <path d="M-20,0 q4,-24 8,-2 M-5,-2 q5,-36 10,0 M12,-2 q4,-24 8,2" /><ellipse rx="24" ry="7" /></g></g>
    <text x=${WIDTH / 2} y="250" text-anchor="middle" class="cc-ciao">${say('ciao')}</text></g>`;
}
