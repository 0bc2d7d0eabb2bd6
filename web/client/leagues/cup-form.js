/** What one chooses for a new cup, and the same as POST cups wants it. */
const DAY_HOURS = 24;
const WEEK_DAYS = 7;
/** The sizes that tables of a cup may have. */
const LEAST = 2;
const MOST = 6;

/** In how many days a cup may begin by itself. */
export const BEGINNINGS = [1, 3, 7, 14];
/** For how many weeks it may last; a round lasts four at most. */
export const LENGTHS = [1, 2, 4];
/** How many rounds there may be, or tables for each player. */
export const ROUNDS = [1, 2, 3, 4, 5, 6, 7, 8];

/** @typedef {{name: string, game: string, seats: number, rolling: boolean, rounds: number, begins: number, weeks: number}} Wanted */

/** How many may sit at a table of a cup. @param {{min: number, max: number}} seats */
export function sizesOf({ min, max }) {
  const from = Math.max(min, LEAST);
  return Array.from({ length: Math.min(max, MOST) - from + 1 }, (_, at) => from + at);
}

/** @param {string} circle @param {Wanted} wanted */
export function inForm(circle, { name, game, seats, rolling, rounds, begins, weeks }) {
  const days = weeks * WEEK_DAYS;
  return { circle, name, game, seats, rolling, rounds, starts_in: begins * DAY_HOURS, days };
}

/** The day that comes so many days after now. @param {number} days @param {number} [now] */
export function dayAfter(days, now = Date.now()) {
  return new Date(now + days * DAY_HOURS * 3_600_000).toISOString();
}
