/**
 * An agency's colour as pages use it. The fill stays as chosen, with black or white text on it. The accent of text and
 * lines keeps the hue and changes its lightness until it is readable. Colours are computed in OKLCH
 * (https://www.w3.org/TR/css-color-4/#ok-lab).
 */
type Lch = { l: number; c: number; h: number }
type Rgb = [number, number, number]

export type BrandColours = Record<'accent' | 'soft' | 'fill' | 'hover' | 'on', { light: string; dark: string }>

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** A background of text in the accent colour, and the contrast that text needs on it. */
type Background = { word: string; hex: string; least: number }

const PAPER_DARK = '#101613'
const SURFACE: Record<Theme, Background> = {
  light: { word: 'white', hex: '#ffffff', least: 4.5 },
  dark: { word: 'dark', hex: PAPER_DARK, least: 6 },
}
const SUNKEN: Background = { word: 'pale grey', hex: '#f3f5f3', least: 4.6 }
const WHITE = '#ffffff'
const INK = '#0c1115'

function softOf(own: Lch): Record<Theme, string> {
  return {
    light: toHex({ ...own, l: 0.955, c: Math.min(own.c, 0.03) }),
    dark: toHex({ ...own, l: 0.29, c: Math.min(own.c, 0.05) }),
  }
}

function groundsOf(soft: Record<Theme, string>): Record<Theme, readonly Background[]> {
  const tint = (theme: Theme): Background => ({ word: 'its own tint', hex: soft[theme], least: 4.5 })
  return { light: [SURFACE.light, SUNKEN, tint('light')], dark: [SURFACE.dark, tint('dark')] }
}

/** @param accent `#rrggbb` as saved */
export function brandColours(accent: string): BrandColours {
  const own = toLch(parse(accent))
  const soft = softOf(own)
  const grounds = groundsOf(soft)
  const reads = (theme: Theme) => (hex: string) => faintOn(grounds[theme], hex) === undefined
  const light = until(own, -0.005, reads('light'))
  const dark = until({ ...own, l: Math.max(own.l, 0.8), c: Math.min(own.c, 0.12) }, 0.005, reads('dark'))
  const fill = { light: accent, dark: until(own, 0.005, (hex) => contrast(hex, PAPER_DARK) >= 3) }
  return {
    accent: { light, dark },
    soft,
    fill,
    hover: { light: hoverOf(fill.light), dark: hoverOf(fill.dark) },
    on: { light: wordsOn(fill.light), dark: wordsOn(fill.dark) },
  }
}

/** White if readable, else soft black, else black: one of them always is readable. */
const wordsOn = (fill: string): string => [WHITE, INK].find((hex) => contrast(fill, hex) >= 4.5) ?? '#000000'

/** Hover moves away from the colour of the text, so that the text stays readable. */
function hoverOf(fill: string): string {
  const own = toLch(parse(fill))
  return toHex({ ...own, l: wordsOn(fill) === WHITE ? Math.max(0, own.l - 0.05) : Math.min(1, own.l + 0.04) })
}

/** The first background on which text in a colour is not readable. */
const faintOn = (grounds: readonly Background[], hex: string): Background | undefined =>
  grounds.find((ground) => contrast(hex, ground.hex) < ground.least)

/** Verdict on an accent in one theme: `faint` is the background on which it is not readable. */
type ColourVerdict = {
  used: string
  /** Contrasts of the requested and of the used colour, on the background of most text. */
  asked_contrast: number
  used_contrast: number
  ground: string
  faint: { ground: string; contrast: number; least: number } | null
  /** Text on a button. */
  words: { white: boolean; contrast: number }
}

/** Explains the result of `brandColours` to the person who chooses the accent. */
export function judgeAccent(accent: string, theme: Theme): ColourVerdict {
  const { accent: main, soft, fill, on } = brandColours(accent)
  const { word, hex } = SURFACE[theme]
  const faint = faintOn(groundsOf(soft)[theme], accent)
  return {
    used: main[theme],
    asked_contrast: contrast(accent, hex),
    used_contrast: contrast(main[theme], hex),
    ground: word,
    faint: faint ? { ground: faint.word, contrast: contrast(accent, faint.hex), least: faint.least } : null,
    words: { white: on[theme] === WHITE, contrast: contrast(fill[theme], on[theme]) },
  }
}

/** Stylesheet of a workspace's accent for a page, or with `scope` for a part of it. */
export function brandCss(accent: string, scope = ':root'): string {
  const { accent: main, soft, fill, hover, on } = brandColours(accent)
  const roles = { accent: main, 'accent-soft': soft, fill, 'fill-hover': hover, 'on-fill': on }
  const lines = Object.entries(roles).map(([role, { light, dark }]) => `--${role}:light-dark(${light},${dark})`)
  return `${scope}{${lines.join(';')}}\n`
}

/** WCAG 2 contrast of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(parse(a)), luminance(parse(b))].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function until(from: Lch, step: number, enough: (hex: string) => boolean): string {
  let { l } = from
  let hex = toHex(from)
  while (!enough(hex) && l > 0 && l < 1) {
    l += step
    hex = toHex({ ...from, l })
  }
  return hex
}

function parse(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb
}

const linear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const gamma = (v: number): number => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map(linear) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function toLch(rgb: Rgb): Lch {
  const [r, g, b] = rgb.map(linear) as Rgb
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, bb), h: Math.atan2(bb, a) }
}

/** The colour as hex; a colour outside sRGB loses chroma until it is inside. */
function toHex({ l, c, h }: Lch): string {
  for (let chroma = c; ; chroma -= 0.004) {
    const rgb = toRgb({ l, c: Math.max(0, chroma), h })
    if (chroma <= 0 || rgb.every((v) => v >= -0.001 && v <= 1.001)) return hexOf(rgb)
  }
}

function toRgb({ l, c, h }: Lch): Rgb {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const L = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const M = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const S = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    gamma(4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S),
    gamma(-1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S),
    gamma(-0.0041960863 * L - 0.7034186147 * M + 1.707614701 * S),
  ]
}

const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map((v) =>
      Math.round(Math.min(1, Math.max(0, v)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
