/** What `node.js` takes from node, so that building needs no types of node. */
declare module 'node:fs';
declare module 'node:path';
declare const process: { pid: number };
