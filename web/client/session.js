/** Who plays on this device, and in which language and light. */
import { api } from './api.js';
import { keep, kept, keptNames, Store, whenKept } from './store.js';

/** @typedef {import('./types').Account} Account */
/** @typedef {import('./types').Locale} Locale */
/** @typedef {'auto' | 'light' | 'dark'} Light */

/** @typedef {{token: string | null, player: Account | null}} Session */

/** @type {Session} */
const NOBODY = { token: null, player: null };
export const session = new Store(kept('session', NOBODY));

/** @type {Store<Locale>} */
export const language = new Store(kept('language', firstLanguage()));

/** @type {Store<Light>} */
export const light = new Store(kept('light', /** @type {Light} */ ('auto')));

/** Whether tables are drawn, or told in words. @type {Store<boolean>} */
export const pictures = new Store(kept('pictures', true));

/** Whether the settings lie open, over whatever screen there is. */
export const settingsOpen = new Store(false);

session.follow((value) => keep('session', value));
language.follow((value) => {
  keep('language', value);
  document.documentElement.lang = value;
});
light.follow((value) => {
  keep('light', value);
  dress(value);
});
pictures.follow((value) => keep('pictures', value));
// Another page of this browser signs in or out: nothing of who played here stays on this one.
whenKept('session', () => {
  const { token } = session.value;
  session.set(kept('session', NOBODY));
  if (token && token !== session.value.token) location.reload();
});
document.documentElement.lang = language.value;
dress(light.value);

/** @returns {Locale} */
function firstLanguage() {
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2));
  return spoken.find((tag) => tag === 'fr' || tag === 'en') === 'fr' ? 'fr' : 'en';
}

/** @param {Light} chosen */
function dress(chosen) {
  if (chosen === 'auto') delete document.documentElement.dataset.light;
  else document.documentElement.dataset.light = chosen;
}

/** Somebody to play as: whoever has signed in on this device, else a new guest. @param {string} [name] */
export async function someone(name) {
  if (session.value.token) return session.value.player;
  const body = { locale: language.value, ...(name ? { name } : {}) };
  const made = await api.post('auth/guest', body);
  session.set({ token: made.token, player: made.player });
  tellTimeZone();
  return session.value.player;
}

/** The server learns where the day begins for a new player; nothing waits for it. */
export function tellTimeZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (timeZone) api.patch('me', { time_zone: timeZone }).catch(() => {});
}

/** Call oneself otherwise. @param {string} name */
export async function rename(name) {
  const { id, kind, guest, name: now } = await api.patch('me', { name });
  session.set({ ...session.value, player: { id, kind, guest, name: now } });
}

/** What this device keeps whoever plays. */
const OF_THE_DEVICE = new Set([
  'session',
  'games',
  'language',
  'light',
  'pictures',
  'oneTap',
  'scenes',
  'sounds',
  'told',
]);

/** The token is worth nothing any more: nothing of that player stays on this device. */
export function forget() {
  session.set(NOBODY);
  for (const name of keptNames('')) if (!OF_THE_DEVICE.has(name)) keep(name, null);
}
