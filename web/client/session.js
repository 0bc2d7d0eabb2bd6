/** Who plays on this device, and in which language and light. */
import { api } from './api.js';
import { Store, keep, kept } from './store.js';

/** @typedef {import('./types').Account} Account */
/** @typedef {import('./types').Locale} Locale */
/** @typedef {'auto' | 'light' | 'dark'} Light */

/** @typedef {{token: string | null, player: Account | null}} Session */

export const session = new Store(kept('session', /** @type {Session} */ ({ token: null, player: null })));

/** @type {Store<Locale>} */
export const language = new Store(kept('language', firstLanguage()));

/** @type {Store<Light>} */
export const light = new Store(kept('light', /** @type {Light} */ ('auto')));

/** Whether tables are drawn, or told in words. @type {Store<boolean>} */
export const pictures = new Store(kept('pictures', true));

/** Whether the settings lie open, over whatever screen there is. */
export const settingsOpen = new Store(false);

session.follow((value) => keep('session', value));
language.follow((value) => { keep('language', value); document.documentElement.lang = value; });
light.follow((value) => { keep('light', value); dress(value); });
pictures.follow((value) => keep('pictures', value));
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
  return session.value.player;
}

/** Call oneself otherwise. @param {string} name */
export async function rename(name) {
  const { id, kind, guest, name: now } = await api.patch('me', { name });
  session.set({ ...session.value, player: { id, kind, guest, name: now } });
}

/** The token is worth nothing any more: begin anew. */
export function forget() {
  session.set({ token: null, player: null });
}
