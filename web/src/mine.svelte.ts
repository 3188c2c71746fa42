/** My tables that are not over, kept up to date while somebody looks at them. */
import { api } from "./api";
import type { Table } from "./wire";

const PAUSE = 10_000;

class Mine {
  tables = $state.raw<Table[]>([]);
  /** Whether the server has been asked, and has told or will not. */
  isKnown = $state(false);

  async load(): Promise<void> {
    const told = await api.myTables(false).catch(() => undefined);
    this.isKnown = true;
    if (told) this.tables = [...told.tables].sort((one, other) => rank(one) - rank(other));
  }

  /** Ask now, and again while the page is visible, until the returned function is called. */
  watch(): () => void {
    void this.load();
    const timer = setInterval(() => document.visibilityState === "visible" && void this.load(), PAUSE);
    return () => clearInterval(timer);
  }
}

/** My turn first, then running games, then tables that wait for players; the newest first among equals. */
function rank(table: Table): number {
  if (table.status === "open") return 2;
  return table.mover !== null && table.mine.includes(table.mover) ? 0 : 1;
}

export const mine = new Mine();
