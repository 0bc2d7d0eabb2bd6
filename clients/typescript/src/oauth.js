/** Acting for a player as a third-party app: OAuth 2.0 with PKCE; tokens are kept and replaced. */
import { Unreachable } from './api.js';
import { hash, utf8 } from './proof/bytes.js';

/** @typedef {import('./api.js').Schemas} Schemas */
/** @typedef {{clientId: string, redirectUri: string, scope?: string}} App `redirectUri` is one that it is registered with */

/** How many milliseconds before its end an access token is replaced. */
const EARLY = 60_000;

/** The player or the server has refused an app; `code` is one of RFC 6749. */
export class OAuthRefused extends Error {
  /** @param {string} code @param {string} [description] */
  constructor(code, description) {
    super(description || code);
    this.code = code;
  }
}

export class OAuth {
  /** The tokens that are being replaced. @type {Promise<void> | null} */
  #renewing = null;

  /** @param {import('./client.js').Gobelet} gobelet @param {App} app */
  constructor(gobelet, { clientId, redirectUri, scope = 'play read profile' }) {
    this.gobelet = gobelet;
    this.clientId = clientId;
    this.redirectUri = redirectUri;
    this.scope = scope;
  }

  /** The page to open, where the player is asked. */
  async begin() {
    const [verifier, state] = [random(), random()];
    await this.gobelet.store.set('oauth.asked', { verifier, state });
    const asked = new URLSearchParams({
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      scope: this.scope,
      state,
      code_challenge: base64url(await hash(utf8(verifier))),
      code_challenge_method: 'S256',
    });
    return `${this.gobelet.api.server}/authorize?${asked}`;
  }

  /** Take the address that the player came back to; throws `OAuthRefused`. @param {string} address */
  async finish(address) {
    const { store } = this.gobelet;
    const came = new URL(address).searchParams;
    const asked = await store.get('oauth.asked');
    if (!asked || came.get('state') !== asked.state) throw new OAuthRefused('invalid_state');
    const code = came.get('code');
    if (!code) throw new OAuthRefused(came.get('error') ?? 'invalid_request');
    await this.#askTokens({
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.redirectUri,
      code_verifier: asked.verifier,
    });
    await store.set('oauth.asked', null);
    return /** @type {Schemas['Account']} */ (await this.resume());
  }

  /**
   * Act for the player again, as after a restart; null if none has authorised the app here. It needs
   * the scope `profile`.
   * @returns {Promise<Schemas['Account'] | null>}
   */
  async resume() {
    const { api, store } = this.gobelet;
    if (!(await store.get('oauth'))) return null;
    api.scheme = 'Bearer';
    api.renew = () => this.#renewed();
    this.gobelet.player = await api.get('me');
    return this.gobelet.player;
  }

  /** Give the tokens back. */
  async signOut() {
    const { api, store } = this.gobelet;
    const tokens = await store.get('oauth');
    if (tokens) await this.#post('/oauth/revoke', { token: tokens.refresh_token });
    await store.set('oauth', null);
    api.scheme = 'Token';
    api.renew = null;
    api.token = null;
    this.gobelet.player = null;
  }

  /** One at a time: of two answers to one refresh token only the later is valid. */
  #renewed() {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  /** Give the API a token that is valid, a new one if it ends soon. */
  async #renew() {
    const { api, store } = this.gobelet;
    const tokens = await store.get('oauth');
    if (!tokens) throw new OAuthRefused('invalid_grant');
    if (tokens.until - EARLY <= Date.now()) {
      const { refresh_token } = tokens;
      try {
        await this.#askTokens({ grant_type: 'refresh_token', refresh_token });
      } catch (error) {
        if (error instanceof OAuthRefused) await store.set('oauth', null);
        throw error;
      }
    }
    api.token = (await store.get('oauth')).access_token;
  }

  /** @param {Record<string, string>} fields */
  async #askTokens(fields) {
    const tokens = await this.#post('/oauth/token', fields);
    const until = Date.now() + 1000 * tokens.expires_in;
    await this.gobelet.store.set('oauth', { ...tokens, until });
  }

  /** @param {string} path @param {Record<string, string>} fields @returns {Promise<any>} */
  async #post(path, fields) {
    const { api } = this.gobelet;
    const body = new URLSearchParams({ ...fields, client_id: this.clientId });
    const signal = AbortSignal.timeout(api.timeout);
    const answer = await api
      .fetch(api.server + path, { method: 'POST', body, signal })
      .catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (told?.error) throw new OAuthRefused(told.error, told.error_description);
    if (!answer?.ok || !told) throw new Unreachable();
    return told;
  }
}

function random() {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** @param {Uint8Array} bytes */
function base64url(bytes) {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
