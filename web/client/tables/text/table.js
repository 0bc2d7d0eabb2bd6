/**
 * The table of words: any game, from the board as text and the names of the moves alone. It knows of
 * no rules, so a game that is added tomorrow can be played here at once.
 */

import { useReading } from '../../components/reading.js';
import { html, useEffect, useMemo, useRef, useState } from '../../html.js';
import { capital, t } from '../../i18n.js';
import { pressed } from '../confirm.js';
import { Layout } from '../layout.js';

/** @typedef {import('../index.js').Scene} Scene */
/** @typedef {import('../../types').MatchText} MatchText */

const FEW = 24;
const TOLD = 6;

/** @param {Scene} scene */
function Words(scene) {
  const { match } = scene;
  const sealed = match.sealed ? JSON.stringify(match.sealed) : '';
  const { data } = useReading(`matches/${match.id}/text`, `${match.version} ${sealed}`);
  const text = /** @type {MatchText | null} */ (data);
  const now = text && text.version === match.version ? text : null;
  return html`<${Layout} kind="text-table" board=${html`<div class="text-board">
      <pre class="board-text" tabindex="0" role="region" aria-label=${t('table')}>${text?.board ?? ''}</pre>
      <ol class="text-journal"
        aria-label=${t('journal')}>${scene.journal.slice(-TOLD).map((line) => html`<li key=${line.seq}>${line.text}</li>`)}</ol>
    </div>`}
    hand=${html`<div class="hand table-hand text-hand">${
      now && now.moves.length > 0 && scene.choices.length > 0
        ? html`<${Moves} key=${match.asked} moves=${now.moves} scene=${scene} />`
        : html`<p class="status" role="status">${match.you === null ? t('watching') : t('nothing_asked')}</p>`
    }</div>`} />`;
}

/** @param {{moves: MatchText['moves'], scene: Scene}} props */
function Moves({ moves, scene }) {
  const [filter, setFilter] = useState('');
  const many = moves.length > FEW;
  const found = useMemo(() => narrowed(moves, filter), [moves, filter]);
  const hidden = found.length - FEW;
  const list = useRef(/** @type {HTMLUListElement | null} */ (null));
  useEffect(() => {
    if (many && list.current) list.current.scrollTop = 0;
  }, [filter]);
  return html`<h2 id="choose">${t('choose_move')}</h2>
    ${
      many
      && html`<label class="field">${t('narrow_hint', { n: moves.length })}
      <input type="search" value=${filter} autocomplete="off" aria-label=${t('narrow')}
        onInput=${(/** @type {any} */ event) => setFilter(event.target.value)} />
        </label>`
    }
    <ul class="moves" ref=${list} aria-labelledby="choose">${found.slice(0, FEW).map(
      ({ move, label }) => html`
      <li key=${label}>
        <button class="button plain" aria-pressed=${pressed(scene, move)}
          onClick=${() => scene.play(move, label)}>${capital(label)}</button>
        </li>`,
    )}
      ${hidden > 0 && html`<li class="dim">${t('more_moves', { n: hidden })}</li>`}</ul>`;
}

/** The moves whose names have all these words. @param {MatchText['moves']} moves @param {string} filter */
export function narrowed(moves, filter) {
  const words = filter
    .toLocaleLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return moves.filter(({ label }) => {
    const parts = label.toLocaleLowerCase().split(/[\s,]+/);
    return words.every((word) =>
      parts.some((part) => (/^\d+$/.test(word) ? part === word : part.startsWith(word))),
    );
  });
}

/** @type {import('../index.js').Table} */
export default { draw: (scene) => html`<${Words} ...${scene} />` };
