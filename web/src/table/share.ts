/** Whether the text could be put where it can be pasted from. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Hand a link on as the device does it, else copy it; whether it was copied. */
export async function shared(title: string, url: string): Promise<boolean> {
  const isTouched = matchMedia("(pointer: coarse)").matches;
  if (isTouched && typeof navigator.share === "function") {
    await navigator.share({ title, url }).catch(() => undefined);
    return false;
  }
  return copied(url);
}
