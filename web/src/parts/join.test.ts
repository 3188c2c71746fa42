import { describe, expect, it } from "vitest";
import { tableIn } from "./join";

describe("joining", () => {
  it.each([
    ["https://palissade.example/table/x7k2mn#1.s3cret_key-0", "/table/x7k2mn#1.s3cret_key-0"],
    ["  http://192.168.1.20:8000/table/x7k2mn ", "/table/x7k2mn"],
    ["/table/x7k2mn", "/table/x7k2mn"],
    ["x7k2mn", "/table/x7k2mn"],
    ["x7k2mn#0.key", "/table/x7k2mn#0.key"],
  ])("%s finds its table", (text, path) => {
    expect(tableIn(text)).toBe(path);
  });

  it.each(["", "abc", "https://example.org/", "a table please", "x7k2mn#key", "/table/../api/me"])(
    "%j is no table",
    (text) => {
      expect(tableIn(text)).toBeUndefined();
    },
  );
});
