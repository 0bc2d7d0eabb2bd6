/** An authenticator in software: makes a passkey, and signs with it as a phone would. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Flags: present, verified; a new credential. */
const HERE = 1 | 4;
const NEW = 64;

export class Authenticator {
  constructor(origin) {
    this.origin = origin;
    this.credential = randomBytes(32);
    this.keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** What `navigator.credentials.create` gives. */
  make = async (options) => {
    this.handle = options.user.id;
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' });
    const [left, right] = [x, y].map((half) => Buffer.from(half, 'base64url'));
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      left,
      Buffer.from('225820', 'hex'),
      right,
    ]);
    const length = Buffer.from([0, this.credential.length]);
    const data = Buffer.concat([this.data(NEW), Buffer.alloc(16), length, this.credential, key]);
    const head = `a363${text('fmt')}64${text('none')}67${text('attStmt')}a068${text('authData')}58`;
    const attestation = Buffer.concat([Buffer.from(head, 'hex'), Buffer.from([data.length]), data]);
    const clientData = this.clientData('webauthn.create', options);
    return this.shown({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    });
  };

  /** What `navigator.credentials.get` gives. */
  get = async (options) => {
    const clientData = this.clientData('webauthn.get', options);
    const data = this.data();
    const signed = Buffer.concat([data, digest(clientData)]);
    return this.shown({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.keys.privateKey).toString('base64url'),
      userHandle: this.handle,
    });
  };

  data(more = 0) {
    return Buffer.concat([digest('localhost'), Buffer.from([HERE | more, 0, 0, 0, 0])]);
  }

  clientData(type, { challenge }) {
    const about = { type, challenge, origin: this.origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(about));
  }

  shown(response) {
    const id = this.credential.toString('base64url');
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }
}

function digest(bytes) {
  return createHash('sha256').update(bytes).digest();
}

function text(words) {
  return Buffer.from(words).toString('hex');
}
