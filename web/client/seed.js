/**
 * This player's own number in the chance of a match (docs/fairness.md): promised when sitting down,
 * revealed as soon as the table is complete. It is only added where that is at once: the deal waits
 * for whoever has promised one, and nobody should wait for a page that has been closed.
 */
import { api } from './api.js';
import { canHash, hash, hex, utf8 } from './proof/bytes.js';
import { keepPromise, keepReceipt } from './receipts.js';
import { keep, kept } from './store.js';

/** @typedef {import('./types').Match} Match */

/**
 * Sit down at a table, and add one's number if that makes it complete.
 * @param {string} path @param {Record<string, unknown>} body @param {boolean} last
 * @returns {Promise<Match>}
 */
export async function sitDown(path, body, last) {
  if (!last || !canHash) return seated(await api.post(path, body));
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const promised = hex(await hash(utf8('gobelet/client/1\0'), seed));
  const match = seated(await api.post(path, { ...body, seed_commitment: promised }));
  keep(`seed.${match.id}`, hex(seed));
  return (await reveal(match)) ?? match;
}

/** Keep what the server has promised to who sits down. @param {Match} match @returns {Match} */
function seated(match) {
  if (match.promise) keepPromise(match.id, match.promise);
  return match;
}

/** The table waits for this player's number: here it is, if this is the device that promised it. @param {Match} match @returns {Promise<Match | null>} */
export async function reveal(match) {
  if (match.you === null || !match.starting?.waiting_for.includes(match.you)) return null;
  const seed = kept(`seed.${match.id}`, '');
  if (!seed) return null;
  const answer = await api.post(`matches/${match.id}/seed`, { seed });
  keepReceipt(match.id, answer.receipt);
  keep(`seed.${match.id}`, null);
  return answer.match;
}
