/** What a player is asked; a screen reader is told when it is asked, and when it changes. */
import { html, useEffect } from '../html.js';

/** @typedef {import('./index.js').Scene} Scene */

/** In a component that asks: tell it. @param {Scene} scene @param {string} text */
export function useQuestion({ say, match }, text) {
  useEffect(() => say(text), [text, match.asked]);
}

/** @param {{scene: Scene, text: string, kind: string, more?: any}} props */
export function Question({ scene, text, kind, more }) {
  useQuestion(scene, text);
  return html`<p class=${kind}>${text}${more}</p>`;
}
