/**
 * Stand-ins for a browser's interfaces that Node lacks: storage, address, window events, and a server
 * behind `fetch`. Import this before any module of the client; each test file has a process of its own.
 */
import assert from 'node:assert/strict';
import { mock } from 'node:test';

class MemoryStorage {
  getItem(name) {
    return Object.hasOwn(this, name) ? this[name] : null;
  }

  setItem(name, value) {
    this[name] = String(value);
  }

  removeItem(name) {
    delete this[name];
  }
}

const page = new EventTarget();
export const reloads = { count: 0 };

const interfaces = {
  localStorage: new MemoryStorage(),
  navigator: { onLine: true, languages: ['en'] },
  location: {
    pathname: '/',
    hash: '',
    origin: 'http://localhost',
    reload: () => {
      reloads.count += 1;
    },
  },
  history: { pushState: mock.fn(), replaceState: mock.fn() },
  document: {
    documentElement: { lang: '', dataset: {} },
    hidden: false,
    querySelector: () => null,
    getElementById: () => null,
  },
  matchMedia: () => ({ matches: false }),
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
  dispatchEvent: page.dispatchEvent.bind(page),
};
for (const [name, value] of Object.entries(interfaces)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** What the client keeps under a name, as another page of the browser reads it. */
export function stored(name) {
  return JSON.parse(localStorage.getItem(`gobelet.${name}`));
}

/** Another page of the browser keeps a value, or removes it if it is null. */
export function storeElsewhere(name, value) {
  const key = `gobelet.${name}`;
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(value));
  dispatchEvent(Object.assign(new Event('storage'), { key }));
}

/** Every request of the client; what `server.answer` returns for one is its response. */
export const server = { requests: [], answer: () => null };

globalThis.fetch = async (url, { method = 'GET', headers = {}, body, signal } = {}) => {
  const path = url.replace('/api/v1/', '');
  const request = { method, path, headers, body: body && JSON.parse(body), signal };
  server.requests.push(request);
  const response = await server.answer(request);
  if (!response) throw new TypeError('Failed to fetch');
  return response;
};

export function json(body, { status = 200, headers = {} } = {}) {
  return new Response(JSON.stringify(body), { status, headers });
}

export function problem(code, status, detail = `Refused: ${code}.`) {
  return json({ code, status, title: code, detail }, { status });
}

/** Answer with these in turn, each a response, a function that makes one, or null for no network. */
export function answerInTurn(...answers) {
  server.requests.length = 0;
  server.answer = async (request) => {
    assert.ok(answers.length, `unexpected: ${request.method} ${request.path}`);
    const next = answers.shift();
    return typeof next === 'function' ? next(request) : next;
  };
}

const soon = globalThis.setImmediate;
const PATIENCE = 40_000;

/** Wait until it holds, by the real clock. */
export async function until(holds) {
  const end = performance.now() + PATIENCE;
  while (!holds()) {
    assert.ok(performance.now() < end, `never came true: ${holds}`);
    await new Promise((done) => soon(done));
  }
}

/** Wait until nothing goes on without a timer or an answer: answers are made in this very process. */
export async function settled() {
  for (let round = 0; round < 30; round += 1) await new Promise((done) => soon(done));
}

export function stopTheClock(now = Date.parse('2027-01-01T12:00:00Z')) {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now });
}

/** Let time pass for timers, after and before what else is under way. */
export async function later(milliseconds) {
  await settled();
  mock.timers.tick(milliseconds);
  await settled();
}
