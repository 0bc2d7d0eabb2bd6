/** What is said of third-party apps. */
import { dictionary } from '../i18n.js';

export const say = dictionary({
  fr: {
    title: 'Autoriser une application',
    sign_in_first: 'Une application demande à jouer pour vous. Connectez-vous d’abord.',
    asks: '{app} demande à :',
    play: 'Jouer pour vous : ouvrir et rejoindre des parties, jouer des coups, écrire à la table, abandonner.',
    read: 'Lire vos parties comme vous les voyez, avec vos cartes cachées, vos tours et vos invitations.',
    profile: 'Lire votre compte : nom, adresse électronique et réglages.',
    not: '{app} ne peut ni changer ni supprimer votre compte, ni voir vos appareils ou vos amis.',
    made_by_others:
      'Cette application n’est pas de Gobelet. Vous irez ensuite vers {destination}. Vous pourrez retirer cette autorisation dans votre profil.',
    as: 'Vous êtes {name}.',
    as_guest: 'Vous êtes {name}, en invité.',
    allow: 'Autoriser',
    refuse: 'Refuser',
    apps: 'Applications autorisées',
    revoke: 'Retirer',
    revoked: '{app} ne peut plus rien faire pour vous.',
  },
  en: {
    title: 'Authorise an app',
    sign_in_first: 'An app asks to act for you. Sign in first.',
    asks: '{app} asks to:',
    play: 'Play for you: open and join matches, play moves, write at the table, resign.',
    read: 'Read your matches as you see them, with your hidden cards, your turns and invitations.',
    profile: 'Read your account: name, mail address and settings.',
    not: '{app} can neither change nor delete your account, nor see your devices or friends.',
    made_by_others:
      'This app is not made by Gobelet. You will go on to {destination}. You can revoke this in your profile.',
    as: 'You are {name}.',
    as_guest: 'You are {name}, a guest.',
    allow: 'Allow',
    refuse: 'Refuse',
    apps: 'Authorised apps',
    revoke: 'Revoke',
    revoked: '{app} can do nothing for you any more.',
  },
});
