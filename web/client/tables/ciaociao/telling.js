/** The end in one sentence: whose bluffs were believed, else one's own, else whose were caught. */
import { dictionary } from '../../i18n.js';
import { about, most } from '../most.js';
import { claims } from './claims.js';

const say = dictionary({
  en: {
    believed: ({ name, n, you }) =>
      `${you ? 'You' : name} got away with ${n === 1 ? 'one bluff' : `${n} bluffs`}, more than anyone.`,
    own: ({ n }) => `${n === 1 ? 'One bluff' : `${n} bluffs`} of yours got through!`,
    caught: ({ name, n, you }) =>
      `${n === 1 ? 'One bluff' : `${n} bluffs`} that did not go unnoticed cost ${you ? 'you' : name} dear.`,
    honest: 'Nobody bluffed in this match. Who would have thought!',
  },
  fr: {
    believed: ({ name, n, you }) =>
      `${you ? 'Vous avez fait' : `${name} a fait`} passer ${n === 1 ? 'un bluff' : `${n} bluffs`}, mieux que personne.`,
    own: ({ n }) =>
      `${n === 1 ? 'Un de vos bluffs est passé' : `${n} de vos bluffs sont passés`} !`,
    caught: ({ name, n, you }) =>
      you
        ? `${n === 1 ? 'Un bluff démasqué vous a' : `${n} bluffs démasqués vous ont`} coûté cher.`
        : `${n === 1 ? 'Un bluff démasqué a' : `${n} bluffs démasqués ont`} coûté cher à ${name}.`,
    honest: 'Personne n’a bluffé dans cette partie. Qui l’eût cru ?',
  },
});

/** @param {any[]} events @param {{names: string[], you: number | null}} scene */
export function telling(events, scene) {
  const bluffs = claims(events).filter(({ die, number }) => die !== number);
  const seats = (/** @type {boolean} */ caught) =>
    bluffs.filter((claim) => claim.caught === caught).map(({ seat }) => seat);
  if (!bluffs.length) return claims(events).length ? say('honest') : '';
  const [believed, caught] = [most(seats(false)), most(seats(true))];
  if (believed) return say('believed', about(believed, scene));
  const own = seats(false).filter((seat) => seat === scene.you).length;
  if (own) return say('own', { n: own });
  return caught ? say('caught', about(caught, scene)) : '';
}
