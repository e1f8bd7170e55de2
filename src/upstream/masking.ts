/** Masks each secret in every form of the wire: plain, or with its characters escaped. */
export function masking(secrets: string[]): (text: string) => string {
  const patterns = secrets
    .map((secret) => secret.trim())
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .map((secret) => secret.match(/\\+|./gsu)!.map(formsOf).join(''))
  const any = patterns.length ? new RegExp(patterns.join('|'), 'g') : null
  return (text) => (any ? text.replace(any, '[secret]') : text)
}

/**
 * A pattern of one character or a run of backslashes: plain, escaped in JSON, by its number in JSON (Go, PHP), in a URL
 * or form, as an HTML entity. JSON within JSON and URLs within URLs are escaped twice.
 */
function formsOf(sign: string): string {
  if (/^[A-Za-z0-9]$/.test(sign)) return sign
  if (sign.startsWith('\\')) return `(?:\\\\|%(?:25)?5[cC]){1,${4 * sign.length}}`
  const units = Array.from({ length: sign.length }, (_, i) => hex(sign.charCodeAt(i), 4))
  const bytes = [...Buffer.from(sign)].map((byte) => hex(byte, 2))
  return `(?:${[
    `\\\\{0,3}${sign.replace(/[^\w\s]/u, '\\$&')}`,
    units.map((unit) => `\\\\{1,3}u${unit}`).join(''),
    bytes.map((byte) => `%(?:25)?${byte}`).join(''),
    ...(sign === ' ' ? ['\\+'] : []),
    ...(/[\n\r\t]/.test(sign) ? [`\\\\{1,3}${JSON.stringify(sign)[2]}`] : []),
    ...(/[<>&"']/.test(sign) ? ['&(?:amp;)?#?\\w{2,4};'] : []),
  ].join('|')})`
}

/** Digits of a hexadecimal number, in lower or upper case. */
const hex = (code: number, digits: number): string =>
  code
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
