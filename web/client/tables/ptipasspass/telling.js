/** The end in one sentence: whose lies were believed, else who saw through most of them. */
import { dictionary } from '../../i18n.js';
import { about, most } from '../most.js';
import { claims } from './claims.js';

const say = dictionary({
  en: {
    believed: ({ name, n, you }) =>
      `${you ? 'You' : name} got away with ${n === 1 ? 'one lie' : `${n} lies`}, more than anyone.`,
    seen: ({ name, n, you }) =>
      `${you ? 'You' : name} saw through ${n === 1 ? 'one lie' : `${n} lies`}, more than anyone.`,
    honest: 'Every announcement in this match was true.',
  },
  fr: {
    believed: ({ name, n, you }) =>
      `${you ? 'Vous avez fait' : `${name} a fait`} passer ${n === 1 ? 'un mensonge' : `${n} mensonges`}, mieux que personne.`,
    seen: ({ name, n, you }) =>
      `${you ? 'Vous avez' : `${name} a`} démasqué ${n === 1 ? 'un mensonge' : `${n} mensonges`}, mieux que personne.`,
    honest: 'Toutes les annonces de cette partie étaient vraies.',
  },
});

/** @param {any[]} events @param {{names: string[], you: number | null}} scene */
export function telling(events, scene) {
  const told = claims(events);
  const lies = told.filter(({ animal, announce }) => animal !== announce);
  if (!lies.length) return told.length ? say('honest') : '';
  const believed = most(lies.filter(({ caught }) => !caught).map(({ seat }) => seat));
  if (believed) return say('believed', about(believed, scene));
  const found = events.filter(({ type }) => type === 'lie_found');
  const seen = most(found.map(({ data }) => data.seat));
  return seen ? say('seen', about(seen, scene)) : '';
}
