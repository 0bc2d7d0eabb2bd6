/** A player's ratings: the estimate, how certain it is, and how it has changed. */
import { Emblem } from '../components/emblem.js';
import { useGames } from '../components/games.js';
import { useReading } from '../components/reading.js';
import { html } from '../html.js';
import { local } from '../i18n.js';
import { language } from '../session.js';
import { say } from './words.js';

/** @typedef {import('../types').RatingChange} RatingChange */
/** @typedef {import('../types').PublicProfile['ratings'][number]} Rating */

const WIDTH = 320;
const HEIGHT = 96;
const MOST = 100;
/** A span of so many standard deviations on both sides holds the strength 19 times in 20. */
const SURE = 2;

/** The span in which the strength lies most likely. @param {{rating: number, deviation: number}} skill */
export function between({ rating, deviation }) {
  return say('between', { from: rating - SURE * deviation, to: rating + SURE * deviation });
}

/** @param {{id: string, ratings: Rating[]}} props */
export function Ratings({ id, ratings }) {
  const games = useGames();
  const { data } = useReading(ratings.length ? `players/${id}/ratings?limit=${MOST}` : null);
  /** @type {RatingChange[]} */
  const changes = /** @type {any} */ (data)?.results ?? [];
  if (!ratings.length) return html`<p class="dim">${say('no_ratings')}</p>`;
  return html`<ul class="cards">${ratings.map((one) => {
    const game = games.find(({ id }) => id === one.game);
    const own = changes.filter(({ game, pool }) => game === one.game && pool === one.pool);
    return html`<li key=${one.game + one.pool} class="card rating-card"><${Emblem} game=${game} size=${48} />
      <span class="grow"><strong>${game ? local(game.titles) : one.game}, ${say(one.pool)}</strong>
        <span class="dim">${one.settled ? between(one) : say('settling')} · ${say('rated_matches', { n: one.matches })}</span></span>
      <span class="end"><a class="figure" href=${`/ranking/${one.game}#${one.pool}`} aria-label=${`${say('ranking')}: ${one.rating}`}>${one.rating}</a></span>
      ${own.length > 1 && html`<${Plot} changes=${own} />`}</li>`;
  })}</ul>`;
}

/**
 * Where a history is drawn: the line of the ratings, oldest first, and the band of one deviation around it.
 * @param {RatingChange[]} changes the latest first
 */
export function course(changes) {
  const [ordered, lows, highs] = [
    changes.toReversed(),
    changes.map(({ rating, deviation }) => rating - deviation),
    changes.map(({ rating, deviation }) => rating + deviation),
  ];
  const [least, most] = [Math.min(...lows), Math.max(...highs)];
  const x = (/** @type {number} */ at) =>
    ((at / Math.max(1, ordered.length - 1)) * WIDTH).toFixed(1);
  const y = (/** @type {number} */ points) =>
    (HEIGHT - ((points - least) / Math.max(1, most - least)) * HEIGHT).toFixed(1);
  const through = (/** @type {(one: RatingChange) => number} */ points) =>
    ordered.map((one, at) => `${x(at)},${y(points(one))}`);
  const above = through(({ rating, deviation }) => rating + deviation);
  const below = through(({ rating, deviation }) => rating - deviation);
  return {
    line: through(({ rating }) => rating).join(' '),
    band: [...above, ...below.toReversed()].join(' '),
    least,
    most,
  };
}

/** @param {{changes: RatingChange[]}} props */
function Plot({ changes }) {
  const { line, band, least, most } = course(changes);
  const [last, first] = [changes[0], changes.at(-1)];
  const day = new Intl.DateTimeFormat(language.value, { day: 'numeric', month: 'short' });
  const date = (/** @type {RatingChange | undefined} */ one) => day.format(new Date(one?.at ?? 0));
  const label = say('history', {
    first: first?.rating,
    from: date(first),
    last: last?.rating,
    to: date(last),
    least: Math.min(...changes.map(({ rating }) => rating)),
    most: Math.max(...changes.map(({ rating }) => rating)),
  });
  return html`<figure class="rating-plot"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${label}>
      <polygon points=${band} /><polyline points=${line} /></svg>
    <figcaption class="dim"><span>${date(first)}</span><span>${least}–${most}</span><span>${date(last)}</span></figcaption></figure>`;
}
