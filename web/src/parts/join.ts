/** The path of the table that somebody means by a link, a path or a bare code; with its secret seat, if it has one. */
export function tableIn(text: string): string | undefined {
  const found = /^(?:.*\/table\/)?([\w-]{4,24})(#\d\.[\w-]{1,64})?\/?$/.exec(text.trim());
  return found ? `/table/${found[1]}${found[2] ?? ""}` : undefined;
}

/** What a link for another device carries: its secret, and the page of ours to go to then. */
export function deviceLinkIn({ hash, search }: Pick<Location, "hash" | "search">): { token: string; to: string } {
  const to = new URLSearchParams(search).get("to") ?? "";
  // `//elsewhere.example` and `/\elsewhere.example` lead to another site.
  return { token: hash.slice(1), to: /^\/(?![/\\])[^\s\\]*$/.test(to) ? to : "/" };
}
