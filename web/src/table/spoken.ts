/** The table in words, for who hears it. */
import { actionsIn, type Choices } from "../board/choices";
import type { Choosing } from "../board/choosing.svelte";
import { SQUARE, spotOn, spotsUnder, type Mark, type Piece, type Point, type Scene } from "../board/scene";
import type { News } from "../wire";
import { meaningsOf, nameOfPiece, said } from "./names";
import { beginInWords, declinedInWords } from "./prompt";
import type { Seated } from "./seated.svelte";
import { endInWords, nameOf } from "./seats";
import type { TableWords } from "./words.en";

/** By the names of directions: how far to the right and down. */
const STEPS: Record<string, readonly [number, number]> = {
  ...{ N: [0, -1], NE: [1, -1], E: [1, 0], SE: [1, 1] },
  ...{ S: [0, 1], SW: [-1, 1], W: [-1, 0], NW: [-1, -1] },
};

// ---- pieces

/** A piece as one says it. */
export function pieceInWords(game: string | undefined, piece: Piece, words: TableWords): string {
  const named = nameOfPiece(game, piece, words);
  return piece.colour ? words.ofColour(named, words.colours[piece.colour] ?? piece.colour) : named;
}

/** The squares on which a piece lies. */
function squaresOf(scene: Scene, piece: Piece): string[] {
  return piece.kind === "polyomino" ? spotsUnder(scene.spots, piece.cells, [piece.x, piece.y]) : [piece.spot];
}

/** The squares to which the arrows of a tile lead: what is up depends on who looks, names of squares do not. */
function leadsTo(scene: Scene, tile: Piece): string[] {
  return tile.glyph.split("+").flatMap((direction) => {
    const [right, down] = STEPS[direction] ?? [0, 0];
    const spot = spotOn(scene.spots, tile.x + right * SQUARE, tile.y + down * SQUARE);
    return spot ? [spot.id] : [];
  });
}

// ---- the position

/** What is on a spot, and whether it can be picked. */
export function spotInWords(choosing: Choosing, spot: string, words: TableWords): string {
  const { scene } = choosing;
  const on = scene?.pieces.filter((piece) => squaresOf(scene, piece).includes(spot)) ?? [];
  const pieces = on.map((piece) =>
    piece.kind === "arrow-tile" && scene
      ? words.heard.tile(pieceInWords(scene.game, piece, words), leadsTo(scene, piece).join(", "))
      : pieceInWords(scene?.game, piece, words),
  );
  const parts = [spot, ...(pieces.length ? pieces.reverse() : [words.heard.empty])]; // what stands on top first
  parts.push(...marksInWords(choosing, spot, words));
  if (spot in choosing.next) parts.push(choosing.path.length ? words.heard.canGo : words.heard.canPick);
  else if (choosing.isStart(spot)) parts.push(words.heard.canPick);
  return parts.join(", ");
}

/** What the marks on a spot mean, those of what is picked too. */
function marksInWords(choosing: Choosing, spot: string, words: TableWords): string[] {
  const { scene } = choosing;
  const place = choosing.spots.get(spot);
  if (!scene || !place) return [];
  const meanings = meaningsOf(scene.game, words);
  return scene.marks
    .filter((mark) => !mark.when || mark.when === choosing.picked)
    .filter((mark) => marksAt(mark).some(([x, y]) => x === place.x && y === place.y))
    .flatMap((mark) => meanings[mark.colour ? `${mark.kind}.${mark.colour}` : mark.kind] ?? []);
}

const marksAt = (mark: Mark): readonly Point[] =>
  mark.kind === "reach" ? [[mark.x, mark.y], ...mark.path] : [[mark.x, mark.y]];

