/** The table in words, for who hears it. */
import { actionsIn } from "../board/choices";
import type { Choosing } from "../board/choosing.svelte";
import type { Piece, Scene } from "../board/scene";
import type { News } from "../wire";
import { nameOf } from "./names";
import type { Seated } from "./seated.svelte";
import type { TableWords } from "./words.en";

/** A piece as one says it. */
export function pieceInWords(piece: Piece, words: TableWords): string {
  const kind = words.kinds[piece.kind] ?? piece.kind;
  const named = piece.glyph && piece.glyph !== "crown" ? `${kind} ${piece.glyph}` : kind;
  return piece.colour ? words.ofColour(named, words.colours[piece.colour] ?? piece.colour) : named;
}

/** What is on a spot, and whether it can be picked. */
export function spotInWords(choosing: Choosing, spot: string, words: TableWords): string {
  const piece = choosing.pieceOn(spot);
  const parts = [spot, piece ? pieceInWords(piece, words) : words.heard.empty];
  if (spot in choosing.next) parts.push(choosing.path.length ? words.heard.canGo : words.heard.canPick);
  else if (choosing.isStart(spot)) parts.push(words.heard.canPick);
  return parts.join(", ");
}

/** What each seat has on the board, and the walls. */
export function positionInWords(scene: Scene, table: Seated, words: TableWords): string[] {
  const lines = scene.trays.map((tray) => {
    const own = scene.pieces.filter((piece) => tray.colours.includes(piece.colour) && piece.kind !== "arrow-tile");
    const pieces = own.map((piece) =>
      `${words.kinds[piece.kind] ?? piece.kind} ${piece.glyph} ${piece.spot}`.replace("  ", " "),
    );
    return words.heard.has(nameOf(table, tray.seat, words), pieces.join(", ") || words.heard.nothing);
  });
  const walls = scene.pieces.filter((piece) => piece.kind.startsWith("wall")).map((piece) => piece.spot);
  return walls.length ? [...lines, words.heard.walls(walls.join(", "))] : lines;
}

export function legalInWords(choosing: Choosing, words: TableWords): string {
  if (!choosing.choices) return "";
  const actions = actionsIn(choosing.choices);
  return `${words.heard.legal(actions.length)} ${actions.join(", ")}`;
}

/** An event as one says it. */
export function newsInWords(news: News, table: Seated, words: TableWords): string {
  const { event } = news;
  const { heard } = words;
  const name = "seat" in event ? nameOf(table, event.seat, words) : "";
  switch (event.kind) {
    case "acted":
      return (
        heard.played(name, event.action) +
        (table.isMyTurn && !table.mine.includes(event.seat) ? ` ${heard.yourTurn}` : "")
      );
    case "draw-offered":
      return heard.drawOffered(name);
    case "draw-declined":
      return heard.drawDeclined(name);
    case "takeback-asked":
      return heard.takebackAsked(name);
    case "takeback-refused":
      return heard.takebackRefused(name);
    case "taken-back":
      return heard.takenBack(name);
    case "seated":
      return heard.seated(name) + (table.status === "running" ? ` ${heard.began}` : "");
    case "stood-up":
      return heard.stoodUp;
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
