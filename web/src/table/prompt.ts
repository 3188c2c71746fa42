import type { Choosing } from "../board/choosing.svelte";
import type { LineState } from "../live/live.svelte";
import { shelf } from "../shelf.svelte";
import type { Refusal } from "../wire";
import { upper } from "../words/typography";
import { countdown, secondsIn } from "./clocks";
import { ideasOf } from "./hints";
import { turnAt } from "./history";
import { actionInWords } from "./laying";
import { nameOfPiece, said } from "./names";
import type { Seated } from "./seated.svelte";
import { nameOf, together } from "./seats";
import type { TableWords } from "./words.en";

/** What the dock says: one sentence, one line of help, and the rule it is about. */
export interface Prompt {
  says: string;
  help?: string;
  rule?: string | undefined;
  isBad?: boolean;
  /** The help is something that has just happened. */
  isNews?: boolean;
  /** What a machine would play stands below it. */
  isHint?: boolean;
}

export interface Moment {
  isResigning: boolean;
  line: LineState;
  now: number;
  isVeiled: boolean;
  /** Whether the result stands beside the board: what is said there need not be said twice. */
  isResultShown: boolean;
  /** Whether I came by a link that has seated somebody already. */
  isSpent: boolean;
}

/** Of a turn that takes more characters than this, only the end is told. */
const LONG = 32;

/** The most pressing thing first. */
export function promptOf(table: Seated, choosing: Choosing, words: TableWords, moment: Moment): Prompt {
  const { dock } = words;
  if (moment.line.kind === "lost") {
    const seconds = Math.ceil((moment.line.retryAt - moment.now) / 1000);
    const help = seconds > 0 ? dock.lostHelp(seconds) : dock.lostNow;
    if (table.isUnheard) return { says: dock.lost, help: `${dock.lostUnheard} ${help}`, isBad: true, isNews: true };
    return { says: dock.lost, help: table.sent ? `${dock.lostSent(table.sent)} ${help}` : help, isBad: true };
  }
  if (table.shutOut && table.shutOut.code !== "warming") {
    return { says: dock.busy, help: dock.busyHelp(secondsIn(table.retryAt - moment.now)) };
  }
  if (table.shutOut) {
    return { says: words.warming(shelf.game(table.game)?.name ?? ""), help: words.warmingHelp };
  }
  if (moment.isResigning)
    return { says: dock.resignSure, help: table.seats.length > 2 ? dock.resignHelpMany : dock.resignHelp };
  if (table.asked !== null && !moment.isResultShown) return offered(table, words, moment);
  if (table.looked) return lookingBack(table, words);
  if (table.unplayed) return { says: dock.busy, help: dock.unplayed(said(table.game, table.unplayed)) };
  if (table.doubt) {
    const { message, rule } = table.doubt.refusal;
    return { says: words.help.sure, help: upper(message), rule: rule ?? undefined, isBad: true };
  }
  if (table.refusal) return refused(table.refusal, table.isRefusedThere, words);
  if (table.offer && !moment.isResultShown) return offered(table, words, moment);
  if (moment.isSpent && table.status !== "open") return { says: dock.spent, help: spentInWords(table, words) };
  if (table.status === "open") return { says: words.waiting.help };
  if (table.status === "over") return { says: dock.over, help: lastTurn(table, words) };
  if (moment.isVeiled && table.isMyTurn && table.mover !== null)
    return { says: dock.waitFor(nameOf(table, table.mover, words)), help: dock.veiled };
  const idea = ideasOf(table)[table.idea];
  if (idea) return { says: dock.hint(actionInWords(table.scene, idea.action, words)), isHint: true };
  if (table.sent) return { says: dock.sending, help: actionInWords(table.scene, table.sent, words) };
  if (choosing.choices) return choosingNow(table, choosing, words, moment);
  return waiting(table, words, moment);
}

function refused(refusal: Refusal, isThere: boolean, { dock }: TableWords): Prompt {
  const message = upper(refusal.message);
  if (!refusal.rule && refusal.code !== "illegal") return { says: message };
  const says = isThere ? dock.refused : dock.notAllowed;
  return { says, help: message, rule: refusal.rule ?? undefined, isBad: true };
}

/** Whom to ask for a new link: whoever plays here already. */
export function spentInWords(table: Seated, words: TableWords): string {
  const host = table.seats.find((seat) => seat.who === "person")?.name;
  return host ? words.dock.spentHelp(host) : words.dock.spentHelpNobody;
}

/** Who has declined what, as everybody is told. */
export function declinedInWords(table: Seated, words: TableWords): string {
  const { dock } = words;
  if (!table.declined) return "";
  const { kind, seat, isTakenBack } = table.declined;
  const name = nameOf(table, seat, words);
  const isByMe = name === words.you;
  if (kind === "draw") return isByMe ? dock.drawDeclinedByYou : dock.drawDeclined(name);
  if (kind === "takeback") return isByMe ? dock.takebackDeclinedByYou : dock.takebackDeclined(name);
  if (isTakenBack) return isByMe ? dock.rematchTakenBackByYou : dock.rematchTakenBack(name);
  return isByMe ? dock.rematchDeclinedByYou : dock.rematchDeclined(name);
}

/** The time to begin, for who must: it starts the clock, where there is one. */
export function beginInWords(table: Seated, words: TableWords, now: number): string {
  const { dock } = words;
  const [by, mover] = [table.beginBy, table.mover];
  if (by === null || mover === null || table.status !== "running") return "";
  const seconds = secondsIn(by - now);
  if (!table.mine.includes(mover)) return dock.beginOther(seconds);
  return `${table.clock.kind === "none" ? "" : `${dock.beginClock} `}${dock.begin(seconds)}`;
}

