/** The table one is at: everything the server told about it, and what one says to it. */
import type { Choices } from "../board/choices";
import { complete, type Scene } from "../board/scene";
import { live, type Reply, type Saying } from "../live/live.svelte";
import type {
  Attended,
  Clock,
  Happened,
  HintGiven,
  News,
  Now,
  Offer,
  Outcome,
  Refusal,
  SeatNow,
  Status,
} from "../wire";
import type { Reading } from "./clocks";
import { stepFrom, turnsOf, type Step } from "./turns";

/** Between two actions of somebody else's turn. */
const PACE = 300;
const WARM_AGAIN = 1_000;

type WithoutTable<S> = S extends unknown ? Omit<S, "table"> : never;
type ToTable = WithoutTable<Exclude<Saying, { do: "ping" }>>;

export class Seated {
  /** Whether the server has told anything yet. */
  isHere = $state(false);
  /** Why the server does not let me attend, perhaps only for now. */
  shutOut = $state.raw<Refusal | null>(null);

  game = $state("");
  clock = $state.raw<Clock>({ kind: "none" });
  options = $state.raw<Attended["options"]>({});
  rated = $state(false);
  listed = $state(false);
  mine = $state.raw<readonly number[]>([]);
  links = $state.raw<readonly string[]>([]);
  rematch = $state<string | null>(null);
  here = $state.raw<readonly number[]>([]);
  watchers = $state(0);

  number = $state(0);
  events = $state.raw<readonly Happened[]>([]);
  actions = $state.raw<readonly string[]>([]);
  movers = $state.raw<readonly number[]>([]);

  status = $state<Status>("open");
  ply = $state(0);
  mover = $state<number | null>(null);
  outcome = $state.raw<Outcome | null>(null);
  reason = $state<string | null>(null);
  /** How long it was, in milliseconds, when it is over. */
  lasted = $state<number | null>(null);
  reading = $state.raw<Reading | null>(null);
  offer = $state.raw<Offer | null>(null);
  seats = $state.raw<readonly SeatNow[]>([]);
  scene = $state.raw<Scene | null>(null);
  choices = $state.raw<Choices | null>(null);
  may = $state.raw<readonly string[]>([]);
  isClosed = $state(false);

  /** The last thing that was refused. */
  refusal = $state.raw<Refusal | null>(null);
  /** An action that was sent and not answered yet. */
  sent = $state<string | null>(null);
  hint = $state.raw<HintGiven | null>(null);
  /** An earlier position that is looked at instead of the present one. */
  looked = $state.raw<{ ply: number; scene: Scene } | null>(null);

  readonly turns = $derived(turnsOf(this.actions, this.movers, this.seats.length === 1));
  readonly shownPly = $derived(this.looked?.ply ?? this.ply);
  readonly shown = $derived(this.looked?.scene ?? this.scene);
  readonly isMyTurn = $derived(this.status === "running" && this.mover !== null && this.mine.includes(this.mover));
  readonly isWatching = $derived(this.mine.length === 0);

  #queue: News[] = [];
  #shownAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #leave: () => void = () => undefined;
  #isGone = false;

  constructor(
    readonly id: string,
    private readonly onnews: (news: News) => void = () => undefined,
  ) {}

