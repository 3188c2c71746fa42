import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, Refused } from "./api";

type Asked = [path: string, request: { method: string; headers: Record<string, string>; body?: string }];
const fetched = vi.fn<(...asked: Asked) => Promise<Response>>();
const told = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));

describe("asking the server", () => {
  beforeEach(() => void vi.stubGlobal("fetch", fetched));
  afterEach(() => void fetched.mockReset());

  it("learns the token before the first change, and sends it with every one", async () => {
    fetched.mockImplementation((path) => told(path === "/api/me" ? { csrf: "token", person: null } : { links: [] }));
    await api.makeTable({ game: "barrier", seats: [{ who: "me" }] });
    await api.makeTable({ game: "barrier", seats: [{ who: "me" }] });
    expect(fetched.mock.calls.map(([path]) => path)).toEqual(["/api/me", "/api/tables", "/api/tables"]);
    expect(fetched.mock.calls[1]![1].headers["x-csrftoken"]).toBe("token");
    expect(fetched.mock.calls[2]![1].headers["x-csrftoken"]).toBe("token");
    expect(JSON.parse(fetched.mock.calls[1]![1].body!)).toMatchObject({ game: "barrier" });
  });

  it("gives a refusal as the server's own sentence", async () => {
    fetched.mockImplementation(() => told({ code: "seat-taken", message: "Somebody sits there." }, 409));
    const refusal = await api.table("t1").catch((failure: unknown) => failure);
    expect(refusal).toBeInstanceOf(Refused);
    expect(refusal).toMatchObject({ status: 409, message: "Somebody sits there." });
  });

  it("says in a sentence that the server is away, or talks nonsense", async () => {
    fetched.mockImplementation(() => Promise.reject(new TypeError("network")));
    await expect(api.shelf()).rejects.toMatchObject({ status: 0, refusal: { code: "unreachable" } });
    fetched.mockImplementation(() => Promise.resolve(new Response("<html>", { status: 502 })));
    await expect(api.shelf()).rejects.toMatchObject({ status: 502, refusal: { code: "http-502" } });
  });

  it("takes an answer that is cut off, or not the server's, for none", async () => {
    const unreachable = { status: 0, refusal: { code: "unreachable" } };
    const cut = () => new ReadableStream({ start: (body) => body.error(new TypeError("network")) });
    fetched.mockImplementation(() => Promise.resolve(new Response(cut())));
    await expect(api.shelf()).rejects.toMatchObject(unreachable);
    fetched.mockImplementation(() => Promise.resolve(new Response("<html>")));
    await expect(api.shelf()).rejects.toMatchObject(unreachable);
  });

  it("asks in the reader's language, for what is wanted and nothing else", async () => {
    fetched.mockImplementation(() => told({ tables: [], next: null }));
    await api.tables("open", undefined, "c 1");
    expect(fetched.mock.calls[0]![0]).toBe("/api/tables?status=open&cursor=c+1");
    expect(fetched.mock.calls[0]![1].headers["accept-language"]).toBe("en");
  });
});
