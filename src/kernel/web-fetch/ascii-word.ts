/**
 * Whether a text has a lower-case word at an index, in upper or lower case. Compares ASCII only, as
 * protocols do: `toLowerCase` would also turn the Kelvin sign into a k, and allocates a string for each call.
 */
export function isWordAt(text: string, at: number, word: string): boolean {
  for (let index = 0; index < word.length; index++) {
    const wanted = word.charCodeAt(index)
    const code = text.charCodeAt(at + index)
    if (code !== wanted && (wanted < 97 || wanted > 122 || code !== wanted - 32)) return false
  }
  return true
}
