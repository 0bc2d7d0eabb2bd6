/** A component's way to read something from the API and to read it again. */

import { api, Unreachable } from '../api.js';
import { useCallback, useEffect, useRef, useState } from '../html.js';
import { keep, kept } from '../store.js';

/**
 * What stands at an address: null until it has come, with the fault if it does not.
 * @template T
 * @param {string | null} path null reads nothing
 * @param {unknown} [occasion] read again when this changes
 * @param {Record<string, string>} [headers]
 * @returns {{data: T | null, error: unknown, again: () => void}}
 */
export function useReading(path, occasion, headers) {
  const [state, setState] = useState({
    data: /** @type {T | null} */ (null),
    error: /** @type {unknown} */ (undefined),
  });
  const wanted = useRef(path);
  wanted.current = path;
  const again = useCallback(() => {
    if (path === null) return;
    api.get(path, headers).then(
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

/**
 * The same for what seldom changes and concerns nobody: what was read last is there without a network too.
 * @template T
 * @param {string | null} path @param {string} name under which it is kept
 * @returns {{data: T | null, error: unknown, again: () => void}}
 */
export function useKeptReading(path, name) {
  const reading = useReading(path);
  const { data, error } = reading;
  useEffect(() => {
    if (data) keep(name, data);
  }, [data]);
  if (data || !path || !(error instanceof Unreachable)) return /** @type {any} */ (reading);
  return { ...reading, data: kept(name, /** @type {T | null} */ (null)) };
}
