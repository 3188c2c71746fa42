import { expect, test } from "vitest";
import { Choosing } from "./choosing.svelte";
import { fitOf } from "./fit";
import { sceneWith } from "./scene.fixture";

test("a polyomino in hand fits where it can be laid: squares as it is turned, corners in any way", () => {
  const spots = ["a1", "b1", "a2", "b2"].map((id, at) => ({ id, x: 20 + (at % 2) * 40, y: 60 - Math.floor(at / 2) * 40 }));
  const turns: [number, number][][] = [
    [[0, 0], [1, 0]],
    [[0, 0], [0, -1]],
  ];
  const scene = sceneWith({
    spots,
    trays: [{ seat: 0, holdings: [{ kind: "stock", pieces: [{ id: "v:2", kind: "polyomino", spot: "tray:2", cells: turns[0]!, turns }] }] }],
    marks: [
      { kind: "anchor", x: 20, y: 20 },
      { kind: "anchor", x: 60, y: 20 },
    ],
  });
  const choosing = new Choosing(() => undefined);
  expect(fitOf(choosing)).toBeNull();
  choosing.offer(scene, { "tray:2": { "turn:0": { a1: "a1,b1" }, "turn:1": { a1: "a1,a2" } } });
  choosing.takeUp("tray:2");
  const named = (fit: ReturnType<typeof fitOf>) => [fit?.squares, fit?.corners].map((all) => all?.map(({ id }) => id));
  expect(named(fitOf(choosing))).toEqual([["a1", "b1"], ["a2"]]);
  choosing.turnBy("left");
  expect(named(fitOf(choosing))).toEqual([["a1", "a2"], ["a2"]]);
});
