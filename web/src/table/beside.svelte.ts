import { getContext, setContext, tick } from "svelte";

export type Tab = "pieces" | "moves" | "rules";

const KEY = Symbol("beside");

/** What lies beside the board: the pieces, the moves or the rules. On a phone it is a sheet, open or not. */
export class Beside {
  tab = $state<Tab>("pieces");
  isSheet = $state(false);
  /** Where the rulebook is opened: the number of a rule, or a part; its beginning if empty. */
  rule = $state("");
  /** The rules were asked for: a result, or who is still to come, gives way to them. */
  isReading = $state(false);
  #opener: HTMLElement | null = null;
  #refused = { rule: "", ply: -1 };
  #stage = "";
  /** What the dock spoke of last, and when the rules were opened, by the number of actions. */
  #ply = -1;
  #openedAt = -1;

  constructor() {
    setContext(KEY, this);
  }

  /** The dock names a rule: that of a refusal is the one to read until something is played. */
  hear(rule: string, isRefusal: boolean, ply: number): void {
    if (isRefusal) this.#refused = { rule, ply };
    else this.#stage = rule;
    if (this.#refused.ply !== ply) this.#refused = { rule: "", ply };
    this.#ply = ply;
    // Who opened the book before it was known what is asked for now.
    if (this.tab === "rules" && !this.rule && this.#openedAt === ply) this.rule = rule;
  }

  /** Open a tab because somebody asked for it: the focus goes there, and comes back from there. */
  open(tab: Tab, rule = ""): void {
    if (!this.isSheet) this.#opener = focused();
    this.tab = tab;
    this.rule = rule;
    this.#openedAt = this.#ply;
    this.isSheet = true;
    this.isReading = tab === "rules";
    void tick().then(() => document.querySelector<HTMLElement>(".panel [aria-pressed='true']")?.focus());
  }

  /** Open the rules where they are needed. */
  read(): void {
    this.open("rules", this.#refused.rule || this.#stage);
  }

  choose(tab: Tab): void {
    this.tab = tab;
    if (tab === "rules") this.rule = this.#refused.rule || this.#stage;
    this.#openedAt = this.#ply;
    if (tab !== "rules") this.isReading = false;
  }

  close(): void {
    const isInside = focused()?.closest(".panel") != null;
    this.isSheet = false;
    this.isReading = false;
    if (this.tab === "rules") this.tab = "pieces";
    if (isInside) void tick().then(() => this.#goBack());
  }

  /** What was clicked may be gone, as a refusal goes with the next choice. */
  #goBack(): void {
    const there = this.#opener?.isConnected ? this.#opener : document.querySelector<HTMLElement>(".table h1");
    there?.focus();
  }
}

/** Of the table that one is at. */
export const besideOf = (): Beside => getContext<Beside>(KEY);

function focused(): HTMLElement | null {
  return document.activeElement instanceof HTMLElement ? document.activeElement : null;
}
