/** Pictures for the rules. */
import { html } from '../../html.js';
import { Tile } from './tile.js';

/** @param {string} face @param {string} [lies] */
function square(face, lies = 'shown') {
  return html`<span class="rule-tile"><${Tile} tile=${{ lies, face }} /></span>`;
}

/** @param {string} face @param {string} [lies] */
function round(face, lies = 'shown') {
  return html`<span class="rule-tile"><${Tile} tile=${{ lies, ...(face ? { face } : {}) }} round=${true} /></span>`;
}

const CANDIES = [
  'toffee-red',
  'humbug-yellow',
  'nougat-green',
  'bear-blue',
  'crocodile-red',
  'cane-yellow',
  'shell-green',
  'lokum-blue',
];

/** @type {import('../index.js').Picture[]} */
export default [
  {
    section: 2,
    draw: () => html`${CANDIES.map((face) => square(face))}`,
    caption: {
      fr: 'Les huit sortes de bonbons ; chacune existe dans les quatre couleurs.',
      en: 'The eight kinds of candy; each comes in all four colours.',
    },
  },
  {
    section: 3,
    draw: () => html`${square('nougat-green')}${round('nougat-green')}`,
    caption: {
      fr: 'Même bonbon, même couleur : trouvé ! Et si la tuile ronde est à quelqu’un d’autre, elle est à vous.',
      en: 'Same candy, same colour: found! And if the round tile is somebody else’s, it becomes yours.',
    },
  },
  {
    section: 3,
    draw: () => html`${square('bear-blue')}${round('bear-red')}`,
    caption: {
      fr: 'Pas la même couleur : on les remet face cachée, et tout le monde s’en souvient. Ou presque.',
      en: 'Not the same colour: they are turned down again, and everybody remembers. Or nearly everybody.',
    },
  },
  {
    section: 4,
    draw: () => html`${square('coin')}${square('coin')}${square('coin')}${round('', 'covered')}`,
    caption: {
      fr: 'Trois pièces d’affilée : posées sur une de vos tuiles, elles la font compter comme trouvée.',
      en: 'Three coins in a row: put on one of your tiles, they make it count as found.',
    },
  },
  {
    section: 4,
    draw: () => square('wrapper'),
    caption: {
      fr: 'L’emballage vide : une tuile ronde de plus à trouver.',
      en: 'The empty wrapper: one more round tile to find.',
    },
  },
];
