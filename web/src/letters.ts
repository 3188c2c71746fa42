/** Our own letters: a page is set in them from the start or, where they come late, from the next page on, never anew. */
const FACES = ['700 1em "Bricolage Grotesque"', '1em "Figtree"'];
const PATIENCE = 1_000;
const PLAIN = "plain-letters";

let haveCome = false;

/** Wait for them, but not for long. */
export async function awaitLetters(): Promise<void> {
  const all = Promise.all(FACES.map((face) => document.fonts.load(face))).then(
    () => (haveCome = true),
    () => undefined, // without them, then
  );
  await Promise.race([all, new Promise((late) => setTimeout(late, PATIENCE))]);
  document.documentElement.classList.toggle(PLAIN, !haveCome);
}

/** Another page begins, and may look as it should. */
export function useLetters(): void {
  if (haveCome) document.documentElement.classList.remove(PLAIN);
}
