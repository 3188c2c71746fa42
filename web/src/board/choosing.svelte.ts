import { isAmidSquare, isInGroove, isOnSquares, polyominoAt, squareAt, wallAt } from "./aim";
import { after, isOfTurns, onlyGoal, onlyStart, picksOf, turnPick, turnsIn, wordsIn, type Choices } from "./choices";
import { turnedTo, turnOf, type Way } from "./polyomino";
import { type Cell, type Piece, type Point, type Scene, type Spot } from "./scene";

/** Somebody choosing an action, click by click, among those the server offers. It knows no rules. */
export class Choosing {
  scene = $state.raw<Scene | null>(null);
  choices = $state.raw<Choices | null>(null);
  /** What has been picked so far. */
  path = $state.raw<readonly string[]>([]);
  /** Where the pointer or the keyboard points now. */
  aim = $state<string | null>(null);
  /** What lies there to be confirmed: a wall, a polyomino; any goal, where everything is confirmed. */
  pinned = $state<string | null>(null);
  /** Whether plain moves are confirmed, too. */
  confirmsAll = $state(false);
  /** The kind of wall that somebody has turned to: until it is laid, only such are meant. */
  private wallKind = $state<string | null>(null);
  /** Which way the picked piece is turned. */
  turn = $state(0);
  /** Where a piece is held while it is dragged, on the board. */
  held = $state.raw<Point | null>(null);
  /** Where on the board a point of the window lies; the board says so when it is drawn. */
  onBoard: ((clientX: number, clientY: number) => Point | null) | null = null;

  constructor(
    private readonly play: (action: string) => void,
    private readonly askWhy: (picks: readonly string[]) => void = () => undefined,
  ) {}

  readonly spots = $derived(new Map(this.scene?.spots.map((spot) => [spot.id, spot]) ?? []));
  /** The pieces before the mover that can be taken, by what is clicked to take them. */
  readonly inHand = $derived(
    new Map(
      (this.scene?.trays ?? [])
        .flatMap((tray) => tray.holdings.flatMap((holding) => holding.pieces))
        .filter((piece) => piece.spot)
        .map((piece) => [piece.spot, piece]),
    ),
  );
  readonly isPlace = (pick: string): boolean => this.spots.has(pick) || this.inHand.has(pick);
  private readonly reached = $derived(this.choices ? after(this.choices, this.path) : null);
  readonly turns = $derived(this.reached && isOfTurns(this.reached) ? turnsIn(this.reached) : []);
  /** What can be picked next. */
  readonly next = $derived.by((): Choices => {
    if (!this.reached || !this.turns.length) return this.reached ?? {};
    return after(this.reached, [turnPick(this.turn)]) ?? {};
  });
  readonly words = $derived(this.choices ? wordsIn(this.choices, this.isPlace) : []);
  /** What can come to the place that was picked, by its kind. */
  readonly comers = $derived(this.path.length && !this.turns.length ? wordsIn(this.next, this.isPlace) : []);
  readonly picked = $derived(this.path.at(-1) ?? null);
  /** The piece that was picked, on the board or in hand. */
  readonly piece = $derived.by((): Piece | null => {
    if (!this.picked) return null;
    return this.inHand.get(this.picked) ?? this.pieceOn(this.picked);
  });
  readonly cells = $derived.by((): readonly Cell[] => this.piece?.turns[this.turn] ?? []);
  readonly isPolyomino = $derived(this.cells.length > 0);
  /** Where what is picked may go; where one click is enough, what one points at. */
  readonly targets = $derived.by((): string[] => {
    if (this.path.length) return Object.keys(this.next).filter((pick) => this.spots.has(pick));
    const goal = this.aim === null ? null : this.goalOf(this.aim);
    return goal === null ? [] : [goal];
  });
  readonly hasWalls = $derived(Object.keys(this.next).some((pick) => this.isWall(pick)));
  readonly hasSquares = $derived(Object.keys(this.next).some((pick) => this.spots.get(pick)?.kind === "square"));
  /** Whether what is pinned may not lie there. */
  readonly isRefused = $derived(this.pinned !== null && !(this.pinned in this.next));
  readonly canPutBack = $derived(this.path.length > this.forced.length || this.pinned !== null);

