/**
 * The stylesheet of an e-mail: the dark theme, and styles without an attribute. Mail programs without stylesheets show
 * the light theme of the attributes.
 */
import { type BrandColours, brandColours } from '../brand.ts'

/** Accent of agencies without their own, as on their pages. */
export const ACCENT = '#0a6b48'
export const INK = '#0c1115'
export const MUTED = '#52606b'
export const PAGE = '#eff3f6'
export const SHEET = '#ffffff'
export const DARK = { ink: '#eaf0ec', muted: '#a3b1a9', page: '#0a0e0c', sheet: '#101613' }

/** Start of the dark theme: a preview replaces it to show one theme. */
const IN_THE_DARK = '@media (prefers-color-scheme:dark)'

export function styleOf(accent: string | null): string {
  const { accent: link, fill, on } = brandColours(accent ?? ACCENT)
  const dark = rules({ fill: fill.dark, on: on.dark, link: link.dark })
  return `<style>:root{color-scheme:light dark}.lt-button a{text-decoration:none}.lt-muted a{color:inherit}.lt-figures td:first-child{padding-left:0}${IN_THE_DARK}{${dark}}</style>`
}

type Brand = Record<keyof Pick<BrandColours, 'fill' | 'on'> | 'link', string>

const rules = ({ fill, on, link }: Brand): string =>
  [
    `body,.lt-page{background:${DARK.page}}`,
    `.lt-sheet{background:${DARK.sheet}}`,
    `.lt-ink{color:${DARK.ink}}`,
    `.lt-muted{color:${DARK.muted}}`,
    `.lt-link{color:${link}}`,
    `.lt-button{background:${fill}}`,
    `.lt-on{color:${on}}`,
    // Most logos need a light background.
    `.lt-logo{background:${SHEET};padding:6px 8px;border-radius:4px}`,
  ].join('')

/** The e-mail in the dark theme, even if the reader's theme is light. */
export const inTheDark = (html: string): string => html.replace(IN_THE_DARK, '@media all')

/** The e-mail in the light theme, even if the reader's theme is dark. */
export const inTheLight = (html: string): string =>
  html.replace(IN_THE_DARK, '@media not all').replace('color-scheme:light dark', 'color-scheme:light')
