/** The cups of a circle, and a form to open one, read when it is first wanted. */
import { useReading } from '../components/reading.js';
import { html, useState } from '../html.js';
import { session } from '../session.js';
import { useStore } from '../store.js';
import { usePart } from '../use-part.js';
import { CupCard } from './cup-card.js';
import { say } from './words.js';

/** @typedef {import('../types').CupSummary} CupSummary */

/** @param {{circle: string}} props */
export function CircleCups({ circle }) {
  const { player } = useStore(session);
  const { data } = useReading(`circles/${circle}/cups`, player?.id);
  const cups = /** @type {CupSummary[] | undefined} */ (/** @type {any} */ (data)?.results);
  return html`<section><h2>${say('cups')}</h2>
    ${cups && !cups.length && html`<p class="dim">${say('no_cups')}</p>`}
    <ul class="cards">${cups?.map((cup) => html`<li key=${cup.id}><${CupCard} cup=${cup} /></li>`)}</ul>
    ${player?.guest ? html`<p><a href="/me">${say('sign_in')}</a></p>` : html`<${Opening} circle=${circle} />`}</section>`;
}

/** @param {{circle: string}} props */
function Opening({ circle }) {
  const [wanted, setWanted] = useState(false);
  const form = usePart(() => import('./open-cup.js'), wanted);
  if (wanted && form) return html`<${form.OpenCup} circle=${circle} />`;
  return html`<p class="row spread"><button class="button plain" disabled=${wanted} onClick=${() => setWanted(true)}>${say('new_cup')}</button></p>`;
}
