/** A tap that was meant for what was there before does nothing. */
import { useEffect, useState } from '../html.js';

const REST = 400;

/** Whether something has changed so recently that a tap may have been meant for what was there before. @param {string} state */
export function useRest(state) {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(state), REST);
    return () => clearTimeout(timer);
  }, [state]);
  return settled !== state;
}
