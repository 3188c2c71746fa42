import { spotBeside } from "./aim";
import type { Choosing } from "./choosing.svelte";
import { KEYS } from "./polyomino";
import type { Point } from "./scene";

/** What the input needs to know of the board it belongs to. */
export interface OfBoard {
  /** Somebody who may choose now; null while nobody may. */
  choosing: () => Choosing | null;
  svg: () => SVGSVGElement | undefined;
  size: () => { width: number; height: number };
  /** The keyboard has come to this spot. */
  oncursor: (spot: string) => void;
}

interface Press {
  x: number;
  y: number;
  spot: string | null;
  wasPicked: boolean;
  /** Whether it was beside the grooves, while a wall lay there to be confirmed. */
  isLeaving: boolean;
  isDrag: boolean;
}

const FAR_ENOUGH = 6; // pixels, before a press is a drag
const FINGER = 24; // pixels from the middle of a touch to its edge, and a little for missing
const ARROWS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Mouse, touch and keyboard on a board: what they point at, and when that is a choice. */
export class BoardInput {
  /** Where the keyboard is. */
  cursor = $state<string | null>(null);
  #press: Press | null = null;
  #isByPointer = false;

  constructor(private readonly board: OfBoard) {}

  /** The point of the window in the units of the board; null beside it. */
  pointOf(clientX: number, clientY: number): Point | null {
    const matrix = this.board.svg()?.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const { width, height } = this.board.size();
    return x < 0 || y < 0 || x > width || y > height ? null : [x, y];
  }