  /** A piece that must be moved on is picked by itself. */
  private get forced(): readonly string[] {
    const only = this.choices && onlyStart(this.choices, this.isPlace);
    return only ? [only] : [];
  }

  private isWall(pick: string): boolean {
    return this.spots.get(pick)?.kind.startsWith("wall") ?? false;
  }

  /** What can be picked on a spot: the last drawn stands on top. */
  pieceOn(spot: string): Piece | null {
    return this.scene?.pieces.findLast((piece) => piece.spot === spot && piece.kind !== "arrow-tile") ?? null;
  }

  /** A new position, or none to choose from. */
  offer(scene: Scene, choices: Choices | null): void {
    const isSame = choices === this.choices;
    this.scene = scene;
    this.choices = choices;
    if (isSame) return;
    this.aim = null; // what was pointed at before says nothing about this position
    this.putBack();
  }

  /** Show how an action is chosen: take up what lies in hand, turn it, and put it down to be confirmed. */
  show(picks: readonly string[]): void {
    const [first = ""] = picks;
    if (!this.choices || !this.inHand.has(first)) return;
    this.takeUp(first);
    const turn = this.turns.find((turn) => picks.includes(turnPick(turn)));
    if (turn !== undefined) this.turn = turn;
    const last = picks.at(-1) ?? null;
    if (this.isPolyomino && last !== null && last in this.next) this.pinned = last;
  }

  /** Keep an action in hand that could not be played yet: all that was picked for it, where it would lie. */
  hold(action: string): void {
    const picks = this.choices && picksOf(this.choices, action);
    const last = picks?.at(-1);
    if (!picks || last === undefined || !this.spots.has(last)) return;
    this.path = picks.slice(0, -1).filter((pick) => this.isPlace(pick));
    const turn = this.turns.find((turn) => picks.includes(turnPick(turn)));
    if (turn !== undefined) this.turn = turn;
    this.pinned = last;
  }

  /** Whether this action is what lies there to be confirmed. */
  holds(action: string): boolean {
    return this.pinned !== null && this.actionFor(this.pinned) === action;
  }

  /** Back to where nothing was picked. */
  putBack(): void {
    this.held = null;
    this.wallKind = null;
    const [forced] = this.forced;
    if (forced !== undefined) this.takeUp(forced);
    else [this.path, this.pinned] = [[], null];
  }

  /** Whether picking this takes up a piece. */
  isStart(pick: string): boolean {
    const at = this.choices?.[pick];
    return at !== undefined && typeof at === "object";
  }

  /** Where a piece goes that is clicked once, as the game has it for pieces with one way to go. */
  goalOf(pick: string): string | null {
    return this.scene?.one_click ? onlyGoal(this.choices?.[pick]) : null;
  }

  /** Take up a piece; a piece that was turned before keeps its way as far as it has one. */
  takeUp(pick: string): void {
    this.pinned = null;
    this.path = [pick];
    const piece = this.inHand.get(pick);
    if (!piece?.turns.length) return;
    const lying = turnOf(piece.turns, piece.cells);
    this.turn = this.turns.includes(lying) ? lying : (this.turns[0] ?? lying);
  }

  /** What is played by picking this next; null where that is nothing, or not all. */
  actionFor(pick: string): string | null {
    const chosen = this.next[pick];
    return typeof chosen === "string" ? chosen : null;
  }

  /** A spot was clicked. */
  pick(spot: string, isSure = true): void {
    const chosen = this.next[spot];
    const action = this.actionFor(spot);
    if (action !== null) {
      if (!this.isConfirmed(spot)) this.play(action);
      else if (isSure && this.pinned === spot) this.confirm();
      else this.pinned = spot;
    } else if (chosen) {
      this.path = [...this.path, spot];
    } else if (this.isStart(spot)) {
      const goal = this.goalOf(spot);
      if (this.picked === spot && goal === null) this.putBack();
      else this.takeUp(spot);
      if (goal !== null) this.pick(goal);
    } else if (this.choices) {
      this.pinned = this.isLaid(spot) ? spot : null;
      this.ask(spot);
    }
  }

  /** Leave a wall or a polyomino somewhere, to be confirmed; where it may not lie, the reason is asked for. */
  putDown(spot: string): void {
    this.pinned = spot;
    if (this.isRefused) this.ask(spot);
  }

  private ask(spot: string): void {
    this.askWhy([...this.picksSoFar, spot]);
  }

