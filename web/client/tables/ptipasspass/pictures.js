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
    draw: () => html`<div class="rule-grid">${Array.from({ length: 9 }, (_, n) => cup(n))}</div>`,
    caption: {
      fr: 'Trois gobelets par personne. Gagnez deux manches en soulevant une bonne ligne de trois.',
      en: 'Three cups for each player. Win two rounds by lifting a good line of three.',
    },
  },
  {
    draw: () =>
      html`${ANIMALS.map((animal) => html`<${Token} key=${animal} animal=${animal} size=${64} />`)}`,
    caption: {
      fr: 'Chacun a en main une colombe, un lapin et une souris, et pose un jeton par tour.',
      en: 'Everybody holds a dove, a rabbit and a mouse, and places one each turn.',
    },
  },
  {
    draw: () => cup(4, null),
    caption: {
      fr: '« Un lapin ! » Au tour masqué, personne ne voit le jeton. OK, Doublon ou Menteur ?',
      en: '“A rabbit!” In a masked turn nobody sees the token. OK, Double or Liar?',
    },
  },
  {
    draw: () => html`<span class="rule-sign">⚡</span>${cup(3, 'mouse')}`,
    caption: {
      fr: '« Doublon ! » : le gobelet contenait déjà un jeton. « Menteur ! » : l’annonce était fausse. À raison, une récompense ; à tort, vous recevez le jeton contre un jeton Challenge.',
      en: '“Double!”: the cup held a token already. “Liar!”: the claim was false. If right, you are rewarded; if wrong, you get the token and lose a Challenge token.',
    },
  },
  {
    draw: () => html`${cup(0, 'rabbit')}${cup(1, 'mouse')}${cup(2, 'dove')}`,
    caption: {
      fr: 'Main vide ? Soulevez une ligne : trois animaux différents, ou trois fois le même, et la manche est à vous.',
      en: 'Hand empty? Lift a line: three different animals, or three times the same, and the round is yours.',
    },
  },
];
