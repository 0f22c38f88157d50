// A link to this moment, by the device's own way of sharing or on the clipboard.
import { copyText } from "./clipboard.js";

// What to say about it, or nothing where the device says it itself.
/**
 * @param {string} url
 * @param {string} title
 */
export async function shareLink(url, title) {
  if (navigator.share) {
    try {
      await navigator.share({ url, title });
      return null;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return null;
    }
  }
  return (await copyText(url)) ? "copied" : "not-copied";
}
