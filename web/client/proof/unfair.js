/** What is wrong with an export, and where. */

/** @typedef {'seed_unfit' | 'names' | 'seed_broken' | 'draw_other' | 'draw_kind' | 'draw_unshown' | 'shown_other' | 'shown_untrue' | 'slot' | 'hash' | 'order' | 'frame' | 'end_missing' | 'head_other' | 'commitment_other' | 'promise_other' | 'receipt_log' | 'receipt_signature' | 'receipt_key' | 'form'} Why */
/** @typedef {'file' | 'seat' | 'draw' | 'event' | 'receipt'} Kind */

export class Unfair extends Error {
  /** @param {Why} why @param {Kind} [kind] @param {number} [number] */
  constructor(why, kind = 'file', number = 0) {
    super(`${kind} ${number}: ${why}`);
    this.why = why;
    this.kind = kind;
    this.number = number;
  }
}

/** @param {unknown} holds @param {Why} why @param {Kind} [kind] @param {number} [number] */
export function must(holds, why, kind, number) {
  if (!holds) throw new Unfair(why, kind, number);
}
