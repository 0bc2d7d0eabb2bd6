/** A move is put together in several taps: what was chosen so far, and what can still be chosen. */
import { only } from '../../lesson/model.js';

/** @typedef {import('../index.js').Scene} Scene */
/**
 * @typedef {object} Wish
 * @property {any} animal
 * @property {number | null} cup where to put it
 * @property {number[]} line the cups to lift
 * @property {number[]} implied those of them that follow from the others and were not tapped
 * @property {boolean} swapping whether the next taps choose what to swap
 * @property {number[]} swap the cups to swap
 */

/** @type {Wish} */
export const NOTHING = {
  animal: null,
  cup: null,
  line: [],
  implied: [],
  swapping: false,
  swap: [],
};

/** The entry of the choices of this type. @param {Scene} scene @param {string} type */
export function offered(scene, type) {
  return /** @type {any} */ (scene.choices.find((entry) => entry.type === type));
}

/** Placing a token, in one's turn or as a reward. @param {Scene} scene */
export function placing(scene) {
  return offered(scene, 'place') ?? offered(scene, 'reward_place');
}

/** Of these lists the ones that hold all of that. @param {(number[] | null)[]} lists @param {number[]} chosen @returns {number[][]} */
function holding(lists, chosen) {
  return /** @type {number[][]} */ (
    lists.filter((list) => list && chosen.every((cup) => list.includes(cup)))
  );
}

/** The cups that may be tapped now. @param {Scene} scene @param {Wish} wish @returns {number[]} */
export function open(scene, wish) {
  const place = placing(scene);
  if (place) return place.cup;
  const lift = offered(scene, 'lift');
  if (!lift) return [];
  return [
    ...new Set(
      wish.swapping ? holding(lift.swap, wish.swap).flat() : holding(lift.cups, wish.line).flat(),
    ),
  ];
}

/** What is wished for after a cup was tapped; tapped again, it is chosen no more. @param {Scene} scene @param {Wish} wish @param {number} cup @returns {Wish} */
export function tapped(scene, wish, cup) {
  if (placing(scene)) return { ...wish, cup };
  const name = wish.swapping ? 'swap' : 'line';
  if (wish.implied.includes(cup)) return { ...wish, implied: [] };
  const chosen = wish[name].filter((one) => !wish.implied.includes(one));
  if (chosen.includes(cup))
    return { ...wish, [name]: chosen.filter((one) => one !== cup), implied: [] };
  const more = [...chosen, cup].sort((one, other) => one - other);
  const only = wish.swapping ? [] : holding(offered(scene, 'lift').cups, more);
  if (only.length === 1 && more.length > 1) {
    const line = /** @type {number[]} */ (only[0]);
    return { ...wish, line, implied: line.filter((one) => !more.includes(one)) };
  }
  return { ...wish, [name]: more, swapping: wish.swapping && more.length < 2 };
}

/** The swap that was chosen, if it is complete. @param {Wish} wish */
export function swapOf(wish) {
  return wish.swap.length === 2 && !wish.swapping ? wish.swap : null;
}

/** In a guided match: every animal and every answer, but only the cups of the move. @type {NonNullable<import('../index.js').Table['lead']>} */
export function lead(choices, move) {
  return choices.some(({ type }) => type === 'ok')
    ? choices
    : only(choices, move, ['cup', 'cups', 'swap']);
}
