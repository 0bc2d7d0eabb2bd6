/** Preact and htm under one name, so that every other module imports one file. */
import { h, render, createContext } from './vendor/preact.js';
import htm from './vendor/htm.js';

export const html = htm.bind(h);
export { h, render, createContext };
export {
  useState,
  useEffect,
  useLayoutEffect,
  useRef,
  useMemo,
  useCallback,
  useReducer,
  useContext,
} from './vendor/hooks.js';
