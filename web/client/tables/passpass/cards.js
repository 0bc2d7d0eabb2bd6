/** What is printed on the cards, and how a trick counts; only for drawing, the server decides. */

/** @typedef {Extract<import('../../types').View, {game: 'passpass'}>} View */
/** @typedef {View['left'][number]} Card */
/** @typedef {'violet' | 'blue' | 'green' | 'yellow'} Colour */

export const COLOURS = /** @type {const} */ (['violet', 'blue', 'green', 'yellow']);

/** S1: of low cards, which seldom win. */
const DIAMONDS = [0, 3, 2, 2, 1, 1, 1];

/** @param {string} card */
export function printed(card) {
  const [colour, number] = card.split('-');
  const value = Number(number);
  return { colour: /** @type {Colour} */ (colour), value, diamonds: DIAMONDS[value] ?? 0 };
}

/**
 * The sum of each colour that was played, the one ahead first: by sum, then by its highest card, then
 * by who came first (S5).
 * @param {string[]} cards in the order of play
 */
export function standings(cards) {
  const told = cards
    .map((card, place) => ({ ...printed(card), place }))
    .sort((one, other) => other.value - one.value || one.place - other.place);
  const found = new Map(told.map(({ colour }) => [colour, 0]));
  for (const { colour, value } of told) found.set(colour, (found.get(colour) ?? 0) + value);
  return [...found]
    .map(([colour, sum]) => ({ colour, sum }))
    .sort((one, other) => other.sum - one.sum);
}

/** How many cards there are of each colour. @param {string[]} cards @returns {Record<Colour, number>} */
export function counted(cards) {
  const counts = { violet: 0, blue: 0, green: 0, yellow: 0 };
  for (const card of cards) counts[printed(card).colour] += 1;
  return counts;
}

/** Cards as a hand is held: by colour, then by value. @param {readonly string[]} cards */
export function inOrder(cards) {
  const place = (/** @type {string} */ card) =>
    COLOURS.indexOf(printed(card).colour) * 20 + printed(card).value;
  return [...cards].sort((one, other) => place(one) - place(other));
}
