/** Modules that are read when they are first needed. */
import { useEffect, useState } from './html.js';

/**
 * What need not be there at first sight: its module, once it has come.
 * @template M
 * @param {() => Promise<M>} load @param {boolean} [wanted]
 * @returns {M | null}
 */
export function usePart(load, wanted = true) {
  const [part, setPart] = useState(/** @type {M | null} */ (null));
  useEffect(() => {
    if (wanted && !part) load().then(setPart, () => {});
  }, [wanted]);
  return part;
}
