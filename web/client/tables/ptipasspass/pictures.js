/** Pictures for the rules. */
import { html } from '../../html.js';
import { ANIMALS, CupShape, Disc, Token } from './animals.js';

/** @typedef {import('./animals.js').Animal} Animal */

/** A cup, and above it what is held there or what was under it. @param {number} n @param {Animal | null} [animal] */
function cup(n, animal) {
  return html`<svg key=${n} class="rule-cup" viewBox=${animal === undefined ? '0 0 96 96' : '0 -54 96 150'}><${CupShape} /><text x="48" y="56" text-anchor="middle" class="pt-number">${n}</text>
    ${animal !== undefined && html`<g transform="translate(48 -28) scale(1.300)"><${Disc} animal=${animal} /></g>`}</svg>`;
}

/** @type {import('../index.js').Picture[]} */
export default [
  {
    section: 2,
    draw: () => html`<div class="rule-grid">${Array.from({ length: 9 }, (_, n) => cup(n))}</div>`,
    caption: {
      fr: 'À trois joueurs : trois rangées de trois gobelets.',
      en: 'With three players: three rows of three cups.',
    },
  },
  {
    section: 2,
    draw: () =>
      html`${ANIMALS.map((animal) => html`<${Token} key=${animal} animal=${animal} size=${64} />`)}`,
    caption: {
      fr: 'Chacun a en main une colombe, un lapin et une souris.',
      en: 'Everybody holds a dove, a rabbit and a mouse.',
    },
  },
  {
    section: 3,
    draw: () => cup(4, null),
    caption: {
      fr: '« Un lapin ! » Au tour masqué, personne ne voit le jeton. OK, Doublon ou Menteur ?',
      en: '“A rabbit!” In a masked turn nobody sees the token. OK, Double or Liar?',
    },
  },
  {
    section: 4,
    draw: () => html`${cup(0, 'rabbit')}${cup(1, 'mouse')}${cup(2, 'dove')}`,
    caption: {
      fr: 'Trois gobelets en ligne, trois animaux différents : la manche est gagnée. Trois fois le même aussi.',
      en: 'Three cups in a line, three different animals: the round is won. Three of the same as well.',
    },
  },
];
