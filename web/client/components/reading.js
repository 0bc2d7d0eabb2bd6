/** A component's way to read something from the API and to read it again. */

import { api } from '../api.js';
import { useCallback, useEffect, useRef, useState } from '../html.js';

/**
 * What stands at an address: null until it has come, with the fault if it does not.
 * @template T
 * @param {string | null} path null reads nothing
 * @param {unknown} [occasion] read again when this changes
 * @returns {{data: T | null, error: unknown, again: () => void}}
 */
export function useReading(path, occasion) {
  const [state, setState] = useState({
    data: /** @type {T | null} */ (null),
    error: /** @type {unknown} */ (undefined),
  });
  const wanted = useRef(path);
  wanted.current = path;
  const again = useCallback(() => {
    if (path === null) return;
    api.get(path).then(
      (data) => {
        if (wanted.current === path) setState({ data, error: undefined });
      },
      (error) => {
        if (wanted.current === path) setState((old) => ({ ...old, error }));
      },
    );
  }, [path]);
  useEffect(again, [again, occasion]);
  return { ...state, again };
}
