/** The end in one sentence: who completed most sets of the four colours, else who won most tricks. */
import { dictionary } from '../../i18n.js';
import { about, most } from '../most.js';

const say = dictionary({
  en: {
    sets: ({ name, n, you }) =>
      `${you ? 'You' : name} called “Pass Pass” ${n === 1 ? 'once' : `${n} times`}, more than anyone.`,
    tricks: ({ name, n, you }) => `${you ? 'You' : name} took the most tricks: ${n}.`,
  },
  fr: {
    sets: ({ name, n, you }) =>
      `${you ? 'Vous avez' : `${name} a`} fait ${n} Pass Pass, plus que personne.`,
    tricks: ({ name, n, you }) =>
      `${you ? 'Vous avez' : `${name} a`} remporté le plus de plis : ${n}.`,
  },
});

/** @param {any[]} events @param {{names: string[], you: number | null}} scene */
export function telling(events, scene) {
  const sets = most(
    events
      .filter(({ type }) => type === 'pass_pass_ticked')
      .flatMap(({ data }) => Array(data.ticks).fill(data.seat)),
  );
  if (sets) return say('sets', about(sets, scene));
  const tricks = most(
    events.filter(({ type }) => type === 'trick_won').map(({ data }) => data.first),
  );
  return tricks ? say('tricks', about(tricks, scene)) : '';
}
