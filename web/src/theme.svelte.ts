/** Light or dark: the person's choice, else the system's. */
import { keep, recall } from "./kept";

export type Theme = "light" | "dark";

class Lighting {
  #system = $state<Theme>("light");
  /** What the person chose; undefined follows the system. */
  chosen = $state<Theme | undefined>(recall("theme"));

  constructor() {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    this.#system = dark.matches ? "dark" : "light";
    dark.addEventListener("change", () => (this.#system = dark.matches ? "dark" : "light"));
  }

  get theme(): Theme {
    return this.chosen ?? this.#system;
  }

  choose(theme: Theme | undefined): void {
    this.chosen = theme;
    keep("theme", theme);
  }

  turn(): void {
    this.choose(this.theme === "dark" ? "light" : "dark");
  }
}

export const lighting = new Lighting();
