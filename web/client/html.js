/** Preact and htm under one name, so that every other module imports one file. */

import htm from './vendor/htm.js';
import { createContext, h, render } from './vendor/preact.js';

export const html = htm.bind(h);
export {
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from './vendor/hooks.js';
export { createContext, h, render };
