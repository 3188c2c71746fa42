/**
 * Every rulebook and the pictures of every game in the reader's language, fetched when there is nothing else to do, to be
 * there without a connection.
 */
import { api } from "./api";
import type { Language } from "./language.svelte";

const kept = new Set<string>();

export async function keepRulebooks(games: readonly string[], language: Language): Promise<void> {
  for (const game of games) {
    const name = `${game}.${language}`;
    if (kept.has(name)) continue;
    kept.add(name);
    const told = api.rules(game, language).then(() => api.introduction(game, language));
    await told.catch(() => kept.delete(name));
  }
}
