/** The language the page speaks: the person's choice, else the browser's. */
import { keep, recall } from "./kept";
import { en, type Words } from "./words/en";
import { fr } from "./words/fr";
import { withFrenchSpaces } from "./words/typography";

export type Language = "en" | "fr";

const catalogues: Record<Language, Words> = { en, fr: withFrenchSpaces(fr) };

function ofTheBrowser(): Language {
  return navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
}

class Speech {
  language = $state<Language>(recall("language") ?? ofTheBrowser());

  /** Everything the pages say, in the language of the moment. */
  get words(): Words {
    return catalogues[this.language];
  }

  choose(language: Language): void {
    this.language = language;
    keep("language", language);
  }
}

export const speech = new Speech();
