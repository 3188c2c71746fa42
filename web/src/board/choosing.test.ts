import { beforeEach, describe, expect, test } from "vitest";
import { Choosing } from "./choosing.svelte";
import type { Scene } from "./scene";
import { sceneWith } from "./scene.fixture";

const spot = (id: string, x: number, y: number, kind = "square") => ({ id, x, y, kind });
const scene: Scene = sceneWith({
  width: 200,
  height: 200,
  spots: [
    spot("a1", 20, 180),
    spot("b1", 60, 180),
    spot("a2", 20, 140),
    spot("b2", 60, 140),
    { ...spot("a1h", 40, 160, "wall-h"), width: 80, height: 7 },
    { ...spot("a1v", 40, 160, "wall-v"), width: 7, height: 80 },
  ],
  pieces: [{ id: "white:1", kind: "pawn", spot: "a1", x: 20, y: 180, colour: "white" }],
  trays: [
    {
      seat: 0,
      holdings: [
        {
          kind: "stock",
          pieces: [
            {
              id: "violet:I2",
              kind: "polyomino",
              spot: "tray:I2",
              colour: "violet",
              cells: [
                [0, 0],
                [1, 0],
              ],
              turns: [
                [
                  [0, 0],
                  [0, -1],
                ],
                [
                  [0, 0],
                  [1, 0],
                ],
              ],
            },
          ],
        },
      ],
    },
  ],
});

let played: string[];
let asked: (readonly string[])[];
let choosing: Choosing;
beforeEach(() => {
  played = [];
  asked = [];
  choosing = new Choosing(
    (action) => played.push(action),
    (picks) => asked.push(picks),
  );
});

