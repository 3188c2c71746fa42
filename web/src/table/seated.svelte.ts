/** The table one is at: everything the server told about it, and what one says to it. */
import type { Choices } from "../board/choices";
import { applyChanges } from "../board/changes";
import { complete, type Scene } from "../board/scene";
import { live, type Reply, type Saying } from "../live/live.svelte";
import { self } from "../self.svelte";
import type {
  AdviceGiven,
  Attended,
  Away,
  Clock,
  Happened,
  HintGiven,
  News,
  Now,
  Offer,
  Outcome,
  Refusal,
  Said,
  SeatNow,
  Status,
  Thinking,
  TurningPointFound,
  WireEvent,
} from "../wire";
import type { Reading } from "./clocks";
import { said } from "./names";
import { stepFrom, turnsOf, type Step } from "./history";
import { Talk } from "./talk.svelte";

/** Between two actions of somebody else's turn. */
const PACE = 300;
const WARM_AGAIN = 1_000;
const BUSY_AGAIN = 5; // seconds, where the server says nothing else
/** Answers that all should notice, until something else happens. */
const DECLINED: Partial<Record<WireEvent["kind"], Offer["kind"]>> = {
  "draw-declined": "draw",
  "takeback-refused": "takeback",
  "rematch-declined": "rematch",
};

/** An offer was declined; by who had made it, it was taken back. */
export interface Declined {
  kind: Offer["kind"];
  seat: number;
  isTakenBack: boolean;
}

/** An action that loses at once, and was asked about before it is played. */
export interface Doubt {
  action: string;
  refusal: Refusal;
}

type WithoutTable<S> = S extends unknown ? Omit<S, "table"> : never;
type ToTable = WithoutTable<Exclude<Saying, { do: "ping" }>>;

/** The page of the rules, which leads back to the table. */
export const rulesPath = (table: Seated, rule = ""): string =>
  `/rules/${table.game}?table=${table.id}${rule && `#${rule}`}`;

export class Seated {
  /** Whether the server has told anything yet. */
  isHere = $state(false);
  /** Why the server does not let me attend, perhaps only for now. */
  shutOut = $state.raw<Refusal | null>(null);
  /** When I try again to attend, where there was too much to do. */
  retryAt = $state(0);

  game = $state("");
  clock = $state.raw<Clock>({ kind: "none" });
  options = $state.raw<Attended["options"]>({});
  rated = $state(false);
  listed = $state(false);
  mine = $state.raw<readonly number[]>([]);
  links = $state.raw<readonly string[]>([]);
  rematch = $state<string | null>(null);
  /** For who plays alone: the number under which others can try the same deal. */
  dealNumber = $state<number | null>(null);
  here = $state.raw<readonly number[]>([]);
  watchers = $state(0);
  /** Who is not here, and from when on the others may claim, by the clock of this page. */
  away = $state.raw<readonly { seat: number; claimAt: number }[]>([]);

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
  /** Whether it is over without a result, since somebody did not begin. */
  calledOff = $state(false);
  reading = $state.raw<Reading | null>(null);
  /** When the mover must have begun, by the clock of this page; their own clock waits so long. */
  beginBy = $state<number | null>(null);
  offer = $state.raw<Offer | null>(null);
  seats = $state.raw<readonly SeatNow[]>([]);
  scene = $state.raw<Scene | null>(null);
  choices = $state.raw<Choices | null>(null);
  may = $state.raw<readonly string[]>([]);
  /** What I am asked to do as the mover, and what threatens me where I want help. */
  advice = $state.raw<AdviceGiven | null>(null);
  /** Which action of mine decided the game: not known yet, or none that was found. */
  turningPoint = $state.raw<TurningPointFound | null | undefined>(undefined);
  /** Why it could not be looked for. */
  unsearched = $state.raw<Refusal | null>(null);
  isClosed = $state(false);
  /** How far a machine has come with its thought. */
  thinking = $state.raw<Thinking | null>(null);
  /** What somebody has just declined, for all to notice. */
  declined = $state.raw<Declined | null>(null);
  /** The host wants somebody else in the seat that was mine. */
  isAskedToLeave = $state(false);

