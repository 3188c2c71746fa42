import { beforeEach, expect, test, vi } from "vitest";
import { keep } from "../kept";
import { live } from "../live/live.svelte";
import { speech } from "../language.svelte";
import type { Said } from "../wire";
import { Talk } from "./talk.svelte";
import { inWords } from "./talk.words";

const line = (number: number, person: string, words: Partial<Said>): Said => ({
  number,
  at: 0,
  seat: person === "ann" ? 0 : 1,
  person,
  name: person,
  ...words,
});
const hello = line(1, "ann", { phrase: "hello" });
const hi = line(2, "bob", { text: "Hi" });

beforeEach(() => {
  keep("mutedPeople", undefined);
  keep("mutedTables", undefined);
});

test("what was said before one came is not new, what comes then is, once", () => {
  const heard = vi.fn();
  const talk = new Talk("t", heard);
  talk.begin([hello]);
  expect(talk.isUnread).toBe(false);
  talk.hear({ talk: "t", said: [hi] });
  talk.hear({ talk: "t", said: [hello, hi] });
  expect(talk.lines).toEqual([hello, hi]);
  expect(talk.isUnread).toBe(true);
  expect(heard.mock.calls).toEqual([[hi]]);
  talk.read();
  expect(talk.isUnread).toBe(false);
});

test("what was said while one was away is new", () => {
  const heard = vi.fn();
  const talk = new Talk("t", heard);
  talk.begin([hello]);
  talk.begin([hello, hi]);
  expect(heard.mock.calls).toEqual([[hi]]);
  expect(talk.isUnread).toBe(true);
});

test("what is gone on the server is gone here", () => {
  const talk = new Talk("t");
  talk.begin([hello, hi]);
  talk.hear({ talk: "t", said: [hi], whole: true });
  expect(talk.lines).toEqual([hi]);
});

test("who is muted is not heard at any table, and can be heard again", () => {
  const heard = vi.fn();
  const talk = new Talk("t", heard);
  talk.begin([hello]);
  talk.turnPerson("bob");
  talk.hear({ talk: "t", said: [hi] });
  expect([talk.lines, talk.isUnread, heard.mock.calls]).toEqual([[hello], false, []]);
  const elsewhere = new Talk("u");
  elsewhere.begin([hi]);
  expect(elsewhere.lines).toEqual([]);
  talk.turnPerson("bob");
  expect(talk.lines).toEqual([hello, hi]);
});

test("the talk of one table can be muted altogether", () => {
  const talk = new Talk("t");
  talk.begin([hello, hi]);
  talk.turnTable();
  expect([talk.lines, talk.isUnread]).toEqual([[], false]);
  expect([new Talk("t").isMuted, new Talk("u").isMuted]).toEqual([true, false]);
  talk.turnTable();
  expect(talk.lines).toEqual([hello, hi]);
});

test("why something could not be said is told", async () => {
  const refused = { code: "too-many", message: "Not so fast." };
  vi.spyOn(live, "send").mockResolvedValueOnce({ answer: "1", refused }).mockResolvedValueOnce({ answer: "2" });
  const talk = new Talk("t");
  expect(await talk.say({ phrase: "hello" })).toBe(false);
  expect(talk.refusal).toEqual(refused);
  expect(await talk.say({ text: "Hi" })).toBe(true);
  expect(talk.refusal).toBeNull();
});

test("a phrase is read in the reader's language, words as they were written", () => {
  speech.language = "fr";
  expect([inWords(hello), inWords(hi)]).toEqual(["Bonjour", "Hi"]);
  speech.language = "en";
  expect(inWords(hello)).toBe("Hello");
});
