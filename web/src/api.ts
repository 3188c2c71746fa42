/** What the server is asked over HTTP. Types are the server's own, in `wire.ts`. */
import { busy } from "./busy.svelte";
import { speech, type Language } from "./language.svelte";
import { keepTold, recallTold } from "./told";
import type {
  ChangeMe,
  ChangeNotices,
  Credentials,
  DeleteMe,
  DeviceLink,
  Devices,
  EvenGames,
  House,
  Introduction,
  Lesson,
  MadeTable,
  Me,
  NewSeek,
  NewTable,
  Notices,
  OpenSeeks,
  Par,
  Refusal,
  Rulebook,
  Scene,
  Shelf,
  Sit,
  Sought,
  Status,
  Subscription,
  Table,
  Tables,
  WhyNot,
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

/** Whether nobody has answered at all. */
export const isUnreachable = (failure: unknown): boolean => failure instanceof Refused && failure.status === 0;

const MOST_TRIES = 4;
const LONGEST_WAIT = 30; // seconds

let csrf: string | undefined;
/** By how many milliseconds the server's clock is ahead of ours, as far as it has said. */
let ahead = 0;

/** The server's time now, to within a second. */
export const serverTime = (): number => Date.now() + ahead;

/**
 * Ask, and ask again where that changes nothing: a question that came when there was too much to do, and a change whose
 * token was of somebody we no longer are.
 */
async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    const response = await fetched(method, path, body);
    if (response.ok) return contentOf<T>(response);
    const refusal = await refusalOf(response);
    const wait = method === "GET" ? secondsToWait(response, refusal) : null;
    if (refusal.code === "csrf" && tried === 1) csrf = undefined;
    else if (wait === null || tried === MOST_TRIES) throw new Refused(response.status, refusal);
    else await busy.wait(wait);
  }
}

/** What the server tells line by line, as JSON, until it is done or nobody listens any more. */
export async function* lines<T>(path: string, signal: AbortSignal): AsyncGenerator<T> {
  const headers = { "accept-language": speech.language };
  const response = await fetch(path, { headers, signal }).catch(() => Promise.reject(unreachable()));
  if (!response.ok || !response.body) throw new Refused(response.status, await refusalOf(response));
  const [reader, decoder] = [response.body.getReader(), new TextDecoder()];
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch(() => Promise.reject(unreachable()));
    if (done) return;
    const whole = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = whole.pop()!;
    for (const line of whole) yield JSON.parse(line) as T;
  }
}

async function fetched(method: string, path: string, body: unknown): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json", "accept-language": speech.language };
  if (method !== "GET") headers["x-csrftoken"] = csrf ?? (await api.me()).csrf;
  if (body !== undefined) headers["content-type"] = "application/json";
  try {
    const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(path, request);
    const said = Date.parse(response.headers.get("date") ?? "");
    if (said) ahead = said - Date.now();
    return response;
  } catch {
    throw unreachable();
  }
}

async function contentOf<T>(response: Response): Promise<T> {
  try {
    const said = await response.text();
    return (said ? JSON.parse(said) : undefined) as T;
  } catch {
    throw unreachable(); // cut off on its way, or said by something between us and the server
  }
}

