/** In how many matches people wait for this player: the badge, kept true by a stream. */
import { api, Problem, Unreachable } from './api.js';
import { session } from './session.js';
import { Store } from './store.js';

/** @type {Store<number>} */
export const turns = new Store(0);
/** Changes whenever lists of one's own matches may have. @type {Store<number>} */
export const listsChanged = new Store(0);

/** @type {() => void} */
let stop = () => {};

async function look() {
  try {
    const { badge: count } = await api.get('me/turns?limit=1');
    turns.set(count);
    const badge = /** @type {any} */ (navigator);
    badge.setAppBadge?.(count)?.catch?.(() => {});
    listsChanged.set(listsChanged.value + 1);
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Problem)) throw error;
  }
}

/** From now on the badge is true as long as somebody is signed in. */
export async function watchTurns() {
  const { follow } = await import('./event-stream.js');
  let whose = '';
  const watch = () => {
    const id = session.value.player?.id ?? '';
    if (id === whose) return;
    whose = id;
    stop();
    turns.set(0);
    stop = id ? follow('me/stream', { news: look }) : () => {};
  };
  session.follow(watch);
  watch();
}
