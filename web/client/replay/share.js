/** A moment of a replay as a link. */
import { shareLink } from '../components/share-link.js';
import { say } from './words.js';

const FIRST = 2;
const LINK = /^(?:(\d{1,6})(?:\.|$))?([\w-]*)$/;

/** The event that a link leads to, else the first that is worth seeing. @param {string} hash @param {number} last */
export function momentOf(hash, last) {
  const wanted = Number(LINK.exec(hash)?.[1] ?? FIRST);
  return Math.min(Math.max(wanted, 1), last);
}

/** What shows a private match to whoever has the link, as a header. @param {string} hash @returns {Record<string, string>} */
export function shareOf(hash) {
  const secret = LINK.exec(hash)?.[2];
  return secret ? { Share: secret } : {};
}

/** @param {string} match @param {number} seq @param {string} [secret] */
export function momentLink(match, seq, secret) {
  return `${location.origin}/matches/${match}/replay#${seq}${secret ? `.${secret}` : ''}`;
}

/**
 * Share by the device's own ways, else copy and say who can open it.
 * @param {import('../types').Match} match @param {number} seq @param {string} [secret]
 */
export async function shareMoment(match, seq, secret) {
  const closed = match.visibility === 'private' && !secret;
  const told = say(closed ? 'shared_closed' : 'shared', { n: seq, all: match.version });
  await shareLink(momentLink(match.id, seq, secret), told);
}
