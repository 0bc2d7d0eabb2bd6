/** What the server has signed for this device, kept to be compared with the log when a match is over. */
import { keep, kept } from './store.js';

const KEPT_MATCHES = 60;

/** Keep a receipt. @param {string} match @param {unknown} receipt */
export function keepReceipt(match, receipt) {
  const order = kept('receipted', /** @type {string[]} */ ([])).filter((id) => id !== match);
  for (const old of order.slice(KEPT_MATCHES - 1)) keep(`receipts.${old}`, null);
  keep('receipted', [match, ...order].slice(0, KEPT_MATCHES));
  keep(`receipts.${match}`, [...receiptsOf(match), receipt]);
}

/** Keep what the server promised before the deal; what it had signed for an earlier seat is gone with that seat. @param {string} match @param {unknown} promise */
export function keepPromise(match, promise) {
  keep(`receipts.${match}`, null);
  keepReceipt(match, promise);
}

/** @param {string} match @returns {any[]} */
export function receiptsOf(match) {
  return kept(`receipts.${match}`, /** @type {any[]} */ ([]));
}
