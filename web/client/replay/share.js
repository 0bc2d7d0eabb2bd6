/** A moment of a replay as a link: whoever may see the match sees it there. */
import { shareLink } from '../components/share-link.js';

const FIRST = 2;

/** The event that a link leads to, else the first that is worth seeing. @param {string} hash @param {number} last */
export function momentOf(hash, last) {
  const wanted = /^\d+$/.test(hash) ? Number(hash) : FIRST;
  return Math.min(Math.max(wanted, 1), last);
}

/** @param {string} match @param {number} seq */
export function momentLink(match, seq) {
  return `${location.origin}/matches/${match}/replay#${seq}`;
}

/** Share by the device's own ways, else copy. @param {string} match @param {number} seq */
export async function shareMoment(match, seq) {
  await shareLink(momentLink(match, seq));
}
