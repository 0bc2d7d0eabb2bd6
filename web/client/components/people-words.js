/** Words about those who play: a name, an invitation, and what can be done while others think. */
import { dictionary } from '../i18n.js';

export const say = dictionary({
  en: {
    ask_name: 'What do your friends call you?',
    ask_name_detail:
      'Your name stands on the invitation and at the table. You can change it later.',
    your_name: 'Your name',
    keep_name: 'That is me',
    no_name: 'Not now',
    next_match: 'Next match: {game}',
    wait_detail: 'No need to stay: you can be told when it is your turn.',
    tell_me: 'Tell me',
    install: 'Install the app',
    no_thanks: 'No, thank you',
  },
  fr: {
    ask_name: 'Comment vos amis vous appellent-ils ?',
    ask_name_detail:
      'Votre nom figure sur l’invitation et à la table. Vous pourrez en changer plus tard.',
    your_name: 'Votre nom',
    keep_name: 'C’est moi',
    no_name: 'Pas maintenant',
    next_match: 'Partie suivante : {game}',
    wait_detail: 'Inutile de rester : on peut vous prévenir quand ce sera à vous.',
    tell_me: 'Me prévenir',
    install: 'Installer l’application',
    no_thanks: 'Non merci',
  },
});
