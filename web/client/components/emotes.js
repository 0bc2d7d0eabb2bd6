/** Emotes: six drawn faces and six phrases, shown for a moment at the seat of who sent them. */
import { html } from '../html.js';
import { Store } from '../store.js';
import { say } from './emote-words.js';

/** @typedef {NonNullable<import('../types').Message['emote']>} Emote */

/** The emotes on show, by seat. @type {Store<Record<number, {id: number, emote: Emote, text: string}>>} */
export const shown = new Store(/** @type {Record<number, any>} */ ({}));
const LASTS = 5000;

/** Show an emote at a seat for a while. @param {import('../types').Message} message */
export function showEmote({ id, seat, emote, text }) {
  if (seat === null || !emote) return;
  shown.set({ ...shown.value, [seat]: { id, emote, text } });
  setTimeout(() => {
    const { [seat]: last, ...others } = shown.value;
    if (last?.id === id) shown.set(others);
  }, LASTS);
}

/** What eyes and mouth of a face look like, around the origin. @type {Partial<Record<Emote, () => any>>} */
const FACES = {
  laugh: () =>
    html`<path d="M-9,-4 q3,-5 6,0 M3,-4 q3,-5 6,0" class="emote-line" /><path d="M-9,4 h18 q-2,10 -9,10 t-9,-10 Z" class="emote-ink" />`,
  cry: () =>
    html`<path d="M-9,-3 h6 M3,-3 h6 M-6,11 q6,-6 12,0" class="emote-line" /><path d="M-6,0 q-4,7 0,8 q4,-1 0,-8 M6,0 q-4,7 0,8 q4,-1 0,-8" class="emote-tear" />`,
  wow: () =>
    html`<circle cx="-6" cy="-4" r="2.500" class="emote-ink" /><circle cx="6" cy="-4" r="2.500" class="emote-ink" /><ellipse cy="8" rx="4" ry="5.500" class="emote-ink" />`,
  think: () =>
    html`<circle cx="-6" cy="-3" r="2" class="emote-ink" /><circle cx="6" cy="-5" r="2" class="emote-ink" /><path d="M-10,-9 l7,1 M3,-11 l7,-1 M-5,9 q6,-3 10,0" class="emote-line" />`,
  cool: () =>
    html`<path d="M-13,-6 h26 l-2,6 q-5,4 -9,0 l-1,-4 h-2 l-1,4 q-4,4 -9,0 Z" class="emote-ink" /><path d="M-6,8 q7,5 12,-1" class="emote-line" />`,
  grumble: () =>
    html`<circle cx="-6" cy="-2" r="2" class="emote-ink" /><circle cx="6" cy="-2" r="2" class="emote-ink" /><path d="M-11,-8 l8,4 M11,-8 l-8,4 M-7,10 l4,-3 l3,3 l3,-3 l4,3" class="emote-line" />`,
};

/** @type {Emote[]} */
export const PHRASES = ['hello', 'good_luck', 'well_played', 'oops', 'thanks', 'again'];
/** @type {Emote[]} */
export const FACE_NAMES = ['laugh', 'cry', 'wow', 'think', 'cool', 'grumble'];

/** A face; what a phrase says is its text. @param {{emote: Emote, size?: number}} props */
export function Face({ emote, size = 30 }) {
  return (
    FACES[emote]
    && html`<svg class="emote-face" width=${size} height=${size} viewBox="-19 -19 38 38" aria-hidden="true"><circle r="17.500" class="emote-skin" />${FACES[emote]?.()}</svg>`
  );
}

/** Opens the emotes and closes them. @param {{open: boolean, toggle: () => void}} props */
export function EmoteButton({ open, toggle }) {
  return html`<button type="button" class="tool" aria-label=${say('emotes')} aria-expanded=${open} onClick=${toggle}><${Face} emote="laugh" size=${26} /></button>`;
}

/** Faces and phrases to choose from. @param {{send: (emote: Emote) => void}} props */
export function Emotes({ send }) {
  return html`<div class="emotes" role="group" aria-label=${say('emotes')}>${FACE_NAMES.map(
    (name) =>
      html`<button key=${name} class="tool" aria-label=${say(name)} onClick=${() => send(name)}><${Face} emote=${name} /></button>`,
  )}${PHRASES.map((name) => html`<button key=${name} class="button small plain" onClick=${() => send(name)}>${say(name)}</button>`)}</div>`;
}
