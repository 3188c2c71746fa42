/** How things move on the board; durations are those of the look, which are 0 for who wants no motion. */

const EASE_OUT = "cubic-bezier(.2, .8, .2, 1)";
const EASE_DROP = "cubic-bezier(.3, 1.35, .5, 1)";

/** A duration written in the look, in milliseconds. */
export function duration(name: "--fast" | "--move" | "--calm", element: Element = document.documentElement): number {
  const value = getComputedStyle(element).getPropertyValue(name).trim();
  const amount = Number.parseFloat(value) || 0;
  return value.endsWith("ms") ? amount : amount * 1000;
}

interface Place {
  x: number;
  y: number;
}
const LIFT = 12;
const NEAR = 12;

/** A piece slides in a straight line from where it was; in a jump it rises on the way, and comes down. */
export function slide(element: Element, from: Place, to: Place, isJump: boolean): void {
  const length = duration("--move", element);
  if (!length || !("animate" in element)) return;
  const at = (x: number, y: number) => `translate(${x}px, ${y}px)`;
  const start = { transform: at(from.x, from.y), easing: EASE_OUT };
  const top = { transform: at((from.x + to.x) / 2, (from.y + to.y) / 2 - LIFT), easing: EASE_DROP };
  const end = { transform: at(to.x, to.y) };
  element.animate(isJump ? [start, top, end] : [start, end], { duration: isJump ? length * 1.5 : length });
}

const LEG = 0.75; // of the time in which a piece slides, for each leg of a way

/** A piece goes its way leg by leg. */
export function walk(element: Element, way: readonly (readonly [number, number])[]): void {
  const length = duration("--move", element);
  if (!length || !("animate" in element)) return;
  const stops = way.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)`, easing: "ease-in-out" }));
  element.animate(stops, { duration: length * LEG * (way.length - 1) });
}

/** Whether the straight line between two places leads over one of these. */
export function leadsOver(from: Place, to: Place, others: readonly Place[]): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  return others.some((other) => {
    const along = ((other.x - from.x) * dx + (other.y - from.y) * dy) / length;
    const aside = Math.abs((other.x - from.x) * dy - (other.y - from.y) * dx) / length;
    return along > NEAR && along < length - NEAR && aside < NEAR;
  });
}

/** A piece comes down from above. */
export function dropped(element: Element): { duration: number; css: (t: number, u: number) => string } {
  return {
    duration: duration("--move", element),
    css: (t, u) => `opacity: ${Math.min(1, t * 2)}; translate: 0 ${-8 * u * u}px`,
  };
}

/** A piece that was taken shrinks and fades, after the taker has landed. */
export function taken(element: Element): { delay: number; duration: number; css: (t: number) => string } {
  return {
    delay: duration("--move", element),
    duration: duration("--fast", element),
    css: (t) => `opacity: ${t}; scale: ${0.8 + 0.2 * t}`,
  };
}
