/** 7. Receipts: what the server signed while the match was played, Ed25519 where the browser has it. */
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

/**
 * Each receipt is of this very log, and signed.
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
    const { kind, number, stated } = said(given, heads, receipt, place + 1);
    const key = known.get(receipt.key_id);
    must(key, 'receipt_key', 'receipt', place + 1);
    if (!verifies) continue;
    const message = joined(utf8(`gobelet/${kind}/1\0${given.match.id}\0`), u64(number), stated);
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
function said(given, heads, receipt, place) {
  if ('head' in receipt) {
    const head = heads[receipt.seq];
    must(head && hex(head) === receipt.head, 'receipt_log', 'receipt', place);
    return { kind: 'receipt', number: receipt.seq, stated: /** @type {Uint8Array} */ (head) };
  }
  if ('digest' in receipt)
    return {
      kind: 'sealed',
      number: receipt.asked,
      stated: raw(receipt.digest, 32) ?? new Uint8Array(),
    };
  must(given.fairness.seats[receipt.seat]?.seed === receipt.seed, 'receipt_log', 'receipt', place);
  return {
    kind: 'seed',
    number: receipt.seat,
    stated: raw(receipt.seed, receipt.seed.length / 2) ?? new Uint8Array(),
  };
}
