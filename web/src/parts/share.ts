/** Whether the text could be put where it can be pasted from. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedFromField(text);
  }
}

/** Browsers have a clipboard only on https and localhost; a table on the home network is often neither. */
function copiedFromField(text: string): boolean {
  const field = document.createElement("textarea");
  field.className = "unseen";
  field.value = text;
  const before = document.activeElement;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
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

/** Hand a file on as the device does it, else keep it with the other downloads. */
export async function handed(file: File, title: string): Promise<void> {
  const isTouched = matchMedia("(pointer: coarse)").matches;
  if (isTouched && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ title, files: [file] });
      return;
    } catch (failure) {
      if (failure instanceof DOMException && failure.name === "AbortError") return; // thought better of it
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
