/** The cloth of the box being played lies under the whole page: `data-box` on the document. */
export function layCloth(box: string | undefined): void {
  if (box) document.documentElement.dataset["box"] = box;
  else delete document.documentElement.dataset["box"];
}
