import { describe, expect, it } from "vitest";
import { deviceLinkIn, tableIn } from "./join";

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

describe("a link for another device", () => {
  it("carries its secret and where to go", () => {
    expect(deviceLinkIn({ hash: "#s3cret", search: "?to=%2Ftable%2Fx7k2mn" })).toEqual({
      token: "s3cret",
      to: "/table/x7k2mn",
    });
    expect(deviceLinkIn({ hash: "", search: "" })).toEqual({ token: "", to: "/" });
  });

  it.each(["https://example.org/", "//example.org", "/\\example.org", "javascript:alert(1)", "table/x", "/\t/example.org"])(
    "leads nowhere else than to pages of ours: %j",
    (to) => {
      expect(deviceLinkIn({ hash: "#t", search: `?${new URLSearchParams({ to })}` }).to).toBe("/");
    },
  );
});
