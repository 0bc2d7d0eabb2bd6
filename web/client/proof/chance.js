/** Draws: what the key of a match makes of a number and a label, and nothing else could. */
import { keyed, u64, utf8 } from './bytes.js';

const ALL = 2n ** 64n;

/** @typedef {() => Promise<bigint>} Words each call gives the next 64-bit number */

/** The numbers of one draw. @param {(...message: Uint8Array[]) => Promise<Uint8Array>} key of the match @param {number} k @param {string} label @returns {Promise<Words>} */
export async function drawn(key, k, label) {
  const block = await keyed(await key(utf8('gobelet/draw/1\0'), u64(k), utf8(label)));
  let [number, at] = [0, 32];
  let bytes = new DataView(new ArrayBuffer(32));
  return async () => {
    if (at === 32) {
      bytes = new DataView((await block(u64(number))).buffer);
      number += 1;
      at = 0;
    }
    at += 8;
    return bytes.getBigUint64(at - 8);
  };
}

/** 0…n−1, all equally likely: numbers of the incomplete last round are thrown away. @param {Words} words @param {number} n */
export async function below(words, n) {
  const size = BigInt(n);
  for (;;) {
    const word = await words();
    if (word < ALL - (ALL % size)) return Number(word % size);
  }
}

/** 0…n−1 in an order of which all are equally likely. @param {Words} words @param {number} n */
export async function shuffled(words, n) {
  const order = Array.from({ length: n }, (_, at) => at);
  for (let i = n - 1; i > 0; i -= 1) {
    const j = await below(words, i + 1);
    const kept = /** @type {number} */ (order[i]);
    order[i] = /** @type {number} */ (order[j]);
    order[j] = kept;
  }
  return order;
}
