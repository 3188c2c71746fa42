import { speech, type Language } from "../language.svelte";
import { withFrenchSpaces } from "../words/typography";

/** What a guided game says beside the lesson itself. */
export const en = {
  title: "First game together",
  of: (game: string) => `${game}: first game together`,
  step: (at: number, of: number) => `Step ${at} of ${of}`,
  board: "Board",
  next: "Next",
  showMe: "Show me",
  shown: "The frame shows it.",
  again: "From the start",
  back: (game: string) => `Back to ${game}`,
  late: "The lesson did not come",
  tryAgain: "Try again",
  doneTitle: "Now on your own",
  goesOn: (machine: string) => `The game goes on from here, against ${machine}, the gentlest machine.`,
  goesOnAlone: "The game goes on from here.",
  fresh: (machine: string) => `You know enough for a whole game, against ${machine}, the gentlest machine.`,
  goOn: "Go on alone",
  play: "Play a whole game",
};
export type LearnWords = typeof en;

export const fr: LearnWords = {
  title: "Première partie guidée",
  of: (game) => `${game} : première partie guidée`,
  step: (at, of) => `Étape ${at} sur ${of}`,
  board: "Plateau",
  next: "Suite",
  showMe: "Montrez-moi",
  shown: "Le cadre le montre.",
  again: "Depuis le début",
  back: (game) => `Retour à ${game}`,
  late: "La leçon n’est pas venue",
  tryAgain: "Réessayer",
  doneTitle: "À vous de jouer",
  goesOn: (machine) => `La partie continue d’ici, contre ${machine}, la machine la plus douce.`,
  goesOnAlone: "La partie continue d’ici.",
  fresh: (machine) => `Vous en savez assez pour une partie entière contre ${machine}, la machine la plus douce.`,
  goOn: "Continuer sans aide",
  play: "Jouer une partie entière",
};

const CATALOGUES: Record<Language, LearnWords> = { en, fr: withFrenchSpaces(fr) };

/** In the language of the moment. */
export const learnWords = (): LearnWords => CATALOGUES[speech.language];
