/** A component's way to the table of a game. */
import { useEffect, useState } from '../html.js';
import { tableOf } from './index.js';

/** The table, null until it has come. @param {string | undefined} game @param {boolean} drawn */
export function useTable(game, drawn) {
  const [table, setTable] = useState(/** @type {import('./index.js').Table | null} */ (null));
  useEffect(() => {
    let wanted = true;
    if (game)
      tableOf(game, drawn).then((found) => {
        if (wanted) setTable(found);
      });
    return () => {
      wanted = false;
    };
  }, [game, drawn]);
  return table;
}
