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
    section: 2,
    draw: () => row(['violet-1', 'blue-3', 'green-5', 'yellow-12']),
    caption: {
      fr: 'Couleur, valeur et diamants : les petites cartes en portent le plus.',
      en: 'Colour, value and diamonds: low cards have most of them.',
    },
  },
  {
    section: 2,
    draw: () =>
      html`${COLOURS.map((colour) => html`<span key=${colour} class="rule-card"><${Back} colour=${colour} /></span>`)}`,
    caption: {
      fr: 'Le dos montre la couleur, pas la valeur.',
      en: 'The back shows the colour, not the value.',
    },
  },
  {
    section: 3,
    draw: () => row(['violet-10', 'blue-11', 'green-4', 'violet-6'], ['1', '', '', '2']),
    caption: {
      fr: 'Le violet totalise 16 et l’emporte : le 10 est premier et choisit une carte, le 6 est second et reçoit les deux plus petites qui restent.',
      en: 'Violet comes to 16 and wins: the 10 is first and chooses a card, the 6 is second and gets the two lowest that are left.',
    },
  },
  {
    section: 4,
    draw: () => row(['violet-6', 'blue-2', 'green-4', 'yellow-9']),
    caption: {
      fr: 'Quatre couleurs différentes devant vous : un Pass Pass.',
      en: 'Four different colours in front of you: a Pass Pass.',
    },
  },
];
