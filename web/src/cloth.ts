/** The cloth of the box being played lies under the whole page: `data-box` on the document. */
export function layCloth(box: string | undefined): void {
  if (box) document.documentElement.dataset["box"] = box;
  else delete document.documentElement.dataset["box"];
  matchBrowser();
}

/** The browser's own bars take the colour of the cloth, where it has any. */
export function matchBrowser(): void {
  const cloth = getComputedStyle(document.documentElement).getPropertyValue("--cloth").trim();
  if (cloth) document.querySelector('meta[name="theme-color"]')?.setAttribute("content", cloth);
}
