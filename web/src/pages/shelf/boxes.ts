/** Games in their boxes, in the order of the shelf. */
import type { GameOnShelf } from "../../wire";

export interface Box {
  id: string;
  name: string;
  games: GameOnShelf[]; // those to be shown
  holds: number; // how many there are in the box
}

export function boxesOf(shown: readonly GameOnShelf[], all: readonly GameOnShelf[]): Box[] {
  const boxes = new Map<string, Box>();
  for (const game of shown) {
    const box = boxes.get(game.box) ?? {
      id: game.box,
      name: nameOfBox(game, all),
      games: [],
      holds: all.filter((other) => other.box === game.box).length,
    };
    box.games.push(game);
    boxes.set(game.box, box);
  }
  return [...boxes.values()];
}

/** A box with one game is called like it; a box with several has a name of its own, which is its id. */
function nameOfBox(game: GameOnShelf, all: readonly GameOnShelf[]): string {
  const isAlone = all.filter((other) => other.box === game.box).length === 1;
  return isAlone ? game.name : game.box.charAt(0).toUpperCase() + game.box.slice(1);
}

/** Whether so many people can play it: seats that are left over are played by machines, where there are any. */
export function fits(game: GameOnShelf, people: number): boolean {
  return game.players.some((number) => number === people || (number > people && game.levels.length > 0));
}

export function numbersOfPlayers(games: readonly GameOnShelf[]): number[] {
  return [...new Set(games.flatMap((game) => game.players))].sort((one, other) => one - other);
}
