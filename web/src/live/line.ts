/**
 * The live line: one WebSocket for the whole page.
 *
 * Every message has an id of its own and gets exactly one answer. When the connection is lost, the line says so, tries
 * again by itself, attends again from the last event it had, and sends again what was not answered, with the same ids:
 * the server does nothing twice, so nothing is lost.
 */
import type { Answer, Attended, Message, News, Presence, Refusal, Sought, Talked, Thinking } from "../wire";

export type LineState =
  | { kind: "idle" } // nobody needs it
  | { kind: "connecting" }
  | { kind: "connected" }
  | { kind: "lost"; retryAt: number }; // Date.now() of the next attempt

/** What somebody at a table wants to hear. */
export interface Listener {
  /** All there is to see: on arrival, and again after every loss of the connection. */
  attended(attended: Attended): void;
  /** An event, each exactly once and in order. */
  news(news: News): void;
  presence?(presence: Presence): void;
  thinking?(thinking: Thinking): void;
  talk?(talked: Talked): void;
  /** The server does not let me attend: there is no such table, or not now. */
  refused?(refusal: Refusal): void;
}

type WithoutId<M> = M extends unknown ? Omit<M, "id"> : never;
/** Something to say; the line gives it its id. */
export type Saying = WithoutId<Exclude<Message, { do: "attend" | "leave" | "hold" }>>;
/** What comes back: an answer, or the news that my action made. A refusal is in `refused`. */
export type Reply = Answer | News;

interface Pending {
  message: Message;
  resolve(reply: Reply): void;
}

interface Attendance {
  table: string;
  listener: Listener;
  last: number | undefined; // the last event told to the listener
  newest: number; // the newest event heard of, told or not
  asked: string | undefined; // the id of the attend message under way
  isThere: boolean; // the server knows on this connection that we are at the table
}

/** What the line needs of the world; tests give it another one. */
export interface World {
  open(): WebSocket;
  id(): string;
  now(): number;
  later(milliseconds: number, then: () => void): () => void;
}

const FIRST_RETRY = 500;
const LONGEST_RETRY = 10_000;
const HEARTBEAT = 25_000;
const PATIENCE = 10_000;
const SHORT_PATIENCE = 3_000;

export class Line {
  state: LineState = { kind: "idle" };
  #world: World;
  #tell: (state: LineState) => void;
  #socket: WebSocket | undefined;
  #attempts = 0;
  #pending = new Map<string, Pending>();
  #attendances = new Map<string, Attendance>();
  /** What is waited for, by its id: the server knows by this line that somebody is there. */
  #seeks = new Map<string, (sought: Sought) => void>();
  #stopRetry: () => void = () => undefined;
  #stopHeartbeat: () => void = () => undefined;

  constructor(world: World, tell: (state: LineState) => void) {
    this.#world = world;
    this.#tell = tell;
  }

  /** Be at a table until the returned function is called. One listener per table. */
  attend(table: string, listener: Listener): () => void {
    const attendance: Attendance = { table, listener, last: undefined, newest: 0, asked: undefined, isThere: false };
    this.#attendances.set(table, attendance);
    this.#ensureOpen();
    this.#askToAttend(attendance);
    return () => this.#leave(attendance);
  }

  /** Wait for somebody to play until the returned function is called, and hear how that stands. */
  wait(seek: string, hear: (sought: Sought) => void): () => void {
    this.#seeks.set(seek, hear);
    this.#ensureOpen();
    this.#hold(seek);
    return () => {
      this.#seeks.delete(seek);
      this.#hangUpUnlessNeeded();
    };
  }

