/** What was announced in a match, and whether it was true. */

/** @typedef {{seat: number, die: number, number: number, caught: boolean}} Claim */

/** Every announcement with what was under the cup. @param {any[]} events @returns {Claim[]} */
export function claims(events) {
  /** @type {Claim[]} */
  const found = [];
  let die = 0;
  for (const { type, data } of events) {
    if (type === 'die_rolled') die = data.die;
    if (type === 'number_announced')
      found.push({ seat: data.seat, die, number: data.number, caught: false });
    const last = found.at(-1);
    if (type === 'announcement_doubted' && last) last.caught = data.bluff;
  }
  return found;
}
