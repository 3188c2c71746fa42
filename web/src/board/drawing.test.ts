import { mount, unmount } from "svelte";
import { expect, test } from "vitest";
import type { Scene } from "../wire";
import Board from "./Board.svelte";
import fixture from "./drawing.fixture.json"; // written by tests/test_renderers.py, which draws it as `svg/` does
import { complete } from "./scene";

/** Where a group has its origin, how large it is drawn, and how it is turned. */
interface Place {
  x: number;
  y: number;
  scale: number;
  angle: number;
}
interface Shape {
  form: string;
  numbers: number[];
}

function moved(place: Place, x = 0, y = 0): Place {
  const turn = (place.angle * Math.PI) / 180;
  const across = x * Math.cos(turn) - y * Math.sin(turn);
  const down = x * Math.sin(turn) + y * Math.cos(turn);
  return { ...place, x: place.x + across * place.scale, y: place.y + down * place.scale };
}

function inside(place: Place, transform: string): Place {
  for (const [, name, written = ""] of transform.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [first = 0, second = 0] = written.split(" ").map(Number);
    if (name === "translate") place = moved(place, first, second);
    else if (name === "scale") place = { ...place, scale: place.scale * first };
    else if (name === "rotate") place = { ...place, angle: place.angle + first };
  }
  return place;
}

/** All that is drawn, from what lies lowest; whatever has no line has no shape. */
function shapes(element: Element, outer: Place = { x: 0, y: 0, scale: 1, angle: 0 }): Shape[] {
  const place = inside(outer, element.getAttribute("transform") ?? "");
  const at = (name: string): number => Number(element.getAttribute(name) ?? 0);
  const d = element.getAttribute("d");
  if (element.tagName === "defs") return [];
  if (element.tagName === "circle") {
    const { x, y, scale } = moved(place, at("cx"), at("cy"));
    return [{ form: "circle", numbers: [x, y, at("r") * scale] }];
  }
  if (element.tagName === "rect") {
    const { x, y, scale } = moved(place, at("x"), at("y"));
    return [{ form: "rect", numbers: [x, y, ...["width", "height", "rx"].map((name) => at(name) * scale)] }];
  }
  if (d) {
    const numbers = [...d.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(Number);
    const commands = (d.match(/[A-Za-z]/g) ?? []).join("");
    return [{ form: `path ${commands}`, numbers: [...numbers, place.x, place.y, place.scale, place.angle] }];
  }
  return [...element.children].flatMap((child) => shapes(child, place));
}

test("the page draws every piece, mark and print as Python does", () => {
  const board = mount(Board, { target: document.body, props: { scene: complete(fixture.scene as Scene) } });
  const drawn = shapes(document.querySelector("svg")!);
  expect(drawn.map(({ form }) => form)).toEqual(fixture.shapes.map(({ form }) => form));
  fixture.shapes.forEach(({ form, numbers }, i) => {
    expect(drawn[i]?.numbers, `${i}: ${form}`).toHaveLength(numbers.length);
    numbers.forEach((number, j) => expect(drawn[i]?.numbers[j], `${i}: ${form}`).toBeCloseTo(number, 1));
  });
  void unmount(board);
});
