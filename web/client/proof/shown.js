/**
 * What draws decide of the events that show them, for the rules that this client knows: so no event
 * shows another die, deal or first seat than was drawn for it.
 */
import { same } from './bytes.js';
import { must } from './unfair.js';

const KNOWN = ['bonbons/1', 'ciaociao/1', 'passpass/1', 'ptipasspass/1'];
const FACES = [1, 2, 3, 4, 0, 0];
const CANDIES = ['toffee', 'humbug', 'nougat', 'bear', 'crocodile', 'cane', 'shell', 'lokum'];
const TINTS = ['red', 'yellow', 'green', 'blue'];
const CARDS = ['violet', 'blue', 'green', 'yellow'].flatMap((suit) =>
  Array.from({ length: 12 }, (_, at) => `${suit}-${at + 1}`),
);
const HAND = 8;

/** Whether the draws of a match can be compared with its events. @param {any} given the export */
export function isKnown(given) {
  return KNOWN.includes(given.match.ruleset);
}

/** Every draw is what the log shows of it, in the order of the log. @param {any} given the export */
export async function checkShown(given) {
  const table = new Table(given);
  for (const { full } of given.events)
    for (const [name, value] of Object.entries(table.drawnFor(full.type, full.data)))
      must(same(full.data[name] ?? null, value), 'shown_other', 'event', full.seq);
  must(table.k === given.draws.length, 'draw_unshown', 'draw', table.k);
}

/** What the draws of a match decide of its events. */
class Table {
  /** @param {any} given */
  constructor({ match, fairness, draws }) {
    this.draws = draws;
    this.k = 0;
    /** @type {number[]} */
    this.seats = [...fairness.seats.keys()];
    this.quick = match.options.quick;
    this.leader = 0;
    /** @type {string[]} */
    this.deck = [];
  }

  /** The fields of such an event that its draws decide. @param {string} kind @param {any} data @returns {Record<string, any>} */
  drawnFor(kind, data) {
    switch (kind) {
      case 'bridge_built':
        return { first: this.draw('first_seat', this.seats) };
      case 'die_rolled':
        return { die: this.draw('die', FACES) };
      case 'animals_dealt':
        return data.round === 1 ? { first: this.draw('first_seat', this.seats) } : {};
      case 'round_opened':
        this.leader = data.round === 1 ? this.draw('first_seat', this.seats) : data.leader;
        this.deck = this.draw('deal', CARDS);
        return { leader: this.leader };
      case 'hand_dealt':
        return { cards: this.hand(data.seat) };
      case 'candies_laid':
        return this.candies();
      default:
        return {};
    }
  }

  /** One card at a time, beginning on the leader's left. @param {number} seat */
  hand(seat) {
    const { length } = this.seats;
    const place = (seat - this.leader - 1 + length) % length;
    return this.deck.slice(0, HAND * length).filter((_, at) => at % length === place);
  }

  candies() {
    const first = this.draw('first_seat', this.seats);
    const removed = this.quick ? this.draw('removed_candies', CANDIES).slice(0, 2).sort() : [];
    const faces = CANDIES.filter((candy) => !removed.includes(candy)).flatMap((candy) =>
      TINTS.map((tint) => `${candy}-${tint}`),
    );
    const coins = this.quick ? [] : ['coin', 'coin', 'coin'];
    const squares = this.draw('squares', [...faces, ...coins, 'wrapper']);
    return { first, removed, squares, rounds: this.draw('rounds', faces) };
  }

  /** What the next draw takes out of these values: one of them, or all in an order. @param {string} label @param {any[]} values @returns {any} */
  draw(label, values) {
    const draw = this.draws[this.k];
    must(draw?.label === label && draw.n === values.length, 'draw_kind', 'draw', this.k);
    this.k += 1;
    if (draw.op === 'below') return values[draw.result];
    return draw.result.map((/** @type {number} */ at) => values[at]);
  }
}
