/** How fairness is told, plainly. */
import { dictionary } from '../i18n.js';

export const say = dictionary({
  fr: {
    title: 'Preuve',
    checking: 'Votre navigateur recalcule tout…',
    consistent: 'Tout concorde',
    consistent_detail:
      'Votre navigateur a tout recalculé à partir du fichier, sauf les règles : les coups eux-mêmes n’ont pas été jugés. verify.py, dans une copie du projet, rejoue chaque coup.',
    unfair: 'Cela ne concorde pas',
    unfair_detail:
      'Ce fichier n’est pas la partie telle qu’elle a été jouée. Gardez-le et demandez des comptes à qui tient le serveur.',
    file_of: 'Fichier : {name}',
    no_crypto:
      'Votre navigateur ne calcule ces empreintes que sur une page https. Téléchargez la partie et vérifiez-la avec verify.py.',
    commitment:
      'Le nombre secret du serveur est celui dont l’empreinte était affichée avant la partie.',
    seeds: ({ n }) =>
      n === 0
        ? 'Aucun joueur n’a ajouté son propre nombre au hasard.'
        : n === 1
          ? 'Le nombre ajouté par un joueur est bien celui qu’il avait promis.'
          : `Les nombres ajoutés par ${n} joueurs sont bien ceux qu’ils avaient promis.`,
    draws: ({ n }) =>
      n === 1
        ? 'L’unique tirage découle de ces nombres.'
        : `Les ${n} tirages (donnes, dés, premier joueur) découlent tous de ces nombres.`,
    events: ({ n }) =>
      `${n} événements : ce que chacun a vu était vrai, et rien n’a été ajouté, ôté ni retouché.`,
    frame: 'Joueurs, options et résultat sont ceux de la partie.',
    shown: 'Chaque donne, chaque dé et le premier joueur sont ceux qui ont été tirés.',
    unshown:
      'Cette page ne connaît pas ces règles : les tirages n’ont pas été comparés aux événements.',
    promise: 'Avant la donne, le serveur vous avait promis cette empreinte par écrit.',
    unpromised:
      'Aucune promesse d’avant la donne ne m’a été montrée : le serveur aurait pu retirer son nombre après avoir vu ceux des joueurs.',
    seen: 'C’est bien la partie que le serveur vous montrait.',
    receipts: ({ n }) =>
      n === 1
        ? 'Le reçu signé que votre navigateur a gardé concorde.'
        : `Les ${n} reçus signés que votre navigateur a gardés concordent : vos coups sont dans la partie, à leur place.`,
    unsigned:
      'Votre navigateur ne sait pas vérifier la signature de vos reçus (Ed25519) ; verify.py le sait.',
    seats: 'Qui a mis son grain de hasard',
    added: 'a ajouté son nombre',
    held_back: 'a retenu le nombre promis',
    not_added: 'n’en a pas ajouté',
    is_bot: 'robot',
    alone:
      'Sans nombre d’un joueur, le serveur aurait pu essayer plusieurs nombres secrets avant la partie et garder celui qui lui plaisait.',
    not_proved: 'Ce que cela ne prouve pas',
    not_looked: 'que personne n’a regardé dans la base de données du serveur pendant la partie',
    not_times: 'que les heures sont justes : c’est le serveur qui les dit',
    not_rules: 'que chaque coup suivait les règles : verify.py le vérifie dans une copie du projet',
    more: 'À emporter',
    export_: 'La partie (JSON)',
    transcript: 'Le récit (texte)',
    verifier: 'Le vérificateur (verify.py)',
    how: 'Pour refaire la vérification sans ce site : python3 verify.py et le fichier de la partie.',
    other: 'Vérifier un fichier gardé',
    unreadable: 'Ce fichier n’est pas une partie exportée.',
    not_over: 'La preuve s’ouvre quand la partie est finie.',
    where_file: 'Fichier',
    where_seat: 'Place {n}',
    where_draw: 'Tirage {n}',
    where_event: 'Événement {n}',
    where_receipt: 'Reçu {n}',
    seed_unfit: 'le nombre secret ne correspond pas à l’empreinte affichée avant la partie',
    names: 'le jeu et ses règles ne concordent pas',
    seed_broken: 'ce nombre n’est pas celui qui avait été promis',
    draw_other: 'le résultat n’est pas celui que donnent les nombres',
    draw_kind: 'la partie demandait un autre tirage',
    draw_unshown: 'aucun événement ne montre ce tirage',
    shown_other: 'ce n’est pas ce qui a été tiré',
    promise_other: 'avant la donne, le serveur avait promis une autre empreinte',
    shown_untrue: 'on a montré à quelqu’un ce qui n’était pas',
    slot: 'ce n’est pas ce qui a été montré pendant la partie',
    hash: 'la chaîne est rompue ici',
    order: 'il manque un événement, ou il y en a un de trop',
    frame_: 'l’en-tête du fichier ne dit pas ce que dit la partie',
    end_missing: 'la fin manque',
    head_other: 'ce n’est pas la partie que le serveur vous montrait',
    commitment_other: 'l’empreinte n’est pas celle qui vous était montrée',
    receipt_log: 'votre reçu a été signé pour une autre suite d’événements',
    receipt_signature: 'la signature n’est pas bonne',
    receipt_key: 'la clé de ce reçu est inconnue',
    form: 'cela n’a pas la forme d’une partie exportée',
    colon: ' :',
    good: 'vérifié',
    none: 'non vérifié',
    bad: 'faux',
  },
  en: {
    title: 'Proof',
    checking: 'Your browser is computing everything again…',
    consistent: 'Everything agrees',
    consistent_detail:
      'Your browser has computed everything again from the file but the rules: the moves themselves were not judged. verify.py, in a copy of the project, plays every move again.',
    unfair: 'This does not agree',
    unfair_detail:
      'This file is not the match as it was played. Keep it, and ask whoever runs the server.',
    file_of: 'File: {name}',
    no_crypto:
      'Your browser computes these fingerprints on https pages only. Download the match and check it with verify.py.',
    commitment:
      'The server’s secret number is the one whose fingerprint was shown before the match.',
    seeds: ({ n }) =>
      n === 0
        ? 'No player added a number of their own to the chance.'
        : n === 1
          ? 'The number that one player added is the one that was promised.'
          : `The numbers that ${n} players added are those that were promised.`,
    draws: ({ n }) =>
      n === 1
        ? 'The only draw follows from these numbers.'
        : `All ${n} draws (deals, dice, first player) follow from these numbers.`,
    events: ({ n }) =>
      `${n} events: what everybody saw was true, and nothing was put in, taken out or touched up.`,
    frame: 'Players, options and result are those of the match.',
    shown: 'Every deal, every die and the first player are those that were drawn.',
    unshown: 'This page does not know these rules: draws were not compared with the events.',
    promise: 'Before the deal the server had promised you this fingerprint in writing.',
    unpromised:
      'No promise from before the deal was shown to me: the server could have drawn its number again when it knew the players’.',
    seen: 'It is the match that the server was showing you.',
    receipts: ({ n }) =>
      n === 1
        ? 'The signed receipt that your browser kept agrees.'
        : `The ${n} signed receipts that your browser kept agree: your moves are in the match, in their places.`,
    unsigned: 'Your browser cannot check the signatures of your receipts (Ed25519); verify.py can.',
    seats: 'Who added to the chance',
    added: 'added a number',
    held_back: 'withheld the promised number',
    not_added: 'added none',
    is_bot: 'bot',
    alone:
      'Without a number from a player the server could have tried several secret numbers before the match and kept the one it liked.',
    not_proved: 'What this does not prove',
    not_looked: 'that nobody looked into the server’s database during the match',
    not_times: 'that times are right: they are the server’s word',
    not_rules: 'that every move followed the rules: verify.py checks that in a copy of the project',
    more: 'To take away',
    export_: 'The match (JSON)',
    transcript: 'The story (text)',
    verifier: 'The verifier (verify.py)',
    how: 'To check again without this site: python3 verify.py and the file of the match.',
    other: 'Check a file that you kept',
    unreadable: 'This file is no exported match.',
    not_over: 'The proof opens when the match is over.',
    where_file: 'File',
    where_seat: 'Seat {n}',
    where_draw: 'Draw {n}',
    where_event: 'Event {n}',
    where_receipt: 'Receipt {n}',
    seed_unfit: 'the secret number does not fit the fingerprint shown before the match',
    names: 'the game and its rules do not agree',
    seed_broken: 'this number is not the one that was promised',
    draw_other: 'the result is not the one that the numbers give',
    draw_kind: 'the match needed another draw',
    draw_unshown: 'no event shows this draw',
    shown_other: 'this is not what was drawn',
    promise_other: 'before the deal the server had promised another fingerprint',
    shown_untrue: 'somebody was shown what was not so',
    slot: 'this is not what was shown during the match',
    hash: 'the chain is broken here',
    order: 'an event is missing, or there is one too many',
    frame_: 'the head of the file does not say what the match says',
    end_missing: 'the end is missing',
    head_other: 'this is not the match that the server was showing you',
    commitment_other: 'the fingerprint is not the one that you were shown',
    receipt_log: 'your receipt was signed for another run of events',
    receipt_signature: 'the signature is wrong',
    receipt_key: 'the key of this receipt is not known',
    form: 'this has not the form of an exported match',
    colon: ':',
    good: 'checked',
    none: 'not checked',
    bad: 'wrong',
  },
});
