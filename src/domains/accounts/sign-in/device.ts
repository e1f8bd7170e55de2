/** Letters that are read and stored of a user agent, which may have 16,000. */
export const LONGEST = 300

/**
 * Browser and system of a user agent in words: `Firefox on Windows`. An unknown one is named by its first product,
 * without the version (RFC 9110, section 10.1.5). This is a guess, because browsers use each other's names.
 */
export function deviceOf(user_agent: string | null): string {
  const text = (user_agent ?? '').slice(0, LONGEST)
  const [token] = /^[\w!#$%&'*+.^`|~-]+/.exec(text.trim()) ?? []
  const browser = nameIn(BROWSERS, text) ?? token?.slice(0, 40)
  const system = nameIn(SYSTEMS, text)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown'
}

type Names = readonly (readonly [sign: RegExp, name: string])[]

const nameIn = (names: Names, user_agent: string): string | null =>
  names.find(([sign]) => sign.test(user_agent))?.[1] ?? null

/** Browsers whose user agent also contains another's name come before that one. */
const BROWSERS: Names = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|Opera)[/ ]/, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Headless Chrome'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
]

const SYSTEMS: Names = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
  [/\b(Linux|X11)\b/, 'Linux'],
]
