/** What matters now is scrolled into view: in the strip whose turn it is, on the board what is turned or chosen. */
import { useLayoutEffect, useRef } from '../html.js';

const TURN = '.strip-seat.turn';

/** Centre a part in what scrolls it, without scrolling anything else. @param {Element} part */
function centre(part) {
  const box = /** @type {Element} */ (part.parentElement);
  const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  box.scrollBy(
    inner.left + inner.width / 2 - outer.left - outer.width / 2,
    inner.top + inner.height / 2 - outer.top - outer.height / 2,
  );
}

/**
 * Keep in view whose turn it is and what the last of these selectors finds, whenever that is something
 * else or there is more or less room. In between the player scrolls freely.
 * @param {string[]} sights
 */
export function useInSight(sights) {
  const table = useRef(/** @type {HTMLElement | null} */ (null));
  const seen = useRef(/** @type {(Element | undefined)[]} */ ([]));
  const look = (/** @type {boolean} */ anew) => {
    const find = (/** @type {string} */ sight) =>
      [...(table.current?.querySelectorAll(sight) ?? [])].at(-1);
    const [turn, part] = [find(TURN), sights.map(find).findLast(Boolean)];
    if (turn && (anew || turn !== seen.current[0])) centre(turn);
    if (part && (anew || part !== seen.current[1])) part.scrollIntoView({ block: 'nearest' });
    seen.current = [turn, part];
  };
  useLayoutEffect(() => look(false));
  useLayoutEffect(() => {
    const room = new ResizeObserver(() => look(true));
    if (table.current) room.observe(table.current);
    return () => room.disconnect();
  }, []);
  return table;
}
