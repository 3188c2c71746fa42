import { beforeEach, expect, it, vi } from "vitest";
import { speech } from "../language.svelte";
import { live } from "./live.svelte";

const opened: string[] = [];
class FakeSocket {
  constructor(address: string) {
    opened.push(address);
  }
  close(): void {}
}
const ears = { attended: () => undefined, news: () => undefined };

beforeEach(() => {
  opened.length = 0;
  vi.stubGlobal("WebSocket", FakeSocket);
  speech.language = "en";
});

it("asks for the language of the page, and again when another is chosen", () => {
  speech.language = "fr";
  live.speak("fr");
  expect(opened).toEqual([]); // nobody needs the line yet
  const leave = live.attend("t1", ears);
  expect(opened).toEqual(["ws://localhost:3000/api/socket?lang=fr"]);
  live.speak("fr");
  expect(opened).toHaveLength(1);
  speech.language = "en";
  live.speak("en");
  expect(opened.at(-1)).toBe("ws://localhost:3000/api/socket?lang=en");
  leave();
});
