// Plays whole matches, everybody at the table, with nothing but the generated types.
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Schemas = components["schemas"];
type Match = Schemas["Match"];
type Options = Record<string, unknown>;
type Person = Client<paths>;

declare const process: { argv: string[]; stdout: { write(text: string): void } };

// The games that this client knows: any other is played from its text.
const KNOWN = new Set(process.argv[2]!.split(","));

// Prints a JSON list: the summary of a match of each game, played all at once.
async function main(server: string, wanted: string): Promise<void> {
  const games: [string, Options][] = Object.entries(JSON.parse(wanted));
  const summaries = await Promise.all(games.map(([game, options]) => played(server, game, options)));
  process.stdout.write(JSON.stringify(summaries) + "\n");
}

async function played(server: string, game: string, options: Options): Promise<object> {
  const nobody = createClient<paths>({ baseUrl: server });
  const { seats } = done(
    await nobody.GET("/api/v1/games/{game}", { params: { path: { game } } }),
  );
  const people: Person[] = [];
  for (let seat = 0; seat < seats.min; seat++) people.push(await guest(server, `P${seat}`));
  const kept: object[] = [];
  let match = await opened(people, game, options, kept);
  let moves = 0;
  let fromText = 0;
  let viewer: number | null = null;
  while (match.status === "running") {
    const seat: number = any(match.awaiting);
    if (seat !== viewer) match = await seen(at(people, seat), match.id);
    const unknown = !KNOWN.has(match.view!.game);
    const move = unknown ? await named(at(people, seat), match) : chosen(match);
    const answer = await moved(at(people, seat), match, move);
    match = answer.match;
    kept.push(answer.receipt);
    viewer = seat;
    moves += 1;
    if (unknown) fromText += 1;
  }
  const events = await history(at(people, 0), match.id);
  const kinds = [...new Set(events.map((event) => event.type as string))];
  const told = events.map(sentence).filter((text) => text !== null);
  const summary = { game, moves, from_text: fromText, kinds, told };
  const read = { version: match.version, read: events.length };
  return { ...summary, ...read, match: match.id, kept, outcome: match.outcome };
}

async function guest(server: string, name: string): Promise<Person> {
  const nobody = createClient<paths>({ baseUrl: server });
  const { token } = done(await nobody.POST("/api/v1/auth/guest", { body: { name } }));
  return createClient<paths>({ baseUrl: server, headers: { Authorization: `Token ${token}` } });
}

// What the server promises to those who sit down is kept for verify.py.
async function opened(
  people: Person[],
  game: string,
  options: Options,
  kept: object[],
): Promise<Match> {
  const [creator, ...others] = people;
  const body = { game, seats: people.length, visibility: "unlisted", options } as const;
  let match = done(await at([creator!], 0).POST("/api/v1/matches", { body }));
  kept.push(match.promise!);
  for (const person of others) {
    const path = { match: match.id };
    match = done(await person.POST("/api/v1/matches/{match}/join", { params: { path }, body: {} }));
    kept.push(match.promise!);
  }
  return match;
}

async function seen(person: Person, id: string): Promise<Match> {
  const path = { match: id };
  return done(await person.GET("/api/v1/matches/{match}", { params: { path } }));
}

async function moved(
  person: Person,
  match: Match,
  move: Schemas["Move"],
): Promise<Schemas["MoveAnswer"]> {
  const path = { match: match.id };
  const header = { "Idempotency-Key": `${Date.now()}-${Math.random()}` };
  const body = { move, expected_version: match.version };
  const answer = await person.POST("/api/v1/matches/{match}/moves", {
    params: { path, header },
    body,
  });
  return done(answer);
}

function chosen(match: Match): Schemas["Move"] {
  const { type, ...fields } = any(match.choices);
  const move: Record<string, unknown> = { type };
  for (const [name, values] of Object.entries(fields)) {
    const value = any(values as unknown[]);
    if (value !== null) move[name] = value;
  }
  return move as Schemas["Move"];
}

async function named(person: Person, match: Match): Promise<Schemas["Move"]> {
  const path = { match: match.id };
  const text = done(await person.GET("/api/v1/matches/{match}/text", { params: { path } }));
  return any(text.moves).move;
}

async function history(person: Person, id: string): Promise<Schemas["Event"][]> {
  const events: Schemas["Event"][] = [];
  for (;;) {
    const query = { after: events.length };
    const params = { path: { match: id }, query };
    const page = done(await person.GET("/api/v1/matches/{match}/events", { params }));
    events.push(...page.events);
    if (!page.has_more) return events;
  }
}

// Narrowed by `type`; a kind that this schema does not know yet falls through and is ignored.
function sentence(event: Schemas["Event"]): string | null {
  switch (event.type) {
    case "match_started":
      return `${event.data.seats.length} seats`;
    case "match_finished":
      return `won by ${event.data.winners.join(" and ")}`;
    default:
      return null;
  }
}

function done<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

function any<T>(values: readonly T[]): T {
  return at(values, Math.floor(Math.random() * values.length));
}

function at<T>(values: readonly T[], place: number): T {
  const value = values[place];
  if (value === undefined) throw new Error(`nothing at ${place}`);
  return value;
}

await main(process.argv[3]!, process.argv[4]!);
