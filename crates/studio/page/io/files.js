/** Files in and out of the page. */

/**
 * The bytes of a file in base 64.
 * @param {Blob} file
 * @returns {Promise<string>}
 */
export async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let signs = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    signs += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(signs);
}

/** The bytes that stand in base 64. @param {string} signs */
export const bytesOf = (signs) => Uint8Array.from(atob(signs), (sign) => sign.charCodeAt(0));

/**
 * Hands a file to the browser to be saved.
 * @param {Blob} file
 * @param {string} name
 */
export function save(file, name) {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it when the next task begins.
  setTimeout(() => URL.revokeObjectURL(address));
}
