/** The TypeScript SDK signs in with passkeys, and acts as a third-party app, on a real server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Gobelet,
  legalMoves,
  MemoryStore,
  OAuth,
  OAuthRefused,
  Problem,
} from '../../../clients/typescript/src/node.js';
import { Authenticator } from './authenticator.mjs';

const { SERVER = '', ACCOUNT = '' } = process.env;
const HOME = 'http://127.0.0.1/back';

/** An app on a device of its own. */
function device(store = new MemoryStore()) {
  return new Gobelet(SERVER, { store, pause: 5, poll: 100 });
}

/** The player of an account, on a device where they are signed in. */
async function player() {
  const gobelet = device();
  await gobelet.store.set('session', JSON.parse(ACCOUNT));
  await gobelet.signIn();
  return gobelet;
}

/** An app of the player's own, on somebody's device. */
async function authorised(owner, gobelet) {
  const { id } = await owner.api.post('me/apps', { name: 'Table', redirect_uris: [HOME] });
  return new OAuth(gobelet, { clientId: id, redirectUri: HOME });
}

/** Where the page that asks a player sends them. */
async function decided(owner, address, allow) {
  const asked = Object.fromEntries(new URL(address).searchParams);
  return (await owner.api.post('auth/authorize', { ...asked, allow })).redirect;
}

test('a passkey signs in elsewhere', async () => {
  const { port } = new URL(SERVER);
  const phone = new Authenticator(`http://localhost:${port}`);
  const first = await player();
  assert.equal((await first.addPasskey('Phone', phone.make)).name, 'Phone');
  assert.equal((await device().signInWithPasskey(phone.get)).id, first.player.id);
  phone.origin = 'http://elsewhere.example';
  await assert.rejects(device().signInWithPasskey(phone.get), Problem);
});

test('an app acts for a player until it gives its tokens back', async () => {
  const [owner, acting] = [await player(), device()];
  const oauth = await authorised(owner, acting);
  assert.equal(await oauth.resume(), null);
  const back = await decided(owner, await oauth.begin(), true);
  assert.equal((await oauth.finish(back)).id, owner.player.id);
  const table = await acting.open({ game: 'ciaociao', seats: 2, bots: 1 });
  for await (const match of table.turns()) {
    assert.ok(await table.play([...legalMoves(match)][0], match));
    break;
  }
  await assert.rejects(acting.api.get('me/devices'), { code: 'insufficient_scope' });
  const first = await acting.store.get('oauth');
  await acting.store.set('oauth', { ...first, until: 0 });
  const asked = await Promise.all([acting.api.get('me'), acting.api.get('me/turns')]);
  assert.equal(asked[0].id, owner.player.id);
  const second = await acting.store.get('oauth');
  assert.notEqual(second.access_token, first.access_token, 'it was replaced');
  const again = device(acting.store);
  const { clientId, redirectUri } = oauth;
  const resumed = await new OAuth(again, { clientId, redirectUri }).resume();
  assert.deepEqual(resumed, await acting.api.get('me'));
  await oauth.signOut();
  await assert.rejects(again.api.get('me'), OAuthRefused);
  again.api.renew = null;
  await assert.rejects(again.api.get('me'), { code: 'invalid_token' });
});

test('an app that is refused or answered by somebody else has no tokens', async () => {
  const [owner, acting] = [await player(), device()];
  const oauth = await authorised(owner, acting);
  const refused = await decided(owner, await oauth.begin(), false);
  await assert.rejects(oauth.finish(refused), { code: 'access_denied' });
  await oauth.begin();
  const forged = `${HOME}?code=x&state=forged`;
  await assert.rejects(oauth.finish(forged), { code: 'invalid_state' });
  const back = await decided(owner, await oauth.begin(), true);
  const other = back.replace('code=', 'code=x');
  await assert.rejects(oauth.finish(other), { code: 'invalid_grant' });
  assert.equal(await oauth.resume(), null);
});
