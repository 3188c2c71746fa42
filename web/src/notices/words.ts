/** What is said about notices. */
import { speech, type Language } from "../language.svelte";
import { withFrenchSpaces } from "../words/typography";
import type { Notices } from "../wire";

export type Kind = "turn" | "offer" | "friend";
export type Switch = Notices["off"][number];

const en = {
  title: "When something waits for you",
  says: "At a table that you have left. One notice of each kind, until you come back; it never tells more than that.",
  kinds: {
    turn: "It is my turn",
    offer: "Somebody offers a draw, a takeback or a rematch",
    friend: "Somebody sits down at my table",
  } as Record<Kind, string>,
  here: "This browser",
  tell: "Tell me here",
  tellNot: "Tell me here no more",
  devices: (count: number) => (count === 1 ? "One browser of yours is told." : `${count} browsers of yours are told.`),
  blocked: "This browser does not allow it: its settings for this site can.",
  unable: "This browser cannot be told anything, or only when the site is added to the home screen.",
  failed: "The browser could not be registered. Try again in a moment.",
  mail: "Mail",
  address: "Mail address",
  send: "Send me a link",
  sent: (address: string) => `A link is on its way to ${address}. Open it within a day.`,
  mailed: (address: string) => `Mail goes to ${address}.`,
  forget: "Forget the address",
  needsAccount: "Mail is for accounts.",
  confirming: "One moment",
  confirmed: "Done: you are told by mail",
  confirmedSays: "What you are told, you choose on your page.",
  off: "Done: no more mail",
  offSays: "The address is forgotten.",
  wrong: "This link is worth nothing any more",
  wrongSays: "It works once, for a day. Your page has a new one.",
  yours: "To your page",
};
export type NoticeWords = typeof en;

const fr: NoticeWords = {
  title: "Quand quelque chose vous attend",
  says: "À une table que vous avez quittée. Un seul avis de chaque sorte jusqu’à votre retour ; il n’en dit jamais plus.",
  kinds: {
    turn: "C’est à moi de jouer",
    offer: "On me propose la nulle, de reprendre un tour ou de rejouer",
    friend: "Quelqu’un prend place à ma table",
  },
  here: "Ce navigateur",
  tell: "M’avertir ici",
  tellNot: "Ne plus m’avertir ici",
  devices: (count) =>
    count === 1 ? "Un de vos navigateurs est averti." : `${count} de vos navigateurs sont avertis.`,
  blocked: "Ce navigateur ne le permet pas : ses réglages pour ce site le peuvent.",
  unable: "Ce navigateur ne peut pas être averti, ou seulement si le site est ajouté à l’écran d’accueil.",
  failed: "Le navigateur n’a pas pu être inscrit. Réessayez dans un instant.",
  mail: "Courrier électronique",
  address: "Adresse électronique",
  send: "M’envoyer un lien",
  sent: (address) => `Un lien est en route vers ${address}. Ouvrez-le avant demain.`,
  mailed: (address) => `Les messages vont à ${address}.`,
  forget: "Oublier l’adresse",
  needsAccount: "Le courrier est réservé aux comptes.",
  confirming: "Un instant",
  confirmed: "C’est fait : vous serez averti par courrier",
  confirmedSays: "Vous choisissez sur votre page ce dont vous êtes averti.",
  off: "C’est fait : plus de courrier",
  offSays: "L’adresse est oubliée.",
  wrong: "Ce lien ne vaut plus rien",
  wrongSays: "Il sert une fois, pendant un jour. Votre page en donne un nouveau.",
  yours: "Vers votre page",
};

const CATALOGUES: Record<Language, NoticeWords> = { en, fr: withFrenchSpaces(fr) };

export function noticeWords(): NoticeWords {
  return CATALOGUES[speech.language];
}
