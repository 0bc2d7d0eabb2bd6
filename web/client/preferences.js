/** How this device shows a table: with which scenes, sounds and taps. */
import { keep, kept, Store } from './store.js';

/** @template T @param {string} name @param {T} usual @returns {Store<T>} */
function preference(name, usual) {
  const store = new Store(kept(name, usual));
  store.follow((value) => keep(name, value));
  return store;
}

/** Whether a tap plays at once; otherwise it chooses, and a second one confirms. */
export const oneTap = preference('oneTap', false);

/** Whether events are shown one after the other, or only what they led to. */
export const scenes = preference('scenes', true);

/** Whether there are sounds, and vibration where the device has it; nobody hears any unasked. */
export const sounds = preference('sounds', false);

/** Whether something is said for the first time on this device; from now on it is not. @param {string} what */
export function isFirst(what) {
  const told = kept('told', /** @type {string[]} */ ([]));
  if (told.includes(what)) return false;
  keep('told', [...told, what]);
  return true;
}