  /** The last thing that was refused. */
  refusal = $state.raw<Refusal | null>(null);
  /** Whether it was refused for the place that was pointed at. */
  isRefusedThere = $state(false);
  /** Whether something was to be said while the connection was lost: it was not sent. */
  isUnheard = $state(false);
  /** An action that was sent and not answered yet. */
  sent = $state<string | null>(null);
  /** An action for which the server had no time: it is still to be played. */
  unplayed = $state<string | null>(null);
  hint = $state.raw<HintGiven | null>(null);
  doubt = $state.raw<Doubt | null>(null);
  /** Which of the hint's ideas is looked at. */
  idea = $state(0);
  /** Which action of the hint's line is looked at. */
  ahead = $state<number | null>(null);
  /** Whether a machine thinks about a hint. */
  isHinting = $state(false);
  /** An earlier position that is looked at instead of the present one. */
  looked = $state.raw<{ ply: number; scene: Scene; since: number } | null>(null);

  readonly talk: Talk;
  /** As the reader writes actions. */
  readonly turns = $derived(
    turnsOf(
      this.actions.map((action) => said(this.game, action)),
      this.movers,
      this.seats.length === 1,
    ),
  );
  readonly shownPly = $derived(this.looked?.ply ?? this.ply);
  readonly shown = $derived(this.looked?.scene ?? this.scene);
  readonly isMyTurn = $derived(this.status === "running" && this.mover !== null && this.mine.includes(this.mover));
  readonly isWatching = $derived(this.mine.length === 0);
  readonly isOver = $derived(this.status === "over" && (this.outcome !== null || this.calledOff));
  /** The seat of mine that an offer waits for. */
  readonly asked = $derived(this.mine.find((seat) => this.offer?.waits_for.includes(seat)) ?? null);

  #queue: { news: News; heardAt: number }[] = [];
  #ahead = 0; // of the server's clock before this page's
  #shownAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #leave: () => void = () => undefined;
  #isGone = false;

  constructor(
    readonly id: string,
    private readonly onnews: (news: News) => void = () => undefined,
    onsaid?: (said: Said) => void,
  ) {
    this.talk = new Talk(id, onsaid);
  }

