/** Seeds, promises and receipts: docs/fairness.md. */
import { canHash, hash, hex, raw, utf8 } from './proof/bytes.js';
import { checkExport } from './proof/check.js';
import { checkReceipts } from './proof/signatures.js';

export { Unfair } from './proof/unfair.js';

/** @typedef {import('./api.js').Schemas} Schemas */
/** @typedef {Schemas['Promise'] | Schemas['Receipt'] | Schemas['SeedReceipt']} Signed */

/** A number of one's own, and what commits to it; null where there is no WebCrypto. */
export async function newSeed() {
  if (!canHash) return null;
  const seed = crypto.getRandomValues(new Uint8Array(32));
  return { seed: hex(seed), commitment: hex(await hash(utf8('gobelet/client/1\0'), seed)) };
}

export class Evidence {
  /** @param {import('./api.js').Api} api @param {import('./stores.js').Store} store */
  constructor(api, store) {
    this.api = api;
    this.store = store;
  }

  /** What the server has signed for this device in a match. @param {string} match @returns {Promise<Signed[]>} */
  async kept(match) {
    return (await this.store.get(`kept.${match}`)) ?? [];
  }

  /**
   * Keep what the server signed; throws `Unfair` at once if the signature is not good. A promise of a
   * new seat replaces what was signed for an earlier one.
   * @param {Schemas['Match']} match @param {Signed} one
   */
  async keep(match, one) {
    const kept = await this.kept(match.id);
    if (kept.some((other) => other.signature === one.signature)) return;
    const keys = await this.keys(one.key_id);
    const isPromise = 'commitment' in one;
    await this.store.set(`kept.${match.id}`, isPromise ? [one] : [...kept, one]);
    if (canHash) await verify(match, one, keys);
  }

  /** Forget a match that needs no check any more. @param {string} match */
  async forget(match) {
    await this.store.set(`kept.${match}`, null);
    await this.store.set(`seed.${match}`, null);
  }

  /** The public keys, as they were first shown to this device, and new ones. @param {string} [wanted] @returns {Promise<string[]>} */
  async keys(wanted) {
    /** @type {Record<string, string>} */
    const known = (await this.store.get('keys')) ?? {};
    if (!wanted || !known[wanted]) {
      for (const { key_id, public_key } of (await this.api.get('keys')).keys)
        known[key_id] ??= public_key;
      await this.store.set('keys', known);
    }
    return Object.values(known);
  }

  /** Check an export with all that was kept; throws `Unfair` at the first fault. @param {Schemas['Match']} match the match as it was last shown */
  async check(match) {
    const given = await this.api.get(`matches/${match.id}/export`);
    const { commitment, version, head } = match;
    const found = await checkExport(given, {
      seen: { commitment, version, head },
      receipts: await this.kept(match.id),
      keys: await this.keys(),
    });
    for (const { fault } of found) if (fault) throw fault;
    return found;
  }
}

/** Whether the server signed this for this match; throws `Unfair`. @param {Schemas['Match']} match @param {any} one @param {string[]} keys */
async function verify({ id, commitment }, one, keys) {
  const fairness = { commitment, signing_key: keys[0], seats: { [one.seat]: one } };
  const heads = one.head ? { [one.seq]: raw(one.head, 32) } : {};
  await checkReceipts({ match: { id }, fairness }, /** @type {any} */ (heads), [one], keys);
}
