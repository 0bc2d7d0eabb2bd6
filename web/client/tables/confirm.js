/** A move is chosen by one tap and played by another, unless the player wants one tap to do. */
import { say } from '../announcer.js';
import { Icon } from '../components/icon.js';
import { html, useState } from '../html.js';
import { capital, t } from '../i18n.js';
import { oneTap } from '../preferences.js';
import { useStore } from '../store.js';

/** @typedef {import('./index.js').Move} Move */
/** @typedef {{move: Move, label: string}} Chosen */

/** Whether two moves are the same; a field that is left out is null. @param {any} one @param {any} other */
export function isSame(one, other) {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every(
    (name) => JSON.stringify(one[name] ?? null) === JSON.stringify(other[name] ?? null),
  );
}

/**
 * What is chosen but not played yet, as long as the table stays as it is.
 * @param {string} state @param {(move: Move, label: string) => void} play
 */
export function useChosen(state, play) {
  const atOnce = useStore(oneTap);
  const [kept, keep] = useState(/** @type {(Chosen & {state: string}) | null} */ (null));
  const chosen = kept?.state === state ? kept : null;
  const confirm = (/** @type {Chosen} */ { move, label }) => {
    keep(null);
    play(move, label);
  };
  /** @type {import('./index.js').Scene['play']} */
  const choose = (move, label, { sure = false } = {}) => {
    if (sure || atOnce || (chosen && isSame(chosen.move, move))) return confirm({ move, label });
    keep({ state, move, label });
    say(t('chosen', { move: label }));
  };
  return { chosen, choose, confirm, cancel: () => keep(null) };
}

/** @param {{chosen: Chosen, confirm: (chosen: Chosen) => void, cancel: () => void}} props */
export function ConfirmBar({ chosen, confirm, cancel }) {
  return html`<div class="confirm" role="group" aria-label=${t('confirm')}>
    <button class="button plain small" aria-label=${t('not_this')} onClick=${cancel}><${Icon} name="cross" size=${20} /></button>
    <button class="button small grow" onClick=${() => confirm(chosen)}><${Icon} name="check" size=${20} /> ${capital(chosen.label)}</button></div>`;
}

/**
 * For `aria-pressed`: whether a move is chosen now, else whether it was answered before its turn.
 * @param {import('./index.js').Scene} scene @param {any} move
 */
export function pressed({ chosen, match }, move) {
  const held = chosen ?? match.sealed;
  return held ? isSame(held, move) : undefined;
}
