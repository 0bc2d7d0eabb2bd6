/**
 * Plays whole matches, every seat by an SDK of its own, and prints what each has seen, sent and kept.
 * Where `crashes` is set, players lose everything but their files, before or after a move is sent.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  FileStore,
  Gobelet,
  legalMoves,
  Stale,
  Unreachable,
} from '../../../clients/typescript/src/node.js';

const { server, tables, crashes, seed } = JSON.parse(process.argv[2] ?? '');

/** Numbers from 0 to 1 that a seed decides. */
function random(start) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Player {
  constructor(draw) {
    this.draw = draw;
    this.store = new FileStore(mkdtempSync(join(tmpdir(), 'gobelet-')));
    this.accepted = new Map();
    this.seen = [];
    this.stale = 0;
    this.restarts = -1;
    this.start();
  }

  /** What a started app does; the one before is never heard of again. */
  start() {
    this.restarts += 1;
    this.crashed = new Promise((done) => {
      this.crash = done;
    });
    this.gobelet = new Gobelet(server, { store: this.store, pause: 5, fetch: this.fetch() });
    const { outbox } = this.gobelet;
    const accepted = outbox.accepted;
    outbox.accepted = async (entry, answer) => {
      await accepted(entry, answer);
      if (entry.path.endsWith('/moves'))
        this.accepted.set(entry.key, { move: entry.body.move, ...answer.receipt });
    };
  }

  fetch() {
    const { crash } = this;
    return async (url, how) => {
      if (!url.endsWith('/moves') || this.draw() > crashes) return fetch(url, how);
      if (this.draw() < 0.5) await fetch(url, how).catch(() => {});
      crash();
      return new Promise(() => {});
    };
  }

  async patiently(work) {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
      }
    }
  }

  /** Take a seat; what could not be sent is sent later. */
  async seated(work) {
    try {
      return (await work(this.gobelet)).id;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
    }
    for (;;) {
      const [sent] = await this.gobelet.flush();
      if (sent?.problem) throw sent.problem;
      if (sent) return sent.answer.id;
    }
  }

  async play(id, most) {
    for (let over = false; !over; ) {
      over = await Promise.race([this.turns(id, most), this.crashed]);
      if (!over) this.start();
    }
  }

  async turns(id, most) {
    await this.patiently(() => this.gobelet.signIn());
    await this.gobelet.flush();
    const { gobelet } = this;
    const table = gobelet.table(id);
    const hear = ({ events }) => this.seen.push(...events.map((event) => event.seq));
    for await (const match of table.turns({ after: this.seen.at(-1) ?? 0, hear })) {
      const moves = [...legalMoves(match)];
      if (this.accepted.size >= most) {
        await table.resign();
        continue;
      }
      try {
        await table.play(moves[Math.floor(this.draw() * moves.length)], match);
      } catch (error) {
        if (!(error instanceof Stale)) throw error;
        this.stale += 1;
      }
    }
    return true;
  }
}

async function played({ game, seats, options, most }, place) {
  const players = Array.from(
    { length: seats },
    (_, at) => new Player(random(seed + 100 * place + at)),
  );
  const [creator, ...others] = players;
  for (const player of players) await player.patiently(() => player.gobelet.signIn());
  const table = { game, seats, options, visibility: 'unlisted', seed: true };
  const id = await creator.seated((gobelet) => gobelet.open(table));
  for (const player of others) await player.seated((gobelet) => gobelet.join(id, { seed: false }));
  await Promise.all(players.map((player) => player.play(id, most)));
  const found = await creator.patiently(() => creator.gobelet.table(id).check());
  return {
    match: id,
    game,
    checks: found.map(({ check }) => check),
    players: await Promise.all(
      players.map(async (player) => ({
        seat: (await player.patiently(() => player.gobelet.table(id).read())).you,
        seen: player.seen,
        accepted: [...player.accepted.entries()].sort().map(([, move]) => move),
        refused: (await player.gobelet.refused()).map(({ problem }) => problem.code),
        waiting: (await player.gobelet.waiting()).length,
        stale: player.stale,
        restarts: player.restarts,
        kept: await player.gobelet.evidence.kept(id),
      })),
    ),
  };
}

const told = JSON.stringify(await Promise.all(tables.map(played)));
process.stdout.write(told, () => process.exit()); // apps that have crashed still hold their streams
