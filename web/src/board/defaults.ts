/** Written by tools/write_wire.py from src/palissade/scene.py: `make wire`. */

export const SQUARE = 40;
export const FLAT: readonly string[] = ["wall-h", "wall-v", "polyomino", "arrow-tile"];

/** What a field is where the server leaves it out. */
export const DEFAULTS = {
  Holding: { pieces: [], piles: [] },
  Mark: { width: 40, height: 40, round: 0, path: [], piece: "", colour: "", when: "" },
  Piece: { spot: "", x: 0, y: 0, colour: "", glyph: "", cells: [], scale: 1, turns: [] },
  Pile: { colour: "", full: 0, glyph: "" },
  Rectangle: { round: 0 },
  Scene: { board: [], spots: [], due: null, one_click: false },
  Spot: { width: 40, height: 40, kind: "square" },
  Tray: { place: "", is_mover: false, is_out: false, holdings: [] },
};
