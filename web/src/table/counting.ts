/** How a number comes to be another one, in sight; at once for who wants no motion. */
import { duration } from "../board/motion";

/** The number on its way, when this share of the time is over: fast at first. */
export const between = (from: number, to: number, share: number): number =>
  Math.round(to + (from - to) * (1 - Math.min(share, 1)) ** 2);

/** Tell every number on the way until the last one is reached, or the returned function is called. */
export function count(from: number, to: number, tell: (number: number) => void): () => void {
  const length = duration("--calm");
  if (!length || from === to) {
    tell(to);
    return () => undefined;
  }
  const begun = performance.now();
  const step = (now: number): void => {
    tell(between(from, to, Math.max(0, now - begun) / length));
    if (now - begun < length) frame = requestAnimationFrame(step);
  };
  let frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}
