/** How often a text is set smaller before it has to be scrolled. */
const STEPS = 4;

/**
 * Sets a text as large as all of it fits where it stands: `data-size` is 0 for the largest letters.
 * Whoever calls this does so again when the text or its room has changed.
 */
export function fit(element: HTMLElement): void {
  for (let step = 0; step <= STEPS; step++) {
    element.dataset.size = String(step);
    if (element.scrollHeight <= element.clientHeight) return;
  }
}
