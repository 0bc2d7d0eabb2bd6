/** What moves a replay: a slider, and buttons for who would rather press. */

import { Icon } from '../components/icon.js';
import { html } from '../html.js';
import { say } from './words.js';

/**
 * @param {{seq: number, first: number, last: number, playing: boolean, text: string, go: (seq: number) => void, play: (on: boolean) => void}} props
 */
export function Reel({ seq, first, last, playing, text, go, play }) {
  const start = () => {
    if (!playing && seq >= last) go(first);
    play(!playing);
  };
  return html`<div class="reel">
    <input type="range" aria-label=${say('moment')} aria-valuetext=${`${say('of', { n: seq, all: last })}. ${text}`} min=${first} max=${last} value=${seq}
      onInput=${(/** @type {any} */ event) => {
        play(false);
        go(Number(event.target.value));
      }} />
    <div class="reel-buttons">
      <${Press} icon="first" label=${say('first')} off=${seq <= first} press=${() => {
        play(false);
        go(first);
      }} />
      <${Press} icon="back" label=${say('before')} off=${seq <= first} press=${() => {
        play(false);
        go(seq - 1);
      }} />
      <button class="button reel-play" onClick=${start} aria-label=${playing ? say('pause') : say('play')}><${Icon} name=${playing ? 'pause' : 'play'} size=${28} /></button>
      <${Press} icon="next" label=${say('after')} off=${seq >= last} press=${() => {
        play(false);
        go(seq + 1);
      }} />
      <${Press} icon="last" label=${say('last')} off=${seq >= last} press=${() => {
        play(false);
        go(last);
      }} />
    </div></div>`;
}

/** @param {{icon: import('../components/icon.js').IconName, label: string, off: boolean, press: () => void}} props */
function Press({ icon, label, off, press }) {
  return html`<button class="tool" aria-label=${label} disabled=${off} onClick=${press}><${Icon} name=${icon} /></button>`;
}
