/** Pictures for the rules. */
import { html } from '../../html.js';
import { Back, Front } from './card.js';
import { COLOURS } from './cards.js';

/** @param {string[]} cards @param {string[]} [marks] */
function row(cards, marks = []) {
  return html`${cards.map((card, at) => html`<span key=${card} class="rule-card"><${Front} card=${card} />${marks[at] && html`<b>${marks[at]}</b>`}</span>`)}`;
}

/** @type {import('../index.js').Picture[]} */
export default [
  {
    draw: () => row(['violet-1', 'blue-3', 'green-5', 'yellow-12']),
    caption: {
      fr: 'Chacun reçoit huit cartes. Les petites portent des diamants ; chaque carte prise et chaque diamant valent un point.',
      en: 'Everybody gets eight cards. Low ones carry diamonds; each card taken and each diamond is a point.',
    },
  },
  {
    draw: () =>
      html`${COLOURS.map((colour) => html`<span key=${colour} class="rule-card"><${Back} colour=${colour} /></span>`)}`,
    caption: {
      fr: 'Des mains des autres, on voit les couleurs, pas les valeurs.',
      en: 'Of other hands you see the colours, not the values.',
    },
  },
  {
    draw: () => row(['violet-10', 'blue-11', 'green-4', 'violet-6'], ['1', '', '', '2']),
    caption: {
      fr: 'Chacun joue une carte, n’importe laquelle. Le violet totalise 16 et l’emporte : le 10 est premier et prend une carte, le 6 est second et prend les deux plus petites qui restent.',
      en: 'Everybody plays a card, any card. Violet comes to 16 and wins: the 10 is first and takes a card, the 6 is second and takes the two lowest that are left.',
    },
  },
  {
    draw: () => row(['green-8', 'blue-9', 'yellow-2'], ['2', '1', '']),
    caption: {
      fr: 'Une carte seule dans sa couleur : le 9 est premier, la couleur suivante, le vert, est seconde. Le second entame le pli suivant.',
      en: 'Every colour alone: the 9 is first, the next colour, green, is second. The second leads the next trick.',
    },
  },
  {
    draw: () => row(['violet-6', 'blue-2', 'green-4', 'yellow-9']),
    caption: {
      fr: 'Quatre couleurs devant vous : un Pass Pass. Le troisième gagne sur-le-champ ; sinon, le plus de points en trois manches.',
      en: 'All four colours in front of you: a Pass Pass. Your third wins at once; otherwise the most points of three rounds.',
    },
  },
];
