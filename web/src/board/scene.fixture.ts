/** Scenes for tests, which say only what they are about. */
import type * as wire from "../wire";
import { complete, type Scene } from "./scene";

export interface Told extends Partial<Omit<wire.Scene, "spots" | "pieces" | "trays">> {
  spots?: readonly Partial<wire.Spot>[];
  pieces?: readonly Partial<wire.Piece>[];
  trays?: readonly Partial<wire.Tray>[];
}

/** Whatever a scene must have is there, but empty. */
export function sceneWith(told: Told, before?: Scene): Scene {
  const { spots = [], pieces = [], trays = [], ...more } = told;
  const scene: wire.Scene = {
    ...{ game: "", title: "", box: "", seat: 0, width: 0, height: 0, marks: [] },
    ...more,
    spots: spots.map((spot) => ({ id: "", x: 0, y: 0, ...spot })),
    pieces: pieces.map((piece) => ({ id: "", kind: "", ...piece })),
    trays: trays.map((tray) => ({ seat: 0, token: "", colours: [], ...tray })),
  };
  return complete(scene, before);
}
