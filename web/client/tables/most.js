/** Who did something most often. */

/**
 * The seat that is named most often, and how often; null if no seat is, or several as often.
 * @param {number[]} seats @returns {{seat: number, n: number} | null}
 */
export function most(seats) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const seat of seats) counts.set(seat, (counts.get(seat) ?? 0) + 1);
  const [first, second] = [...counts].toSorted(([, one], [, other]) => other - one);
  return first && first[1] !== second?.[1] ? { seat: first[0], n: first[1] } : null;
}

/**
 * What a sentence about a seat needs.
 * @param {{seat: number, n: number}} found @param {{names: string[], you: number | null}} scene
 */
export function about({ seat, n }, { names, you }) {
  return { name: names[seat] ?? '', n, you: seat === you };
}
