/** Who plays the bots' seats: a face, a name and a level for each. */

import { html } from '../html.js';
import { local, t } from '../i18n.js';

/** @typedef {import('../types').GameSummary['bots'][number]} Character */

/** The levels of bots that nobody has chosen yet, in turn: neither easy nor merciless. */
const USUAL_LEVELS = [3, 4, 2];

/** The level of the bot in a place. @param {number} place */
export function usualLevel(place) {
  return USUAL_LEVELS[place % USUAL_LEVELS.length] ?? 3;
}

/** @param {{character: Character, size?: number}} props */
export function Face({ character, size = 32 }) {
  return html`<svg width=${size} height=${size} viewBox="0 0 32 32" aria-hidden="true">
    <circle cx="16" cy="16" r="16" fill=${character.colour} />
    <text x="16" y="22" text-anchor="middle" font-size="17" fill="#fff">${character.name[0]}</text></svg>`;
}

/**
 * A choice of character for each bot.
 * @param {{characters: Character[], levels: number[], change: (levels: number[]) => void}} props
 */
export function Opponents({ characters, levels, change }) {
  return html`${levels.map((level, place) => {
    const chosen = /** @type {Character} */ (characters[level - 1]);
    const choose = (/** @type {any} */ event) =>
      change(levels.map((old, at) => (at === place ? Number(event.target.value) : old)));
    return html`<div key=${place} class="row low"><${Face} character=${chosen} size=${40} />
      <label class="field grow">${t('opponent', { n: levels.length > 1 ? place + 1 : '' })}<select value=${level} onChange=${choose}>
        ${characters.map((one) => html`<option key=${one.level} value=${one.level}>${t('opponent_level', { name: one.name, level: one.level })}</option>`)}
      </select><span class="dim">${local(chosen.manners)}</span></label></div>`;
  })}`;
}
