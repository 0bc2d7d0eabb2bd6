/** What was announced in a match, and whether it was true. */

/** @typedef {{seat: number, animal: any, announce: any, caught: boolean}} Claim */

/** Every announcement with what it was. @param {any[]} events @returns {Claim[]} */
export function claims(events) {
  /** @type {Claim[]} */
  const found = [];
  for (const { type, data } of events) {
    if (type === 'token_picked' && data.announce)
      found.push({ seat: data.seat, animal: data.animal, announce: data.announce, caught: false });
    const last = found.at(-1);
    if (type === 'lie_found' && last) last.caught = true;
  }
  return found;
}