  #hold(seek: string): void {
    this.#transmit({ do: "hold", id: this.#world.id(), seek });
  }

  /** Say something; resolved by its answer, however long the connection was lost meanwhile. */
  send(saying: Saying): Promise<Reply> {
    const message = { ...saying, id: this.#world.id() } as Message;
    return new Promise((resolve) => {
      this.#pending.set(message.id, { message, resolve });
      this.#ensureOpen();
      if (this.#isHeard(message)) this.#transmit(message);
    });
  }

  /** What is said at a table waits until the server knows that we are there. */
  #isHeard(message: Message): boolean {
    return !("table" in message) || (this.#attendances.get(message.table)?.isThere ?? true);
  }

  /** Try now rather than at the next attempt: the person asked. */
  retryNow(): void {
    if (this.state.kind === "lost") this.#open();
  }

  /** The network has changed, or the page has slept: try now, or find out now whether the line still holds. */
  check(): void {
    if (this.state.kind === "connected") this.#beat(SHORT_PATIENCE);
    else this.retryNow();
  }

  /** Hang up and open again, as when the person has become somebody else, or speaks another language. */
  reopen(): void {
    if (this.state.kind !== "idle") this.#open();
  }

  // ---- the socket

  #ensureOpen(): void {
    if (this.state.kind === "idle") this.#open();
  }

  #open(): void {
    this.#hangUp();
    if (this.state.kind !== "lost") this.#become({ kind: "connecting" });
    const socket = this.#world.open();
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#hear(String(event.data));
    socket.onclose = () => socket === this.#socket && this.#lost();
    this.#stopRetry = this.#world.later(PATIENCE, () => this.state.kind !== "connected" && this.#lost());
  }

  #hangUp(): void {
    this.#stopRetry();
    this.#stopHeartbeat();
    const socket = this.#socket;
    this.#socket = undefined;
    // One that is not open yet is let come first: browsers complain of a line that was cut before.
    if (socket?.readyState === 0) socket.onopen = () => socket.close();
    else socket?.close();
  }

  #opened(): void {
    this.#stopRetry();
    this.#attempts = 0;
    this.#become({ kind: "connected" });
    for (const attendance of this.#attendances.values()) {
      attendance.isThere = false;
      this.#askToAttend(attendance);
    }
    for (const seek of this.#seeks.keys()) this.#hold(seek);
    this.#sayPending((message) => this.#isHeard(message));
    this.#beatSoon();
  }

  #sayPending(which: (message: Message) => boolean): void {
    for (const { message } of this.#pending.values()) if (which(message)) this.#transmit(message);
  }

  #lost(): void {
    this.#hangUp();
    const wait = Math.min(FIRST_RETRY * 2 ** this.#attempts, LONGEST_RETRY);
    this.#attempts += 1;
    this.#become({ kind: "lost", retryAt: this.#world.now() + wait });
    this.#stopRetry = this.#world.later(wait, () => this.#open());
  }

  #become(state: LineState): void {
    this.state = state;
    this.#tell(state);
  }

  #transmit(message: Message): void {
    if (this.state.kind === "connected") this.#socket?.send(JSON.stringify(message));
  }

  #beatSoon(): void {
    this.#stopHeartbeat = this.#world.later(HEARTBEAT, () => this.#beat(PATIENCE));
  }

  /** A line can die without saying so: a ping that stays without answer tells. */
  #beat(patience: number): void {
    this.#stopHeartbeat();
    const ping: Message = { do: "ping", id: this.#world.id() };
    const stopWaiting = this.#world.later(patience, () => this.#lost());
    this.#stopHeartbeat = () => {
      stopWaiting();
      this.#pending.delete(ping.id);
    };
    const resolve = (): void => {
      stopWaiting();
      this.#beatSoon();
    };
    this.#pending.set(ping.id, { message: ping, resolve });
    this.#transmit(ping);
  }

  // ---- tables

  #askToAttend(attendance: Attendance): void {
    if (this.state.kind !== "connected") return;
    attendance.asked = this.#world.id();
    this.#transmit({
      do: "attend",
      id: attendance.asked,
      table: attendance.table,
      ...(attendance.last === undefined ? {} : { since: attendance.last }),
    });
  }

  #leave(attendance: Attendance): void {
    if (this.#attendances.get(attendance.table) !== attendance) return;
    this.#attendances.delete(attendance.table);
    this.#transmit({ do: "leave", id: this.#world.id(), table: attendance.table });
    this.#hangUpUnlessNeeded();
  }

  #hangUpUnlessNeeded(): void {
    const isWaiting = [...this.#pending.values()].some(({ message }) => message.do !== "ping");
    if (this.#attendances.size > 0 || this.#seeks.size > 0 || isWaiting) return;
    this.#hangUp();
    this.#attempts = 0;
    this.#become({ kind: "idle" });
  }

  // ---- what comes in

  #hear(text: string): void {
    const frame = JSON.parse(text) as Partial<Answer & News & Presence & Thinking & Talked & Sought>;
    if (frame.news !== undefined) this.#hearNews(frame as News);
    else if (frame.presence !== undefined) {
      this.#attendances.get(frame.presence)?.listener.presence?.(frame as Presence);
    } else if (frame.thinking !== undefined) {
      this.#attendances.get(frame.thinking)?.listener.thinking?.(frame as Thinking);
    } else if (frame.sought !== undefined) {
      this.#seeks.get(frame.sought)?.(frame as Sought);
    } else if (frame.talk !== undefined) {
      this.#attendances.get(frame.talk)?.listener.talk?.(frame as Talked);
    } else if (frame.answer !== undefined && frame.answer !== null) this.#hearAnswer(frame as Answer);
    if (frame.answer !== undefined && frame.answer !== null) {
      const pending = this.#pending.get(frame.answer);
      this.#pending.delete(frame.answer);
      pending?.resolve(frame as Reply);
      this.#hangUpUnlessNeeded();
    }
  }

  #hearAnswer(answer: Answer): void {
    for (const attendance of this.#attendances.values()) {
      if (attendance.asked !== answer.answer) continue;
      attendance.asked = undefined;
      if (answer.refused) attendance.listener.refused?.(answer.refused);
      if (!answer.attended) return;
      attendance.last = answer.attended.number;
      attendance.listener.attended(answer.attended);
      if (!attendance.isThere) {
        attendance.isThere = true;
        this.#sayPending((message) => "table" in message && message.table === attendance.table);
      }
      if (attendance.newest > attendance.last) this.#askToAttend(attendance);
    }
  }

  #hearNews(news: News): void {
    const attendance = this.#attendances.get(news.news);
    if (!attendance) return;
    attendance.newest = Math.max(attendance.newest, news.number);
    if (attendance.last === undefined || news.number <= attendance.last) return;
    if (news.number === attendance.last + 1) {
      attendance.last = news.number;
      attendance.listener.news(news);
    } else if (attendance.asked === undefined) this.#askToAttend(attendance); // some were missed: catch up
  }
}
