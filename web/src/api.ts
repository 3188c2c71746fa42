/** What the server is asked over HTTP. Types are the server's own, in `wire.ts`. */
import { speech, type Language } from "./language.svelte";
import type {
  ChangeMe,
  Credentials,
  DeleteMe,
  MadeTable,
  Me,
  NewTable,
  Refusal,
  Rulebook,
  Scene,
  Shelf,
  Sit,
  Status,
  Table,
  Tables,
} from "./wire";

/** The server said no, in a sentence for the reader; or could not be reached at all (status 0). */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
  ) {
    super(refusal.message);
  }
}

let csrf: string | undefined;

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { accept: "application/json", "accept-language": speech.language };
  if (method !== "GET") headers["x-csrftoken"] = csrf ?? (await api.me()).csrf;
  if (body !== undefined) headers["content-type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch {
    throw unreachable();
  }
  if (!response.ok) throw new Refused(response.status, await refusalOf(response));
  try {
    const said = await response.text();
    return (said ? JSON.parse(said) : undefined) as T;
  } catch {
    throw unreachable(); // cut off on its way, or said by something between us and the server
  }
}

function unreachable(): Refused {
  return new Refused(0, { code: "unreachable", message: speech.words.trouble.unreachable });
}

async function refusalOf(response: Response): Promise<Refusal> {
  const said: unknown = await response.json().catch(() => undefined);
  if (typeof said === "object" && said !== null && "message" in said && "code" in said) return said as Refusal;
  return { code: `http-${response.status}`, message: speech.words.trouble.failed };
}

async function me(method: string, path: string, body?: unknown): Promise<Me> {
  const told = await ask<Me | undefined>(method, path, body);
  if (!told) return api.me();
  csrf = told.csrf;
  return told;
}

function query(values: Record<string, string | number | boolean | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.length ? "?" + new URLSearchParams(given.map(([key, value]) => [key, String(value)])) : "";
}

export const api = {
  /** All games; `want` is the one somebody would like to play next. */
  shelf: (want?: string) => ask<Shelf>("GET", `/api/shelf${query({ want })}`),
  firstScene: (game: string, players?: number) =>
    ask<Scene>("GET", `/api/shelf/${encodeURIComponent(game)}/scene${query({ players })}`),
  rules: (game: string, language: Language) =>
    ask<Rulebook>("GET", `/api/shelf/${encodeURIComponent(game)}/rules${query({ language })}`),

  me: () => me("GET", "/api/me"),
  changeMe: (change: ChangeMe) => me("PATCH", "/api/me", change),
  register: (credentials: Credentials) => me("POST", "/api/account", credentials),
  signIn: (credentials: Credentials) => me("POST", "/api/session", credentials),
  signOut: () => me("DELETE", "/api/session"),
  signOutEverywhere: () => me("DELETE", "/api/sessions"),
  deleteMe: (proof: DeleteMe) => me("DELETE", "/api/me", proof),

  myTables: (over: boolean, cursor?: string) => ask<Tables>("GET", `/api/me/tables${query({ over, cursor })}`),
  tables: (status: Status, game?: string, cursor?: string) =>
    ask<Tables>("GET", `/api/tables${query({ status, game, cursor })}`),
  makeTable: (wanted: NewTable) => ask<MadeTable>("POST", "/api/tables", wanted),
  table: (id: string) => ask<Table>("GET", tablePath(id)),
  sceneOf: (id: string) => ask<Scene>("GET", `${tablePath(id)}/scene`),
  sit: (id: string, seat: number, sit: Sit = {}) => ask<Table>("POST", `${tablePath(id)}/seats/${seat}`, sit),
  standUp: (id: string, seat: number) => ask<Table>("DELETE", `${tablePath(id)}/seats/${seat}`),
  putAway: (id: string) => ask<void>("DELETE", tablePath(id)),
  recordPath: (id: string) => `${tablePath(id)}/record`,
};

function tablePath(id: string): string {
  return `/api/tables/${encodeURIComponent(id)}`;
}
