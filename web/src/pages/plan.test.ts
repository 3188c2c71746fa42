import { describe, expect, it } from "vitest";
import type { GameOnShelf } from "../wire";
import { asked, firstPlan, mayBeRated, openOptions } from "./plan";

const twice = [
  { value: false, label: "No" },
  { value: true, label: "Yes" },
];
const game: GameOnShelf = {
  id: "empire",
  name: "L’Empire",
  box: "blockade",
  players: [2, 3, 4],
  minutes: 30,
  sentence: "Hold the thrones.",
  options: [
    {
      name: "players",
      label: "Players",
      values: [2, 3, 4].map((value) => ({ value, label: `${value}` })),
      only_with: {},
    },
    { name: "teams", label: "Teams", values: twice, only_with: { players: 4 } },
    { name: "sight", label: "Sight", values: twice, only_with: {} },
  ],
  seats: {},
  draws: true,
  words: {},
  is_hidden: false,
  is_puzzle: false,
  levels: ["pine", "oak"],
  stand_in: "pine",
  ladders: [],
  progress: 1,
};
const solitaire: GameOnShelf = { ...game, id: "solitaire", players: [1], options: [] };
const never = () => {
  throw new Error("no lot is to be drawn");
};

describe("a plan", () => {
  it("begins with a machine and the fewest players who make a game", () => {
    expect(firstPlan(game, "pine")).toMatchObject({ mode: "machine", players: 2, seat: 0, level: "pine" });
    expect(firstPlan(game, "pine", 4).players).toBe(4);
    expect(firstPlan(game, "pine", 5).players).toBe(2);
  });

  it("asks for machines in every other seat", () => {
    const plan = { ...firstPlan(game, "oak", 3), seat: 1 };
    expect(asked(game, plan, never)).toMatchObject({
      game: "empire",
      options: { players: 3 },
      seats: [{ who: "machine", level: "oak" }, { who: "me" }, { who: "machine", level: "oak" }],
    });
  });

  it("draws my seat by lot where I want it so", () => {
    const plan = { ...firstPlan(game, "oak"), mode: "friend" as const, seat: "lot" as const };
    expect(asked(game, plan, () => 1).seats).toEqual([{ who: "friend" }, { who: "me" }]);
  });

  it("offers an option only with what it needs, and asks only for what differs from the usual", () => {
    const plan = firstPlan(game, "pine");
    plan.options = { ...plan.options, teams: true, sight: true };
    expect(openOptions(game, plan).map((option) => option.name)).toEqual(["sight"]);
    expect(asked(game, plan, never).options).toEqual({ players: 2, sight: true });
    plan.players = 4;
    expect(asked(game, plan, never).options).toEqual({ players: 4, teams: true, sight: true });
  });

  it("has one seat where one plays alone", () => {
    const table = asked(solitaire, firstPlan(solitaire, "pine"), never);
    expect(table).toMatchObject({ options: {}, seats: [{ who: "me" }] });
  });

  it("is rated only between people, and then takes nothing back", () => {
    const plan = { ...firstPlan(game, "pine"), rated: true };
    expect(mayBeRated(plan)).toBe(false);
    expect(asked(game, plan, never)).toMatchObject({ rated: false, takebacks: true });
    expect(asked(game, { ...plan, mode: "anyone" }, never)).toMatchObject({ rated: true, takebacks: false });
  });
});
