/** The cups on their grid, and the token that is held over one of them; what can be chosen is a button. */
import { html } from '../../html.js';
import { CupShape, Disc, listed } from './animals.js';
import { say } from './words.js';

/** @typedef {import('./animals.js').View} View */
/** @typedef {View['cups'][number]} Cup */
/** @typedef {import('../index.js').Scene} Scene */

/** What is known of a cup, in words. @param {Cup} cup */
function known({ animals, masked, complete }) {
  const told = [animals.length && listed(animals), masked && say('unseen', { n: masked })].filter(
    Boolean,
  );
  if (!told.length) return complete ? say('empty') : say('nothing_known');
  return [...told, ...(complete ? [] : [say('perhaps_more')])].join(', ');
}

/**
 * @param {{scene: Scene, view: View, open: number[], marked: number[], moved: readonly number[], held: any, choose: (cup: number) => void}} props
 * `open` may be chosen, `marked` are chosen, `moved` would be swapped, `held` is thought of for the one marked
 */
export function Cups({ scene, view, open, marked, moved, held, choose }) {
  const { names, moment } = scene;
  const columns = view.players.length;
  const told = view.cups.map((cup, n) => say('cup_holds', { n, known: known(cup) })).join('; ');
  const over =
    view.pick?.cup !== undefined
      ? ` ${say('held_over', { name: names[view.turn], cup: view.pick.cup })}`
      : '';
  return html`<div class="pt-board"><div class=${`hand pt-grid n${columns} ${open.length ? 'open' : ''}`} role="group" aria-label=${say('board', { columns, cups: `${told}.${over}` })} style=${{ '--columns': columns }}>${view.cups.map(
    (cup, n) => {
      const pick =
        view.pick?.cup === n
          ? { animal: view.pick.animal, announce: view.pick.announce }
          : held && marked.includes(n)
            ? { animal: held, announce: null }
            : null;
      const drops =
        moment?.kind === 'placed' && moment.cup === n ? { animal: moment.animal } : null;
      const kind = `pt-place ${marked.includes(n) ? 'marked' : ''} ${moved.includes(n) || (moment?.kind === 'swapped' && moment.cups.includes(n)) ? 'moved' : ''} ${moment?.kind === 'line' && moment.cups?.includes(n) ? 'lifted' : ''}`;
      const drawing = html`<${Drawing} cup=${cup} n=${n} pick=${pick} drops=${drops} fades=${(moment?.kind === 'faded' && moment.cups[n]) || []} />`;
      if (!open.includes(n)) return html`<span key=${n} class=${kind}>${drawing}</span>`;
      return html`<button key=${n} class=${kind} aria-pressed=${marked.includes(n)} onClick=${() => choose(n)}>${drawing}<span class="unseen">${say('cup', { n })}, ${known(cup)}</span></button>`;
    },
  )}</div></div>`;
}

/** @param {{cup: Cup, n: number, pick: any, drops: any, fades: any[]}} props */
function Drawing({ cup, n, pick, drops, fades }) {
  return html`<svg class="pt-drawing" viewBox="0 -26 96 122" aria-hidden="true"><ellipse cx="48" cy="87" rx="40" ry="8" class="pt-shadow" />
    <g class="pt-body"><${CupShape} /><text x="48" y="89" text-anchor="middle" class="pt-number">${n}</text></g>
    <${Contents} cup=${cup} />
    ${fades.length > 0 && html`<g class="pt-fading"><${Contents} cup=${{ animals: fades, masked: 0, complete: true }} /></g>`}
    ${pick && html`<g class="pt-held"><g transform="translate(48 -2) scale(1.050)"><${Disc} animal=${pick.animal} /></g>${pick.announce && pick.animal && pick.animal !== pick.announce && html`<text x="74" y="4" class="pt-fib">✗</text>`}</g>`}
    ${drops && html`<g class="pt-drops"><g transform="translate(48 6)"><${Disc} animal=${drops.animal} /></g></g>`}</svg>`;
}

/** What one knows of a cup, as if one could look through it. @param {{cup: Cup}} props */
function Contents({ cup }) {
  const tokens = [...cup.animals, ...Array(cup.masked).fill(null)];
  if (!tokens.length)
    return cup.complete
      ? html`<text x="48" y="50" text-anchor="middle" class="pt-empty">${say('empty')}</text>`
      : html`<text x="48" y="52" text-anchor="middle" class="pt-dots">…</text>`;
  const size = tokens.length > 4 ? 0.48 : tokens.length > 1 ? 0.68 : 0.95;
  const wide = tokens.length > 4 ? 3 : 2;
  const rows = Math.ceil(tokens.length / wide);
  return html`<g class="pt-known">${tokens.map((animal, at) => {
    const row = Math.floor(at / wide);
    const across = Math.min(wide, tokens.length - row * wide);
    const x = 48 + ((at % wide) - (across - 1) / 2) * 38 * size;
    const y = 44 + (row - (rows - 1) / 2) * 38 * size;
    return html`<g key=${at} transform=${`translate(${x} ${y}) scale(${size})`}><${Disc} animal=${animal} /></g>`;
  })}${!cup.complete && html`<text x="76" y="34" text-anchor="middle" class="pt-dots small">…</text>`}</g>`;
}
