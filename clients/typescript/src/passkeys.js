/** A browser's passkeys (WebAuthn), in the JSON of the API; elsewhere a library of the phone's does this. */

/** @typedef {(options: any) => Promise<any>} Authenticator takes WebAuthn's options and resolves with a credential */

/** Sign with a passkey that the person chooses. @type {Authenticator} */
export async function getPasskey(options) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return shown(await navigator.credentials.get({ publicKey }));
}

/** Make a passkey on this device. @type {Authenticator} */
export async function makePasskey(options) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return shown(await navigator.credentials.create({ publicKey }));
}

/** @param {Credential | null} credential */
function shown(credential) {
  return /** @type {PublicKeyCredential} */ (credential).toJSON();
}
