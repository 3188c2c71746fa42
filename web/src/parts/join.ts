/** The path of the table that somebody means by a link, a path or a bare code; with its secret seat, if it has one. */
export function tableIn(text: string): string | undefined {
  const found = /^(?:.*\/table\/)?([\w-]{4,24})(#\d\.[\w-]{1,64})?\/?$/.exec(text.trim());
  return found ? `/table/${found[1]}${found[2] ?? ""}` : undefined;
}
