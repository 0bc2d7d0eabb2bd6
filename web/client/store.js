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
  } catch {
    /* a full or forbidden storage only means that nothing outlives the page */
  }
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
 * Call back whenever another page of this browser changes what is kept under names that begin so.
 * @param {string} start @param {(name: string) => void} changed
 */
export function whenKept(start, changed) {
  addEventListener('storage', ({ key }) => {
    if (key?.startsWith(PREFIX + start)) changed(key.slice(PREFIX.length));
  });
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
    return () => {
      this.followers.delete(follower);
    };
  }
}

/**
 * Values by name, each kept under a key of its own and shared by all pages of this browser: none of
 * them overwrites what another has put there.
 * @template T
 * @extends {Store<Record<string, T>>}
 */
export class Shelf extends Store {
  /** @param {string} title */
  constructor(title) {
    super({});
    this.start = `${title}.`;
    for (const name of keptNames(this.start)) this.reread(name);
    whenKept(this.start, (name) => this.reread(name));
  }

  /** @param {string} name */
  reread(name) {
    this.show(name.slice(this.start.length), kept(name, /** @type {T | null} */ (null)));
  }

  /** Put something there, or take it away if it is null. @param {string} name @param {T | null} value */
  put(name, value) {
    keep(this.start + name, value);
    this.show(name, value);
  }

  /** The same, in this page alone. @param {string} name @param {T | null} value */
  show(name, value) {
    const { [name]: _, ...others } = this.value;
    this.set(value === null ? others : { ...others, [name]: value });
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
