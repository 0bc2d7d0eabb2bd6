/** Hashes and bytes as docs/fairness.md writes them, by the browser's own WebCrypto. */

const text = new TextEncoder();

/** Whether this page may use WebCrypto: only over https, or on the machine itself. */
export const canHash = Boolean(globalThis.crypto?.subtle);

/** @param {string} words @returns {Uint8Array<ArrayBuffer>} */
export function utf8(words) {
  return text.encode(words);
}

/** Several pieces in a row. @param {Uint8Array[]} parts @returns {Uint8Array<ArrayBuffer>} */
export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Eight bytes, the highest first. @param {number} number */
export function u64(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes that lower-case hex stands for, or null if it does not stand for so many. @param {unknown} digits @param {number} size */
export function raw(digits, size) {
  if (typeof digits !== 'string' || !/^[0-9a-f]*$/.test(digits) || digits.length !== 2 * size)
    return null;
  return Uint8Array.from({ length: size }, (_, at) =>
    parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  );
}

/** SHA-256. @param {Uint8Array[]} parts */
export async function hash(...parts) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)));
}

/** HMAC-SHA-256 with one key, for many messages. @param {Uint8Array} key */
export async function keyed(key) {
  const held = await crypto.subtle.importKey(
    'raw',
    joined(key),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return async (/** @type {Uint8Array[]} */ ...message) =>
    new Uint8Array(await crypto.subtle.sign('HMAC', held, joined(...message)));
}

/** The one JSON text of a value: names in order, no space, whole numbers only. @param {any} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value && typeof value === 'object') {
    return `{${Object.keys(value)
      .sort()
      .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
      .join(',')}}`;
  }
  if (value === undefined || (typeof value === 'number' && !Number.isSafeInteger(value)))
    throw new TypeError('not in an export');
  return JSON.stringify(value);
}

/** Whether two values are the same JSON. @param {unknown} one @param {unknown} other */
export function same(one, other) {
  return canonical(one) === canonical(other);
}