  /** Come to the table. */
  arrive(): void {
    this.#leave = live.attend(this.id, {
      attended: (attended) => this.#attended(attended),
      news: (news) => this.#hear(news),
      presence: ({ here, watchers, away }) => {
        this.here = here;
        this.watchers = watchers;
        this.#miss(away);
      },
      thinking: (thinking) => (this.thinking = thinking),
      talk: (talked) => this.talk.hear(talked),
      refused: (refusal) => this.#refused(refusal),
    });
  }

  /** A game that is being set up, and a house that is full, are tried again. */
  #refused(refusal: Refusal): void {
    this.shutOut = refusal;
    this.retryAt = 0;
    const isBusy = refusal.code === "busy" || refusal.code === "too-many";
    if (refusal.code !== "warming" && !isBusy) return;
    const wait = isBusy ? (refusal.seconds ?? BUSY_AGAIN) * 1_000 : WARM_AGAIN;
    this.retryAt = Date.now() + wait;
    this.#timer = setTimeout(() => !this.#isGone && this.arrive(), wait);
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
    this.retryAt = 0;
    this.isHere = true;
    this.isUnheard = false;
    this.game = attended.game;
    this.options = attended.options;
    this.clock = attended.clock;
    this.rated = attended.rated;
    this.listed = attended.listed;
    this.mine = attended.mine;
    this.links = attended.links;
    this.rematch = attended.rematch;
    this.dealNumber = attended.deal_number ?? null;
    this.here = attended.here;
    this.watchers = attended.watchers;
    this.#ahead = attended.at - Date.now();
    this.#miss(attended.away);
    if (this.mine.length) this.isAskedToLeave = false;
    const known = new Set(this.events.map((happened) => happened.number));
    this.events = [...this.events, ...attended.events.filter((happened) => !known.has(happened.number))];
    this.actions = attended.actions;
    this.movers = attended.movers;
    this.number = attended.number;
    this.talk.begin(attended.talk ?? []);
    this.ply = -1; // nothing of before holds
    this.#stand(attended.now, Date.now());
  }

  #miss(away: readonly Away[]): void {
    this.away = away.map(({ seat, claim_at }) => ({ seat, claimAt: claim_at - this.#ahead }));
  }

  /** An opponent's turn of several actions is shown one action at a time. */
  #hear(news: News): void {
    this.#queue.push({ news, heardAt: Date.now() });
    if (this.#queue.length === 1) this.#showNext();
  }

  #showNext(): void {
    for (let [next] = this.#queue; next; [next] = this.#queue) {
      const { news, heardAt } = next;
      const isPaced = news.event.kind === "acted" && !this.mine.includes(news.event.seat);
      const wait = isPaced ? this.#shownAt + PACE - Date.now() : 0;
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#showNext(), wait);
        return;
      }
      if (news.event.kind === "acted") this.#shownAt = Date.now();
      this.#news(news, heardAt);
      this.#queue.shift();
    }
  }

  #news(news: News, heardAt: number): void {
    const { event } = news;
    this.#ahead = news.at - heardAt;
    const kind = DECLINED[event.kind];
    this.declined = kind && "seat" in event ? { kind, seat: event.seat, isTakenBack: this.offer?.seat === event.seat } : null;
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
    } else if (event.kind === "stood-up" || event.kind === "asked-to-leave") {
      if (event.kind === "asked-to-leave") this.isAskedToLeave = this.mine.includes(event.seat);
      this.mine = this.mine.filter((seat) => seat !== event.seat);
    } else if (event.kind === "seated" && this.#isMe(news.now.seats?.[event.seat])) {
      this.mine = [...this.mine, event.seat].sort(); // on another page of mine
    }
    if (news.links) this.links = news.links;
    this.#stand(news.now, heardAt);
    this.onnews(news);
  }

  #isMe(sitting: SeatNow | undefined): boolean {
    return sitting?.person != null && sitting.person === self.me?.person?.id;
  }

  #stand(now: Now, heardAt: number): void {
    const isSamePly = now.ply === this.ply;
    if (!isSamePly) {
      this.hint = null;
      this.refusal = null;
      this.unplayed = null;
      this.thinking = null;
      this.advice = null;
      this.doubt = null;
    }
    this.status = now.status;
    this.ply = now.ply;
    this.mover = now.mover;
    this.outcome = now.outcome ?? null;
    this.reason = now.reason ?? null;
    this.calledOff = now.called_off ?? false;
    this.lasted = now.lasted ?? null;
    this.offer = now.offer ?? null;
    if (now.left) {
      // How long the message took to come here is not known: clocks run from when it came.
      this.reading = { left: now.left, runs: now.runs ?? null, at: heardAt };
    } else if (!isSamePly) this.reading = null;
    this.beginBy = now.begin_by == null ? null : now.begin_by - this.#ahead;
    if (now.seats) this.seats = now.seats;
    if (now.scene) this.scene = complete(now.scene, this.scene);
    else if (now.changes && this.scene) this.scene = applyChanges(this.scene, now.changes);
    // What is left out is as it was, as long as the position is.
    this.choices = (now.choices as Choices | undefined) ?? (isSamePly ? this.choices : null);
    if (this.outcome || this.status !== "running") this.choices = null;
    this.may = now.may ?? (isSamePly ? this.may : []);
  }

  // ---- what is said

  async say(saying: ToTable): Promise<Reply> {
    if (live.state.kind === "lost") {
      this.isUnheard = true; // or it would be done some time later, when nobody means it any more
      return { answer: "" };
    }
    const reply = await live.send({ ...saying, table: this.id } as Saying);
    const refusal = refusalIn(reply);
    if (refusal?.code === "busy" && saying.do === "act") this.unplayed = saying.action;
    else if (refusal) this.#refuse(refusal);
    return reply;
  }

  /** Who was too quick need not read so for longer than it holds. */
  #refuse(refusal: Refusal): void {
    this.isRefusedThere = false;
    this.refusal = refusal;
    if (refusal.seconds == null) return;
    setTimeout(() => {
      if (this.refusal === refusal) this.refusal = null;
    }, refusal.seconds * 1_000);
  }

  /** Why may these spots not be picked, one after the other? Nothing is played by asking. */
  async why(picks: readonly string[], isWanted: () => boolean = () => true): Promise<void> {
    this.refusal = null;
    const question = (this.#question += 1);
    const refusal = refusalIn(await live.send({ do: "why", table: this.id, picks: [...picks] }));
    if (!refusal || !(refusal.rule || refusal.code === "illegal") || question !== this.#question || !isWanted()) return;
    this.isRefusedThere = true;
    this.refusal = refusal;
  }
  #question = 0;

  /** Play an action; who is careful is asked before one that loses at once. */
  async act(action: string, careful = false): Promise<void> {
    if (this.sent !== null) return; // one at a time: the first may change everything
    this.refusal = null;
    this.unplayed = null;
    this.doubt = null;
    this.#question += 1; // whoever plays has stopped asking
    this.sent = action;
    const refusal = refusalIn(await this.say({ do: "act", action, seen: this.number, careful }));
    if (refusal?.code === "careless") {
      this.refusal = null;
      this.doubt = { action, refusal };
    }
    this.sent = null;
  }

  /** What I am asked to do, and what threatens me. */
  async askAdvice(threats: boolean): Promise<void> {
    const { ply } = this;
    const reply = await live.send({ do: "advice", table: this.id, threats });
    if ("advice" in reply && reply.advice && ply === this.ply) this.advice = reply.advice;
  }

  async askTurningPoint(): Promise<void> {
    if (this.turningPoint !== undefined || this.#isSearching) return;
    this.#isSearching = true;
    this.unsearched = null;
    const reply = await live.send({ do: "turning-point", table: this.id });
    this.#isSearching = false;
    this.unsearched = refusalIn(reply);
    if (!this.unsearched) this.turningPoint = ("turning_point" in reply && reply.turning_point) || null;
  }
  #isSearching = false;

  async askHint(): Promise<void> {
    if (this.isHinting) return;
    this.isHinting = true;
    const ply = this.ply;
    const reply = await this.say({ do: "hint", seen: this.number });
    this.isHinting = false;
    if (!("hint" in reply) || !reply.hint || this.ply !== ply) return;
    this.idea = 0;
    this.ahead = null;
    this.hint = reply.hint;
  }

  /** Agree to what is offered to me, or not; of my own offer, take it back. */
  answer(agree: boolean): Promise<Reply> {
    const { offer, asked: seat, number: seen } = this;
    if (offer?.kind === "draw") return this.say({ do: agree ? "offer-draw" : "decline-draw", seen, seat });
    if (offer?.kind === "takeback") return this.say({ do: "answer-takeback", agree, seen, seat });
    return this.say({ do: agree ? "offer-rematch" : "decline-rematch", seen });
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
      const since = this.looked?.since ?? this.ply;
      this.looked = { ply: reply.looked.ply, scene: complete(reply.looked.scene, this.scene), since };
    }
  }

  step(step: Step): void {
    void this.look(stepFrom(this.turns, this.shownPly, step));
  }

  backToNow(): void {
    this.looked = null;
  }
}

function refusalIn(reply: Reply): Refusal | null {
  return ("refused" in reply && reply.refused) || null;
}
