/** How things move on the board; durations are those of the look, which are 0 for who wants no motion. */

const EASE_OUT = "cubic-bezier(.2, .8, .2, 1)";

/** A duration written in the look, in milliseconds. */
export function duration(name: "--fast" | "--move" | "--calm", element: Element = document.documentElement): number {
  const value = getComputedStyle(element).getPropertyValue(name).trim();
  const amount = Number.parseFloat(value) || 0;
  return value.endsWith("ms") ? amount : amount * 1000;
}

/** A piece slides in a straight line from where it was. */
export function slide(element: Element, from: { x: number; y: number }, to: { x: number; y: number }): void {
  const length = duration("--move", element);
  if (!length || !("animate" in element)) return;
  element.animate(
    [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${to.x}px, ${to.y}px)` }],
    { duration: length, easing: EASE_OUT },
  );
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
