import { speech, type Language } from "../language.svelte";
import { withFrenchSpaces } from "../words/typography";

/** What is said while a way is looked for and shown. */
export const en = {
  title: "A way to the end",
  looking: "Looking for a way.",
  found: (moves: number, left: number) => `${moves} moves, ${left} left.`,
  shortest: "Proven: no way is shorter.",
  bound: (moves: number) => `No way has fewer than ${moves}.`,
  never: "Proven: no way leaves only one.",
  goesOn: (positions: string) => `Looking for a shorter one: ${positions} positions so far.`,
  ended: (positions: string) => `Nothing is proven yet: ${positions} positions were looked at.`,
  stop: "Stop looking",
  lookOn: "Look on",
  shorter: (moves: number) => `Show the shorter one: ${moves} moves`,
  better: "Show the better one",
  hints: "Hints at the table lead along it.",
  board: (action: string) => `Board after ${action}`,
  start: "Board before the first move",
  steps: "The way",
  previous: "Previous move",
  next: "Next move",
  play: "Play it through",
  pause: "Pause",
  again: "From the start",
  close: "Close",
};
export type WayWords = typeof en;

export const fr: WayWords = {
  title: "Un chemin vers la fin",
  looking: "Recherche d’un chemin.",
  found: (moves, left) => `${moves} coups, ${left} en jeu.`,
  shortest: "Prouvé : aucun chemin n’est plus court.",
  bound: (moves) => `Aucun chemin n’a moins de ${moves} coups.`,
  never: "Prouvé : aucun chemin n’en laisse un seul.",
  goesOn: (positions) => `Recherche d’un plus court : ${positions} positions examinées.`,
  ended: (positions) => `Rien n’est encore prouvé : ${positions} positions examinées.`,
  stop: "Arrêter la recherche",
  lookOn: "Chercher encore",
  shorter: (moves) => `Montrer le plus court : ${moves} coups`,
  better: "Montrer le meilleur",
  hints: "À la table, les indices le suivent.",
  board: (action) => `Plateau après ${action}`,
  start: "Plateau avant le premier coup",
  steps: "Le chemin",
  previous: "Coup précédent",
  next: "Coup suivant",
  play: "Dérouler",
  pause: "Pause",
  again: "Depuis le début",
  close: "Fermer",
};

const catalogues: Record<Language, WayWords> = { en, fr: withFrenchSpaces(fr) };

export const wayWords = (): WayWords => catalogues[speech.language];
