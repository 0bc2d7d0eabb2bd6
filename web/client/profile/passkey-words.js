/** What is said of passkeys. */
import { dictionary } from '../i18n.js';

export const say = dictionary({
  fr: {
    title: 'Clés d’accès',
    detail:
      'Connectez-vous avec l’empreinte, le visage ou le code de votre appareil, sans attendre de courriel.',
    add: 'Créer une clé d’accès',
    added: 'Clé d’accès créée',
    remove: 'Supprimer',
    removed: 'Clé d’accès supprimée ; effacez-la aussi de votre appareil.',
    synced: 'synchronisée',
    used: 'utilisée {ago}',
    unused: 'jamais utilisée',
    sign_in: 'Se connecter avec une clé d’accès',
    stopped: 'Rien n’a été changé.',
    here_already: 'Cet appareil a déjà une clé d’accès pour votre compte.',
    failed: 'Votre navigateur n’a pas pu utiliser de clé d’accès ici. Prenez un code.',
  },
  en: {
    title: 'Passkeys',
    detail: 'Sign in with the fingerprint, face or PIN of your device, without waiting for a mail.',
    add: 'Create a passkey',
    added: 'Passkey created',
    remove: 'Remove',
    removed: 'Passkey removed; delete it on your device too.',
    synced: 'synced',
    used: 'used {ago}',
    unused: 'never used',
    sign_in: 'Sign in with a passkey',
    stopped: 'Nothing was changed.',
    here_already: 'This device already has a passkey for your account.',
    failed: 'Your browser could not use a passkey here. Take a code.',
  },
});
