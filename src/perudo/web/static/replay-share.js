// A link to this moment, by the device's own way of sharing or on the clipboard.

// Browsers keep the clipboard from pages that come over plain http; the old way still works there.
/** @param {string} text */
function copiedTheOldWay(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "sr";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

/** @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedTheOldWay(text);
  }
}

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
  return (await copied(url)) ? "copied" : "not-copied";
}
