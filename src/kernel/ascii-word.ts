/**
 * Whether a word, which is in small letters, stands at a place of a text in letters of either size. ASCII alone, as
 * protocols mean it: `toLowerCase` would also take the Kelvin sign for a k, and makes a string for each question.
 */
export function isWordAt(text: string, at: number, word: string): boolean {
  for (let index = 0; index < word.length; index++) {
    const wanted = word.charCodeAt(index)
    const code = text.charCodeAt(at + index)
    if (code !== wanted && (wanted < 97 || wanted > 122 || code !== wanted - 32)) return false
  }
  return true
}
