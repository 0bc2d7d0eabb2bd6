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
    draw: () => html`${CANDIES.map((face) => square(face))}`,
    caption: {
      fr: 'Huit sortes de bonbons en quatre couleurs, face cachée au milieu. Devant vous, quatre tuiles rondes que personne n’a vues : la première rangée toute trouvée gagne.',
      en: 'Eight kinds of candy in four colours lie face down. Before you are four round tiles that nobody has seen: find all of yours first.',
    },
  },
  {
    draw: () => html`${square('nougat-green')}${round('nougat-green')}`,
    caption: {
      fr: 'Retournez un carré et une tuile ronde. Même bonbon, même couleur : trouvé, et vous pouvez rejouer ! Si la tuile est à quelqu’un d’autre, vous la volez contre une des vôtres.',
      en: 'Turn up a square and a round tile. Same candy, same colour: found, and you may go on! If the tile is somebody else’s, you steal it for one of yours.',
    },
  },
  {
    draw: () => html`${square('bear-blue')}${round('bear-red')}`,
    caption: {
      fr: 'Pas la même couleur : on les remet face cachée, et tout le monde s’en souvient. Ou presque.',
      en: 'Not the same colour: they are turned down again, and everybody remembers. Or nearly everybody.',
    },
  },
  {
    draw: () => html`${square('coin')}${square('coin')}${square('coin')}${round('', 'covered')}`,
    caption: {
      fr: 'Trois pièces d’affilée : posées sur une de vos tuiles, elles la font compter comme trouvée.',
      en: 'Three coins in a row: put on one of your tiles, they make it count as found.',
    },
  },
  {
    draw: () => square('wrapper'),
    caption: {
      fr: 'L’emballage vide : une tuile ronde de plus à trouver.',
      en: 'The empty wrapper: one more round tile to find.',
    },
  },
];
