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
    section: 2,
    draw: () => bridge([player(1), player(1), player(1)]),
    caption: {
      fr: 'Au départ : un pion de chacun sur la première planche, le podium au bout du pont.',
      en: 'The start: one pawn of each player on the first plank, the podium at the end of the bridge.',
    },
  },
  {
    section: 2,
    draw: () =>
      html`${[1, 2, 3, 4, 0, 0].map((face, at) => html`<${Die} key=${at} face=${face} size=${46} />`)}`,
    caption: {
      fr: 'Les six faces du dé. Avec une croix, il faut mentir.',
      en: 'The six faces of the die. With a cross you must lie.',
    },
  },
  {
    section: 3,
    draw: () =>
      bridge([player(3), player(6), player(2)], {
        phase: 'answer',
        turn: 1,
        number: 4,
        answerers: [2, 0],
      }),
    caption: {
      fr: 'Bleu annonce 4 et avance jusqu’à la planche 6. Vrai ou faux ?',
      en: 'Blue announces 4 and moves to plank 6. True or not?',
    },
  },
  {
    section: 3,
    draw: () => html`<${Cup} size=${90} /><${Die} face=${2} size=${60} />`,
    caption: {
      fr: 'Rouge doute : le dé montrait 2. Le pion bleu tombe et celui de Rouge avance de 4.',
      en: 'Red doubts: the die showed 2. The blue pawn falls, and Red’s moves on by 4.',
    },
  },
  {
    section: 4,
    draw: () => bridge([player(4, [1, 4], 1), player(2, [2]), player(7, [3], 2)]),
    caption: {
      fr: 'Chaque arrivée se place au-dessus des précédentes. Trois pions sur le podium, et c’est gagné.',
      en: 'Each arrival goes above those before. Three pawns on the podium, and you have won.',
    },
  },
];
