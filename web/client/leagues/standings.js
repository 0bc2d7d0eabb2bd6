/** The standings of a cup as a table, and one's own points as a plot. */
import { html } from '../html.js';
import { say } from './words.js';

/** @typedef {import('../types').Cup} Cup */

/** @param {{cup: Cup}} props */
export function Standings({ cup }) {
  const player = (/** @type {number} */ number) => cup.entrants[number]?.player;
  return html`<section><h2>${say('standings')}</h2><div class="scroll"><table class="standings">
    <thead><tr><th scope="col">#</th><th scope="col">${say('player')}</th><th scope="col">${say('points')}</th><th scope="col">${say('wins')}</th><th scope="col">${say('played')}</th></tr></thead>
    <tbody>${cup.standings.map(
      (row, place) => html`<tr key=${row.entrant} class=${row.entrant === cup.you ? 'own' : ''}>
        <td>${place + 1}</td><th scope="row"><a href=${`/players/${player(row.entrant)?.id}`}>${player(row.entrant)?.name}</a></th>
        <td>${row.points}</td><td>${row.wins}</td><td>${row.played}</td></tr>`,
    )}</tbody></table></div></section>`;
}

/** The points of one place, 120 for the first and 0 for the last; ties share the mean. @param {number[][]} ranking @param {number} entrant */
export function pointsOf(ranking, entrant) {
  const size = ranking.flat().length;
  let better = 0;
  for (const group of ranking) {
    if (group.includes(entrant)) {
      const place = better + (group.length + 1) / 2;
      return size < 2 ? 120 : (120 * (size - place)) / (size - 1);
    }
    better += group.length;
  }
  return 0;
}

/** One's own points, added up table by table. @param {Cup} cup */
export function sums(cup) {
  const you = cup.you ?? -1;
  let sum = 0;
  return cup.tables
    .filter((table) => table.ranking && table.entrants.includes(you))
    .map((table) => {
      sum += pointsOf(table.ranking ?? [], you);
      return sum;
    });
}

/** @param {{cup: Cup}} props */
export function Plot({ cup }) {
  const own = sums(cup);
  if (!own.length) return null;
  const width = 320;
  const height = 120;
  const most = 120 * own.length;
  const points = [0, ...own].map(
    (sum, at) => `${(at * width) / own.length},${height - (sum * height) / most}`,
  );
  const text = say('plot_detail', { points: own[own.length - 1], n: own.length });
  return html`<section><h2>${say('plot')}</h2><svg class="plot" viewBox=${`-4 -4 ${width + 8} ${height + 8}`} role="img" aria-label=${text}>
    <line x1="0" y1=${height} x2=${width} y2=${height} /><polyline points=${points.join(' ')} />
    ${points.map((point, at) => {
      const [x, y] = point.split(',');
      return html`<circle key=${at} cx=${x} cy=${y} r="3" />`;
    })}</svg><p class="dim">${text}</p></section>`;
}
