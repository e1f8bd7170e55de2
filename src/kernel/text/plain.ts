/** Letters that Unicode does not take apart. */
const PLAIN: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th' }

/** In lower case and without accents. */
export function plain(text: string): string {
  const lower = text.toLowerCase()
  if (!/\P{ASCII}/u.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøđðßæœıþ]/g, (letter) => PLAIN[letter]!)
}
