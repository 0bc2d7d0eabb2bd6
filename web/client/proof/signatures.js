/** Promises and receipts: what the server signed before the deal and while the match was played, Ed25519 where the browser has it. */
import { hash, hex, joined, raw, u64, utf8 } from './bytes.js';
import { must } from './unfair.js';

/** Whether this browser can check signatures. */
export async function canVerify() {
  try {
    await crypto.subtle.importKey('raw', joined(new Uint8Array(32)), 'Ed25519', false, ['verify']);
    return true;
  } catch {
    return false;
  }
}

/** Whether it is the server's word from before the deal. @param {any} receipt */
export function isPromise(receipt) {
  return 'commitment' in receipt;
}

/**
 * Each promise or receipt is of this very match, and signed.
 * @param {any} given the export
 * @param {Uint8Array[]} heads
 * @param {any[]} receipts
 * @param {string[]} keys the server's keys in hex
 */
export async function checkReceipts(given, heads, receipts, keys) {
  const verifies = await canVerify();
  /** @type {Map<string, Uint8Array>} */
  const known = new Map();
  for (const digits of [given.fairness.signing_key, ...keys]) {
    const key = raw(digits, 32);
    if (key) known.set(hex(await hash(key)).slice(0, 16), key);
  }
  for (const [place, receipt] of receipts.entries()) {
    const { kind, stated } = said(given, heads, receipt, place + 1);
    const key = known.get(receipt.key_id);
    must(key, 'receipt_key', 'receipt', place + 1);
    if (!verifies) continue;
    const message = joined(utf8(`gobelet/${kind}\0${given.match.id}\0`), ...stated);
    const signature = raw(receipt.signature, 64);
    must(
      signature && (await isSigned(/** @type {Uint8Array} */ (key), signature, message)),
      'receipt_signature',
      'receipt',
      place + 1,
    );
  }
  return receipts.length;
}

/** @param {Uint8Array} key @param {Uint8Array} signature @param {Uint8Array<ArrayBuffer>} message */
async function isSigned(key, signature, message) {
  const held = await crypto.subtle.importKey('raw', joined(key), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', held, joined(signature), message);
}

/** What a receipt says, which the log must still say. @param {any} given @param {Uint8Array[]} heads @param {any} receipt @param {number} place */
function said({ fairness }, heads, receipt, place) {
  const agrees = (/** @type {unknown} */ holds) => must(holds, 'receipt_log', 'receipt', place);
  const bytes = (/** @type {string} */ digits) =>
    raw(digits, digits.length / 2) ?? new Uint8Array();
  if ('head' in receipt) {
    const head = heads[receipt.seq];
    agrees(head && hex(head) === receipt.head);
    return { kind: 'receipt/1', stated: [u64(receipt.seq), /** @type {Uint8Array} */ (head)] };
  }
  if ('digest' in receipt)
    return { kind: 'sealed/1', stated: [u64(receipt.asked), bytes(receipt.digest)] };
  const seat = fairness.seats[receipt.seat];
  const bound = [bytes(fairness.commitment), u64(receipt.seat)];
  if (isPromise(receipt)) {
    must(receipt.commitment === fairness.commitment, 'promise_other', 'receipt', place);
    agrees(seat?.seed_commitment === receipt.seed_commitment);
    return { kind: 'promise/1', stated: [...bound, bytes(receipt.seed_commitment ?? '')] };
  }
  agrees(seat?.seed === receipt.seed);
  return { kind: 'seed/2', stated: [...bound, bytes(receipt.seed)] };
}