  private get picksSoFar(): readonly string[] {
    return this.isPolyomino ? [...this.path, turnPick(this.turn)] : this.path;
  }

  /** Whether these picks are still what somebody wants to know about, or they have gone on meanwhile. */
  isAskedFor(picks: readonly string[]): boolean {
    const [last = "", ...before] = [...picks].reverse();
    const isThere = this.pinned === null ? !this.isLaid(last) : this.pinned === last;
    return isThere && before.reverse().join() === this.picksSoFar.join();
  }

  /** A word was chosen. */
  say(word: string): void {
    const chosen = (this.comers.includes(word) ? this.next : this.choices)?.[word];
    if (typeof chosen === "string") this.play(chosen);
  }

  /** Play what is pinned. */
  confirm(): void {
    const action = this.pinned === null ? null : this.actionFor(this.pinned);
    if (action !== null) this.play(action);
  }

  /** Small places and large pieces are put down first, wherever that is, and then confirmed. */
  isLaid(spot: string): boolean {
    return this.isPolyomino || this.isWall(spot);
  }

  /** Whether choosing this needs a second word. */
  isConfirmed(spot: string): boolean {
    return this.isLaid(spot) || (this.confirmsAll && this.actionFor(spot) !== null);
  }

  /** Whether what is pinned was put down to be turned and moved about, as a wall is, and not as a plain move. */
  readonly isLying = $derived(this.pinned !== null && this.isLaid(this.pinned));
  readonly canTurn = $derived(this.isPolyomino || (this.pinned !== null && this.otherWall(this.pinned) !== null));
  /** Whether there is something to turn by key or wheel: also what only hovers. */
  readonly canTurnAim = $derived(this.canTurn || (this.aim !== null && this.otherWall(this.aim) !== null));

  /** Turn or flip what is held or pinned. */
  turnBy(way: Way): void {
    if (this.piece && this.isPolyomino) {
      const middle = this.pinned ? this.middleOf(this.pinned) : null;
      this.turn = turnedTo(this.piece.turns, this.turn, way);
      const spot = middle && this.spotAt(middle);
      if (spot) this.putDown(spot.id);
      else this.pinned = null;
    } else {
      const other = this.otherWall(this.pinned ?? this.aim ?? "");
      if (!other) return;
      this.wallKind = other.kind;
      if (this.pinned === null) this.aim = other.id;
      else this.putDown(other.id);
    }
  }

  /** Who presses far from what was turned means something else. */
  pressAt(point: Point): void {
    const spot = this.pinned === null ? undefined : this.spots.get(this.pinned);
    if (spot && Math.hypot(spot.x - point[0], spot.y - point[1]) > Math.max(spot.width, spot.height)) {
      this.wallKind = null;
    }
  }

  /** Whether who presses there takes back the wall that lies to be confirmed: the middle of a square is no groove. */
  isLeaving(point: Point): boolean {
    return this.isLying && !this.isPolyomino && isAmidSquare(this.scene?.spots ?? [], point);
  }

  private otherWall(id: string): Spot | null {
    const wall = this.spots.get(id);
    if (!wall?.kind.startsWith("wall")) return null;
    return this.scene?.spots.find((spot) => spot.x === wall.x && spot.y === wall.y && spot.kind !== wall.kind) ?? null;
  }

  private middleOf(id: string): Point | null {
    const spot = this.spots.get(id);
    if (!spot) return null;
    const columns = this.cells.map(([column]) => column);
    const rows = this.cells.map(([, row]) => row);
    const half = (values: number[]): number => ((Math.min(...values) + Math.max(...values)) / 2) * spot.width;
    return [spot.x + half(columns), spot.y + half(rows)];
  }

  /** The spot that somebody means who points there, perhaps with a finger that reaches so far around. */
  spotAt(point: Point, finger = 0): Spot | null {
    const spots = this.scene?.spots ?? [];
    const isLegal = (id: string): boolean => id in this.next;
    if (!isOnSquares(spots, point)) return null;
    if (this.isPolyomino) return polyominoAt(spots, this.cells, point, isLegal, finger);
    const isOfWalls = this.hasWalls && (!this.hasSquares || isInGroove(spots, point));
    return isOfWalls ? wallAt(spots, point, isLegal, this.wallKind) : squareAt(spots, point);
  }
}
