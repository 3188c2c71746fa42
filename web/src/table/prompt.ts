import { actionsIn } from "../board/choices";
import type { Choosing } from "../board/choosing.svelte";
import type { LineState } from "../live/live.svelte";
import { stock } from "../stock.svelte";
import { nameOf, upper } from "./names";
import type { Seated } from "./seated.svelte";
import { turnAt } from "./turns";
import type { TableWords } from "./words.en";

/** What the dock says: one sentence, one line of help, and the rule it is about. */
export interface Prompt {
  says: string;
  help?: string;
  rule?: string | undefined;
  isBad?: boolean;
}

export interface Moment {
  isResigning: boolean;
  line: LineState;
  now: number;
  claimed: number | null;
  isVeiled: boolean;
}

/** The most pressing thing first. */
export function promptOf(table: Seated, choosing: Choosing, words: TableWords, moment: Moment): Prompt {
  const { dock } = words;
  if (moment.line.kind === "lost") {
    const seconds = Math.ceil((moment.line.retryAt - moment.now) / 1000);
    return { says: dock.lost, help: seconds > 0 ? dock.lostHelp(seconds) : dock.lostNow, isBad: true };
  }
  if (table.shutOut) {
    return { says: words.warming(stock.game(table.game)?.name ?? ""), help: words.warmingHelp };
  }
  if (moment.isResigning)
    return { says: dock.resignSure, help: table.seats.length > 2 ? dock.resignHelpMany : dock.resignHelp };
  if (table.looked) return lookingBack(table, words);
  if (table.refusal) {
    const help = upper(table.refusal.message);
    return { says: dock.refused, help, rule: table.refusal.rule ?? undefined, isBad: true };
  }
  if (table.offer) return offered(table, words);
  if (table.status === "open") return { says: words.waiting.title, help: words.waiting.help };
  if (table.status === "over") return { says: dock.over, help: lastTurn(table, words) };
  if (moment.isVeiled && table.isMyTurn && table.mover !== null)
    return { says: dock.waitFor(nameOf(table, table.mover, words)), help: dock.veiled };
  if (table.hint) return { says: dock.hint(table.hint.action), help: dock.hintHelp };
  if (table.sent) return { says: dock.sending, help: table.sent };
  if (choosing.choices) return choosingNow(table, choosing, words);
  if (moment.claimed !== null) return { says: dock.gone(nameOf(table, moment.claimed, words)) };
  return waiting(table, words);
}

function lookingBack(table: Seated, words: TableWords): Prompt {
  const turn = turnAt(table.turns, table.shownPly);
  const shown = table.turns[turn];
  if (!shown) return { says: words.dock.beginning };
  return {
    says: words.dock.turnOf(turn + 1, table.turns.length),
    help: words.dock.playedBy(shown.actions.join(" "), nameOf(table, shown.seat, words)),
  };
}

function lastTurn(table: Seated, words: TableWords): string {
  const last = table.turns.at(-1);
  return last ? words.dock.playedBy(last.actions.join(" "), nameOf(table, last.seat, words)) : "";
}

function offered(table: Seated, words: TableWords): Prompt {
  const { offer } = table;
  if (!offer) return { says: "" };
  const name = nameOf(table, offer.seat, words);
  const isDraw = offer.kind === "draw";
  if (table.mine.some((seat) => offer.waits_for.includes(seat))) {
    return isDraw
      ? { says: words.dock.drawOffered(name), help: words.dock.drawHelp }
      : { says: words.dock.takebackAsked(name) };
  }
  if (!table.mine.includes(offer.seat)) return waiting(table, words);
  return { says: words.dock.offerWaits, help: isDraw ? words.dock.offerDrawMade : words.dock.offerTakebackMade };
}

function choosingNow(table: Seated, choosing: Choosing, words: TableWords): Prompt {
  const { dock } = words;
  if (choosing.pinned !== null) {
    if (choosing.isRefused) return { says: dock.refused, isBad: true };
    const action = choosing.next[choosing.pinned];
    return { says: choosing.isPolyomino ? dock.fits : dock.wallFits, help: typeof action === "string" ? action : "" };
  }
  const { piece, picked } = choosing;
  if (piece && picked) {
    const kind = words.kinds[piece.kind] ?? piece.kind;
    const named = piece.kind === "tile" && piece.glyph.length === 1 ? piece.glyph : kind;
    const isOnBoard = choosing.spots.has(picked);
    const says = isOnBoard ? dock.where(kind, picked) : dock.whereFromHand(named);
    const isForced = !choosing.canPutBack && choosing.words.length > 0;
    return { says: isForced ? dock.goOn : says, help: dock.places(Object.keys(choosing.next).length) };
  }
  const prefix = table.mine.length > 1 && table.mover !== null ? `${nameOf(table, table.mover, words)} · ` : "";
  if (table.scene?.due) {
    const kind = words.kinds[table.scene.due.now] ?? table.scene.due.now;
    return { says: prefix + dock.play(kind), help: hasStart(choosing) ? dock.pickPiece : dock.pickPlace };
  }
  if (choosing.hasWalls && !choosing.hasSquares) return { says: prefix + dock.layWall, help: dock.layWallHelp };
  const inHand = [...choosing.inHand.values()].filter((held) => choosing.isStart(held.spot));
  if (inHand.length) return { says: prefix + (inHand[0]?.kind === "polyomino" ? dock.pickHand : dock.pickTile) };
  if (actionsIn(choosing.choices ?? {}).length === 1) return { says: prefix + dock.only };
  return { says: prefix + dock.yourTurn, help: hasStart(choosing) ? dock.pickPiece : dock.pickPlace };
}

const hasStart = (choosing: Choosing): boolean =>
  Object.values(choosing.choices ?? {}).some((after) => typeof after === "object");

function waiting(table: Seated, words: TableWords): Prompt {
  if (table.mover === null) return { says: "" };
  const name = nameOf(table, table.mover, words);
  const isMachine = table.seats[table.mover]?.who === "machine";
  const says = isMachine ? words.dock.isThinking(name) : words.dock.waitFor(name);
  return { says, help: table.isWatching ? words.dock.watching : words.dock.look };
}
