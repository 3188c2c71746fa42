/** Help at the table: on for the first games of each game, and after that as one has chosen. */
import { keep, recall } from "../kept";

const FIRST_GAMES = 3;

interface HelpKept {
  /** What was chosen, if anything was. */
  on?: boolean;
  /** How many games have been played to their end here. */
  played: number;
}

class Help {
  #games = $state.raw<Record<string, HelpKept>>(recall("help") ?? {});

  isOn(game: string): boolean {
    const { on, played } = this.#of(game);
    return on ?? played < FIRST_GAMES;
  }

  turn(game: string): void {
    this.#keep(game, { ...this.#of(game), on: !this.isOn(game) });
  }

  /** A game was played to its end. */
  count(game: string): void {
    const before = this.#of(game);
    this.#keep(game, { ...before, played: before.played + 1 });
  }

  #of(game: string): HelpKept {
    return this.#games[game] ?? { played: 0 };
  }

  #keep(game: string, kept: HelpKept): void {
    this.#games = { ...this.#games, [game]: kept };
    keep("help", this.#games);
  }
}

export const help = new Help();
