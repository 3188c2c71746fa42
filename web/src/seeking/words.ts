/** What is said about playing somebody now. */
import { speech, type Language } from "../language.svelte";
import { withFrenchSpaces } from "../words/typography";

const en = {
  title: "Play somebody now",
  says: "You play the first person who wants the same game.",
  game: "Game",
  any: "Any game",
  seek: "Find somebody",
  seeking: (game: string, clock: string) => `Looking for somebody: ${game}, ${clock}`,
  noClock: "no clock",
  since: (time: string) => `Waiting since ${time}.`,
  alone: "Nobody else is waiting just now.",
  others: (count: number) =>
    count === 1 ? "One other person waits, for something else." : `${count} others wait, for something else.`,
  stay: "Keep Palissade open: whoever comes, you are told at once, also at another table.",
  machine: "Play a machine meanwhile",
  pick: "Pick a game meanwhile",
  stop: "Stop looking",
  looking: "Looking for somebody",
  found: "Somebody has come",
  go: "Go to the table",
  waiting: "Waiting for somebody",
  playThem: (game: string, clock: string) => `Play ${game}, ${clock}`,
  play: "Play",
};
export type SeekWords = typeof en;

const fr: SeekWords = {
  title: "Jouer tout de suite",
  says: "Vous jouez avec la première personne qui cherche la même partie.",
  game: "Jeu",
  any: "N’importe quel jeu",
  seek: "Trouver quelqu’un",
  seeking: (game, clock) => `Recherche en cours : ${game}, ${clock}`,
  noClock: "sans pendule",
  since: (time) => `En attente depuis ${time}.`,
  alone: "Personne d’autre n’attend en ce moment.",
  others: (count) =>
    count === 1 ? "Une autre personne attend, pour autre chose." : `${count} autres attendent, pour autre chose.`,
  stay: "Gardez Palissade ouvert : dès que quelqu’un vient, vous en êtes averti, même à une autre table.",
  machine: "Jouer contre une machine en attendant",
  pick: "Choisir un jeu en attendant",
  stop: "Ne plus chercher",
  looking: "Recherche en cours",
  found: "Quelqu’un est venu",
  go: "Aller à la table",
  waiting: "En quête d’adversaire",
  playThem: (game, clock) => `Jouer : ${game}, ${clock}`,
  play: "Jouer",
};

const CATALOGUES: Record<Language, SeekWords> = { en, fr: withFrenchSpaces(fr) };

export function seekWords(): SeekWords {
  return CATALOGUES[speech.language];
}
