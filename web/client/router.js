/** Where one is: addresses without a reload, each screen a module that is fetched when needed. */
import { Store } from './store.js';

/** @type {Store<string>} */
export const place = new Store(location.pathname + location.hash);

/** Where one was before, within this client; '' for who has just come. @type {Store<string>} */
export const cameFrom = new Store('');

/** Go somewhere within the client. @param {string} path @param {{replace?: boolean}} [how] */
export function go(path, { replace = false } = {}) {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  if (!replace) cameFrom.set(place.value);
  place.set(path);
}

/** From now on links within the client do not load a page. */
export function followLinks() {
  addEventListener('popstate', () => place.set(location.pathname + location.hash));
  addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download'))
      return;
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (/^\/(api|admin|health)\//.test(link.pathname)) return;
    event.preventDefault();
    if (link.pathname + link.hash !== place.value) go(link.pathname + link.hash);
  });
}

/** @type {[RegExp, () => Promise<{default: any}>, string[]][]} */
const ROUTES = [
  [/^\/$/, () => import('./screens/start.js'), []],
  [/^\/matches$/, () => import('./screens/matches.js'), []],
  [/^\/lobby$/, () => import('./screens/lobby.js'), []],
  [/^\/new(?:\/([\w-]+))?$/, () => import('./screens/new.js'), ['game']],
  [/^\/matches\/([0-9a-f-]{36})$/, () => import('./screens/match.js'), ['id']],
  [/^\/matches\/([0-9a-f-]{36})\/replay$/, () => import('./screens/replay.js'), ['id']],
  [/^\/matches\/([0-9a-f-]{36})\/proof$/, () => import('./screens/proof.js'), ['id']],
  [/^\/authorize$/, () => import('./screens/authorize.js'), []],
  [/^\/me$/, () => import('./screens/profile.js'), []],
  [/^\/players\/([0-9a-f-]{36})$/, () => import('./screens/player.js'), ['id']],
  [/^\/people$/, () => import('./screens/people.js'), []],
  [/^\/circles\/([0-9a-f-]{36})$/, () => import('./screens/circle.js'), ['id']],
  [/^\/ranking(?:\/([\w-]+))?$/, () => import('./screens/ranking.js'), ['game']],
  [/^\/join\/([0-9a-f-]{36})$/, () => import('./screens/join.js'), ['id']],
  [/^\/leagues$/, () => import('./screens/leagues.js'), []],
  [/^\/leagues\/([\w-]+)$/, () => import('./screens/league.js'), ['id']],
  [/^\/cups\/([0-9a-f-]{36})$/, () => import('./screens/cup.js'), ['id']],
  [/^\/learn\/([\w-]+)$/, () => import('./screens/lesson.js'), ['game']],
  [/^\/rules(?:\/([\w-]+))?$/, () => import('./screens/rules.js'), ['game']],
];

/**
 * The screen of an address and what the address says to it.
 * @param {string} path
 * @returns {{load: () => Promise<{default: any}>, props: Record<string, string>}}
 */
export function screenOf(path) {
  const [pathname = '/', hash = ''] = path.split('#');
  for (const [pattern, load, names] of ROUTES) {
    const found = pattern.exec(pathname);
    if (found) {
      const props = Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? '']));
      return { load, props: { ...props, hash } };
    }
  }
  return { load: () => import('./screens/nowhere.js'), props: {} };
}