  /** Come to the table; a key opens a seat. */
  arrive(key?: string): void {
    this.#leave = live.attend(
      this.id,
      {
        attended: (attended) => this.#attended(attended),
        news: (news) => this.#hear(news),
        presence: ({ here, watchers }) => {
          this.here = here;
          this.watchers = watchers;
          if (this.may.some((what) => what.startsWith("claim:"))) this.lookAgain(); // they may be back
        },
        refused: (refusal) => {
          this.shutOut = refusal;
          if (refusal.code === "warming") this.#timer = setTimeout(() => !this.#isGone && this.arrive(key), WARM_AGAIN);
        },
      },
      key,
    );
  }

  leave(): void {
    this.#isGone = true;
    clearTimeout(this.#timer);
    this.#leave();
  }

  // ---- what is told

  #attended(attended: Attended): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.shutOut = null;
    this.isHere = true;
    this.game = attended.game;
    this.options = attended.options;
    this.clock = attended.clock;
    this.rated = attended.rated;
    this.listed = attended.listed;
    this.mine = attended.mine;
    this.links = attended.links;
    this.rematch = attended.rematch;
    this.here = attended.here;
    this.watchers = attended.watchers;
    const known = new Set(this.events.map((happened) => happened.number));
    this.events = [...this.events, ...attended.events.filter((happened) => !known.has(happened.number))];
    this.actions = attended.actions;
    this.movers = attended.movers;
    this.number = attended.number;
    this.ply = -1; // nothing of before holds
    this.#stand(attended.now);
  }

  /** An opponent's turn of several actions is shown one action at a time. */
  #hear(news: News): void {
    this.#queue.push(news);
    if (this.#queue.length === 1) this.#showNext();
  }

  #showNext(): void {
    for (let [news] = this.#queue; news; [news] = this.#queue) {
      const isPaced = news.event.kind === "acted" && !this.mine.includes(news.event.seat);
      const wait = isPaced ? this.#shownAt + PACE - Date.now() : 0;
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#showNext(), wait);
        return;
      }
      if (news.event.kind === "acted") this.#shownAt = Date.now();
      this.#news(news);
      this.#queue.shift();
    }
  }

  #news(news: News): void {
    const { event } = news;
    this.number = news.number;
    this.events = [...this.events, { number: news.number, at: news.at, event }];
    if (event.kind === "acted") {
      this.actions = [...this.actions, event.action];
      this.movers = [...this.movers, event.seat];
    } else if (event.kind === "taken-back") {
      this.actions = this.actions.slice(0, event.ply);
      this.movers = this.movers.slice(0, event.ply);
      if (this.looked && this.looked.ply > event.ply) this.looked = null;
    } else if (event.kind === "rematch-made") {
      this.rematch = event.table;
    } else if (event.kind === "closed") {
      this.isClosed = true;
    }
    this.#stand(news.now);
    this.onnews(news);
  }

  #stand(now: Now): void {
    const isSamePly = now.ply === this.ply;
    if (!isSamePly) {
      this.hint = null;
      this.refusal = null;
    }
    this.status = now.status;
    this.ply = now.ply;
    this.mover = now.mover;
    this.outcome = now.outcome ?? null;
    this.reason = now.reason ?? null;
    this.lasted = now.lasted ?? null;
    this.offer = now.offer ?? null;
    if (now.left) {
      // How long the message took to come here is not known: clocks run from when it came.
      this.reading = { left: now.left, runs: now.runs ?? null, at: Date.now() };
    } else if (!isSamePly) this.reading = null;
    if (now.seats) this.seats = now.seats;
    if (now.scene) this.scene = complete(now.scene, this.scene);
    // What is left out is as it was, as long as the position is.
    this.choices = (now.choices as Choices | undefined) ?? (isSamePly ? this.choices : null);
    if (this.outcome || this.status !== "running") this.choices = null;
    this.may = now.may ?? (isSamePly ? this.may : []);
  }

  /** Who has left or run out of time changes without an event. */
  lookAgain(): void {
    live.lookAgain(this.id);
  }

  // ---- what is said

  async say(saying: ToTable): Promise<Reply> {
    const reply = await live.send({ ...saying, table: this.id } as Saying);
    if ("refused" in reply && reply.refused) this.refusal = reply.refused;
    return reply;
  }

  async act(action: string): Promise<void> {
    if (this.sent !== null) return; // one at a time: the first may change everything
    this.refusal = null;
    this.sent = action;
    await this.say({ do: "act", action, seen: this.number });
    this.sent = null;
  }

  async askHint(): Promise<void> {
    const reply = await this.say({ do: "hint", seen: this.number });
    if ("hint" in reply && reply.hint) this.hint = reply.hint;
  }

  async askRematch(): Promise<string | null> {
    const reply = await this.say({ do: "rematch" });
    return ("rematch" in reply && reply.rematch) || this.rematch;
  }

  // ---- looking back

  async look(ply: number): Promise<void> {
    this.refusal = null;
    if (ply >= this.ply) {
      this.looked = null;
      return;
    }
    const reply = await this.say({ do: "look", ply });
    if ("looked" in reply && reply.looked) {
      this.looked = { ply: reply.looked.ply, scene: complete(reply.looked.scene, this.scene) };
    }
  }

  step(step: Step): void {
    void this.look(stepFrom(this.turns, this.shownPly, step));
  }

  backToNow(): void {
    this.looked = null;
  }
}
