/**
 * What the server told of the shelf, the pictures and the rules, kept for when it cannot be asked. Nothing of a game is
 * kept.
 */

const TOLD = "palissade-told";

/** Browsers keep things only on https and on this computer, and not in every window. */
async function opened(): Promise<Cache | null> {
  return "caches" in globalThis ? caches.open(TOLD).catch(() => null) : null;
}

export async function keepTold(path: string, content: unknown): Promise<void> {
  const body = new Response(JSON.stringify(content), { headers: { "content-type": "application/json" } });
  await (await opened())?.put(path, body).catch(() => undefined); // a full disk: then it is not kept
}

export async function recallTold<T>(path: string): Promise<T | undefined> {
  const kept = await (await opened())?.match(path).catch(() => undefined);
  return kept ? ((await kept.json()) as T) : undefined;
}
