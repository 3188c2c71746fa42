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
  isDrag: boolean;
}

const FAR_ENOUGH = 6; // pixels, before a press is a drag
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
    return point && (choosing.spotAt(point)?.id ?? null);
  }

  // ---- pointer

  down(event: PointerEvent): void {
    const choosing = this.board.choosing();
    if (!choosing || event.button !== 0) return;
    this.cursor = null;
    this.#isByPointer = true;
    const spot = this.#spotUnder(event, choosing);
    const wasPicked = spot === choosing.picked;
    this.#press = { x: event.clientX, y: event.clientY, spot, wasPicked, isDrag: false };
    this.board.svg()?.setPointerCapture(event.pointerId);
    if (!spot) return;
    const isTarget = choosing.path.length > 0 && spot in choosing.next;
    if (!wasPicked && !isTarget && choosing.isStart(spot)) choosing.takeUp(spot);
    else if (event.pointerType !== "mouse" && choosing.isConfirmed(spot)) choosing.pick(spot, false);
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
    if (spot && choosing.isConfirmed(spot)) choosing.pinned = spot;
    else if (choosing.picked && press.spot === choosing.picked) {
      choosing.held = this.pointOf(event.clientX, event.clientY);
    }
  }

  up(event: PointerEvent): void {
    const choosing = this.board.choosing();
    const press = this.#press;
    this.#press = null;
    if (!choosing || !press) return;
    const spot = this.#spotUnder(event, choosing);
    const isTouch = event.pointerType !== "mouse";
    choosing.held = null;
    if (isTouch) choosing.aim = null;
    if (!spot) return;
    const isPut = choosing.isConfirmed(spot);
    if (press.isDrag) {
      if (isPut) choosing.pinned = spot;
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
    if (!choosing?.isPolyomino) return;
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
    else if (way && choosing.canTurn) {
      choosing.turnBy(way);
      if (this.cursor) this.cursor = choosing.pinned ?? this.cursor; // what was turned is what Enter confirms
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
    const at = this.cursor ?? choosing.pinned ?? choosing.picked ?? "";
    const from = choosing.spots.get(at) ?? places[Math.floor(places.length / 2)];
    if (!from) return;
    const alike = places.filter((spot) => spot.kind === from.kind);
    const to = spotBeside(alike.length ? alike : places, from, arrow) ?? from; // from a square one comes to any wall
    this.cursor = to.id;
    choosing.aim = to.id;
    choosing.pinned = null;
    this.board.oncursor(to.id);
  }
}