  #spotUnder(event: PointerEvent, choosing: Choosing): string | null {
    const point = this.pointOf(event.clientX, event.clientY);
    const finger = event.pointerType === "mouse" ? 0 : FINGER / this.#scale();
    return point && (choosing.spotAt(point, finger)?.id ?? null);
  }

  /** Pixels of a unit of the board. */
  #scale(): number {
    return this.board.svg()?.getScreenCTM()?.a || 1;
  }

  // ---- pointer

  down(event: PointerEvent): void {
    const choosing = this.board.choosing();
    if (!choosing || event.button !== 0) return;
    this.cursor = null;
    this.#isByPointer = true;
    const point = this.pointOf(event.clientX, event.clientY);
    if (point) choosing.pressAt(point);
    const spot = this.#spotUnder(event, choosing);
    const wasPicked = spot === choosing.picked;
    const isLeaving = point !== null && choosing.isLeaving(point);
    this.#press = { x: event.clientX, y: event.clientY, spot, isLeaving, wasPicked, isDrag: false };
    this.board.svg()?.setPointerCapture(event.pointerId);
    if (!spot) return;
    const isTarget = choosing.path.length > 0 && spot in choosing.next;
    if (!wasPicked && !isTarget && choosing.isStart(spot)) choosing.takeUp(spot);
    else if (event.pointerType !== "mouse" && choosing.isConfirmed(spot) && !isLeaving)
      choosing.pick(spot, false);
  }

  move(event: PointerEvent): void {
    const choosing = this.board.choosing();
    if (!choosing) return;
    const spot = this.#spotUnder(event, choosing);
    choosing.aim = spot;
    const press = this.#press;
    if (!press) return;
    press.isDrag ||= Math.hypot(event.clientX - press.x, event.clientY - press.y) > FAR_ENOUGH;
    if (!press.isDrag) return;
    if (spot && choosing.isLaid(spot)) choosing.pinned = spot;
    else if (choosing.picked && press.spot === choosing.picked) {
      choosing.held = this.pointOf(event.clientX, event.clientY);
    }
  }

  up(event: PointerEvent): void {
    const choosing = this.board.choosing();
    const press = this.#press;
    this.#press = null;
    if (!choosing || !press) return;
    // The dock may have grown under a press, and the board become smaller: a click means where it began.
    const spot = press.isDrag ? this.#spotUnder(event, choosing) : press.spot;
    const isTouch = event.pointerType !== "mouse";
    choosing.held = null;
    if (isTouch) choosing.aim = null;
    const isAgain = !isTouch && spot === choosing.pinned; // a second click confirms
    if (!press.isDrag && (!spot || (press.isLeaving && !isAgain))) {
      choosing.putBack();
      return;
    }
    if (!spot) return;
    const isPut = choosing.isConfirmed(spot);
    if (press.isDrag) {
      if (choosing.isLaid(spot)) choosing.putDown(spot);
      else if (spot in choosing.next) choosing.pick(spot);
    } else if (spot === choosing.picked && !(spot in choosing.next)) {
      if (choosing.goalOf(spot) !== null) choosing.pick(spot);
      else if (press.wasPicked) choosing.putBack();
    } else if (!(isTouch && isPut)) {
      choosing.pick(spot);
    }
  }

  cancel(): void {
    this.#press = null;
    const choosing = this.board.choosing();
    if (choosing) choosing.held = null;
  }

  away(): void {
    const choosing = this.board.choosing();
    if (choosing && !this.#press) choosing.aim = null;
  }

  wheel(event: WheelEvent): void {
    const choosing = this.board.choosing();
    if (!choosing?.canTurnAim) return;
    event.preventDefault();
    choosing.turnBy(event.deltaY > 0 ? "right" : "left");
  }

  // ---- keys

  key(event: KeyboardEvent): void {
    const choosing = this.board.choosing();
    if (!choosing || event.altKey || event.ctrlKey || event.metaKey) return;
    // Who came here by a click steps through the game with the arrows; who came by Tab moves over the board.
    const arrow = this.#isByPointer ? undefined : ARROWS[event.key];
    const way = KEYS[event.key.toLowerCase()];
    if (arrow) this.#go(choosing, arrow);
    else if ((event.key === "Enter" || event.key === " ") && this.cursor) choosing.pick(this.cursor);
    else if (event.key.toLowerCase() === "n") this.#goOn(choosing, event.shiftKey ? -1 : 1);
    else if (way && choosing.canTurnAim) {
      choosing.turnBy(way);
      // What was turned is what Enter means.
      if (this.cursor) this.cursor = choosing.pinned ?? choosing.aim ?? this.cursor;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  blur(): void {
    this.cursor = null;
    this.#isByPointer = false;
  }

  /** To the next spot in a direction: over the squares, or over the slots where only walls can be laid. */
  #go(choosing: Choosing, arrow: Point): void {
    const isOverWalls = choosing.hasWalls && !choosing.hasSquares;
    const places = (choosing.scene?.spots ?? []).filter((spot) => (spot.kind !== "square") === isOverWalls);
    const at = choosing.spots.get(this.cursor ?? choosing.pinned ?? choosing.picked ?? "");
    if (!at) {
      this.#goOn(choosing, 1); // the first thing there is to pick
      return;
    }
    const alike = places.filter((spot) => spot.kind === at.kind);
    const to = spotBeside(alike.length ? alike : places, at, arrow) ?? at; // from a square one comes to any wall
    this.#goTo(choosing, to.id);
  }

  /** To the next place that can be picked: a piece, or where the picked one may go. */
  #goOn(choosing: Choosing, step: 1 | -1): void {
    const places = (choosing.scene?.spots ?? []).filter(({ id }) => id in choosing.next);
    const at = places.findIndex(({ id }) => id === this.cursor);
    const to = at < 0 && step < 0 ? places.at(-1) : places[(at + step + places.length) % places.length];
    this.#goTo(choosing, (to ?? choosing.scene?.spots[0])?.id ?? null);
  }

  #goTo(choosing: Choosing, spot: string | null): void {
    if (spot === null) return;
    this.cursor = spot;
    choosing.aim = spot;
    choosing.pinned = null;
    this.board.oncursor(spot);
  }
}
