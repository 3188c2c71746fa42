import type { Choosing } from "../board/choosing.svelte";

const FAR_ENOUGH = 8;

/** Take a piece out of a tray: a click picks it up, dragging carries it straight onto the board. */
export function taking(
  node: HTMLElement,
  given: { choosing: Choosing; spot: string },
): { update: (next: typeof given) => void; destroy: () => void } {
  let { choosing, spot } = given;

  function down(event: PointerEvent): void {
    if (event.button !== 0 || !choosing.isStart(spot)) return;
    const [fromX, fromY] = [event.clientX, event.clientY];
    let isDrag = false;

    function move(event: PointerEvent): void {
      if (!isDrag && Math.hypot(event.clientX - fromX, event.clientY - fromY) < FAR_ENOUGH) return;
      if (!isDrag && choosing.picked !== spot) choosing.takeUp(spot);
      isDrag = true;
      const point = choosing.onBoard?.(event.clientX, event.clientY) ?? null;
      const place = point && choosing.spotAt(point);
      choosing.aim = place?.id ?? null;
      if (choosing.isPolyomino) choosing.pinned = place?.id ?? null;
    }
    function up(): void {
      stop();
      if (!isDrag) return;
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      const place = choosing.aim;
      if (place && choosing.isPolyomino) choosing.putDown(place);
      else if (place && place in choosing.next) choosing.pick(place);
      choosing.aim = null;
    }
    function stop(): void {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", stop);
    }
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", stop);
  }

  node.addEventListener("pointerdown", down);
  return {
    update: (next) => ({ choosing, spot } = next),
    destroy: () => node.removeEventListener("pointerdown", down),
  };
}

/** The click that ends a drag is none. */
function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
