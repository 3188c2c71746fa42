import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, Refused, serverTime } from "./api";
import { busy } from "./busy.svelte";

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

  it("gets a fresh token once where the old one was of somebody else, and then gives up", async () => {
    let token = 0;
    fetched.mockImplementation((path) =>
      path === "/api/me" ? told({ csrf: `token ${(token += 1)}`, person: null }) : told({ code: "csrf", message: "No." }, 403),
    );
    await api.me();
    fetched.mockClear();
    await expect(api.sit("t1", 1)).rejects.toMatchObject({ status: 403 });
    expect(fetched.mock.calls.map(([path]) => path)).toEqual(["/api/tables/t1/seats/1", "/api/me", "/api/tables/t1/seats/1"]);
    expect(fetched.mock.calls[0]![1].headers["x-csrftoken"]).toBe("token 1");
    expect(fetched.mock.calls[2]![1].headers["x-csrftoken"]).toBe("token 2");
  });

  it("reads again when the server says that there was too much to do, and shows until when it waits", async () => {
    vi.useFakeTimers({ now: 1_000 });
    fetched.mockImplementationOnce(() => told({ code: "busy", message: "Full.", seconds: 4 }, 503));
    fetched.mockImplementationOnce(() =>
      Promise.resolve(new Response("{}", { status: 429, headers: { "retry-after": "2" } })),
    );
    fetched.mockImplementation(() => told({ games: [] }));
    const shelf = api.shelf();
    await vi.advanceTimersByTimeAsync(3_900);
    expect([fetched.mock.calls.length, busy.until]).toEqual([1, 5_000]);
    await vi.advanceTimersByTimeAsync(2_200);
    expect(await shelf).toEqual({ games: [] });
    expect(busy.until).toBeNull();
    vi.useRealTimers();
  });

  it("does not do again by itself what changes something, nor ask for ever", async () => {
    vi.useFakeTimers();
    fetched.mockImplementation((path) =>
      path === "/api/me" ? told({ csrf: "token" }) : told({ code: "busy", message: "Full.", seconds: 1 }, 503),
    );
    await expect(api.makeTable({ game: "barrier", seats: [{ who: "me" }] })).rejects.toMatchObject({ status: 503 });
    const asked = api.table("t1").catch((failure: unknown) => failure);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await asked).toMatchObject({ status: 503, message: "Full." });
    expect(fetched.mock.calls.filter(([path]) => path === "/api/tables/t1")).toHaveLength(4);
    vi.useRealTimers();
  });

  it("knows the server's clock by what it says", async () => {
    fetched.mockImplementation(() =>
      Promise.resolve(new Response("{}", { headers: { date: new Date(Date.now() + 3_600_000).toUTCString() } })),
    );
    await api.shelf();
    expect(serverTime() - Date.now()).toBeGreaterThan(3_590_000);
  });

  it("asks in the reader's language, for what is wanted and nothing else", async () => {
    fetched.mockImplementation(() => told({ tables: [], next: null }));
    await api.tables("open", undefined, "c 1");
    expect(fetched.mock.calls[0]![0]).toBe("/api/tables?status=open&cursor=c+1");
    expect(fetched.mock.calls[0]![1].headers["accept-language"]).toBe("en");
  });
});
