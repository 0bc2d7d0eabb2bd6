/** A component's way to read something from the API and to read it again. */

import { api, Unreachable } from '../api.js';
import { useCallback, useEffect, useMemo, useRef, useState } from '../html.js';
import { keep, kept } from '../store.js';

/**
 * For requests that may overtake each other: each call begins one and returns what says, once it is
 * answered, whether the answer counts. It does unless a later request was answered before.
 * @returns {() => () => boolean}
 */
export function newestOnly() {
  let begun = 0;
  let answered = 0;
  return () => {
    begun += 1;
    const number = begun;
    return () => {
      if (number < answered) return false;
      answered = number;
      return true;
    };
  };
}

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
  const begin = useMemo(newestOnly, []);
  const again = useCallback(() => {
    if (path === null) return;
    const counts = begin();
    api.get(path, headers).then(
      (data) => {
        if (wanted.current === path && counts()) setState({ data, error: undefined });
      },
      (error) => {
        if (wanted.current === path && counts()) setState((old) => ({ ...old, error }));
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