describe("choosing", () => {
  test("two clicks move a piece", () => {
    choosing.offer(scene, { a1: { b1: "a1-b1" }, b2: { a2: "b2-a2" } });
    choosing.pick("a1");
    expect(choosing.targets).toEqual(["b1"]);
    choosing.pick("b1");
    expect(played).toEqual(["a1-b1"]);
  });
  test("clicking another piece takes that one up instead", () => {
    choosing.offer(scene, { a1: { b1: "a1-b1" }, b2: { a2: "b2-a2" } });
    choosing.pick("a1");
    choosing.pick("b2");
    expect(choosing.picked).toBe("b2");
    choosing.pick("b2");
    expect(choosing.picked).toBeNull();
  });
  test("a piece that must move on is picked by itself and cannot be put back", () => {
    choosing.offer(scene, { a1: { b1: "a1-b1" }, stop: "stop" });
    expect(choosing.picked).toBe("a1");
    expect(choosing.canPutBack).toBe(false);
    choosing.say("stop");
    expect(played).toEqual(["stop"]);
  });
  test("a wall is put down first, turned, and then confirmed", () => {
    choosing.offer(scene, { a1h: "a1h", a1v: "a1v" });
    choosing.pick("a1h");
    expect(played).toEqual([]);
    choosing.turnBy("right");
    expect(choosing.pinned).toBe("a1v");
    choosing.confirm();
    expect(played).toEqual(["a1v"]);
  });
  test("a second click on the same wall confirms it, a touch only moves it", () => {
    choosing.offer(scene, { a1h: "a1h", a1v: "a1v" });
    choosing.pick("a1h", false);
    choosing.pick("a1h", false);
    expect(played).toEqual([]);
    choosing.pick("a1h");
    expect(played).toEqual(["a1h"]);
  });
  test("what is not offered is refused and asked about", () => {
    choosing.offer(scene, { a1h: "a1h" });
    choosing.pick("a1v");
    expect(choosing.isRefused).toBe(true);
    expect(asked).toEqual([["a1v"]]);
    choosing.confirm();
    expect(played).toEqual([]);
  });
  test("what is asked about is what was picked so far, and then what may not be picked", () => {
    choosing.offer(scene, { a1: { b1: "a1-b1" }, b2: { a2: "b2-a2" }, stop: "stop" });
    choosing.pick("b1");
    choosing.pick("a1");
    choosing.pick("a2");
    expect(asked).toEqual([["b1"], ["a1", "a2"]]);
    expect(choosing.picked).toBe("a1");
  });
  test("of a polyomino is told which way it is turned", () => {
    choosing.offer(scene, { "tray:I2": { "turn:0": { a1: "a1,a2" }, "turn:1": { a1: "a1,b1" } } });
    choosing.takeUp("tray:I2");
    choosing.pick("b1");
    expect([choosing.pinned, choosing.isRefused]).toEqual(["b1", true]);
    expect(asked).toEqual([["tray:I2", "turn:1", "b1"]]);
  });
  test("a polyomino is taken up as it lies, as far as it may lie so", () => {
    choosing.offer(scene, { "tray:I2": { "turn:0": { a1: "a1,a2" }, "turn:1": { a1: "a1,b1" } } });
    choosing.takeUp("tray:I2");
    expect(choosing.turn).toBe(1);
    choosing.pick("a1");
    expect(choosing.pinned).toBe("a1");
    choosing.turnBy("right");
    expect(choosing.turn).toBe(0);
    choosing.pinned = "a1";
    choosing.confirm();
    expect(played).toEqual(["a1,a2"]);
  });
  test("a hint takes up what lies in hand and puts it down", () => {
    choosing.offer(scene, { "tray:I2": { "turn:0": { a1: "a1,a2" } } });
    choosing.show(["tray:I2", "turn:0", "a1"]);
    expect([choosing.picked, choosing.turn, choosing.pinned]).toEqual(["tray:I2", 0, "a1"]);
  });
  test("what could not be played yet stays in hand, to be played with one click", () => {
    choosing.offer(scene, { a1: { b1: "a1-b1" }, b2: { a2: "b2-a2" }, a1h: "a1h" });
    choosing.hold("a1-b1");
    expect([choosing.picked, choosing.pinned, choosing.holds("a1-b1")]).toEqual(["a1", "b1", true]);
    choosing.confirm();
    expect(played).toEqual(["a1-b1"]);
    choosing.pick("b2");
    expect(choosing.holds("a1-b1")).toBe(false);
    choosing.hold("a1h");
    expect([choosing.path, choosing.pinned]).toEqual([[], "a1h"]);
    choosing.offer(scene, { "tray:I2": { "turn:0": { a1: "a1,a2" }, "turn:1": { a1: "a1,b1" } } });
    choosing.hold("a1,a2");
    expect([choosing.picked, choosing.turn, choosing.holds("a1,a2")]).toEqual(["tray:I2", 0, true]);
  });
  test("a new position puts everything back", () => {
    choosing.offer(scene, { a1: { b1: "a1-b1" }, b2: { a2: "b2-a2" } });
    choosing.pick("a1");
    choosing.offer(scene, null);
    expect(choosing.picked).toBeNull();
    expect(choosing.targets).toEqual([]);
  });
  test("who points into a groove means a wall, who points at a square the square", () => {
    choosing.offer(scene, { a1: { b1: "a1-b1" }, b1: { a1: "b1-a1" }, a1h: "a1h", a1v: "a1v" });
    expect(choosing.spotAt([20, 180])?.id).toBe("a1");
    expect(choosing.spotAt([15, 160])?.id).toBe("a1h");
    expect(choosing.spotAt([40, 185])?.id).toBe("a1v");
  });
  test("a finger that covers several squares means the place among them where a piece may lie", () => {
    choosing.offer(scene, { "tray:I2": { "turn:1": { a1: "a1,b1" } } });
    choosing.hold("a1,b1");
    expect(choosing.spotAt([50, 140])?.id).toBe("a2"); // 41 beside the middle of the piece at a1
    expect(choosing.spotAt([50, 140], 45)?.id).toBe("a1");
  });
  test("what comes in at a place is chosen after the place", () => {
    choosing.offer(scene, { a1: { triangle: "+t", square: "+s" }, stop: "stop" });
    expect([choosing.picked, choosing.comers]).toEqual([null, []]);
    choosing.pick("a1");
    expect(choosing.comers).toEqual(["triangle", "square"]);
    choosing.say("square");
    choosing.say("stop");
    expect(played).toEqual(["+s", "stop"]);
  });
  test("in a new position nothing is pointed at: one's own wall is not drawn as refused", () => {
    choosing.offer(scene, { a1h: "a1h", a1v: "a1v" });
    choosing.aim = "a1h";
    choosing.offer(scene, { a1v: "a1v" });
    expect(choosing.aim).toBeNull();
  });
  test("a wall that was turned stays so wherever it is moved, until one presses elsewhere", () => {
    choosing.offer(scene, { a1h: "a1h", a1v: "a1v" });
    choosing.pick("a1h", false);
    choosing.turnBy("right");
    expect(choosing.spotAt([15, 160])?.id).toBe("a1v");
    choosing.pressAt([45, 165]);
    expect(choosing.spotAt([15, 160])?.id).toBe("a1v");
    choosing.pressAt([20, 20]);
    expect(choosing.spotAt([15, 160])?.id).toBe("a1h");
  });
  test("what only hovers is turned, too", () => {
    choosing.offer(scene, { a1h: "a1h", a1v: "a1v" });
    choosing.aim = "a1h";
    expect([choosing.canTurn, choosing.canTurnAim]).toEqual([false, true]);
    choosing.turnBy("right");
    expect([choosing.aim, choosing.pinned]).toEqual(["a1v", null]);
  });
  test("in the middle of a square, and on the rim, one takes a wall back", () => {
    choosing.offer(scene, { a1h: "a1h", a1v: "a1v" });
    expect(choosing.isLeaving([20, 180])).toBe(false);
    choosing.pick("a1h", false);
    expect([choosing.isLeaving([20, 180]), choosing.isLeaving([20, 165])]).toEqual([true, false]);
    expect(choosing.spotAt([100, 100])).toBeNull();
  });
  test("where every move is confirmed, a goal is pinned first, and another one instead", () => {
    choosing.confirmsAll = true;
    choosing.offer(scene, { a1: { b1: "a1-b1", a2: "a1-a2" }, b2: { a2: "b2-a2" } });
    choosing.pick("a1");
    choosing.pick("b1");
    choosing.pick("a2");
    expect([played, choosing.pinned, choosing.isLying]).toEqual([[], "a2", false]);
    choosing.confirm();
    expect(played).toEqual(["a1-a2"]);
  });
  test("what is left where it may not lie asks why", () => {
    choosing.offer(scene, { "tray:I2": { "turn:0": { a1: "a1,a2" }, "turn:1": { a1: "a1,b1" } } });
    choosing.takeUp("tray:I2");
    choosing.putDown("a1");
    expect(asked).toEqual([]);
    choosing.putDown("b1");
    expect(asked).toEqual([["tray:I2", "turn:1", "b1"]]);
    expect(asked.map((picks) => choosing.isAskedFor(picks))).toEqual([true]);
    choosing.putDown("a1");
    expect(asked.map((picks) => choosing.isAskedFor(picks))).toEqual([false]);
  });
});

test("where the game is content with it, one click plays a piece that has one way to go", () => {
  const played: string[] = [];
  const choosing = new Choosing((action) => played.push(action));
  const spots = ["a1", "a2", "b1", "b2"].map((id) => ({ id }));
  const choices = { a1: { a2: "a1-a2" }, b1: { a2: "b1-a2", b2: "b1-b2" } };
  choosing.offer(sceneWith({ spots, one_click: true }), choices);
  choosing.aim = "a1";
  expect(choosing.targets).toEqual(["a2"]);
  choosing.pick("b1");
  expect(played).toEqual([]);
  choosing.pick("a1");
  expect(played).toEqual(["a1-a2"]);
  choosing.offer(sceneWith({ spots }), { ...choices });
  choosing.aim = "a1";
  expect(choosing.targets).toEqual([]);
  choosing.pick("a1");
  expect(played).toEqual(["a1-a2"]);
  expect(choosing.picked).toBe("a1");
});
