import { describe, expect, it, vi } from "vitest";
import type { Answer, Attended, News } from "../wire";
import { Line, type LineState, type Listener } from "./line";

/** A server's end of the line, in the hands of a test. */
class FakeSocket {
  sent: Record<string, unknown>[] = [];
  isClosed = false;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  send(text: string): void {
    if (this.isClosed) throw new Error("sent on a closed line");
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.isClosed = true;
  }
  open(): void {
    this.onopen?.();
  }
  drop(): void {
    this.isClosed = true;
    this.onclose?.();
  }
  say(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  lastOf(what: string): Record<string, unknown> {
    const found = this.sent.filter((message) => message["do"] === what).at(-1);
    if (!found) throw new Error(`no ${what} was sent`);
    return found;
  }
}

/** A line whose sockets and clock belong to the test. */
function world() {
  const sockets: FakeSocket[] = [];
  const states: LineState[] = [];
  let clock = 0;
  let ids = 0;
  let timers: { at: number; then: () => void }[] = [];
  const line = new Line(
    {
      open: () => {
        const socket = new FakeSocket();
        sockets.push(socket);
        return socket as unknown as WebSocket;
      },
      id: () => `id-${(ids += 1)}`,
      now: () => clock,
      later: (wait, then) => {
        const timer = { at: clock + wait, then };
        timers.push(timer);
        return () => (timers = timers.filter((other) => other !== timer));
      },
    },
    (state) => states.push(state),
  );
  function pass(milliseconds: number): void {
    const end = clock + milliseconds;
    for (;;) {
      const next = timers.filter((timer) => timer.at <= end).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      timers = timers.filter((timer) => timer !== next);
      clock = next.at;
      next.then();
    }
    clock = end;
  }
  return { line, sockets, states, pass, socket: () => sockets.at(-1)! };
}

function listener() {
  return {
    attended: vi.fn<Listener["attended"]>(),
    news: vi.fn<Listener["news"]>(),
    presence: vi.fn<NonNullable<Listener["presence"]>>(),
    thinking: vi.fn<NonNullable<Listener["thinking"]>>(),
    refused: vi.fn<NonNullable<Listener["refused"]>>(),
  };
}

const attendedAt = (number: number) => ({ number }) as Attended;
const newsOf = (number: number, answer?: string) =>
  ({ news: "t1", number, at: 0, event: { kind: "acted", seat: 0, action: "a1" }, now: {}, answer }) as unknown as News;
const act = { do: "act", table: "t1", seen: 3, action: "a1" } as const;

/** Somebody at table t1 who has seen three events. */
function atTable() {
  const there = world();
  const ears = listener();
  const leave = there.line.attend("t1", ears);
  there.socket().open();
  there.socket().say({ answer: there.socket().lastOf("attend")["id"], attended: attendedAt(3) });
  return { ...there, ears, leave };
}

describe("the live line", () => {
  it("attends a table as soon as it is open", () => {
    const { line, socket } = world();
    line.attend("t1", listener());
    expect(socket().sent).toEqual([]);
    socket().open();
    expect(socket().sent).toEqual([{ do: "attend", id: "id-1", table: "t1" }]);
  });

  it("tells news once each and in order", () => {
    const { socket, ears } = atTable();
    socket().say(newsOf(4));
    socket().say(newsOf(4));
    socket().say(newsOf(2));
    socket().say(newsOf(5));
    expect(ears.news.mock.calls.map(([news]) => news.number)).toEqual([4, 5]);
    expect(socket().sent.filter((message) => message["do"] === "attend")).toHaveLength(1);
  });

  it("answers a message by the news of it", async () => {
    const { line, socket, ears } = atTable();
    const reply = line.send(act);
    socket().say(newsOf(4, socket().lastOf("act")["id"] as string));
    expect((await reply) as News).toMatchObject({ news: "t1", number: 4 });
    expect(ears.news).toHaveBeenCalledTimes(1);
  });

  it("gives a refusal as an answer", async () => {
    const { line, socket } = atTable();
    const reply = line.send(act);
    socket().say({ answer: socket().lastOf("act")["id"], refused: { code: "stale", message: "Too late." } });
    expect(((await reply) as Answer).refused?.code).toBe("stale");
  });

  it("says when the connection is lost, and tries again ever more slowly, up to ten seconds", () => {
    const { line, states, sockets, socket, pass } = atTable();
    const waits = [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000];
    for (const wait of waits) {
      const before = sockets.length;
      socket().drop();
      expect(line.state.kind).toBe("lost");
      pass(wait - 1);
      expect(sockets.length).toBe(before);
      pass(1);
      expect(sockets.length).toBe(before + 1);
    }
    socket().open();
    expect(states.at(-1)).toEqual({ kind: "connected" });
  });

  it("begins with short waits again once it was connected", () => {
    const { line, socket, pass } = atTable();
    socket().drop();
    pass(500);
    socket().drop();
    pass(1_000);
    socket().open();
    socket().drop();
    expect(line.state).toEqual({ kind: "lost", retryAt: 1_500 + 500 });
  });

  it("catches up from the last event it told", () => {
    const { socket, ears, pass } = atTable();
    socket().say(newsOf(4));
    socket().drop();
    pass(500);
    socket().open();
    expect(socket().lastOf("attend")).toMatchObject({ table: "t1", since: 4 });
    socket().say({ answer: socket().lastOf("attend")["id"], attended: attendedAt(7) });
    socket().say(newsOf(6));
    socket().say(newsOf(8));
    expect(ears.attended.mock.calls.map(([attended]) => attended.number)).toEqual([3, 7]);
    expect(ears.news.mock.calls.map(([news]) => news.number)).toEqual([4, 8]);
  });

  it("sends what was not answered again, with the same id, after attending", async () => {
    const { line, socket, sockets, pass } = atTable();
    const reply = line.send(act);
    const id = socket().lastOf("act")["id"];
    socket().drop();
    pass(500);
    socket().open();
    expect(socket().sent.map((message) => message["do"])).toEqual(["attend"]); // the server must know who is there first
    socket().say({ answer: socket().lastOf("attend")["id"], attended: attendedAt(3) });
    expect(socket().sent.map((message) => message["do"])).toEqual(["attend", "act"]);
    expect(socket().lastOf("act")).toEqual({ ...act, id });
    socket().say({ answer: id });
    expect(await reply).toEqual({ answer: id });
    socket().drop();
    pass(500);
    socket().open();
    expect(sockets).toHaveLength(3);
    expect(socket().sent.map((message) => message["do"])).toEqual(["attend"]);
  });

  it("keeps what is said while the connection is lost, and sends it once when it is back", () => {
    const { line, socket, pass } = atTable();
    socket().drop();
    void line.send(act);
    pass(500);
    socket().open();
    socket().say({ answer: socket().lastOf("attend")["id"], attended: attendedAt(3) });
    expect(socket().sent.filter((message) => message["do"] === "act")).toHaveLength(1);
  });

  it("attends again when news are missing between", () => {
    const { socket, ears } = atTable();
    socket().say(newsOf(6));
    socket().say(newsOf(7));
    expect(socket().sent.filter((message) => message["do"] === "attend")).toHaveLength(2);
    expect(socket().lastOf("attend")).toMatchObject({ since: 3 });
    expect(ears.news).not.toHaveBeenCalled();
    socket().say({ answer: socket().lastOf("attend")["id"], attended: attendedAt(7) });
    expect(ears.attended).toHaveBeenCalledTimes(2);
  });

  it("attends once more when news outran the answer to attending", () => {
    const { line, socket } = world();
    line.attend("t1", listener());
    socket().open();
    socket().say(newsOf(5));
    socket().say({ answer: socket().lastOf("attend")["id"], attended: attendedAt(4) });
    expect(socket().lastOf("attend")).toMatchObject({ since: 4 });
  });

  it("does not listen to a line that it has given up", () => {
    const { socket, sockets, ears, pass, line } = atTable();
    const old = socket();
    old.drop();
    pass(500);
    socket().open();
    old.onclose?.();
    expect(line.state.kind).toBe("connected");
    expect(sockets).toHaveLength(2);
    expect(ears.news).not.toHaveBeenCalled();
  });

  it("notices a line that died silently by a ping without answer", () => {
    const { line, socket, pass } = atTable();
    pass(25_000);
    const ping = socket().lastOf("ping");
    socket().say({ answer: ping["id"] });
    pass(25_000);
    expect(line.state.kind).toBe("connected");
    pass(10_000);
    expect(line.state.kind).toBe("lost");
  });

  it("finds out at once whether it still holds when the network has changed", () => {
    const { line, socket, sockets, pass } = atTable();
    line.check();
    socket().say({ answer: socket().lastOf("ping")["id"] });
    pass(3_000);
    expect(line.state.kind).toBe("connected");
    line.check();
    line.check();
    pass(3_000);
    expect(line.state.kind).toBe("lost");
    line.check();
    expect(sockets).toHaveLength(2);
  });

  it("tries at once when asked to", () => {
    const { line, socket, sockets } = atTable();
    socket().drop();
    line.retryNow();
    expect(sockets).toHaveLength(2);
    socket().open();
    line.retryNow();
    expect(sockets).toHaveLength(2);
  });

  it("tells who is present, and why a table may not be attended", () => {
    const { line, socket, ears } = atTable();
    const presence = { presence: "t1", here: [0], watchers: 2, away: [{ seat: 1, claim_at: 60_000 }] };
    socket().say(presence);
    expect(ears.presence).toHaveBeenCalledWith(presence);
    const other = listener();
    line.attend("t2", other);
    socket().say({ answer: socket().lastOf("attend")["id"], refused: { code: "no-such-table", message: "No table." } });
    expect(other.refused).toHaveBeenCalledWith({ code: "no-such-table", message: "No table." });
  });

  it("tells how far a machine has come, at its own table only", () => {
    const { socket, ears } = atTable();
    socket().say({ thinking: "t2", seat: 1, share: 0.3 });
    socket().say({ thinking: "t1", seat: 1, share: 0.5, best: "a1-a2" });
    expect(ears.thinking.mock.calls).toEqual([[{ thinking: "t1", seat: 1, share: 0.5, best: "a1-a2" }]]);
  });

  it("leaves a table and hangs up when nobody needs the line any more", () => {
    const { line, socket, leave, pass, sockets } = atTable();
    leave();
    expect(socket().lastOf("leave")).toMatchObject({ table: "t1" });
    expect(socket().isClosed).toBe(true);
    expect(line.state).toEqual({ kind: "idle" });
    pass(60_000);
    expect(sockets).toHaveLength(1);
  });

  it("hangs up although it is just finding out whether the line holds", () => {
    const { line, leave } = atTable();
    line.check();
    leave();
    expect(line.state).toEqual({ kind: "idle" });
  });

  it("waits for an answer before it hangs up", () => {
    const { line, socket, leave } = atTable();
    void line.send(act);
    leave();
    expect(line.state.kind).toBe("connected");
    socket().say({ answer: socket().lastOf("act")["id"] });
    expect(line.state.kind).toBe("idle");
  });
});

describe("waiting for somebody to play", () => {
  it("keeps the line open, holds the seek again on every new one, and tells how it stands", () => {
    const { line, sockets, pass } = world();
    const heard = vi.fn();
    const letGo = line.wait("s1", heard);
    sockets[0]!.open();
    expect(sockets[0]!.lastOf("hold")).toMatchObject({ seek: "s1" });
    const sought = { sought: "s1", table: null, game: null, since: 5, waiting: 2 };
    sockets[0]!.say(sought);
    sockets[0]!.say({ ...sought, sought: "another" });
    expect(heard.mock.calls).toEqual([[sought]]);
    sockets[0]!.drop();
    pass(10_000);
    sockets.at(-1)!.open();
    expect(sockets.at(-1)!.lastOf("hold")).toMatchObject({ seek: "s1" });
    letGo();
    expect(sockets.at(-1)!.isClosed).toBe(true);
  });
});
