import { speech, type Language } from "../language.svelte";
import { withFrenchSpaces } from "../words/typography";
import { en, type TableWords } from "./words.en";
import { fr } from "./words.fr";

const CATALOGUES: Record<Language, TableWords> = { en, fr: withFrenchSpaces(fr) };

/** What the table says, in the language of the moment. */
export function tableWords(): TableWords {
  return CATALOGUES[speech.language];
}