/** How long to wait before asking again; null where that would not help. A game being set up takes its own time. */
function secondsToWait(response: Response, refusal: Refusal): number | null {
  if ((response.status !== 503 && response.status !== 429) || refusal.code === "warming") return null;
  const seconds = refusal.seconds ?? Number(response.headers.get("retry-after"));
  return seconds > 0 ? Math.min(seconds, LONGEST_WAIT) : null;
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
    toldOrKept<Rulebook>(`/api/shelf/${encodeURIComponent(game)}/rules${query({ language })}`),
  introduction: (game: string, language: Language) =>
    toldOrKept<Introduction>(`/api/shelf/${encodeURIComponent(game)}/introduction${query({ language })}`),
  /** What a good result of a deal is that one plays alone. */
  par: (game: string, deal: number | null) =>
    ask<Par>("GET", `/api/shelf/${encodeURIComponent(game)}/par${query({ deal: deal ?? undefined })}`),
  /** Which machine would give me an even game. */
  even: (game: string) => ask<EvenGames>("GET", `/api/shelf/${encodeURIComponent(game)}/even`),
  lesson: (game: string, language: Language) =>
    ask<Lesson>("GET", `/api/shelf/${encodeURIComponent(game)}/lesson${query({ language })}`),
  /** Why these picks may not be played in a step of a lesson. */
  whyNot: (game: string, step: number, picks: readonly string[]) =>
    ask<WhyNot>(
      "GET",
      `/api/shelf/${encodeURIComponent(game)}/lesson/${step}/why?${new URLSearchParams(picks.map((pick) => ["picks", pick]))}`,
    ),

  me: () => me("GET", "/api/me"),
  changeMe: (change: ChangeMe) => me("PATCH", "/api/me", change),
  register: (credentials: Credentials) => me("POST", "/api/account", credentials),
  signIn: (credentials: Credentials) => me("POST", "/api/session", credentials),
  signOut: () => me("DELETE", "/api/session"),
  signOutEverywhere: () => me("DELETE", "/api/sessions"),
  deleteMe: (proof: DeleteMe) => me("DELETE", "/api/me", proof),

  devices: () => ask<Devices>("GET", "/api/me/devices"),
  makeDeviceLink: () => ask<DeviceLink>("POST", "/api/me/devices"),
  withdrawDeviceLink: () => ask<void>("DELETE", "/api/me/devices/link"),
  withdrawDevice: (device: string) => ask<void>("DELETE", `/api/me/devices/${encodeURIComponent(device)}`),
  openDevice: (token: string) => me("POST", "/api/session/device", { token }),

  /** How other devices reach the server; only who sits at its machine is told. */
  house: () => ask<House>("GET", "/api/house"),
  openHouse: () => ask<House>("POST", "/api/house"),

  myTables: (over: boolean, cursor?: string) => ask<Tables>("GET", `/api/me/tables${query({ over, cursor })}`),
  tables: (status: Status, game?: string, cursor?: string) =>
    ask<Tables>("GET", `/api/tables${query({ status, game, cursor })}`),
  makeTable: (wanted: NewTable) => ask<MadeTable>("POST", "/api/tables", wanted),
  table: (id: string) => ask<Table>("GET", tablePath(id)),
  sceneOf: (id: string) => ask<Scene>("GET", `${tablePath(id)}/scene`),
  sit: (id: string, seat: number, sit: Sit = {}) => ask<Table>("POST", `${tablePath(id)}/seats/${seat}`, sit),
  /** Stand up oneself or, as the host, ask somebody to leave. */
  leaveSeat: (id: string, seat: number) => ask<Table>("DELETE", `${tablePath(id)}/seats/${seat}`),
  putAway: (id: string) => ask<void>("DELETE", tablePath(id)),
  seeks: () => ask<OpenSeeks>("GET", "/api/seeks"),
  seek: (wanted: NewSeek) => ask<Sought>("POST", "/api/seeks", wanted),
  /** Wait no longer; tells where somebody sits who came in that very moment. */
  endSeek: (id: string) => ask<Sought | null>("DELETE", `/api/seeks/${encodeURIComponent(id)}`),
  notices: () => ask<Notices>("GET", "/api/me/notices"),
  changeNotices: (change: ChangeNotices) => ask<Notices>("PUT", "/api/me/notices", change),
  subscribe: (subscription: Subscription) => ask<Notices>("POST", "/api/me/notices/push", subscription),
  unsubscribe: () => ask<Notices>("DELETE", "/api/me/notices/push"),
  setMailAddress: (address: string) => ask<Notices>("PUT", "/api/me/notices/mail", { address }),
  forgetMailAddress: () => ask<Notices>("DELETE", "/api/me/notices/mail"),
  confirmMailAddress: (token: string) => ask<void>("POST", "/api/notices/confirm", { token }),
  noMoreMail: (token: string) => ask<void>("POST", `/api/notices/off${query({ token })}`),
  recordPath: (id: string) => `${tablePath(id)}/record`,
};

/** A rulebook and pictures are the same without a connection: those that were told last. */
async function toldOrKept<T>(path: string): Promise<T> {
  try {
    const told = await ask<T>("GET", path);
    void keepTold(path, told);
    return told;
  } catch (failure) {
    const kept = isUnreachable(failure) ? await recallTold<T>(path) : undefined;
    if (kept) return kept;
    throw failure;
  }
}

function tablePath(id: string): string {
  return `/api/tables/${encodeURIComponent(id)}`;
}