/** An offer to play again, as who may answer it reads it, or who made it, or anybody else. */
export function rematchInWords(table: Seated, words: TableWords): Prompt {
  const { offer } = table;
  if (offer?.kind !== "rematch") return { says: "" };
  const help = table.rated && !offer.rated ? words.end.rematchUnrated : "";
  const names = offer.waits_for.map((seat) => nameOf(table, seat, words));
  const hasAgreed = table.mine.length > 0 && table.asked === null;
  if (hasAgreed) return { says: words.end.rematchWaits(together(names, words.end.and)), help };
  return { says: words.end.rematchOffered(nameOf(table, offer.seat, words)), help };
}

function lookingBack(table: Seated, words: TableWords): Prompt {
  const turn = turnAt(table.turns, table.shownPly);
  const shown = table.turns[turn];
  const { dock } = words;
  const says = shown ? dock.turnOf(turn + 1, table.turns.length) : dock.beginning;
  const point = table.turningPoint;
  if (point && point.ply === table.looked?.ply) return { says, help: point.says };
  const isAwaited = table.isMyTurn && table.mine.length < table.seats.length;
  if (isAwaited) return { says, help: dock.yourTurnNow, isNews: true };
  if (table.looked && table.looked.since < table.ply) return { says, help: dock.isGoingOn, isNews: true };
  if (!shown) return { says };
  const played = shown.actions.map((action) => actionInWords(table.shown, action, words)).join(" ");
  return { says, help: dock.playedBy(played, nameOf(table, shown.seat, words)) };
}

function lastTurn(table: Seated, words: TableWords): string {
  const last = table.turns.at(-1);
  if (!last) return "";
  const played = last.actions.map((action) => actionInWords(table.shown, action, words));
  const isLong = played.length > 1 && played.join(" ").length > LONG;
  return words.dock.playedBy(isLong ? `… ${played.at(-1)}` : played.join(" "), nameOf(table, last.seat, words));
}

function offered(table: Seated, words: TableWords, moment: Moment): Prompt {
  const { offer } = table;
  if (!offer) return { says: "" };
  if (offer.kind === "rematch") return rematchInWords(table, words);
  const name = nameOf(table, offer.seat, words);
  const isDraw = offer.kind === "draw";
  if (table.mine.some((seat) => offer.waits_for.includes(seat))) {
    return isDraw
      ? { says: words.dock.drawOffered(name), help: words.dock.drawHelp }
      : { says: words.dock.takebackAsked(name) };
  }
  if (!table.mine.includes(offer.seat)) return waiting(table, words, moment);
  return { says: words.dock.offerWaits, help: isDraw ? words.dock.offerDrawMade : words.dock.offerTakebackMade };
}

function choosingNow(table: Seated, choosing: Choosing, words: TableWords, moment: Moment): Prompt {
  const { dock } = words;
  if (choosing.pinned !== null) {
    if (choosing.isRefused) return { says: dock.refused, isBad: true };
    const action = actionInWords(choosing.scene, choosing.actionFor(choosing.pinned) ?? "", words);
    if (!choosing.isLying) return { says: dock.confirm(action), help: dock.confirmHelp };
    return choosing.isPolyomino ? { says: dock.fits, help: upper(action) } : { says: dock.wallFits, help: action };
  }
  if (choosing.picked && choosing.comers.length)
    return { says: dock.whatComes(choosing.picked), help: dock.whatComesHelp };
  const { piece, picked } = choosing;
  if (piece && picked) {
    const named = nameOfPiece(table.game, piece, words);
    const isOnBoard = choosing.spots.has(picked);
    const says = isOnBoard ? dock.where(named, picked) : dock.whereFromHand(named);
    const isForced = !choosing.canPutBack && choosing.words.length > 0;
    const told = isForced ? table.advice?.says : table.advice?.about?.[picked];
    return { says: told ?? says, help: dock.places(Object.keys(choosing.next).length) };
  }
  return { ...starting(table, words), ...newsOf(table, words, moment.now) };
}

/** What to do first, as the room says it. */
function starting(table: Seated, words: TableWords): Prompt {
  const prefix = table.mine.length > 1 && table.mover !== null ? `${nameOf(table, table.mover, words)} · ` : "";
  if (!table.advice) return { says: prefix + words.dock.yourTurn };
  return { says: prefix + table.advice.says, help: table.advice.help };
}

function waiting(table: Seated, words: TableWords, { now }: Moment): Prompt {
  const { dock } = words;
  const { mover } = table;
  if (mover === null) return { says: "" };
  const name = nameOf(table, mover, words);
  const absence = table.away.find((away) => away.seat === mover && !table.mine.includes(mover));
  if (absence && !table.isWatching)
    return {
      says: dock.away(name),
      help: beginInWords(table, words, now) || claimInWords(table, absence.claimAt - now, words),
    };
  const isMachine = table.seats[mover]?.who === "machine";
  const says = isMachine ? dock.isThinking(name) : dock.waitFor(name);
  return { says, help: table.isWatching ? dock.watching : dock.look, ...newsOf(table, words, now) };
}

/** Instead of help: what was just declined, or how long there is to begin. */
function newsOf(table: Seated, words: TableWords, now: number): Pick<Prompt, "help" | "isNews"> {
  const declined = declinedInWords(table, words);
  if (declined) return { help: declined, isNews: true };
  const begin = beginInWords(table, words, now);
  return begin ? { help: begin } : {};
}

/** What may be claimed of who is away, or how long until then. */
function claimInWords(table: Seated, left: number, { dock }: TableWords): string {
  const isTwo = table.seats.length === 2;
  if (left <= 0) return isTwo ? dock.awayNow : dock.awayNowMany;
  return (isTwo ? dock.awayHelp : dock.awayHelpMany)(countdown(left));
}
