/** The talk at one table: what was said, what of it this browser wants to hear, and what is new. */
import { keep, recall } from "../kept";
import { live } from "../live/live.svelte";
import type { Refusal, Said, Talked } from "../wire";
import type { Phrase } from "./talk.words";

const MOST_KEPT = 200;

export class Talk {
  #all = $state.raw<readonly Said[]>([]);
  #muted = $state.raw<ReadonlySet<string>>(new Set(recall("mutedPeople")));
  /** The last line that was on the screen. */
  #read = $state(0);
  isMuted = $state(false);
  refusal = $state.raw<Refusal | null>(null);

  readonly lines = $derived(this.isMuted ? [] : this.#all.filter(({ person }) => !this.#muted.has(person)));
  readonly isUnread = $derived((this.lines.at(-1)?.number ?? 0) > this.#read);

  constructor(
    readonly table: string,
    private readonly onsaid: (said: Said) => void = () => undefined,
  ) {
    this.isMuted = recall("mutedTables")?.includes(table) ?? false;
  }

  // ---- what is heard

  /** All there is, on arrival: nothing of it is news, but for who comes back and has missed it. */
  begin(said: readonly Said[]): void {
    const isFirst = this.#all.length === 0;
    const missed = this.#unknown(said);
    this.#all = said;
    if (isFirst) this.read();
    else this.#announce(missed);
  }

  hear({ said, whole }: Talked): void {
    const fresh = this.#unknown(said);
    this.#all = whole ? said : [...this.#all, ...fresh];
    if (!whole) this.#announce(fresh);
  }

  #unknown(said: readonly Said[]): Said[] {
    const known = new Set(this.#all.map(({ number }) => number));
    return said.filter(({ number }) => !known.has(number));
  }

  #announce(lines: readonly Said[]): void {
    for (const line of lines) if (this.lines.includes(line)) this.onsaid(line);
  }

  /** What is there is on the screen. */
  read(): void {
    this.#read = this.lines.at(-1)?.number ?? 0;
  }

  // ---- what is said

  async say(words: { phrase: Phrase } | { text: string }): Promise<boolean> {
    this.refusal = null;
    const reply = await live.send({ do: "talk", table: this.table, ...words });
    this.refusal = ("refused" in reply && reply.refused) || null;
    return this.refusal === null;
  }

  // ---- what this browser does not want to hear

  hears(person: string): boolean {
    return !this.#muted.has(person);
  }

  turnPerson(person: string): void {
    const others = [...this.#muted].filter((muted) => muted !== person);
    const muted = this.hears(person) ? [...others, person] : others;
    this.#muted = new Set(muted);
    keep("mutedPeople", muted.slice(-MOST_KEPT));
  }

  turnTable(): void {
    this.isMuted = !this.isMuted;
    const others = (recall("mutedTables") ?? []).filter((table) => table !== this.table);
    keep("mutedTables", this.isMuted ? [...others, this.table].slice(-MOST_KEPT) : others);
    this.read();
  }
}
