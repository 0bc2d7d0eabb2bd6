/** Something that comes up over the screen, and is closed by a button, Escape, or beside it. */
import { html, useLayoutEffect, useRef } from '../html.js';
import { t } from '../i18n.js';
import { Icon } from './icon.js';

/** @param {{title: string, close: () => void, children?: any, kind?: string}} props */
export function Sheet({ title, close, children, kind = '' }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  // Before it is painted: Escape must find it open, however late effects run on a busy device.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);
  const beside = (/** @type {MouseEvent} */ event) => {
    if (event.target === dialog.current) close();
  };
  return html`<dialog ref=${dialog} class=${`sheet ${kind}`} aria-label=${title} onClick=${beside}
      onCancel=${(/** @type {Event} */ event) => {
        event.preventDefault();
        close();
      }}
      onClose=${(/** @type {Event} */ { target }) => {
        // A device's own gesture may close it without asking first.
        if (target === dialog.current) close();
      }}>
    <header><h2>${title}</h2>
      <button class="tool" onClick=${close} aria-label=${t('close')}><${Icon} name="cross" /></button></header>
    <div class="sheet-body">${children}</div>
  </dialog>`;
}
