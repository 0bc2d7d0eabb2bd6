/** Pictures for the rules. */
import { html } from '../../html.js';
import { Bridge } from './bridge.js';
import { Cup, Die } from './cup.js';

/** @typedef {import('../index.js').Picture} Picture */

/** @param {number | null} plank @param {number[]} [podium] @param {number} [fallen] */
function player(plank, podium = [], fallen = 0) {
  return { plank, podium, fallen, reserve: 3 };
}

/** @param {ReturnType<typeof player>[]} players @param {Record<string, unknown>} [more] */
function bridge(players, more = {}) {
  const view = /** @type {any} */ ({
    planks: 9,
    players,
    phase: 'between',
    turn: 0,
    number: null,
    answerers: [],
    ...more,
  });
  return html`<${Bridge} view=${view} moment=${null} names=${['', '', '', '']} you=${null} recent=${[]} />`;
}

/** @type {Picture[]} */
export default [
  {
    draw: () => bridge([player(1), player(1), player(1)]),
    caption: {
      fr: 'Chacun a sept pions. Le premier qui en mène trois de l’autre côté du pont gagne.',
      en: 'Everybody has seven pawns. The first to bring three across the bridge wins.',
    },
  },
  {
    draw: () =>
      html`${[1, 2, 3, 4, 0, 0].map((face, at) => html`<${Die} key=${at} face=${face} size=${46} />`)}`,
    caption: {
      fr: 'À votre tour, vous lancez le dé sous le gobelet : personne d’autre ne le voit. Annoncez un nombre de 1 à 4, vrai ou faux. Avec une croix, il faut mentir.',
      en: 'On your turn the die is rolled in the cup, for your eyes alone. Announce a number from 1 to 4, true or not. With a cross you must lie.',
    },
  },
  {
    draw: () =>
      bridge([player(3), player(6), player(2)], {
        phase: 'answer',
        turn: 1,
        number: 4,
        answerers: [2, 0],
      }),
    caption: {
      fr: 'Bleu annonce 4 et avance aussitôt. Les autres répondent chacun à leur tour : y croire, ou douter ?',
      en: 'Blue announces 4 and moves at once. The others answer one by one: believe it, or doubt?',
    },
  },
  {
    draw: () => html`<${Cup} size=${90} /><${Die} face=${2} size=${60} />`,
    caption: {
      fr: 'Rouge doute : le dé montrait 2. Le pion bleu tombe, celui de Rouge avance de 4. Si l’annonce avait été vraie, Rouge serait tombé.',
      en: 'Red doubts: the die showed 2. The blue pawn falls, and Red’s moves on by 4. Had it been true, Red’s would have fallen.',
    },
  },
  {
    draw: () => bridge([player(4, [1, 4], 1), player(2, [2]), player(7, [3], 2)]),
    caption: {
      fr: 'Chaque arrivée se place au-dessus des précédentes. Si personne n’en a trois, ces marches sont les points.',
      en: 'Each arrival goes above those before. If nobody has three, these steps are the points.',
    },
  },
];