/** What each seat has on the board, what is nobody's, and what lies in it. */
export function positionInWords(scene: Scene, table: Seated, words: TableWords): string[] {
  const { heard } = words;
  const walls = scene.pieces.filter((piece) => piece.kind.startsWith("wall"));
  const tiles = scene.pieces.filter((piece) => piece.kind === "arrow-tile");
  const standing = scene.pieces.filter((piece) => !walls.includes(piece) && !tiles.includes(piece));
  const listed = (pieces: readonly Piece[]): string =>
    pieces.map((piece) => `${nameOfPiece(scene.game, piece, words)} ${squaresOf(scene, piece).join(" ")}`).join(", ");

  const seats = scene.trays.flatMap(({ seat, colours }) => {
    if (!colours.length) return [];
    const own = standing.filter((piece) => colours.includes(piece.colour));
    return [heard.has(nameOf(table, seat, words), listed(own) || heard.nothing)];
  });
  const nobodys = standing.filter((piece) => !scene.trays.some(({ colours }) => colours.includes(piece.colour)));
  const led = tiles.map((tile) => heard.tile(tile.spot, leadsTo(scene, tile).join(", ")));
  return [
    ...seats,
    ...(nobodys.length ? [heard.has(heard.onBoard, listed(nobodys))] : []),
    ...(walls.length ? [heard.has(heard.walls, walls.map((wall) => wall.spot).join(", "))] : []),
    ...(led.length ? [heard.has(heard.tiles, led.join("; "))] : []),
  ];
}

/** What can be played: first what stands for itself, then piece by piece where each can go. */
export function legalInWords(choosing: Choosing, words: TableWords): string[] {
  const { choices } = choosing;
  if (!choices) return [];
  const alone = Object.entries(choices).flatMap(([pick, after]) =>
    typeof after === "string" ? [words.picks[pick] ?? pick] : [],
  );
  const pieces = Object.entries(choices).flatMap(([pick, after]) => {
    if (typeof after === "string") return [];
    const piece = choosing.inHand.get(pick) ?? choosing.pieceOn(pick);
    const named = piece ? nameOfPiece(choosing.scene?.game, piece, words) : "";
    const called = choosing.spots.has(pick) ? `${named} ${pick}`.trim() : named || pick;
    return [words.heard.has(called, goalsIn(after).map((goal) => words.kinds[goal] ?? goal).join(", "))];
  });
  const count = words.heard.legal(actionsIn(choices).length);
  return [alone.length ? words.heard.has(count, alone.join(", ")) : count, ...pieces];
}

/** Where one can go: places; what is turned first is told by all that it would cover. */
function goalsIn(choices: Choices): string[] {
  return Object.entries(choices).flatMap(([pick, after]) =>
    typeof after === "string" ? [pick] : actionsIn(after).map((action) => action.replaceAll(",", " ")),
  );
}

// ---- what happens

const ENDING = ["acted", "ended", "called-off"];

/** An event as one says it, what it has ended, and whether I must begin now. */
export function newsInWords(news: News, table: Seated, words: TableWords): string {
  const end = ENDING.includes(news.event.kind) ? [endInWords(table, words), table.reason] : [];
  const begin = table.isMyTurn ? beginInWords(table, words, Date.now()) : "";
  return [eventInWords(news, table, words), ...end, begin].filter(Boolean).join(" ");
}

function eventInWords({ event }: News, table: Seated, words: TableWords): string {
  const { heard } = words;
  const name = "seat" in event ? nameOf(table, event.seat, words) : "";
  switch (event.kind) {
    case "acted":
      return (
        heard.played(name, said(table.game, event.action)) +
        (table.isMyTurn && !table.mine.includes(event.seat) ? ` ${heard.yourTurn}` : "")
      );
    case "draw-offered":
      return heard.drawOffered(name);
    case "takeback-asked":
      return heard.takebackAsked(name);
    case "rematch-offered":
      return table.mine.includes(event.seat) ? "" : heard.rematchOffered(name);
    case "draw-declined":
    case "takeback-refused":
    case "rematch-declined":
      return declinedInWords(table, words);
    case "taken-back":
      return heard.takenBack(name);
    case "seated":
      return heard.seated(name) + (table.status === "running" ? ` ${heard.began}` : "");
    case "stood-up":
      return heard.stoodUp;
    case "asked-to-leave":
      return table.isAskedToLeave ? words.waiting.askedToLeave : heard.askedToLeave;
    case "machine-took-over":
      return heard.machine(name);
    case "rematch-made":
      return heard.rematch;
    case "closed":
      return heard.closed;
    default:
      return "";
  }
}
