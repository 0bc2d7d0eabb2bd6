/** What a screen reader is told as it happens, and the short notices that everybody sees. */
import { html } from './html.js';
import { Store, useStore } from './store.js';

export const spoken = new Store(/** @type {{id: number, text: string}[]} */ ([]));
export const notices = new Store(
  /** @type {{id: number, text: string, kind: string, path?: string}[]} */ ([]),
);
const MOST = 12;
const NOTICE_LASTS = 6000;
let count = 0;

/** Tell a screen reader something. @param {string} text */
export function say(text) {
  count += 1;
  spoken.set([...spoken.value, { id: count, text }].slice(-MOST));
}

/** What may no longer be known is no longer there to be read. @param {string[]} texts */
export function unsay(texts) {
  spoken.set(spoken.value.filter((line) => !texts.includes(line.text)));
}

/**
 * Show everybody a short notice, and tell it too.
 * @param {string} text @param {'good' | 'bad'} [kind] @param {{path?: string, lasts?: number}} [how] where it leads
 */
export function notice(text, kind = 'good', { path, lasts = NOTICE_LASTS } = {}) {
  count += 1;
  const id = count;
  notices.set(
    [...notices.value.filter((one) => one.text !== text), { id, text, kind, path }].slice(-3),
  );
  setTimeout(() => notices.set(notices.value.filter((one) => one.id !== id)), lasts);
}

/** The two places where all that appears. */
export function Announcer() {
  const lines = useStore(spoken);
  const shown = useStore(notices);
  return html`
    <div class="unseen" role="log" aria-live="polite" aria-relevant="additions">
      ${lines.map((line) => html`<p key=${line.id}>${line.text}</p>`)}
    </div>
    <div class="notices" role="status" aria-live="polite">
      ${shown.map(
        (one) =>
          html`<p key=${one.id} class=${`notice ${one.kind}`}>${
            one.path
              ? html`<a href=${one.path}
        onClick=${() => notices.set(notices.value.filter((other) => other !== one))}>${one.text}</a>`
              : one.text
          }</p>`,
      )}
    </div>`;
}
