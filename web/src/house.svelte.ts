/** Whether a link of this page opens on other devices: after `make play` the server is there for this computer alone. */
import { api, Refused } from "./api";
import type { House } from "./wire";

/** Whether only this computer can be meant by such a name. */
export function isThisComputer(name: string): boolean {
  return name === "localhost" || name === "[::1]" || /^127(\.\d+){3}$/.test(name);
}

class HouseStore {
  told = $state.raw<House | null>(null);
  refusal = $state("");
  readonly isHere = isThisComputer(location.hostname);

  /** Where links lead: another device must be able to go there. */
  readonly origin = $derived(this.told?.address ?? location.origin);

  async load(): Promise<void> {
    if (this.isHere && !this.told?.address) await this.#ask(api.house);
  }

  /** Let other devices in. */
  async open(): Promise<void> {
    await this.#ask(api.openHouse);
  }

  async #ask(asking: () => Promise<House>): Promise<void> {
    try {
      this.told = await asking();
      this.refusal = "";
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      this.refusal = failure.message;
    }
  }
}

export const house = new HouseStore();
