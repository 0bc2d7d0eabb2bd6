/** What this browser keeps: small values under one prefix, and a store that screens can follow. */
import { useEffect, useState } from './html.js';

const PREFIX = 'gobelet.';

/**
 * What is kept under a name, or the fallback; a browser that keeps nothing is no fault.
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function kept(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** Keep a value under a name, or nothing more if it is null. @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch { /* a full or forbidden storage only means that nothing outlives the page */ }
}

/** The names under which something is kept that begin so. @param {string} start */
export function keptNames(start) {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX + start))
      .map((name) => name.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/**
 * A value that screens follow.
 * @template T
 */
export class Store {
  /** @param {T} value */
  constructor(value) {
    this.value = value;
    /** @type {Set<(value: T) => void>} */
    this.followers = new Set();
  }

  /** @param {T} value */
  set(value) {
    this.value = value;
    for (const follower of [...this.followers]) follower(value);
  }

  /** @param {(value: T) => void} follower @returns {() => void} how to stop following */
  follow(follower) {
    this.followers.add(follower);
    return () => { this.followers.delete(follower); };
  }
}

/**
 * The value of a store, in a component that is drawn anew with it.
 * @template T
 * @param {Store<T>} store
 * @returns {T}
 */
export function useStore(store) {
  const [value, setValue] = useState(store.value);
  useEffect(() => {
    setValue(store.value);
    return store.follow(setValue);
  }, [store]);
  return value;
}
