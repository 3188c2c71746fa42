/** What is said about talk, and the phrases, which everybody reads in their own language. */
import { speech, type Language } from "../language.svelte";
import type { Said } from "../wire";
import { withFrenchSpaces } from "../words/typography";

export type Phrase = NonNullable<Said["phrase"]>;

const en = {
  title: "Talk",
  unread: "Talk: something new was said",
  nothing: "Nothing has been said yet.",
  nothingHere: "The talk of this table is muted.",
  phrases: "Say",
  write: "Write here",
  send: "Send",
  muting: "Mute somebody",
  mute: (name: string) => `Mute ${name}`,
  unmute: (name: string) => `Hear ${name} again`,
  muteTable: "Mute this table",
  unmuteTable: "Hear this table again",
  fleeting: "Talk is gone a day after the game.",
  says: (name: string, words: string) => `${name}: ${words}`,
  phrase: {
    hello: "Hello",
    "good-luck": "Good luck",
    "well-played": "Well played",
    "good-game": "Good game",
    thanks: "Thank you",
    "one-moment": "One moment",
    back: "I am back",
    sorry: "Oops, sorry",
    again: "One more game?",
    goodbye: "Goodbye",
  } as Record<Phrase, string>,
};
export type TalkWords = typeof en;

const fr: TalkWords = {
  title: "Conversation",
  unread: "Conversation : un nouveau message",
  nothing: "Personne n’a encore rien dit.",
  nothingHere: "La conversation de cette table est coupée.",
  phrases: "Dire",
  write: "Écrire ici",
  send: "Envoyer",
  muting: "Ne plus entendre quelqu’un",
  mute: (name) => `Ne plus entendre ${name}`,
  unmute: (name) => `Entendre à nouveau ${name}`,
  muteTable: "Couper cette conversation",
  unmuteTable: "Rétablir cette conversation",
  fleeting: "La conversation disparaît un jour après la partie.",
  says: (name, words) => `${name} : ${words}`,
  phrase: {
    hello: "Bonjour",
    "good-luck": "Bonne chance",
    "well-played": "Bien joué",
    "good-game": "Belle partie",
    thanks: "Merci",
    "one-moment": "Un instant",
    back: "Me revoilà",
    sorry: "Oups, pardon",
    again: "On rejoue ?",
    goodbye: "Au revoir",
  },
};

const CATALOGUES: Record<Language, TalkWords> = { en, fr: withFrenchSpaces(fr) };

export function talkWords(): TalkWords {
  return CATALOGUES[speech.language];
}

/** A line as this reader reads it. */
export function inWords(said: Said): string {
  return said.text ?? (said.phrase ? talkWords().phrase[said.phrase] : "");
}
