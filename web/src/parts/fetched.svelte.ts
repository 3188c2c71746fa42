/** What the server tells of a game once it is set up, in the reader's language. */
import { Refused } from "../api";
import { shelf } from "../shelf.svelte";
import type { GameOnShelf } from "../wire";

export class Fetched<T> {
  content = $state.raw<T>();
  trouble = $state.raw<Refused>();
  #tries = $state(0);

  /** To be made where a component is. `ask` is asked anew when what it reads changes; `isReady` says that it may be. */
  constructor(
    game: () => GameOnShelf | undefined,
    ask: (id: string) => Promise<T>,
    readonly isReady: () => boolean = () => (game()?.progress ?? 0) >= 1,
  ) {
    const id = $derived(game()?.id);
    const isSetUp = $derived(isReady());
    $effect(() => {
      if (id !== undefined && !isSetUp) shelf.want(id);
    });
    $effect(() => {
      void this.#tries;
      if (id === undefined || !isSetUp) return;
      let isStale = false;
      ask(id).then(
        (told) => {
          if (isStale) return;
          this.content = told;
          this.trouble = undefined;
        },
        (failure: unknown) => {
          if (!(failure instanceof Refused)) throw failure;
          if (!isStale) this.trouble = failure;
        },
      );
      return () => (isStale = true);
    });
  }

  again(): void {
    this.#tries += 1;
  }
}
