/** The exported matches of the golden corpus, and the hashes with which a server makes such files. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const CORPUS = new URL('../../proofs/corpus/', import.meta.url);
export const FILES = readdirSync(CORPUS).filter((name) => name.endsWith('.json.gz'));
export const exported = (name) => JSON.parse(gunzipSync(readFileSync(new URL(name, CORPUS))));
export const ciaociao = () => exported('ciaociao-1-seats=2-planks=9.json.gz');
/** The first match in which there is a seat like that. */
export const withSeat = (isLike) => {
  for (const name of FILES) {
    const given = exported(name);
    if (given.fairness.seats.some(isLike)) return given;
  }
  throw new Error(`no match of the corpus has a seat like that: ${isLike}`);
};
/** A match to which at least one seat has added a number. */
export const seeded = () => withSeat(({ seed }) => seed);

/** What a check found, in short. */
export const states = (findings) => findings.map(({ check, state }) => [check, state]);

export const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
export const u64 = (number) => Buffer.from(number.toString(16).padStart(16, '0'), 'hex');
