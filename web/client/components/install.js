/** The browser's own offer to install the client, kept until the player wants it. */
import { Store } from '../store.js';

/** @type {Store<{prompt: () => Promise<unknown>} | null>} */
export const installer = new Store(/** @type {{prompt: () => Promise<unknown>} | null} */ (null));

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  installer.set(/** @type {any} */ (event));
});
addEventListener('appinstalled', () => installer.set(null));
