/**
 * Play against bots in the terminal: node terminal.mjs http://127.0.0.1:8000 ciaociao
 * Stop it at any time, or lose the network: started again, it continues where it was.
 */
import { createInterface } from 'node:readline';
import { FileStore, Gobelet, Stale } from 'gobelet-sdk/node';

const [server = '', game = '', folder = 'gobelet-state'] = process.argv.slice(2);
const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const store = new FileStore(folder);
const gobelet = new Gobelet(server, { store });
const { name } = await gobelet.signIn();
console.log(`You are ${name}.`);
for (const { entry, problem } of await gobelet.flush())
  console.log(problem ? 'Not played:' : 'Sent later:', entry.body.move);
const table = await seat();
for await (const match of table.turns()) {
  try {
    const { asked, board, moves } = await table.text();
    if (asked !== match.asked) continue;
    console.log(`\n${board}`);
    const chosen = moves[(await ask(moves.map(({ label }) => label))) - 1];
    if (chosen && !(await table.play(chosen.move, match)))
      console.log('No network: it is sent as soon as there is one.');
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
    console.log(error.message);
  }
}
console.log('Over:', (await table.read()).outcome);
for (const { check, count } of await table.check()) console.log(check, count);
await store.set('table', null);
process.exit();

/** The match that was begun, or a new one. */
async function seat() {
  const known = await store.get('table');
  if (known) return gobelet.table(known);
  const seats = (await gobelet.api.get(`games/${game}`)).seats.min;
  const opened = await gobelet.open({ game, seats, bots: seats - 1 });
  await store.set('table', opened.id);
  return opened;
}

/** A number that somebody types. @param {string[]} labels */
async function ask(labels) {
  for (;;) {
    labels.forEach((label, at) => {
      console.log(`${at + 1}  ${label}`);
    });
    console.log('>');
    const { value, done } = await input.next();
    if (done) process.exit();
    if (Number(value) >= 1 && Number(value) <= labels.length) return Number(value);
  }
}
