/** A client of Gobelet for browsers, React Native and node; values in files: `gobelet-sdk/node`. */

/** @typedef {import('./api.js').Schemas} Schemas */
/** @typedef {import('./stores.js').Store} Store */
/** @typedef {import('./follow.js').Update} Update */
/** @typedef {import('./outbox.js').Entry} Entry */
/** @typedef {import('./outbox.js').Refused} Refused */

export { Api, Problem, Stale, Unreachable } from './api.js';
export { Gobelet } from './client.js';
export { Unfair } from './fairness.js';
export { followMatch, messages } from './follow.js';
export { OAuth, OAuthRefused } from './oauth.js';
export { getPasskey, makePasskey } from './passkeys.js';
export { MemoryStore, WebStore } from './stores.js';
export { legalMoves, Pending, Table } from './table.js';
