/** What is said to who writes third-party apps. */
import { dictionary } from '../i18n.js';

export const say = dictionary({
  fr: {
    title: 'Vos applications',
    detail: 'Vous écrivez une application qui joue pour d’autres ? Enregistrez-la ici.',
    docs: 'Documentation',
    register: 'Enregistrer une application',
    registered: '{app} est enregistrée : donnez-lui l’identifiant indiqué.',
    name: 'Nom que verront les joueurs',
    addresses: 'Adresses de retour, une par ligne',
    addresses_detail:
      'https://…, http://127.0.0.1…, ou un schéma à elle : org.example.app:/connecte',
    remove: 'Supprimer',
    remove_sure: 'Supprimer {app} ? Plus personne ne pourra l’utiliser, sur aucun appareil.',
    removed: '{app} est supprimée.',
  },
  en: {
    title: 'Your apps',
    detail: 'Do you write an app that plays for others? Register it here.',
    docs: 'Documentation',
    register: 'Register an app',
    registered: '{app} is registered: give it the id that is shown.',
    name: 'Name that players see',
    addresses: 'Addresses to come back to, one per line',
    addresses_detail:
      'https://…, http://127.0.0.1…, or a scheme of its own: org.example.app:/signed-in',
    remove: 'Remove',
    remove_sure: 'Remove {app}? Then it can act for no one any more, on any device.',
    removed: '{app} is removed.',
  },
});
