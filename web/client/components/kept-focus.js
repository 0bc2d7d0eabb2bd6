/** Who plays with the keyboard is not thrown back to the top when the button they pressed goes. */
import { useCallback, useRef } from '../html.js';

/**
 * For the element around a table: if what had the focus there goes, the hand it lay in has it, else the
 * last hand there is, so that the next choice is one Tab away and a screen reader says what is asked.
 * @returns {(element: HTMLElement | null) => void} its `ref`
 */
export function useKeptFocus() {
  const stop = useRef(() => {});
  return useCallback((place) => {
    stop.current();
    stop.current = place ? keepFocus(place) : () => {};
  }, []);
}

/** @param {HTMLElement} place @returns {() => void} how to stop */
function keepFocus(place) {
  /** @type {any} */
  let last = null;
  /** @type {HTMLElement | null} */
  let hand = null;
  const come = (/** @type {FocusEvent} */ { target }) => {
    last = target instanceof Element && place.contains(target) ? target : null;
    hand = last?.closest('.hand');
  };
  const look = () => {
    const now = document.activeElement;
    if (!last || (last.isConnected && !last.disabled) || (now !== last && now !== document.body))
      return;
    const next = hand?.isConnected
      ? hand
      : ([...place.querySelectorAll('.hand, .result')].at(-1) ?? place);
    if (!(next instanceof HTMLElement)) return;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(look);
  watch.observe(place, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', come);
  return () => {
    watch.disconnect();
    document.removeEventListener('focusin', come);
  };
}
