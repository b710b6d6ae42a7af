// Text for somebody else: on the clipboard, or shown where there is none.

import { toast } from "./store.js";

export async function copy(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    toast(words);
  } catch {
    toast(text);
  }
}
