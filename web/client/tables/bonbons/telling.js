/** The end in one sentence: who stole most, else who found most pairs. */
import { dictionary } from '../../i18n.js';
import { about, most } from '../most.js';

const say = dictionary({
  en: {
    thief: ({ name, n, you }) =>
      `${you ? 'You' : name} stole ${n === 1 ? 'a tile' : `${n} tiles`}, more than anyone.`,
    finder: ({ name, n, you }) =>
      `${you ? 'You' : name} found ${n === 1 ? 'one pair' : `${n} pairs`}, more than anyone.`,
  },
  fr: {
    thief: ({ name, n, you }) =>
      `${you ? 'Vous avez' : `${name} a`} volé ${n === 1 ? 'un bonbon' : `${n} bonbons`}, plus que personne.`,
    finder: ({ name, n, you }) =>
      `${you ? 'Vous avez' : `${name} a`} trouvé ${n === 1 ? 'une paire' : `${n} paires`}, plus que personne.`,
  },
});

/** @param {any[]} events @param {{names: string[], you: number | null}} scene */
export function telling(events, scene) {
  const of = (/** @type {string} */ kind) =>
    most(events.filter(({ type }) => type === kind).map(({ data }) => data.seat));
  const [thief, finder] = [of('candy_stolen'), of('pair_found')];
  if (thief) return say('thief', about(thief, scene));
  return finder ? say('finder', about(finder, scene)) : '';
}
