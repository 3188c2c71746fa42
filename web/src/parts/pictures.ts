/** The drawn covers of the boxes and the little boards of the games, by their ids; a newcomer may have none yet. */
import type { Theme } from "../theme.svelte";

const covers = import.meta.glob<string>("../covers/*.svg", { eager: true, query: "?url", import: "default" });
const thumbnails = import.meta.glob<string>("../thumbnails/*.svg", { eager: true, query: "?url", import: "default" });

export function coverOf(box: string): string | undefined {
  return covers[`../covers/${box}.svg`];
}

export function thumbnailOf(game: string, theme: Theme): string | undefined {
  return thumbnails[`../thumbnails/${game}-${theme}.svg`];
}
