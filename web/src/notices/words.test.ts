import { afterEach, expect, test } from "vitest";
import { speech } from "../language.svelte";
import { seekWords } from "../seeking/words";
import { talkWords } from "../table/talk.words";
import { noticeWords } from "./words";

afterEach(() => (speech.language = "en"));

test("talk, seeks and notices say something in both languages, in typographic French", () => {
  for (const language of ["en", "fr"] as const) {
    speech.language = language;
    for (const catalogue of [talkWords(), seekWords(), noticeWords()]) {
      for (const said of sentences(catalogue)) {
        expect(said.trim()).not.toBe("");
        expect(said).not.toMatch(/undefined/);
        if (language === "fr") expect(said).not.toMatch(/ [;:?»]|« |'/);
      }
    }
  }
});

function sentences(words: unknown): string[] {
  if (typeof words === "string") return [words];
  if (typeof words === "function") return [String((words as (...all: unknown[]) => unknown)("3", "3"))];
  return Object.values(words as object).flatMap(sentences);
}
