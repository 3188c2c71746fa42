/** The shelf as the server tells it, shared by all pages: the games, their progress of getting ready, the levels. */
import { api, Refused } from "./api";
import { speech } from "./language.svelte";
import { keepTold, recallTold } from "./told";
import type { GameOnShelf, Level, Shelf } from "./wire";

const AT_ONCE = 0;
const WHILE_SETTING_UP = 1_500;
const WHILE_SOME_WAIT = 8_000;
const WHILE_UNREACHABLE = 4_000;

/** Whether a game is being set up right now. */
export function isUnderWay(game: GameOnShelf): boolean {
  return game.progress > 0 && game.progress < 1;
}

class ShelfStore {
  /** What is on it; nothing is known before the server has told. */
  content = $state.raw<Shelf | undefined>();
  trouble = $state.raw<Refused | undefined>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted: string | undefined;

  /** Ask for the shelf; while games are still being set up, or the server is away, ask again by itself. */
  async load(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.content = await api.shelf(this.#wanted);
      this.trouble = undefined;
      void keepTold(`/api/shelf?language=${speech.language}`, this.content);
      const isWaiting = (this.game(this.#wanted ?? "")?.progress ?? 1) < 1;
      if (isWaiting || this.content.games.some(isUnderWay)) this.#again(WHILE_SETTING_UP);
      else if (this.content.games.some((game) => game.progress < 1)) this.#again(WHILE_SOME_WAIT);
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      this.trouble = failure;
      this.content ??= await recallTold<Shelf>(`/api/shelf?language=${speech.language}`); // what was on it last
      this.#again(WHILE_UNREACHABLE);
    }
  }

  game(id: string): GameOnShelf | undefined {
    return this.content?.games.find((game) => game.id === id);
  }

  /** A level of machines; one of an older Palissade may be known no more. */
  level(id: string | null | undefined): Level | undefined {
    return this.content?.levels.find((level) => level.id === id);
  }

  /** The levels that a game offers, from soft to hard. */
  levels(game: string): Level[] {
    return (this.game(game)?.levels ?? []).flatMap((id) => this.level(id) ?? []);
  }

  /** Which of them it is, counted from 1; 0 if the game offers it no more. */
  levelNumber(game: string, id: string | null | undefined): number {
    return this.levels(game).findIndex((level) => level.id === id) + 1;
  }

  /** Somebody looks at this game: the server sets it up before all others. */
  want(id: string): void {
    this.#wanted = id;
    this.#again(AT_ONCE);
  }

  #again(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (document.visibilityState === "visible") void this.load();
      else this.#again(wait);
    }, wait);
  }
}

export const shelf = new ShelfStore();
