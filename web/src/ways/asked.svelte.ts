/** Whether somebody has asked to be shown a way, and where the server tells it. */
class Asked {
  way = $state.raw<{ path: string; isAtTable: boolean } | null>(null);

  /** Of a deal by its number, or of the game as it comes out of the box. */
  ofDeal(game: string, deal: number | null): void {
    const path = `/api/shelf/${encodeURIComponent(game)}/way${deal === null ? "" : `?deal=${deal}`}`;
    this.way = { path, isAtTable: false };
  }

  /** From where a table stands now. */
  fromTable(table: string): void {
    this.way = { path: `/api/tables/${encodeURIComponent(table)}/way`, isAtTable: true };
  }
}

export const asked = new Asked();
